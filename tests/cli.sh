#!/usr/bin/env bash
# Tests the whole program from outside: tests/cli.sh PATH_TO_TENKA
# shellcheck disable=SC2016 # conditions are in single quotes and evaluated later
# shellcheck source=tests/outside.bash
. "$(dirname "$0")/outside.bash"
RANDOM=20241 # seeds the mutations

# ---- Helpers ----

survived() { [ "$rc" -le 1 ]; } # neither a signal nor a sanitizer nor a timeout

# json FILE EXPRESSION: the file is valid JSON and the expression holds for it, as d.
json() {
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$1" "$2" 2>>err
}

# games_of PLAYERS: the games for this number of players, in one line.
games_of() {
    "$tenka" games --json | python3 -c "import json, sys
print(*(g['id'] for g in json.load(sys.stdin) if g['players']['min'] <= $1 <= g['players']['max']))"
}

# play NAME LINES ARGUMENTS...: plays zipang with these typed lines (separated by '\n'); the record is NAME.
play() {
    local name=$1 lines=$2
    shift 2
    run play zipang --record "$name" "$@" < <(printf '%b' "$lines")
}

# finish ARGUMENTS...: plays to the end, and always chooses the first move.
finish() { run play "$@" < <(yes 1); }

verified() {
    run verify "$1"
    code 0
}

plies() { "$tenka" verify "$1" 2>/dev/null | sed -nE 's/.* all ([0-9]+) plies.*/\1/p'; }
views() { # RECORD: who may see it
    sed -nE 's/^seat (.):.*/\1/p' "$1"
    echo spectator
    [ -e "$1.secret" ] || echo all
}

# ---- Command lines ----

test_help() {
    run --help
    ok 'help' 'code 0 && printed "Usage: tenka COMMAND" && [ ! -s err ]'
    for command in games rules play replay verify scenario perft arena bench simulate; do
        run "$command" --help
        ok "$command --help" 'code 0 && head -n 1 out | grep -q "^Usage: tenka $command" && [ ! -s err ]'
    done
    run
    ok 'without a command' 'code 2 && said "Usage:" && [ ! -s out ]'
}

# refused NAME PATTERN ARGUMENTS...: the exit code is 2, and the message matches the pattern.
refused() {
    local name=$1 pattern=$2
    shift 2
    run "$@"
    ok "refused: $name" "code 2 && said \"$pattern\" && [ ! -s out ]"
}

test_usage() {
    refused 'unknown command' "'shogi'" shogi
    ok 'unknown command: the commands are listed' 'said scenario && said perft'
    refused 'unknown option' "'--loud'.*--json" games --loud
    refused 'unknown short option' "'-x'.*--view" replay -x
    refused 'unknown game' "'shogi'.*zipang" play shogi
    refused 'unknown game for rules' "'shogi'.*zipang" rules shogi
    refused 'unknown game for perft' "'shogi'.*zipang" perft shogi --depth 1 --seed x
    refused 'unknown game for bench' "'shogi'.*zipang" bench playouts shogi
    refused 'no game' 'GAME' play
    refused 'too few players' '2 to 6.*1' play zipang --players 1
    refused 'too many players' '2 to 6.*7' play zipang --players 7
    refused 'players that are not a number' "'two'" play zipang --players two
    refused 'unknown game option' "'speed=on'.*coin-drain=off[|]on" play zipang --option speed=on
    refused 'unknown value of an option' "'coin-drain=loud'.*off[|]on" play zipang --option coin-drain=loud
    refused 'option for other numbers of players' 'kenjin with teams=on needs 4 players, not 3' \
        play kenjin --players 3 --option teams=on
    refused 'option for several other numbers' 'kenjin with setup=draft needs 3-4 players, not 2' \
        perft kenjin --players 2 --option setup=draft --depth 1 --seed x
    refused 'option without a game' '--option needs a GAME' bench playouts --option teams=on
    refused 'players that no game allows' 'no game can have 9 players' bench operations --players 9
    refused 'unknown seat' "A to C.*'D'" play zipang --players 3 --seat D
    refused 'unknown bot' "there is no bot 'deep'; there are" play zipang --bot deep
    ok 'unknown bot: levels and names are listed' 'said "^  1 to 6 " && said "^  greedy " && said "^  run:COMMAND "'
    refused 'unknown level' "there is no bot '7'; there are" play zipang --bot 2,7
    refused 'a bot without a name' "there is no bot ''; there are" play zipang --bot 2,
    refused 'more bots than opponents' 'more bots than opponents: there are 2' play zipang --players 3 --bot 1,2 --bot 3
    refused 'unknown clause' "'Z999'.*tenka rules zipang" rules zipang Z999
    refused 'option without its value' '--seed needs a value' play zipang --seed
    refused 'value for an option without one' '--json takes no value' games --json=yes
    refused '--ply without --resume' '--resume' play zipang --ply 3
    refused 'no file' 'FILE' verify
    refused 'depth out of range' "'0'" perft zipang --depth 0 --seed x
    refused 'hours out of range' "'0'" simulate --hours 0
    refused 'an argument too many' "expected no argument, found 'zipang'" simulate zipang
    refused 'unknown benchmark' 'playouts' bench everything
    ok 'none of these wrote anything' '[ ! -e data ]'
}

