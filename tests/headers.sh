#!/bin/bash
# headers.sh: a function is declared in the header with the name of its source (src/part/a.c: src/part/a.h), so that readers
# find one from the other. Exempt are main.c, no_serve.c and no_program.c (which stand in for serve.c and program.c), and the
# games, which have one header each. Also: headers do not include each other in a circle.
set -u
cd "$(dirname "$0")/.." || exit 1

functions() { # the names of the functions that a source defines and that are not static
    grep -Pzo '(?m)^(?!static|typedef)[a-z][^;={}()]*\b\K\w+(?=\([^;{}]*\)\n\{)' "$1" | tr '\0' '\n'
}

elsewhere=
for source in src/*/*.c; do
    case $source in */main.c | */no_*.c) continue ;; esac
    for name in $(functions "$source"); do
        grep -qE "^[a-z].*\b$name\(" "${source%.c}.h" 2>/dev/null || elsewhere+="# $source: $name"$'\n'
    done
done
failed=0
say() { # say NAME COMMAND...: the test passes if the command succeeds
    local what=$1
    shift
    "$@" && echo "ok - $what" && return
    echo "not ok - $what"
    failed=1
}
say "functions are declared in the header of their source" [ -z "$elsewhere" ]
printf '%s' "$elsewhere"

circle=$(grep -oE '^#include "[^"]*"' src/*/*.h | sed -E 's|^src/([^:]*):#include "(.*)"|\1 \2|' | tsort 2>&1 >/dev/null)
say "headers do not include each other in a circle" [ -z "$circle" ]
[ -z "$circle" ] || printf '%s\n' "$circle" | sed 's/^/# /'
exit $failed
