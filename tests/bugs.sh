#!/bin/bash
# bugs.sh: tests that the simulation finds bugs. Puts each of those in tests/bugs into a copy of the sources, and simulates
# until it is found. With SIM_BUGS=NAME only this one. Without SIM_BUGS nothing is simulated, because it takes minutes: it only
# tests that the patches fit the sources.
set -u
cd "$(dirname "$0")/.." || exit 1
bugs=(tests/bugs/*.patch)
if [ -z "${SIM_BUGS-}" ]; then
    echo "1..${#bugs[@]}"
    for bug in "${bugs[@]}"; do
        if said=$(git apply --check "$bug" 2>&1); then echo "ok - $bug fits"; else
            echo "not ok - $bug does not fit the sources; make it again"
            sed 's/^/# /' <<<"$said"
        fi
    done
    exit 0
fi
work=$PWD/build/test/bugs
rm -rf "$work"
mkdir -p "$work"
git ls-files -z -co --exclude-standard | xargs -0 cp -p --parents -t "$work" 2>/dev/null # skips deleted files
cd "$work" || exit 1
rm -f biome.jsonc # biome accepts only one
export GIT_CEILING_DIRECTORIES=${work%/*}
for bug in "${bugs[@]}"; do
    name=$(basename "$bug" .patch)
    [ "$SIM_BUGS" = all ] || [ "$SIM_BUGS" = "$name" ] || continue
    if ! git apply "$bug" 2>log || ! CC=cc tools/build build -Dserver=disabled -Dwasm=disabled -Dtests=disabled >log 2>&1; then
        echo "not ok - $name: the bug cannot be put into the sources; make its patch again"
    elif build/tenka simulate --hours 200 >log 2>&1; then
        echo "not ok - $name: not found in 200 simulated hours"
    elif grep -q '^To repeat it: tenka simulate --seed ' log; then
        echo "ok - $name: found"
    else
        echo "not ok - $name: the simulation has ended without a seed that repeats it"
    fi
    sed 's/^/# /' log
    git apply -R "$bug" 2>/dev/null
done
[ "$SIM_BUGS" = all ] && echo "1..${#bugs[@]}" || echo 1..1
