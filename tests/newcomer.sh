#!/bin/bash
# What somebody new does first, in a fresh clone: ./play and a match in the browser to its end, ./play GAME in the
# terminal, ./serve. On a bare machine: tools/clean-root [--user] SUITE tests/newcomer.sh
set -u
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp -d)
trap 'rm -rf "$log"; kill $(jobs -p) 2>/dev/null' EXIT
failed=0
say() { # NAME CONDITION...
    local name=$1
    shift
    if "$@"; then echo "ok - $name"; else
        echo "not ok - $name"
        failed=1
    fi
}

# open NAME COMMAND...: starts what serves tables, and waits for its address.
open() {
    local name=$1
    shift
    setsid "$@" >"$log/$name" 2>&1 </dev/null &
    server=$!
    until address=$(sed -n 's/^tenka is open at \(http[^ ]*\)\/ .*/\1/p' "$log/$name") && [ -n "$address" ]; do
        kill -0 $server 2>/dev/null || break
        sleep 1
    done
    sed 's/^/# /' "$log/$name"
    say "$name is open" test -n "$address"
}

# Ctrl+C, as a terminal does it.
interrupt() {
    kill -INT -- -$server
    wait $server
    say "$1 ends with code 0" test $? = 0
}

open ./play ./play
say "./play says so when it is open already" grep -q 'open already' <(./play 2>&1)
tools/need tests && tools/web --tests || exit 1
(cd web && TENKA_OPEN=$address node_modules/.bin/playwright test -g 'a whole game of (zipang|kenjin) .*1440') >"$log/browser" 2>&1
say "two matches in Chromium come to their end" test $? = 0
sed 's/^ok/# ok/; s/^not ok/# not ok/' "$log/browser"
interrupt ./play

./play >"$log/help" 2>&1 </dev/null zipang
say "./play GAME without a terminal tells of the games" grep -q 'Zipang Portable' "$log/help"
yes 1 | script -qec './play zipang --players 2 --record new.tenka' /dev/null >"$log/terminal" 2>&1
say "./play GAME in a terminal comes to its end" build/tenka verify new.tenka
rm -f new.tenka

open ./serve ./serve --listen 127.0.0.1:8611 --data "$log"
say "./serve is well" node -e "fetch('$address/healthz').then(a => process.exit(a.ok ? 0 : 1))"
interrupt ./serve
echo "$([ $failed = 0 ] && echo "all is well" || echo "something failed") on $(. /etc/os-release && echo "$PRETTY_NAME") as $(id -un)"
exit $failed
