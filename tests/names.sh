#!/bin/bash
# names.sh: the name of a game may appear only in its folder, in games/list, in documents and in tests that need that very
# game: the files listed below. Before you add a file here, check whether it could read 'tenka games --json' instead.
set -u
cd "$(dirname "$0")/.." || exit 1
may='README.md CHANGELOG.md CONTRIBUTING.md docs/ examples/bots/ games/ play
    bench/peers/ bench/web/measure.mjs
    tests/arena_test.c tests/bots.sh tests/cli.sh tests/core_test.c tests/fuzz/corpus/
    tests/new-game.sh tests/newcomer.sh tests/report_test.c tests/request_test.c tests/server/ tests/store_test.c
    tests/table_test.c tests/terminal.sh
    web/tests/holds.spec.ts web/tests/japanese.spec.ts web/tests/large.spec.ts web/tests/pages.spec.ts web/tests/units.spec.ts'
ids=$(tools/games | paste -sd '|')
wrong=$(git ls-files -co --exclude-standard | while read -r file; do
    for allowed in $may; do
        case $file in "$allowed" | "${allowed%/}"/*) continue 2 ;; esac
    done
    [ -f "$file" ] && grep -nHwE "$ids" "$file"
done | cut -c 1-160)
[ -z "$wrong" ] && echo "ok - no file names a single game where it should work for all games" && exit
echo "not ok - no file names a single game where it should work for all games"
sed 's/^/# /' <<<"$wrong"
exit 1
