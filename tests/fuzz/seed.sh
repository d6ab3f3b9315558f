#!/bin/bash
# seed.sh [GAME...]: rewrites the fuzz seeds of records and positions of the games: a match for each number of players and
# each option, and positions from it. Run it after a change of the cards that a seed deals. The seeds of the arena's results
# are not written here.
set -eu
cd "$(dirname "$0")/../.."
tenka=$PWD/build/tenka

# matches GAME: prints lines 'PLAYERS NAME [OPTION=VALUE]'.
matches() {
    "$tenka" games --json | python3 -c "
import json, sys
game = next(g for g in json.load(sys.stdin) if g['id'] == '$1')
for n in range(game['players']['min'], game['players']['max'] + 1):
    print(n, n)
    for option in game['options']:
        fits = option.get('players', game['players'])
        if fits['min'] <= n <= fits['max']:
            print(n, f\"{n}-{option['values'][1]}\", f\"{option['name']}={option['values'][1]}\")"
}

games=("$@")
[ $# -gt 0 ] || mapfile -t games < <(tools/games)
for game in "${games[@]}"; do
    folder=games/$game/fuzz
    rm -rf "$folder"/{record,position}
    mkdir -p "$folder"/{record,position}
    matches "$game" | while read -r players name option; do
        yes 1 | "$tenka" play "$game" --players "$players" --seed "$game $name" ${option:+--option "$option"} \
            --record "$folder/record/$name" >/dev/null
        last=$("$tenka" verify "$folder/record/$name" | grep -oE '[0-9]+ plies' | head -n 1)
        for part in 0 1 2 3; do
            ply=$((${last% plies} * part / 4))
            "$tenka" replay "$folder/record/$name" --ply "$ply" --position >"$folder/position/$name-$ply"
        done
        "$tenka" replay "$folder/record/$name" --ply "$ply" --view B --position >"$folder/position/$name-view-B"
    done
done
