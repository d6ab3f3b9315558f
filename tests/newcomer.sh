#!/bin/bash
# Tests what a new user does first in a fresh clone: ./play and whole matches in the browser, ./play GAME in the terminal,
# and ./serve. On a bare machine: tools/clean-root [--user] SUITE tests/newcomer.sh
set -u
cd "$(dirname "$0")/.." || exit 1
here=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill -KILL -- -"$server"; wait; }; rm -rf "$here"' EXIT
failed=0
say() { # NAME CONDITION...
    local name=$1
    shift
    if "$@"; then echo "ok - $name"; else
        echo "not ok - $name"
        failed=1
    fi
}

# address LOG: the address of the server that writes this log.
address() {
    sed -n 's/^tenka is running at \(http[^ ]*\)\/ .*/\1/p' "$1"
}

# open COMMAND [ARGUMENT...]: starts a server and waits until it is open or has ended.
open() {
    local log=$here/server.log
    : >"$log"
    setsid "$@" >"$log" 2>&1 </dev/null &
    server=$!
    while kill -0 $server 2>/dev/null && [ -z "$(address "$log")" ]; do sleep 1; done
    sed 's/^/# /' "$log"
    address=$(address "$log")
    say "$1 is open" test -n "$address"
    [ -n "$address" ] || exit 1
}

# interrupt NAME: sends SIGINT to the server's process group, as Ctrl-C in a terminal does.
interrupt() {
    kill -INT -- -"$server"
    wait "$server"
    say "$1 ends with code 0" test $? = 0
    server=
}

open ./play
say "a second ./play says that it is already running" grep -q 'already running' <(./play 2>&1)
tools/need tests && tools/web --tests || exit 1
(cd web && WHOLE_GAMES=yes TENKA_OPEN=$address TENKA=../build/server/tenka ../node_modules/.bin/playwright test -g 'a game of (zipang|kenjin) .* 1280') >"$here/browser" 2>&1
say "two whole matches in Chromium" test $? = 0
sed 's/^ok/# ok/; s/^not ok/# not ok/' "$here/browser"
interrupt ./play

./play zipang --record "$here/piped.tenka" >"$here/piped" 2>&1 </dev/null
say "./play GAME without a terminal starts a match" grep -q 'Zipang Portable' "$here/piped"
# 500 lines are enough for a match and fit into the terminal's buffer; endless input would be buffered without a limit
# by some versions of script.
yes 1 | head -n 500 | timeout 600 script -qec "./play zipang --players 2 --record '$here/new.tenka'" /dev/null >/dev/null 2>&1
say "a whole match with ./play GAME in a terminal" build/tenka verify "$here/new.tenka"

port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
open ./serve --listen "127.0.0.1:$port" --data "$here"
say "./serve answers /healthz" node -e "fetch('$address/healthz').then(a => process.exit(a.ok ? 0 : 1))"
interrupt ./serve
[ $failed = 0 ] && echo "All is well on $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release) as $(id -un)"
exit $failed
