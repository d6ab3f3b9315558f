#!/bin/bash
# web.sh: the browser's sources have the types that they say, are formatted, and the linter has nothing to say. Format and
# linter leave out the games: each has its own test of them (game.sh).
set -u
cd "$(dirname "$0")/.." || exit 1
shopt -s extglob
others=(!(games|build|node_modules)) # biome.jsonc selects the files
failed=0

# say NAME COMMAND...: a line for a test; what the command writes explains a failure.
say() {
    local name=$1 out
    shift
    out=$("$@" 2>&1) && echo "ok - $name" && return
    echo "not ok - $name"
    sed 's/^/# /' <<<"$out"
    failed=1
}

say "TypeScript has nothing to say" node_modules/.bin/tsc --noEmit -p web
say "the TypeScript is formatted, and the linter has nothing to say ('npm run format' formats it)" \
    node_modules/.bin/biome check --error-on-warnings "${others[@]}"
exit $failed
