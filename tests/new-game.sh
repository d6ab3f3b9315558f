#!/bin/bash
# new-game.sh: tests that a new game needs only a folder and a line in games/list. Copies the sources, adds a copy of the
# template under another name and changes nothing else; then builds it, runs its tests and plays it in Chromium. The copy
# has no boards of the games' own, so other games are also played on the board that is drawn from the table of fields. Also
# tests what a newcomer is told: about a position that should be impossible, and about missing seeds of the fuzzers.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$PWD/build/test/new-game
rm -rf "$work"
mkdir -p "$work"
say() {
    [ "$1" = 0 ] && echo "ok - $2" && return
    echo "not ok - $2"
    sed 's/^/# /' "$work/log"
    exit 1
}

git ls-files -z -co --exclude-standard | xargs -0 cp -p --parents -t "$work" 2>/dev/null # skips deleted files
cp -al node_modules "$work"
cd "$work" || exit 1
rm -f games/*/*.ts games/*/*.tsx games/*/board.*
cp -r games/template games/banners
grep -rlZ template games/banners | xargs -0 sed -i 's/template/banners/g'
echo banners >>games/list
tools/build build/test/gcc -Dwerror=true -Dtests=enabled -Dserver=enabled >log 2>&1
say $? "a copy of the template is built as a new game"
build/test/gcc/tenka games --json | grep -q '"id":"banners"' 2>log
say $? "it is offered"
# shellcheck disable=SC2065 # the program, not the builtin
./test banners >log 2>&1
say $? "its tests pass, in the terminal and in the browser"
tail -n 1 log | sed 's/^/# /'
tests/docs.sh build/test/gcc/tenka >log 2>&1 # says also that the boards are missing, which documents name
grep -q '^ok - docs/MANUAL.md, block' log && ! grep -q '^not ok - .*, block' log
say $? "the examples of the documents need no change"

# part NAME: runs this part of the new game's tests.
part() { tests/game.sh build/test/gcc/tenka banners "$1" >log 2>&1; }
printf '\nscenario %s\nasked: %s\n' "the first move" A "somebody else is asked" B >>games/banners/impossible/banners.scenario
for BLESS in '' yes; do
    export BLESS
    ! part impossible && grep -q "the first move: .*accepted" log && grep -q "somebody else is asked: .*accepted" log
    say $? "a possible position in impossible/ is named${BLESS:+, and not blessed}"
done
unset BLESS
rm -r games/banners/fuzz
! part seeds && grep -q "'tests/fuzz/seed.sh banners'" log
say $? "if there are no seeds for the fuzzers, a test says how to make them"
tests/fuzz/seed.sh banners >log 2>&1 && part seeds
say $? "... and it makes them"
sed -i 's/^static int actor/static  int actor/' games/banners/rules.c
! part format && grep -q 'rules.c:.*clang-formatted' log
say $? "C that is not formatted is named"
tests/browser.sh build/test/gcc/tenka --grep 'a game of (kenjin|shitenno) by clicking, 360' >log 2>&1
say $? "games without their own boards can be played in the browser"
rm -rf "$work" # after a failure it is left for inspection
