#!/bin/bash
# game.sh PATH_TO_TENKA GAME PART [PROGRAM]: the tests that every game has, in parts:
#   scenarios    the scenarios of games/GAME/scenarios pass
#   clauses      every clause of the rules page has a scenario; every clause that refuses has one in which it refuses
#   impossible   impossible positions are refused, each for its own reason
#   format       the C and the TypeScript are formatted, and the linter accepts the TypeScript
#   seeds        the fuzzers have records and positions of the game to start with
#   perft        the number of sequences of moves is as expected
#   golden PROG  the transcripts of matches that PROG prints are as expected
#   signature    playouts and searches have the same results with every compiler
#   fields       games/GAME/fields.md explains every field of the state
#   types        the TypeScript types of the position, for the board in the browser, are up to date
#   matches      whole matches with each number of players and each option; verified, and replayed for every viewer
#   bots         a match with bots that are programs, and an arena
#   terminal     a whole match in a terminal, and its replay
# With BLESS=yes the expected results of impossible, perft, golden, signature and types are rewritten.
set -uo pipefail
tenka=$(realpath "$1") game=$2 part=$3
[ $# -lt 4 ] || program=$(realpath "$4")
cd "$(dirname "$0")/.." || exit 1
folder=games/$game
work=$(mktemp -d) || exit 2
trap 'tmux -S "$work/tmux" kill-server 2>/dev/null; rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data LC_ALL=C.UTF-8
failed=0

# say CODE NAME: prints the result of a test; $work/log explains a failure.
say() {
    if [ "$1" = 0 ]; then echo "ok - $2"; else
        echo "not ok - $2"
        sed 's/^/# /' "$work/log" 2>/dev/null | tail -n 40
        failed=1
    fi
}

# expect FILE NAME: checks that the file equals $work/found; with BLESS it becomes that.
expect() {
    [ -z "${BLESS-}" ] || cp "$work/found" "$1"
    diff "$1" "$work/found" >"$work/log" 2>&1
    say $? "$2 (./test --bless $game rewrites it)"
}

# configs: prints lines 'PLAYERS [OPTION=VALUE...]': each number of players without options, with each option, with all.
configs() {
    "$tenka" games "$game" --json | python3 -c "
import json, sys
game = json.load(sys.stdin)[0]
for n in range(game['players']['min'], game['players']['max'] + 1):
    fit = [f\"{o['name']}={o['values'][-1]}\" for o in game['options']
           if o.get('players', game['players'])['min'] <= n <= o.get('players', game['players'])['max']]
    for options in [[]] + [[o] for o in fit] + ([fit] if len(fit) > 1 else []):
        print(n, *options)"
}

flags() { for option in "$@"; do echo --option "$option"; done; }

test_scenarios() {
    "$tenka" scenario --tap "$folder"/scenarios/*.scenario || failed=1
}

test_clauses() {
    local page=$folder/rules.md clauses refusing names clause
    clauses=$(sed -n 's/^- \*\*\([A-Z][0-9]*\)\*\* .*/\1/p' "$page")
    refusing=$(sed -n 's/.*{"\([A-Z][0-9]*\)",.*/\1/p' "$folder"/*.c | sort -u)
    names=$(sed -n 's/^scenario //p' "$folder"/scenarios/*.scenario)
    { [ -n "$clauses" ] || echo "$page has no clauses"; sort <<<"$clauses" | uniq -d; } >"$work/log"
    say "$(wc -l <"$work/log")" "the rules page has clauses, and none twice"
    comm -23 <(echo "$refusing") <(sort <<<"$clauses") >"$work/log"
    say "$(wc -l <"$work/log")" "every clause that refuses moves is on the rules page"
    for clause in $clauses; do
        grep -q "^- \*\*$clause\*\* .*(Invariant\.)$" "$page" && continue
        grep -qE "^([A-Z][0-9]+ )*$clause ([A-Z][0-9]+ )*accepts:" <<<"$names" || echo "$clause"
    done >"$work/log"
    say "$(wc -l <"$work/log")" "every clause has a scenario that shows it"
    for clause in $refusing; do
        awk -v clause="$clause" '
            /^scenario / { named = $0 ~ "[ ]" clause " ([A-Z][0-9]+ )*refuses:" }
            named && $1 == "refused" && $2 == clause { found = 1 }
            END { exit !found }' "$folder"/scenarios/*.scenario || echo "$clause"
    done >"$work/log"
    say "$(wc -l <"$work/log")" "every clause that refuses moves has a scenario in which it does"
}

# accepted FILE: prints the scenarios whose positions are accepted: they pass, or fail only because somebody else is asked.
accepted() {
    "$tenka" scenario --tap "$1" 2>&1 | sed -nE 's/^ok - //p; s/.*: expected that .* is asked, .*\((scenario .*)\)$/\1/p'
}

test_impossible() {
    local file
    for file in "$folder"/impossible/*.scenario; do
        [ -f "$file" ] || continue
        accepted "$file" >"$work/log"
        if [ -s "$work/log" ]; then # that is never an expected result
            sed -i 's/$/: this position is accepted, but it should be impossible/' "$work/log"
            say 1 "impossible positions: $(basename "$file" .scenario)"
            continue
        fi
        "$tenka" scenario "$file" 2>&1 | sed "s|^$folder/impossible/||" >"$work/found"
        expect "${file%.scenario}.txt" "impossible positions: $(basename "$file" .scenario)"
    done
    [ -d "$folder/impossible" ] || echo "ok - impossible positions # SKIP there are none yet"
}

test_format() {
    clang-format --dry-run -Werror "$folder"/*.[ch] >"$work/log" 2>&1
    say $? "the C is formatted ('clang-format -i $folder/*.[ch]' does it)"
    compgen -G "$folder/*.ts*" >"$work/found" || return 0 # no board of its own
    node_modules/.bin/biome check --error-on-warnings --no-errors-on-unmatched "$folder" >"$work/log" 2>&1
    say $? "the TypeScript is formatted, and the linter has nothing to say ('npm run format' formats it)"
}

test_seeds() {
    local kind
    for kind in record position; do
        echo "$folder/fuzz/$kind is empty: 'tests/fuzz/seed.sh $game' fills it" >"$work/log"
        compgen -G "$folder/fuzz/$kind/*" >"$work/found"
        say $? "the fuzzers have seeds: $kind"
    done
}

test_perft() {
    local line
    while read -r _ line; do
        # shellcheck disable=SC2086
        echo "$("$tenka" perft "$game" $line | sed -n 's/^nodes //p') $line"
    done <"$folder/perft" >"$work/found"
    expect "$folder/perft" "perft"
}

test_golden() {
    local name line
    while read -r name line; do
        # shellcheck disable=SC2086
        "$program" "$game" $line >"$work/found"
        expect "$folder/golden/$name.txt" "golden transcript $name"
    done <"$folder/golden/list"
}

# Searches calculate with floating-point numbers; even so their results must not depend on the compiler.
test_signature() {
    local players
    players=$(configs | awk '{ n = $1 < 3 ? $1 : 3; if (n > most) most = n } END { print most }')
    {
        "$tenka" bench playouts "$game" --json --seconds 0 | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    print("playouts", row["players"], row["checksum"])' &&
        "$tenka" arena "$game" --bots ismcts:100,greedy --players "$players" --games 3 |
            sed -E '1,2d; s/ +[0-9.]+$//' | sha256sum | sed "s/^\(.\{16\}\).*/searches $players \1/"
    } >"$work/found" || { say 1 "playouts and searches" && return; }
    expect "$folder/signature" "playouts and searches"
}

test_fields() {
    "$tenka" games "$game" --json | python3 -c "
import json, re, sys
page = open('$folder/fields.md').read()
named = set(re.findall('\`([a-z_-]+)\`', ' '.join(re.findall(r'^\| (.*?) \|', page, re.M))))
fields = {f['name'] for f in json.load(sys.stdin)[0]['fields']} - {'players', 'viewer', 'learned'}  # NOTATION.md has these
print(*sorted(fields - named), sep='\n')" >"$work/found" 2>"$work/log" && grep . "$work/found" >"$work/log"
    say $((1 - $?)) "every field of the state is explained in $folder/fields.md"
}

test_types() {
    [ -f "$folder/board.tsx" ] || { echo "ok - types # SKIP a game without its own board needs none" && return; }
    "$tenka" games "$game" --json | node web/types.mjs >"$work/found"
    expect "$folder/position.ts" "types of the position"
}

test_matches() {
    local players options match name=$work/match seat
    while read -r players options; do
        match="$players players${options:+, }$options"
        rm -f "$name"
        # shellcheck disable=SC2046,SC2086
        yes 1 | "$tenka" play "$game" --players "$players" --seed "$match" --bot greedy --record "$name" $(flags $options) >"$work/log" 2>&1
        grep -q "^The record is" "$work/log"
        say $? "$match: a whole match"
        "$tenka" verify "$name" >"$work/log" 2>&1 && grep -q 'good.*the result is right' "$work/log"
        say $? "$match: verified"
        for seat in $(sed -nE 's/^seat (.):.*/\1/p' "$name") spectator all; do
            "$tenka" replay "$name" --view "$seat" >"$work/log" 2>&1 && grep -qE "wins? the game|game is won by" "$work/log"
            say $? "$match: replay for $seat, with its result"
            "$tenka" replay "$name" --view "$seat" --ply 3 --json >"$work/log" 2>&1 && grep -q "\"viewer\":\"$seat\"" "$work/log"
            say $? "$match: JSON for $seat"
        done
    done < <(configs)
}

test_bots() {
    local bot players options name=$work/match
    read -r players options < <(configs)
    cc -o "$work/bot" examples/bots/bot.c
    for bot in examples/bots/bot.py 'node examples/bots/bot.js' "$work/bot"; do
        rm -f "$name"
        yes 1 | "$tenka" play "$game" --players "$players" --seed bots --bot "run:$bot" --record "$name" >"$work/log" 2>&1
        ! grep -q 'program failed' "$work/log" && "$tenka" verify "$name" >"$work/verified" 2>&1 &&
            grep -q 'good.*the result is right' "$work/verified"
        say $? "a match against ${bot/"$work"/.}"
    done
    "$tenka" arena "$game" --bots ismcts:5,greedy --players "$players" --games "$players" >"$work/log" 2>&1 &&
        grep -q "$players games of 1 deal," "$work/log"
    say $? "an arena"
}

tm() { tmux -S "$work/tmux" -f /dev/null "$@"; }

# shows TEXT: waits until the screen shows the text, for a minute at most.
shows() {
    for _ in $(seq 600); do
        tm capture-pane -p -S -200 -t "$session" >"$work/log" 2>/dev/null
        grep -qF -- "$1" "$work/log" && return 0
        sleep 0.1
    done
    return 1
}

test_terminal() {
    session=whole
    tm new-session -d -s "$session" -x 80 -y 24 \
        "trap '' INT; yes 1 | $tenka play $game --seed plum --record $work/match; sleep 1000"
    shows "The final ranking"; say $? "a whole match in colour, 80 columns wide"
    shows "Review of your"; say $? "... is reviewed"
    tm send-keys -t "$session" C-c
    shows "See it again"; say $? "... and Ctrl-C skips the review"
    session=replay
    tm new-session -d -s "$session" -x 80 -y 24 "$tenka replay $work/match --view B; echo shown \$?; sleep 1000"
    shows "shown 0"; say $? "... and its replay"
}

test_"$part"
exit $failed