test_lists() {
    run games
    ok 'games' 'code 0 && printed "^zipang .*2-6.*coin-drain=off[|]on"'
    run games template --json
    ok 'one game, also one that is not offered' 'code 0 && json out "[g[\"id\"] for g in d] == [\"template\"]"'
    refused 'games takes one game' "expected at most one GAME, found 'kenjin'" games zipang kenjin
    refused 'games: an unknown game' "there is no game 'go'; the games are: zipang" games go
    run games --json
    ok 'games --json' 'code 0 && json out "
        [g[\"id\"] for g in d].count(\"zipang\") == 1 and
        all(isinstance(g[\"title\"], str) and g[\"players\"][\"min\"] <= g[\"players\"][\"max\"] and
            all(o[\"default\"] == o[\"values\"][0] for o in g[\"options\"]) for g in d)"'
    ok 'games: players that options need' 'json out "
        {o[\"name\"]: o.get(\"players\") for g in d if g[\"id\"] == \"kenjin\" for o in g[\"options\"]} ==
            {\"teams\": {\"min\": 4, \"max\": 4}, \"setup\": {\"min\": 3, \"max\": 4}}"'
    run rules glory c14
    ok 'a clause of Call to Glory' 'code 0 && printed "^- C14 " && ! printed "C15 "'
    run rules kenjin 'golden temple'
    ok 'a battlefield of Kenjin' 'code 0 && printed "Golden Temple" && printed "temple"'
    run rules zipang
    ok 'rules' 'code 0 && printed "^# Zipang Portable" && printed "Z1 " && printed "Z63 "'
    run rules zipang z21
    ok 'one clause' 'code 0 && printed "^- Z21 When you are attacked" && ! printed "Z22 "'
}

test_numbers() {
    run bench playouts zipang --players 4 --seconds 1 --json
    ok 'bench --json' 'code 0 && json out "
        len(d) == 1 and d[0][\"game\"] == \"zipang\" and d[0][\"players\"] == 4 and
        all(d[0][k] > 0 for k in (\"plies_per_s\", \"choices_per_s\", \"games_per_s\", \"ns_per_ply\")) and
        0 < d[0][\"state_bytes\"] <= 512 and int(d[0][\"checksum\"], 16) > 0"'
    run bench playouts --players 4 --seconds 1 --json
    ok 'bench: a row for each game with this number of players' 'code 0 && json out "
        [r[\"game\"] for r in d] == \"$(games_of 4)\".split() and
        all(r[\"state_bytes\"] <= 2048 for r in d)"'
    run bench playouts kenjin --option teams=on --json
    ok 'bench: options select the rows' 'code 0 && json out "[r[\"players\"] for r in d] == [4]"'
    run bench operations glory --players 2 --option ninja=on
    ok 'bench: operations of one game' 'code 0 && [ "$(grep -c ^glory out)" = 6 ]'
    run perft zipang --depth 3 --seed x --players 3
    mv out first
    ok 'perft adds up' 'code 0 && awk "\$1 == \"nodes\" { total = \$2; next } { sum += \$NF }
        END { exit !(total > 0 && sum == total) }" first'
    run simulate --seed 7 --hours 2
    ok 'a simulation ends well' 'code 0 && printed "^2 simulated hours, 1 run: all laws hold"'
    mv out first
    run simulate --seed 7 --hours 2
    ok 'a simulation is repeatable' 'code 0 && cmp -s first out'
    run simulate --seed 7 --hours 1 --trace
    ok 'a simulation can be traced' 'code 0 && said "^[0-9]+ client [0-9]+ -> node [01]: " && said " incident: "'
    run perft zipang --depth 3 --seed x --players 3
    cp out first
    run perft zipang --depth 3 --seed x --players 3
    ok 'perft is repeatable' 'code 0 && cmp -s first out'
}

# ---- Whole matches ----

test_matches() {
    for players in 2 3 4 5 6; do
        local name=game$players.tenka
        finish zipang --players "$players" --seed "game $players" --record "$name"
        ok "$players players: a whole match" 'code 0 && printed "^The record is $name" && [ ! -e $name.secret ]'
        ok "$players players: the record is short" '[ "$(wc -c <"$name")" -lt 4096 ]'
        ok "$players players: the secret is never printed" '! printed "$(sed -n "s/^secret: //p" $name)"'
        ok "$players players: verified" 'verified "$name" && printed "good.*the result is right"'
        for view in $(views "$name"); do
            run replay "$name" --view "$view"
            ok "$players players: replay for $view" 'code 0 && printed "wins? the game"'
            cat out >>stories
        done
    done
    grep -E '^ +.* (sees? .*|reveals?) .*,.*,' stories >out # a hand that is seen between turns has two cards
    ok 'no narration reveals a card that was drawn after the hand was seen' '[ ! -s out ]'
    finish zipang --players 3 --seed 'game 3' --record again.tenka
    ok 'same seed, same record' 'code 0 && cmp -s game3.tenka again.tenka'
    finish zipang --players 3 --seed 'game 3' --option coin-drain=on --seat c --bot random --record other.tenka
    ok 'option, seat and bot' 'code 0 && verified other.tenka && grep -q "^option: coin-drain=on" other.tenka &&
        grep -q "^seat A: bot random" other.tenka && grep -q "^seat C: human" other.tenka'
}

# seats FILE: who sits where, 'A human you' and so on in one line.
seats() { sed -nE 's/^seat (.): (.*)/\1 \2/p' "$1" | paste -sd' '; }

test_levels() {
    run play zipang --players 5 --seed levels --record levels.tenka
    ok 'bots are level 2' 'code 0 && printed "^You are A; B, C, D and E are level 2[.]" &&
        [ "$(seats levels.tenka)" = "A human you B bot 2 C bot 2 D bot 2 E bot 2" ]'
    run play zipang --players 5 --seat b --seed levels --bot 1,greedy --bot 3 --record mixed.tenka
    ok 'several bots: in the order of the seats, the last on all remaining seats' 'code 0 &&
        printed "^You are B; A is level 1, C is greedy, D and E are level 3[.]" &&
        [ "$(seats mixed.tenka)" = "A bot 1 B human you C bot greedy D bot 3 E bot 3" ]'
    finish zipang --players 3 --seed levels --bot 4,1 --record search.tenka
    ok 'a level that searches: a whole match' 'code 0 && verified search.tenka'
    run replay search.tenka
    ok 'the ranking names the level' 'code 0 && printed "[12][.] +B level 4 "'
    play change.tenka 'level\nlevel 3\nlevel b bold\nlevel a 2\nlevel 7\nlevel e 2\nlevel run:true\n' --players 4 --seed levels
    ok 'level shows the levels' 'code 0 && printed "B, C and D are level 2[.] Levels go from 1 to 6"'
    ok 'level changes all bots, or one' 'printed "B, C and D are level 3 from now on" &&
        printed "B is bold from now on" &&
        [ "$(seats change.tenka)" = "A human you B bot bold C bot 3 D bot 3" ]'
    ok 'level refuses what is not possible' 'printed "That seat is yours" && printed "There is no seat .e.; the seats are A to D" && printed "There is no bot .7.; there are" &&
        printed "only when the match begins"'
    sed -i 's/^seat B: bot bold/seat B: bot 2/' change.tenka
    ok 'killed between writing the two files after a change of bots: verified' 'verified change.tenka'
    finish --resume change.tenka --bot 1
    ok 'resumed with other bots' 'code 0 && verified change.tenka &&
        [ "$(seats change.tenka)" = "A human you B bot 1 C bot 1 D bot 1" ]'
    sed 's/^seat B: bot 1/seat B: bot run:touch started/' change.tenka >program.tenka
    run play --resume program.tenka --ply 3 --record program2.tenka
    ok 'a record does not start a program' 'code 1 && said "program.tenka: a program plays B" && [ ! -e started ] && [ ! -e program2.tenka ]'
    finish --resume program.tenka --ply 3 --bot 2 --record program3.tenka
    ok '... but continues with other bots' 'code 0 && verified program3.tenka && [ ! -e started ]'
}

test_replay() {
    local last view ply
    last=$(plies game3.tenka)
    for view in $(views game3.tenka); do
        for ply in 0 7 "$last"; do
            run replay game3.tenka --view "$view" --ply "$ply" --json
            ok "replay --json, $view, ply $ply" 'code 0 && json out "d[\"viewer\"] == \"$view\" and len(d[\"hand\"]) == 3"'
        done
    done
    run replay game3.tenka --ply 3
    ok 'replay of one ply' 'code 0 && printed "^Campaign 1 " && ! printed Shogun'
    run replay game3.tenka --ply $((last + 1))
    ok 'replay of a ply that does not exist' 'code 1 && said "game3.tenka: .*$((last + 1)).*$last" && [ ! -s out ]'
    run replay game3.tenka --view D
    ok 'replay for a seat that does not exist' "code 2 && said \"A to C.*'D'\""
    { echo 'game: zipang'
      for ((ply = 0; ply <= last; ply++)); do
          echo "scenario $ply"
          "$tenka" replay game3.tenka --ply "$ply" --position
          echo 'expect players: 3'
      done; } >positions
    run scenario positions
    ok 'every position can be read back as a scenario' 'code 0 && printed "^$((last + 1)) passed, 0 failed"'
    { printf 'game: zipang\nscenario x\n'
      "$tenka" replay game3.tenka --ply 0 --position --view A
      echo 'expect players: 3'; } >positions
    run scenario positions
    ok 'a view is not a position' 'code 1 && said "^positions:[0-9]+:[0-9]+: .*view"'
}

# ---- Stopping and resuming ----

test_stop() {
    play stop.tenka '1\n1\n' --players 3 --seed 'game 3'
    ok 'end of input: saved' 'code 0 && printed "--resume .stop.tenka" && [ -e stop.tenka ] && [ -e stop.tenka.secret ]'
    ok 'only its owner can read the secret' '[ "$(stat -c %a stop.tenka.secret)" = 600 ]'
    ok 'the secret is neither in the record nor printed' '! grep -q "secret:" stop.tenka &&
        secret=$(sed -n "s/^secret: //p" stop.tenka.secret) && [ ${#secret} = 64 ] &&
        ! grep -q "$secret" stop.tenka && ! printed "$secret"'
    ok 'an unfinished match is verified' 'verified stop.tenka && printed "not over"'
    run replay stop.tenka --view B
    ok 'an unfinished match is not shown from the seat of a bot' 'code 1 && said "stop.tenka: .*not over" && [ ! -s out ]'
    run play --resume stop.tenka --ply 0 --record early.tenka
    ok 'no match branches off an unfinished match' 'code 1 && said "not over" && [ ! -e early.tenka ]'
    run play --resume stop.tenka --seat B
    ok 'options of a new match are refused with --resume' 'code 2 && said "only"'
    run replay stop.tenka --view all
    ok 'an unfinished match is not shown with all cards' 'code 1 && said "stop.tenka: .*not over" && [ ! -s out ]'
    run replay stop.tenka
    ok 'an unfinished match is shown to spectators' 'code 0 && printed "Campaign 1" && ! printed "[A-F].s hand: "'
    run replay stop.tenka --ply 0 --position --view spectator
    ok 'a spectator sees no card of the deal' 'code 0 && printed "^hand C: .*[?]" && ! grep -E "^(hand|buried|supply)" out | grep -q "[a-z]\{3\}$"'
    run replay stop.tenka --ply 0 --position --view A
    ok 'a seat sees only its own cards' 'code 0 && printed "^hand A: [a-z]" && printed "^hand B: [23][*][?]$" && printed "^supply: [0-9]+[*][?]$"'
    run play template --players 2 --seat B --seed 1 --record hidden.tenka
    run replay hidden.tenka --view spectator
    ok 'a secret move is not narrated to spectators' 'code 0 && printed "A lays a banner" && ! printed "1[.] A  (one|two|three|four|five)"'
    cp stop.tenka alone.tenka
    run verify alone.tenka
    ok 'without its secret, an unfinished match cannot be verified' 'code 1 && said "alone.tenka.secret"'
    run play --resume alone.tenka
    ok 'without its secret, an unfinished match cannot be resumed' 'code 1 && said "alone.tenka.secret"'
    finish --resume stop.tenka
    ok 'resumed and finished' 'code 0 && [ ! -e stop.tenka.secret ] && verified stop.tenka'
    ok 'an interruption changes nothing' 'cmp -s game3.tenka stop.tenka'
    run play --resume stop.tenka
    ok 'a match that is over is not resumed' 'code 1 && said "stop.tenka: the match is over"'
}

shows_prompt() { [ "$(tail -c 2 out)" = '> ' ]; }

test_signals() {
    local signal name
    mkfifo pipe
    exec 3<>pipe
    for signal in INT TERM KILL; do
        name=$signal.tenka
        "$tenka" play zipang --players 3 --seed 'game 3' --record "$name" <pipe >out 2>err &
        child=$!
        echo 1 >&3
        within 5 shows_prompt
        sleep 0.1
        if [ "$signal" = KILL ]; then
            { kill -KILL "$child" && wait "$child"; } 2>/dev/null
            rc=$?
            ok "SIGKILL: everything was saved" '[ -e "$name" ] && [ -e "$name.secret" ]'
            find . -name "$name.*" ! -name "$name.secret" -delete # a write that was killed leaves its temporary file
        else
            within 5 is_gone "$signal" "$child"
            wait "$child"
            rc=$?
            ok "SIG$signal: saved" 'code 0 && printed "--resume .$name" && [ -e "$name" ] && [ -e "$name.secret" ]'
        fi
        child=
        timeout 0.1 cat <&3 >typed # removes what the program has not read
        ok "SIG$signal: the record is complete" 'verified "$name"'
        finish --resume "$name"
        ok "SIG$signal: resumed and finished" 'code 0 && cmp -s game3.tenka "$name"'
    done
    exec 3>&-
}

# branched NAME FILE: the new match can be stopped, resumed, finished and verified like any other.
branched() {
    ok "$1: the secret file is beside it" '[ -e '"$2.secret"' ]'
    run verify "$2"
    ok "$1: verified" 'code 0'
    finish --resume "$2"
    ok "$1: resumed and finished" 'code 0 && verified '"$2"
}

test_branches() {
    cp game3.tenka old.tenka
    run play --resume old.tenka --ply 5 --record branch.tenka
    ok 'a branch off a finished match' 'code 0 && [ -e branch.tenka ] && cmp -s old.tenka game3.tenka'
    ok 'a branch has the moves before it' '[ "$(plies old.tenka)" -gt 5 ] && grep -qE "^ +1[.] " branch.tenka'
    branched 'a branch' branch.tenka
    ok 'the old match is unchanged' 'cmp -s old.tenka game3.tenka && [ ! -e old.tenka.secret ]'
    finish --resume old.tenka --ply 0 --record zero.tenka
    ok 'a branch at the deal is the same match' 'code 0 && cmp -s zero.tenka game3.tenka'
    run play --resume old.tenka --ply 9999 --record none.tenka
    ok 'a branch at a ply that does not exist' 'code 1 && said "old.tenka: .*9999" && [ ! -e none.tenka ]'
    play part.tenka '1\n1\n' --players 3 --seed 'game 3'
    cp part.tenka part.old
    run play --resume part.tenka --record copy.tenka
    ok 'resumed under another name' 'code 0 && [ -e copy.tenka ] && cmp -s part.tenka part.old'
    branched 'another name' copy.tenka
    ok 'the unfinished match is unchanged' 'cmp -s part.tenka part.old && verified part.tenka'
}

# ---- Records on disk ----

test_paths() {
    cp game3.tenka taken.tenka
    run play zipang --record taken.tenka
    ok 'a record is not overwritten' 'code 1 && said "taken.tenka already exists" && cmp -s taken.tenka game3.tenka && [ ! -e taken.tenka.secret ]'
    for path in missing/x.tenka game3.tenka/x.tenka; do
        run play zipang --record "$path"
        ok "no such directory: $path" 'code 1 && said "$path" && cmp -s taken.tenka game3.tenka'
    done
    mkdir locked
    chmod 555 locked
    if [ ! -w locked ]; then # root can write everywhere
        run play zipang --record locked/x.tenka
        ok 'a directory that is not writable' 'code 1 && said "locked/x.tenka"'
    fi
    mkdir empty
    (cd empty && "$tenka" play zipang --seed x --record '' >../out 2>../err)
    rc=$?
    ok 'a record without a name leaves nothing behind' 'survived && ! code 0 && [ -z "$(ls -A empty)" ]'
    (trap '' XFSZ; ulimit -f 0; "$tenka" play zipang --seed x --record small.tenka 2>&1) | cat >out # no file may grow
    rc=${PIPESTATUS[0]}
    ok 'a full disk: the message names the file' 'code 1 && printed "small.tenka"'
    ok 'a full disk: nothing is left behind' '[ -z "$(find . -name "small*")" ]'
    rm -rf data
    run play zipang --players 2 --seed x
    mv out first
    run play zipang --players 2 --seed x
    ok 'two matches without a name' 'code 0 && [ "$(find data/tenka -name "zipang-*.tenka" | wc -l)" -eq 2 ]'
    XDG_DATA_HOME=$work/game3.tenka run play zipang
    ok 'a data directory that is not possible' 'code 1 && said "game3.tenka/tenka"'
    XDG_DATA_HOME=$work$(printf '/%0200d' {1..21}) run play zipang
    ok 'a data directory whose name is too long' 'code 1 && said "tenka: ."'
    play lost.tenka '1\n' --seed other
    mv lost.tenka.secret stale.tenka.secret
    play stale.tenka '' --players 3 --seed 'game 3'
    finish --resume stale.tenka
    ok 'the old secret of a lost record does no harm' 'code 0 && verified stale.tenka'
    for i in 1 2 3 4; do
        "$tenka" play zipang --seed "race $i" --record race.tenka </dev/null >/dev/null 2>&1 && echo "$i" >>winners &
    done
    wait
    ok 'of several matches that start with the same name at once, exactly one gets it' \
        '[ "$(wc -l <winners)" -eq 1 ] && verified race.tenka'
    for suffix in new secret; do
        play "odd.$suffix" '' --seed odd
        cp "odd.$suffix" before
        play odd '' --seed even
        ok "a record with the name odd.$suffix is not overwritten" 'cmp -s "odd.$suffix" before'
        rm -f odd odd.*
    done
    : >open.tenka.secret
    chmod 666 open.tenka.secret
    play open.tenka '' --seed open
    ok 'an existing file does not make the secret readable for others' '[ "$(stat -c %a open.tenka.secret)" = 600 ]'
    ok 'no temporary files are left' '[ -z "$(find . -regex ".*\.tenka\(\.secret\)?\.[A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9]" ! -name "*.secret")" ]'
}

test_full_device() {
    [ -c /dev/full ] || return
    for arguments in '--help' '--version' 'play --help' 'games' 'games --json' 'rules zipang' 'rules zipang Z1' \
        'verify game3.tenka' 'replay game3.tenka' 'replay game3.tenka --ply 1 --json' 'perft zipang --depth 1 --seed x' \
        'bench playouts zipang --players 2' 'play zipang --record full.tenka'; do
        # shellcheck disable=SC2086
        "$tenka" $arguments >/dev/full 2>err
        rc=$?
        : >out
        ok "to a full device: $arguments" 'code 1 && said "output"'
    done
}

# tampered NAME SED-COMMAND...: this change to a finished record is detected, and the message has line and column.
tampered() {
    local name=$1
    shift
    sed -E "$@" game3.tenka >bad.tenka
    run verify bad.tenka
    ok "tampered: $name" 'code 1 && said "^tenka: bad.tenka:[0-9]+:[0-9]+: " && ! cmp -s bad.tenka game3.tenka'
}

test_tampering() {
    local swap='(.)(.)/\1\3\2/'
    tampered 'a move that is illegal' 's/^   1\. [^,]*/   1. deal/'
    tampered 'something that is not a move' 's/^   1\. [^,]*/   1. shout/'
    tampered 'a move left out' 's/^   1\. [^,]*,/   1./'
    tampered 'a move doubled' 's/^   1\. ([^,]*)/   1. \1, \1/'
    tampered 'the last move left out' -z 's/,[^,]*\nresult/\nresult/'
    tampered 'an undo too far' 's/^   1\. [^,]*/&, undo 2/'
    tampered 'the number of a line' 's/^   1\./   2./'
    tampered 'a line of moves left out' '/^   1\./d'
    tampered 'the commitment' "s/^(commitment: )$swap"
    tampered 'the secret' "s/^(secret: )$swap"
    tampered 'the length of the secret' 's/^(secret: .*)./\1/'
    tampered 'the points of the result' 's/^(result: A [0-9] )[0-9]+/\177/'
    tampered 'a rank of the result' 's/^(result: A )[0-9]/\16/'
    tampered 'the result left out' '/^result/d'
    tampered 'the letter of a seat' 's/^seat B/seat C/'
    tampered 'the type of a player' 's/^seat B: bot/seat B: ghost/'
    tampered 'a seat left out' '/^seat B/d'
    tampered 'the version of the format' 's/^tenka record 1/tenka record 2/'
    tampered 'the version of the rules' 's/^rules: 1/rules: 2/'
    tampered 'the game' 's/^game: zipang/game: shogi/'
    tampered 'the players' 's/^players: 3/players: 2/'
    tampered 'an unknown value of an option' 's/coin-drain=off/coin-drain=odd/'
    tampered 'another option' 's/coin-drain=off/coin-drain=on/'
    tampered 'the option left out' '/^option/d'
    tampered 'something after the end' '$s/$/\nend/'
    tampered 'no end' '/^end/d'
    sed -E '/^(result|secret)/d' game3.tenka >bad.tenka
    run verify bad.tenka
    ok 'tampered: the result and the secret left out' 'code 1 && said "bad.tenka.secret"'
    sed -e '1s/record/secret/' -e '/^result/d' game3.tenka >bad.tenka.secret
    run verify bad.tenka
    ok 'an incomplete record of a finished match, with all of it in the secret file' 'code 0'
    sed -i 's/^\( *1\. \)/\1monk, /' bad.tenka
    run verify bad.tenka
    ok 'tampered: the secret of another match' 'code 1 && said "^tenka: bad.tenka:[0-9]+:[0-9]+: .*differs"'
    rm bad.tenka.secret
}

# ---- Inside a match ----

test_commands() {
    play inside.tenka '1\nlog\nhelp\nhands\ntable\nrules Z21\nrules Z999\n?\n? deal\ndeal\nshout\n0\n99\n' --players 3 --bot greedy --seed 'game 2'
    ok 'help' 'code 0 && printed "undo +take back your last decision"'
    ok 'hands: nothing is known about those of others' 'printed "hand B: 2 [?]" && printed "hand A: [A-Z]"'
    ok 'log' 'printed "^>? +1[.] "'
    ok 'rules' 'printed "Z21 When you are attacked" && printed "no clause.*[zZ]999"'
    ok '? and illegal moves name a clause' '[ "$(grep -cE "\(Z[0-9]+\)$" out)" -ge 2 ]'
    ok 'nonsense gets an answer' 'printed "shout" && printed "no move 99"'
    ok 'none of these is a move' '! grep -q "deal\|shout" inside.tenka && verified inside.tenka'
    play undo.tenka '1\nundo\n' --players 3 --seed 'game 3'
    ok 'undo' 'code 0 && printed "Taken back" && grep -qE "undo [0-9]+" undo.tenka && verified undo.tenka'
    play undo2.tenka 'undo\n1\nundo\nundo\n1\n1\nundo\n' --players 3 --seed 'game 3'
    ok 'undo without a decision' 'code 0 && printed "no decision of yours"'
    finish --resume undo2.tenka
    ok 'undo: finished' 'code 0 && verified undo2.tenka && [ "$(grep -o "undo [0-9]" undo2.tenka | wc -l)" -eq 2 ]'
}

test_hint() {
    local move
    play plain.tenka '1\n' --players 3 --seed 'game 3'
    play hinted.tenka 'hint\nhint\n1\nhint\n' --players 3 --seed 'game 3'
    ok 'hint: a move and a chance' 'code 0 && [ "$(grep -cE "Level 6 would play: [a-z].* \(.*\)[.] Chance to win: about [0-9]+ %[.]$" out)" -ge 2 ]'
    ok 'hint: the same each time' '[ "$(grep -o "Level 6 would play.*" out | head -n 2 | sort -u | wc -l)" = 1 ]'
    move=$(sed -nE 's/.*would play: ([^(]*) \(.*/\1/p;T;q' out)
    ok 'hint: it changes nothing' 'cmp -s plain.tenka hinted.tenka && cmp -s plain.tenka.secret hinted.tenka.secret'
    play why.tenka "? $move\n" --players 3 --seed 'game 3'
    ok 'hint: the move is legal' 'printed "Possible: $move: "'
    finish --resume plain.tenka
    finish --resume hinted.tenka
    ok 'hint: the match continues as if there had been no hint' 'code 0 && cmp -s plain.tenka hinted.tenka'
}

# decided RECORD SEAT: all plies that the review names are decisions of the seat.
decided() {
    "$tenka" replay "$1" >story
    sed -nE 's/^  Ply ([0-9]+): .*/\1/p' out | while read -r ply; do
        grep -qE "^ *${ply}[.] $2 " story || exit 1
    done
}

test_review() {
    local game view
    for game in game2 game4 game6; do
        run replay $game.tenka --review
        mv out first
        run replay $game.tenka --review
        ok "review of $game" 'code 0 && printed "^Review of your [0-9]+ decisions, based on what you knew at the time$" && [ ! -s err ]'
        ok "review of $game: the same twice" 'cmp -s first out'
        ok "review of $game: at most three lapses" '[ "$(grep -c "^  Ply " out)" -le 3 ] &&
            if printed "^  Ply "; then printed "chance to win of (at most )?[0-9]+ %; .* would have been better: [0-9]+ %[.]$" &&
                printed "play --resume .$game.tenka. --ply [0-9]+$"; else printed "Well played|No single decision"; fi'
        ok "review of $game: only decisions of the human player" 'decided $game.tenka A'
    done
    run replay game3.tenka --review b
    ok 'review of a bot' "code 0 && printed \"^Review of B's [0-9]+ decisions?, based on what B knew at the time\" && decided game3.tenka B"
    sed 's/^seat A: human you/seat A: bot 2/' game3.tenka >nobody.tenka
    refused 'a review without a human player' 'name the seat to review, A to C' replay nobody.tenka --review
    refused 'a review of a seat that does not exist' "A to C, not 'D'" replay game3.tenka --review D
    refused 'a review at one ply' 'cannot be combined' replay game3.tenka --review --ply 3
    refused 'a review for a seat and more' 'one FILE' replay game3.tenka --review B C
    play unready.tenka '1\n' --players 3 --seed 'game 3'
    run replay unready.tenka --review
    ok 'no review before the end' 'code 1 && said "unready.tenka: the match is not over" && [ ! -s out ]'
    finish zipang --players 2 --seed quiet --record quiet.tenka
    ok 'without a terminal, a review comes only on request' 'code 0 && ! printed Review'
}

test_one_answer() {
    run play kunitori --players 2 --seed one --bot random --record one.tenka </dev/null
    ok 'a hand without action cards: the player is not asked for one' \
        'code 0 && printed "only one possible move" && printed "^Buy phase" && ! printed "^Play an action card"'
    printf 'choose 1\ntake chubu\n' >typed
    run play shitenno --players 2 --seed s1 --bot random --record pay.tenka <typed
    ok 'the only possible payment is made without asking' 'code 0 && printed "You pay Bushi.Shinobi" &&
        printed "You pay Sohei.Shinobi" && printed "You take Chubu for 4 points" && ! printed "^How do you pay"'
}

test_hostile_typing() {
    play still.tenka '' --players 3 --seed 'game 3'
    play nul.tenka 'x\0y\nhands\n' --players 3 --seed 'game 3'
    ok 'a NUL does not hide the next line' 'code 0 && printed "hand A:"'
    play long.tenka "1$(printf '%300s' '')x\nhands\n" --players 3 --seed 'game 3'
    ok 'a line that is too long is not a move' 'code 0 && cmp -s still.tenka long.tenka && printed "hand A:"'
    play wide.tenka "$(printf '%100000s' '' | tr ' ' 'x')\nhands\n" --players 3 --seed 'game 3'
    ok 'a very long line' 'code 0 && cmp -s still.tenka wide.tenka && printed "hand A:"'
    play noise.tenka '\xff\xfe\n%s%n%x\n? %s\n-1\n99999999999999999999\n? \n\t\r\n' --players 3 --seed 'game 3'
    ok 'noise' 'code 0 && cmp -s still.tenka noise.tenka'
    run play zipang --players 3 --seed 'game 3' --record binary.tenka < <(head -c 20000 "$tenka")
    ok 'a binary' 'code 0 && verified binary.tenka'
}

# ---- Files of the wrong kind ----

test_files() {
    mkdir directory
    : >nothing
    printf '\n\n# a comment\n' >blank
    head -c 20000 "$tenka" >binary
    head -c 5000000 /dev/zero >zeros
    yes 'tenka record 1' | head -c 5000000 >large
    { sed '/^moves/q' game3.tenka; printf '   1. %1000000s\nend\n' '' | tr ' ' ,; } >commas
    { echo 'game: zipang'; echo 'scenario x'; printf 'hand A: %1000000s\n' '' | tr ' ' '*'; } >stars
    for file in directory nothing blank binary zeros large commas stars missing; do
        for command in verify replay scenario 'play --resume'; do
            # shellcheck disable=SC2086
            run $command "$file"
            ok "$command of the wrong file: $file" 'code 1 && said "$file"'
        done
    done
}

test_scenarios() {
    cat >good.scenario <<'SCENARIO'
game: zipang
players: 3
campaign: 1
phase: play
starter: A
turn: A
in: ABC
fresh: BC
coins: 4 4 4
pot: 3
buried: princess
scenario blocks
hand A: captain merchant emperor
hand B: monk bandit
hand C: peasant nobleman
supply: rest
play A: captain B
only: block, monk, pay
refused Z21 B: fall
play B: block # and draws
knows A hand B: bandit@A monk@A ?
knows spectator hand B: 3*?
asked: B
scenario fails
hand A: captain merchant emperor
hand B: 2*monk
hand C: peasant nobleman
supply: rest
expect pot: 3
expect hand B: 2*monk
offered: captain B, captain C
not-offered: ikki
open: no
SCENARIO
    run scenario good.scenario
    ok 'scenarios' 'code 0 && printed "^2 passed, 0 failed" && [ ! -s err ]'
    sed 's/expect pot: 3/expect pot: 4/' good.scenario >bad.scenario
    run scenario bad.scenario good.scenario
    ok 'a scenario that fails' 'code 1 && printed "^3 passed, 1 failed" && said "^bad.scenario:$(grep -n "pot: 4" bad.scenario | cut -d: -f1):[0-9]+: expected .4. for .pot., found .3."'
    sed 's/^asked: B/game: zipang\n&/' good.scenario >bad.scenario
    run scenario bad.scenario
    ok 'a game between steps is refused' 'code 1 && said "^bad.scenario:23:[0-9]+: "'
    cat >blind.scenario <<'SCENARIO'
game: zipang
players: 2
campaign: 1
phase: steal
starter: A
turn: A
card: nobleman
struck: B
in: AB
coins: 3 3
pot: 2
discard: nobleman
hand A: captain ninja
hand B: emperor warlord
buried: monk
supply: rest
scenario a Nobleman sees the hand by the phase, whatever the marks say
asked: A
only: take emperor, take warlord
knows A hand B: emperor warlord
SCENARIO
    run scenario blind.scenario
    ok 'a thief knows the hand that they look at' 'code 0'
}

test_expectations() {
    sed '/^expect discard A: 2\*village/{s/2\*village.*/rest/;q}' "$root"/games/kunitori/scenarios/08-prizes.scenario >rest
    run scenario rest
    ok "an expectation cannot have 'rest'" "code 1 && said \"without 'rest'\""
}

test_tells() {
    sed '/^tells/{s/4 points/5 points/;q}' "$root"/games/kenjin/scenarios/12-told.scenario >told
    run scenario told
    ok 'a line that is not told fails' 'code 1 && said "the viewer is told: The Torii, 4 points"'
}

# Well-formed records that come from somebody else.
test_hostile_records() {
    sed 's/^seat B: bot 2/seat B: human me/' game3.tenka >humans.tenka
    run play --resume humans.tenka --ply 4 --record humans2.tenka < <(yes 1)
    ok 'two human players in a record' 'survived'
    sed 's/^seat A: human you/seat A: bot 2/' game3.tenka >nobody.tenka
    run play --resume nobody.tenka --ply 4 --record nobody2.tenka < <(yes 1)
    ok 'no human player in a record' 'survived'
    sed 's/^seat B: bot 2/seat B: bot deep/' game3.tenka >deep.tenka
    run play --resume deep.tenka --ply 4 --record deep2.tenka < <(yes 1)
    ok 'an unknown bot in a record' "code 1 && said \"deep.tenka: there is no bot 'deep'\""
    printf 'seat A: human \033]0;x\007\n' >name
    sed -e '/^seat A/{r name' -e 'd}' game3.tenka >escape.tenka
    run verify escape.tenka
    ok 'escape codes in a name' 'code 1 && said "^tenka: escape.tenka:6:[0-9]+: " && ! grep -q "[[:cntrl:]]" err'
    { sed '/^moves/q' game3.tenka
      printf '   1. %s, undo 1' "$first_move"
      for ((i = 1; i < 20000; i++)); do printf ', %s, undo 1' "$first_move"; done
      echo; sed '1,/^moves/d' game3.tenka; } >undone.tenka
    run verify undone.tenka
    ok 'twenty thousand undos' 'code 0'
}

# ---- Damage ----

# mutations NAME FILE COUNT COMMAND...: the command exits with 0 or 1 whatever happens to a few bytes of the file.
mutations() {
    local name=$1 file=$2 count=$3 text length at byte i crashes=
    shift 3
    text=$(cat "$file")$'\n'
    length=${#text}
    for ((i = 0; i < count; i++)); do
        at=$((RANDOM % length))
        printf -v byte '\\x%02x' $((RANDOM % 256))
        case $((RANDOM % 4)) in # replace, insert, remove, duplicate
        0) printf "%s$byte%s" "${text:0:at}" "${text:at+1}" >mutant ;;
        1) printf "%s$byte%s" "${text:0:at}" "${text:at}" >mutant ;;
        2) printf '%s' "${text:0:at}${text:at+1+RANDOM%9}" >mutant ;;
        3) printf '%s' "${text:0:at}${text:at/2:RANDOM%99}${text:at}" >mutant ;;
        esac
        run "$@" mutant
        survived || crashes="$crashes $i"
    done
    ok "$count mutations of $name${crashes:+: crashes at$crashes}" '[ -z "'"$crashes"'" ]'
}

test_damage() {
    mutations 'a record' game3.tenka 60 verify
    mutations 'a record, replayed' game3.tenka 20 replay
    mutations 'a scenario' good.scenario 60 scenario
}

# truncations NAME FILE: only the whole file, with or without its last newline, is accepted. tests/match_test.c cuts at
# every byte.
truncations() {
    local text length i wrong=
    text=$(cat "$2")$'\n'
    length=${#text}
    [ -e "$2.secret" ] && cp "$2.secret" short.secret
    for ((i = length; i >= 0; i -= i > length - 20 ? 1 : length / 20)); do
        printf '%s' "${text:0:i}" >short
        run verify short
        code $((i < length - 1)) || wrong="$wrong $i:$rc"
    done
    rm -f short.secret
    ok "$1 that is cut short" '[ -z "'"$wrong"'" ]'
}

test_truncation() {
    # shellcheck disable=SC2012
    truncations 'a finished record' "$(ls -S game?.tenka | tail -n 1)"
    play cut.tenka '1\n1\n' --players 2 --seed short
    truncations 'an unfinished record' cut.tenka
}

# ---- The arena ----

# untimed FILE: the results without the times.
untimed() { python3 -c 'import json, sys
d = json.load(open(sys.argv[1])); del d["timing"]; print(json.dumps(d))' "$1"; }

test_arena_refusals() {
    refused 'arena without bots' 'two bots or more' arena zipang
    refused 'arena with one bot' 'two bots or more' arena zipang --bots greedy
    refused 'an unknown bot lists the known ones' 'ismcts:N' arena zipang --bots greedy,hugo
    refused 'an unknown level lists the known ones' '1 to 6' arena zipang --bots greedy,7
    refused 'a search without a budget' "no bot 'ismcts:'" arena zipang --bots greedy,ismcts:
    refused 'a search with a budget of 0' "no bot 'ismcts:0'" arena zipang --bots greedy,ismcts:0
    refused 'an unknown setting' "no bot 'ismcts:9.fast=1'" arena zipang --bots greedy,ismcts:9+fast=1
    refused 'a setting out of range' "no bot 'ismcts:9.greed=101'" arena zipang --bots greedy,ismcts:9+greed=101
    refused 'too many bots' 'at most 8 bots' arena zipang --bots 1,2,3,4,5,6,1,2,3
    refused 'bounds in the wrong order' 'with the lower first' arena zipang --bots 1,2 --sprt 50,0
    refused 'a sequential test of three bots' 'exactly two bots' arena zipang --bots 1,2,3 --sprt 0,50
    refused 'resuming without a file' 'needs --json' arena zipang --bots 1,2 --resume
    refused 'too many players' 'players' arena kenjin --bots 1,2 --players 5
    refused 'one file for both outputs' 'different files' arena zipang --bots 1,2 --json same --html same
    mkfifo page
    run arena zipang --bots 1,2 --players 2 --games 2 --html page
    ok 'a pipe is not replaced by a file' 'code 1 && said "page is not a regular file" && [ -p page ]'
    run arena zipang --bots 1,2 --players 2 --games 2 --html none/page
    ok 'a file that cannot be written is reported before the first game' 'code 1 && said "none/page: No such" && [ ! -s out ]'
}

test_arena() {
    run arena zipang --bots greedy,random --players 2 --games 400 --json one.json --html one.html --threads 1
    ok 'an arena prints a table' 'code 0 && printed "400 games of 200 deals" && printed "^greedy +400 +[0-9.]+%"'
    ok 'its page is one file with plots' 'grep -q "<svg" one.html && ! grep -qE "(src|href)=.https?:" one.html'
    run arena zipang --bots greedy,random --players 2 --games 400 --json two.json --threads 2
    ok 'the same seed, the same result' '[ "$(untimed one.json)" = "$(untimed two.json)" ]'
    run arena zipang --bots greedy,random --players 2 --games 400 --seed 2 --json other.json
    ok 'another seed, another result' '[ "$(untimed one.json)" != "$(untimed other.json)" ]'
    run arena zipang --bots greedy,random --players 2 --games 400 --json two.json
    ok 'results are not overwritten' 'code 1 && said "two.json already exists"'
    run arena zipang --bots greedy,random --players 2 --games 100000 --sprt 0,100
    ok 'a sequential test stops early' 'code 0 && printed "^SPRT: .*Yes" && ! printed "100000 games"'
    run arena zipang --bots 1,2,3 --players 2 --games 60
    ok 'with more bots than seats, all bots meet' 'code 0 && printed "^2 +40 "'
}

test_arena_resume() {
    run arena zipang --bots ismcts:30,greedy --players 2 --games 60 --json whole.json
    run arena zipang --bots ismcts:30,greedy --players 2 --games 20 --json part.json
    run arena zipang --bots ismcts:30,greedy --players 2 --games 60 --json part.json --resume
    ok 'a resumed contest has the same result as an uninterrupted one' 'code 0 && [ "$(untimed whole.json)" = "$(untimed part.json)" ]'
    run arena zipang --bots ismcts:31,greedy --players 2 --games 60 --json part.json --resume
    ok 'results of other bots are refused' 'code 1 && said "part.json: .*ismcts:30.*not .ismcts:31"'
    run arena zipang --bots ismcts:30,greedy --players 3 --games 60 --json part.json --resume
    ok 'results of other players are refused' 'code 1 && said "part.json: .*2.*3"'
    run arena zipang --bots ismcts:30,greedy --players 2 --games 60 --json part.json --resume --seed 5
    ok 'results of another seed are refused' 'code 1 && said "part.json: .*seed"'
    head -c 500 whole.json >cut.json
    run arena zipang --bots ismcts:30,greedy --players 2 --games 60 --json cut.json --resume
    ok 'a truncated result is refused' 'code 1 && said "cut.json: "'
    run arena zipang --bots ismcts:30,greedy --players 2 --games 60 --json none.json --resume
    ok 'a result that does not exist' 'code 1 && said "none.json: "'
    "$tenka" arena zipang --bots ismcts:50,greedy --players 2 --games 1000000 --json stopped.json >out 2>err &
    child=$!
    sleep 1
    kill -INT $child
    wait $child
    rc=$?
    child=
    ok 'Ctrl-C prints the results so far' 'code 0 && printed "games of|No deal" && [ -s stopped.json ]'
    run arena zipang --bots ismcts:50,greedy --players 2 --games 2 --json stopped.json --resume
    ok '... and the contest can be resumed' 'code 0 && printed "games of"'
}

test_help
test_usage
test_lists
test_numbers
test_matches
test_levels
first_move=$(sed -nE 's/^   1\. ([^,]*),.*/\1/p' game3.tenka)
test_replay
test_stop
test_signals
test_branches
test_paths
test_full_device
test_tampering
test_commands
test_hint
test_review
test_one_answer
test_hostile_typing
test_files
test_scenarios
test_expectations
test_tells
test_hostile_records
test_truncation
test_damage
test_arena_refusals
test_arena
test_arena_resume

finished
