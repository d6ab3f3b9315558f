#!/bin/bash
# Tests ./play GAME in a real terminal (tmux on a private socket): colours, a refusal, Ctrl-C. Also without a terminal.
# It builds first: in a new clone that takes longer than a screen is waited for.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
socket=$work/tmux
failed=0
tm() { tmux -S "$socket" -f /dev/null "$@"; }
finish() {
    tm kill-server 2>/dev/null
    rm -rf "$work" 2>/dev/null || { sleep 1 && rm -rf "$work"; } # a program that just ended may have saved its record
}
trap finish EXIT
say() {
    if [ "$1" = 0 ]; then echo "ok - $2"; else
        echo "not ok - $2"
        tm capture-pane -p -t $session 2>/dev/null | sed 's/^/# /'
        failed=1
    fi
}

# shows TEXT: waits until the screen shows the text, for at least a minute.
shows() {
    for _ in $(seq 600); do
        tm capture-pane -p -S -200 -t $session 2>/dev/null | grep -qF -- "$1" && return 0
        sleep 0.1
    done
    return 1
}

export XDG_DATA_HOME=$work/data LANG=C.UTF-8
session=play
tools/build build -Dserver=disabled >"$work/log" 2>&1 || {
    echo "not ok - the program is built"
    sed 's/^/# /' "$work/log"
    exit 1
}
tm new-session -d -s $session -x 100 -y 40 "XDG_DATA_HOME=$work/data ./play zipang; echo left with \$?; sleep 1000"
shows "You are A;"; say $? "./play starts a game"
tm capture-pane -e -p -S -200 -t $session | grep -q $'\033\\[1m'; say $? "a terminal shows colours"
tm send-keys -t $session "? deal" Enter
shows "(Z"; say $? "'?' names the clause"
tm send-keys -t $session "help" Enter
shows "or why it is not possible"; say $? "help lists the commands"
tm send-keys -t $session "1" Enter
sleep 0.5
tm send-keys -t $session C-c
shows "left with 0"; say $? "Ctrl-C leaves cleanly"
shows "To continue:"; say $? "... and says how to continue"
ls "$work"/data/tenka/*.tenka >/dev/null 2>&1; say $? "... and the record is saved"

session=steps
tm new-session -d -s $session -x 100 -y 60 "build/tenka play kenjin --players 2 --seed plum --record $work/steps; sleep 1000"
shows "Deploy the first card"; say $? "a game with places lists its moves as a grid"
tm send-keys -t $session "lord" Enter
shows "expected a place, but the move ends here"; say $? "... and says which part of a move is missing"

session=thinks
tm new-session -d -s $session -x 80 -y 24 \
    "build/tenka play glory --seat B --seed plum --bot ismcts:60000ms --record $work/thinks; echo left with \$?; sleep 1000"
shows "C begins"; say $? "a bot that takes its time begins"
sleep 0.5
tm send-keys -t $session C-c
shows "left with 0"; say $? "... and Ctrl-C does not wait for it"
shows "To continue:"; say $? "... and says how to continue"
build/tenka verify "$work/thinks" >/dev/null; say $? "... and the record is complete"

# pipe LINES ARGUMENT...: runs ./play without a terminal, with these typed lines; sets code, and writes out and err.
pipe() {
    local lines=$1
    shift
    printf '%b' "$lines" | ./play "$@" >"$work/out" 2>"$work/err"
    code=$?
}
# holds NAME COMMAND...: a test without a terminal.
holds() {
    local name=$1
    shift
    "$@" && echo "ok - $name" && return
    echo "not ok - $name"
    { echo "exit code $code" && cat "$work/out" "$work/err"; } | tail -n 20 | sed 's/^/# /'
    failed=1
}
pipe '? deal\n1\n' zipang --players 2 --seed plum --record "$work/piped"
holds "./play GAME without a terminal ends with code 0" [ $code = 0 ]
holds "... reads its lines from the pipe" grep -q "(Z" "$work/out"
holds "... and obeys its arguments" grep -q "^players: 2" "$work/piped"
pipe '' --players 2
holds "./play without a game and without a terminal ends with code 2" [ $code = 2 ]
holds "... and says that it needs a game" grep -q "expected one GAME" "$work/err"
exit $failed
