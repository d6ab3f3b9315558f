#!/bin/bash
# Writes the fuzzers' corpora of records, positions and results anew, after a change of what a seed deals.
set -eu
cd "$(dirname "$0")/corpus"
tenka=$PWD/../../../build/tenka
rm -f record/* position/* result/*
for players in 2 3 4 5 6; do
    yes 1 | "$tenka" play zipang --players $players --seed corpus$players --record record/zipang-$players >/dev/null
done
for match in 'glory-2' 'glory-3 tasks=on' 'glory-4 ninja=on' 'kenjin-2' 'kenjin-3 setup=draft' 'kenjin-4 teams=on' \
    kunitori-2 kunitori-6 shitenno-2 shitenno-4; do
    read -r name option <<<"$match"
    yes 1 | "$tenka" play "${name%-*}" --players "${name#*-}" --seed "$match" ${option:+--option "$option"} \
        --record "record/$name" >/dev/null
    for ply in 0 13 27 38; do
        "$tenka" replay "record/$name" --ply $ply --position >"position/$name-$ply"
    done
done
yes 1 | "$tenka" play template --players 3 --seed corpus --record record/template-3 >/dev/null
printf '1\n1\nundo\n2\n' | "$tenka" play zipang --seed undo --record record/unfinished >/dev/null
rm record/unfinished.secret
for ply in 0 5 9 14 20 26; do
    "$tenka" replay record/zipang-4 --ply $ply --position >position/zipang-4-$ply
done
"$tenka" replay record/zipang-3 --ply 7 --view B --position >position/zipang-3-view-B
"$tenka" replay record/glory-3 --ply 33 --view B --position >position/glory-3-view-B
"$tenka" replay record/kenjin-4 --ply 33 --view B --position >position/kenjin-4-view-B
"$tenka" replay record/kunitori-6 --ply 90 --view B --position >position/kunitori-6-view-B
"$tenka" replay record/shitenno-4 --ply 40 --view B --position >position/shitenno-4-view-B
"$tenka" replay record/template-3 --ply 7 --position >position/template-3-7
"$tenka" arena zipang --bots random,greedy,2 --games 12 --seed 1 --json result/zipang >/dev/null
"$tenka" arena kenjin --bots random,greedy --players 2 --games 8 --sprt 0,10 --seed 1 --json result/kenjin >/dev/null
