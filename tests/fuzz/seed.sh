#!/bin/bash
# seed.sh [GAME...]: rewrites the fuzz seeds of records and positions of the games: a match for each number of players and
# each option, and positions from it. Run it after a change of the cards that a seed deals. The old seeds stay if anything
# fails. The seeds of the arena's results are not written here.
set -euo pipefail
cd "$(dirname "$0")/../.."
games=("$@")
[ $# -gt 0 ] || mapfile -t games < <(tools/games)
for game in "${games[@]}"; do
    tools/games --built | grep -qx -- "$game" || {
        echo "seed.sh: there is no game '$game' in games/list" >&2
        exit 2
    }
done
tools/build build/test/gcc -Dwerror=true -Dtests=enabled -Dserver=enabled # as ./test builds it
tenka=$PWD/build/test/gcc/tenka
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# matches GAME: prints lines 'PLAYERS NAME [OPTION=VALUE]'.
matches() {
    "$tenka" games "$1" --json | python3 -c "
import json, sys
game = json.load(sys.stdin)[0]
for n in range(game['players']['min'], game['players']['max'] + 1):
    print(n, n)
    for option in game['options']:
        fits = option.get('players', game['players'])
        if fits['min'] <= n <= fits['max']:
            print(n, f\"{n}-{option['values'][1]}\", f\"{option['name']}={option['values'][1]}\")"
}

# positions RECORD NAME: writes positions of the record.
positions() {
    local last part ply
    last=$("$tenka" verify "$1" | sed -nE 's/.* all ([0-9]+) plies.*/\1/p')
    for part in 0 1 2 3; do
        ply=$((last * part / 4))
        "$tenka" replay "$1" --ply "$ply" --position >"$work/position/$2-$ply"
    done
    "$tenka" replay "$1" --ply "$ply" --view B --position >"$work/position/$2-view-B"
}

for game in "${games[@]}"; do
    folder=games/$game/fuzz
    rm -rf "$work"/{record,position}
    mkdir -p "$work"/{record,position} "$folder"
    lines=$(matches "$game")
    while read -r players name option; do
        "$tenka" play "$game" --players "$players" --seed "$game $name" ${option:+--option "$option"} \
            --record "$work/record/$name" >/dev/null < <(yes 1)
        positions "$work/record/$name" "$name"
    done <<<"$lines"
    rm -rf "$folder"/{record,position}
    cp -r "$work"/{record,position} "$folder"
done
