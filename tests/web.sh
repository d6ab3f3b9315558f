#!/bin/bash
# web.sh: the browser's sources have the types that they say, are formatted, and the linter has nothing to say.
set -u
cd "$(dirname "$0")/.." || exit 1
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
say "the TypeScript is formatted ('npm run format' does it)" \
    node_modules/.bin/biome check --linter-enabled=false --error-on-warnings
say "the linter has nothing to say" node_modules/.bin/biome lint --error-on-warnings
exit $failed
