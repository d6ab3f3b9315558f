#!/bin/bash
# types.sh: the browser's sources have the types that they say.
cd "$(dirname "$0")/.." || exit 1
node_modules/.bin/tsc --noEmit -p web | sed 's/^/# /'
[ "${PIPESTATUS[0]}" = 0 ] && echo "ok - TypeScript has nothing to say" && exit
echo "not ok - TypeScript has nothing to say"
exit 1
