#!/bin/bash
# includes.sh BUILD: checks the arrows of docs/ARCHITECTURE.md: which part of the sources may include which. Also: every
# header compiles alone, and core and games neither allocate memory nor use floating point or a clock. The format of a game is
# checked by its own tests (game.sh).
set -u
build=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
declare -A may=(
    [core]="core"
    [game]="core game"
    [games]="core game"
    [match]="core game match"
    [json]="core json"
    [bots]="core game json bots"
    [arena]="core game json bots arena"
    [house]="core game json match bots house"
    [wasm]="core game match bots house wasm"
    [sim]="core game json match house sim"
    [server]="core game json match bots house server"
    [cli]="core game match bots arena house server sim cli"
)
failed=0
say() {
    [ -z "$2" ] && echo "ok - $1" && return
    echo "not ok - $1"
    printf '%s\n' "$2" | sed 's/^/# /'
    failed=1
}

wrong=
for file in src/*/*.[ch] games/*/*.[ch]; do
    part=$(basename "$(dirname "$file")")
    [[ $file != games/* ]] || part=games
    [[ $file != *_test.c ]] || continue
    while read -r to; do
        case " ${may[$part]} " in *" $to "*) ;; *) wrong+="$file includes $to"$'\n' ;; esac
    done < <(sed -n 's/^#include "\([a-z]*\)\/.*/\1/p' "$file")
done
say "every part includes only the parts that it may include" "$wrong"

say "no game includes another" "$(grep -nE '#include "\.\.' games/*/*.[ch]
    for file in games/*/*.[ch]; do
        sed -n 's/^#include "\([^/]*\.h\)".*/\1/p' "$file" | while read -r header; do
            [ -f "$(dirname "$file")/$header" ] || [ -f "tests/$header" ] || echo "$file includes $header"
        done
    done)"

wrong=
for header in src/*/*.h games/*/*.h; do
    out=$(gcc -std=gnu17 -Wall -Wextra -Werror -fsyntax-only -Isrc -x c "$header" 2>&1) || wrong+="$header: $out"$'\n'
done
say "every header compiles alone" "$wrong"

wrong=
for source in src/*/*.c games/*/*.c; do
    [[ $source != *_test.c ]] || continue
    out=$(gcc -std=gnu17 -Wall -Werror -D_GNU_SOURCE -fsyntax-only -Isrc -I"$build" -I/usr/include/postgresql "$source" 2>&1) || wrong+="$source: $out"$'\n'
done
say "every source includes what it uses" "$wrong"

say "core and games use libc only, without allocation, clocks, I/O or floating point" "$(
    for file in src/core/*.[ch] src/game/*.[ch] games/*/*.[ch]; do # except in strings
        sed 's/"[^"]*"/""/g' "$file" | grep -nE --label="$file" -H \
            '\b(malloc|calloc|realloc|free|fopen|printf|puts|time|clock_gettime|getenv)\(|\b(float|double)\b'
    done
    grep -nE '^#include <' src/core/*.[ch] src/game/*.[ch] games/*/*.[ch] |
        grep -vE '<(assert|stdarg|stdbool|stddef|stdint|stdio|stdlib|string)\.h>'
)"
# What the house may call outside of the project. To it belong the forms of these functions that the compiler or the C library
# puts in their place: __memcpy_chk, __isoc23_strtoll.
pure='abort|bcmp|calloc|exp|explicit_bzero|fmax|fmin|free|log|malloc|memchr|memcmp|memcpy|memmove|memset|qsort|realloc|snprintf'
pure+='|sqrt|strcasecmp|strchr|strcmp|strcspn|strdup|strlen|strpbrk|strspn|strstr|strtoll|vsnprintf'
# What it may not call in the parts below it: random numbers, programs.
impure='secret_random|child_.*|programs?_.*'
parts=()
for part in ${may[house]}; do
    [ "$part" = game ] && part=games
    parts+=("$build/lib$part.a")
done
symbols() { # OPTION LIBRARY...
    nm -P "$@" | sed -n '/:$/!s/ .*//p' | LC_ALL=C sort -u
}
calls_outside() {
    LC_ALL=C comm -23 <(symbols -u "$build"/libhouse.a) <(symbols --defined-only -g "${parts[@]}" | grep -vxE "$impure") |
        grep -vxE "(__)?($pure)(_chk)?|__isoc[0-9]+_($pure)|__assert_fail|__stack_chk_(fail|guard)|_GLOBAL_OFFSET_TABLE_|__gcov_.*"
}
pure_house="the house has no clock, thread, connection or randomness of its own"
if symbols -u "$build"/libhouse.a | grep -qE '^__(a|hwa|m|t|ub)san_|^__sanitizer_'; then
    echo "ok - $pure_house # SKIP sanitizers call outside"
else
    say "$pure_house" "$(
        calls_outside
        grep -nE '^#include <(time|threads|pthread|unistd|fcntl|sys/(time|socket|random))\.h>' src/house/*.[ch]
        symbols -u "$build"/libhouse.a | grep -qx match_apply || echo "the symbols of libhouse.a cannot be read"
    )"
fi
say "core and games have no mutable global variables" "$(
    size -A "$build"/libcore.a "$build"/libgames.a | awk '($1 == ".data" || $1 == ".bss") && $2 > 0'
    [ -f "$build"/libcore.a ] && [ -f "$build"/libgames.a ] || echo "the libraries are not built"
)"
say "the sources are formatted" "$(clang-format --dry-run -Werror src/*/*.[ch] tests/*.[ch] tests/fuzz/*.[ch] tools/*.c 2>&1)"
exit $failed
