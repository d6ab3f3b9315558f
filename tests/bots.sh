#!/usr/bin/env bash
# Tests external programs as bots, good ones and all kinds of bad ones: tests/bots.sh PATH_TO_TENKA
# shellcheck disable=SC2016,SC2034 # conditions are in single quotes and evaluated later
# shellcheck source=tests/outside.bash
. "$(dirname "$0")/outside.bash"
ln -s "$root/examples" examples
cc -Wall -Wextra -Werror -o bot examples/bots/bot.c || exit 2

# ---- Helpers ----

# match GAME PLAYERS BOT: plays a match to its end against this bot, and always chooses the first move. All processes that
# it starts have MARK in their environment.
MARK=TENKA_TEST=$(basename "$work")
match() {
    rm -f match.tenka*
    env "$MARK" timeout -k 5 300 "$tenka" play "$1" --players "$2" --seed bots --record match.tenka --bot "$3" \
        < <(yes 1) >out 2>err
    rc=$?
}

failed() { grep -cE "^   [(][A-F]'s program failed: $1" out; } # how often
complete() { code 0 && "$tenka" verify match.tenka 2>>err | grep -q 'good.*the result is right'; }
clean() { ! grep -qszF "$MARK" /proc/[0-9]*/environ; } # none of its processes is left

# ---- Good programs ----

test_examples() {
    for bot in examples/bots/bot.*; do
        ok "$bot has no more than 25 lines" '[ "$(wc -l <"$bot")" -le 25 ]'
    done
    match zipang 6 'run:examples/bots/bot.py'
    ok 'five programs at one table' 'complete && [ "$(failed "")" = 0 ] && clean'
    ok 'the record names the command' 'grep -q "^seat B: bot run:examples/bots/bot.py$" match.tenka'
}

# The messages that a program receives.
test_messages() {
    match zipang 3 'run:tee -a told.json | examples/bots/bot.py'
    ok 'messages are lines of JSON' 'complete && python3 - <<-"TXT" 2>>err
	import json
	for line in open("told.json"):
	    m = json.loads(line)
	    assert m["type"] == "view" and m["game"] == "zipang" and m["id"] > 0
	    assert m["seat"] in "BC" and m["view"]["viewer"] == m["seat"]
	    mine = "ABC".index(m["seat"])
	    assert all(card["kind"] for card in m["view"]["hand"][mine])
	    assert m["prompt"] and m["moves"] and all(o["move"] and o["text"] for o in m["moves"])
	TXT'
    ok 'each seat has its own process' '[ "$(grep -c "\"id\":1," told.json)" = 2 ]'
}

# The bot's stdin has room for one page only, and before it reads a question it writes more to stderr than fits into a pipe.
test_talkative() {
    cat >talkative.py <<-'TXT'
	import fcntl, json, sys
	for count, line in enumerate(iter(sys.stdin.readline, "")):
	    m = json.loads(line)
	    count or fcntl.fcntl(0, 1031, 4096) # F_SETPIPE_SZ
	    print(json.dumps({"type": "move", "id": m["id"], "move": m["moves"][0]["move"]}), flush=True)
	    print("x" * 300000, file=sys.stderr, flush=True)
	TXT
    match kenjin 4 'run:python3 talkative.py'
    ok 'a program that writes before it reads is understood' 'complete && [ "$(failed "")" = 0 ] && clean'
}

test_descriptors() {
    local expected
    expected=$(sh -c 'ls /proc/self/fd' < <(yes 1) 2>/dev/null | tr '\n' ' ') # the descriptors of the tests themselves
    match zipang 4 'run:ls /proc/self/fd | tr "\n" " " >>fds; echo >>fds; exec ./bot'
    ok 'a bot inherits no file of the match or of another bot' \
        'complete && [ "$(sort -u fds)" = "$expected" ] && [ "$(wc -l <fds)" = 3 ]'
}

# ---- Bad programs ----

# bad NAME BOT REASON: a bot that fails at every choice is asked three times; the match continues without it.
bad() {
    local reason=$3
    match zipang 2 "$2"
    ok "$1: the message has the reason and the last line" '[ "$(failed "$reason")" = 3 ] && [ "$(wc -L <out)" -lt 600 ]'
    ok "$1: it is not asked again" '[ "$(failed "it failed 3 times in a row and is not asked again")" -gt 0 ]'
    ok "$1: the match ends" 'complete'
    ok "$1: no process of it is left" 'clean'
}

# each COMMAND: writes a bot that runs the command for each question; $id is the id of the question.
each() { echo "while read -r line; do id=\${line#*id??}; id=\${id%%,*}; $1; done" >each.sh; }

# bad_each NAME COMMAND REASON: like bad, for a bot of 'each'.
bad_each() {
    each "$2"
    bad "$1" 'run:sh each.sh' "$3"
}

# bad_answer NAME TYPE ID MOVE REASON: like bad, for a bot that gives this answer.
bad_answer() { bad_each "$1" "echo '{\"type\":$2,\"id\":'$3',\"move\":$4}'" "$5"; }

test_bad() {
    bad 'no such program' 'run:./nonesuch' 'it ended with exit code 127; its last line: .*nonesuch: not found'
    bad 'a crash at the start' 'run:echo oh no >&2; exit 3' 'it ended with exit code 3; its last line: oh no'
    bad 'a signal' 'run:kill -SEGV $$' 'it was ended by signal 11 .*; it wrote nothing'
    bad 'a traceback' 'run:python3 -c "import nonesuch"' 'it ended with exit code 1; its last line: ModuleNotFoundError'
    bad 'hanging' 'run@200ms:sleep 600' 'it gave no answer in 200 ms; it wrote nothing'
    bad 'hanging in the background' 'run@200ms:sleep 600 & sleep 600 | sleep 600' 'it gave no answer in 200 ms'
    bad 'deaf to signals' "run@200ms:trap '' TERM INT HUP; while :; do sleep 600; done" 'it gave no answer in 200 ms'
    bad 'half an answer' 'run@200ms:printf half; sleep 600' 'it gave no answer in 200 ms; (its last line: half[.]|it wrote nothing)'
    bad 'a last line without a newline' 'run:printf half' 'it ended with exit code 0; its last line: half[.]'
    bad 'a closed stdin' 'run@200ms:exec <&-; sleep 600' 'it gave no answer in 200 ms'
    bad 'a closed stdout' 'run:exec >&-; sleep 600' 'it closed its output; it wrote nothing'
    bad 'endless output without a newline' 'run:tr "\\000" x </dev/zero' 'it wrote a line of more than 4096 bytes; its last line: x+[.]'
    bad 'endless lines' 'run:yes' 'its answer is not valid JSON .*; its last line: y[.]'
    bad 'endless answers without a question' "run:yes '{\"type\":\"move\",\"id\":77,\"move\":\"pay\"}'" 'its answer has the id 77, but'
    bad 'endless messages' 'run@200ms:yes oh >&2' 'it gave no answer in 200 ms; (its last line: oh?[.]|it wrote nothing)'
    bad_each 'garbage' 'echo hello' 'its answer is not valid JSON .*; its last line: hello'
    bad_each 'an empty line' 'echo' 'its answer is .*; its last line: [.]'
    bad_each 'terminal codes' 'printf "\\033[31mred\\n"' 'its answer is not valid JSON .*; its last line: [?]\[31mred'
    bad_each 'JSON, but a list' 'echo "[1]"' 'its answer is not one JSON object; its last line: \[1\]'
    bad_each 'an incomplete object' 'echo "{"' 'its answer is not one JSON object; its last line: \{'
    bad_each 'two objects' 'echo "{} {}"' 'its answer is no'
    bad_each 'lists that are never closed' 'echo "[[[[[[[[[[[["' 'its answer is not valid JSON \(nesting too deep\)'
}

test_wrong() {
    bad_each 'an object without a type' 'echo "{}"' 'its answer has no "type" that is a string; its last line: \{\}'
    bad_answer 'another type' '"view"' '$id' '"pay"' 'the "type" of its answer is not "move"; its last line: \{"type":"view"'
    bad_answer 'an id that is a string' '"move"' '"\""$id"\""' '"pay"' 'its answer has no "id" that is a whole number'
    bad_answer 'a stale id' '"move"' '$((id - 1))' '"pay"' 'its answer has the id [0-2], but the question has the id [1-3]'
    bad_answer 'a move that is a number' '"move"' '$id' 1 'its answer has no "move" that is a string'
    bad_answer 'text that is not a move' '"move"' '$id' '"checkmate"' 'its move is not a move of this game .*checkmate'
    bad_answer 'a move that is not legal now' '"move"' '$id' '"draw"' 'its move is not legal \(Z[0-9]+: .*; its last line: \{'
}

# ---- Occasional failures ----

test_now_and_then() {
    match zipang 2 'run:sed -u 3q | ./bot'
    ok 'a crash during the match: it is started again each time' \
        '[ "$(failed "it ended with exit code 0; it wrote nothing")" -gt 3 ] && [ "$(failed "it failed 3 times")" = 0 ]'
    ok 'a crash during the match: the match ends' 'complete && clean'
    match zipang 4 'run:if mkdir taken 2>/dev/null; then exec ./bot; fi; exit 9'
    ok 'one bot fails, another does not' \
        '[ "$(failed "it ended with exit code 9")" = 6 ] && [ "$(grep -c "failed: it ended" out)" = 6 ] && complete && clean'
    env "$MARK" "$tenka" play zipang --players 2 --seat B --seed 1 --record quit.tenka --bot 'run:./bot' <<<quit >out 2>err
    rc=$?
    ok 'after quitting, no bot is left' 'code 0 && clean'
}

# ---- Names and records ----

refused() {
    rm -f match.tenka*
    "$tenka" play zipang --record match.tenka --bot "$2" >out 2>err
    rc=$?
    ok "refused: $1" "code 2 && said \"$3\" && [ ! -e match.tenka ]"
}

# A program that thinks forever does not keep the player from leaving.
test_left() {
    local signal
    for signal in INT TERM; do
        rm -f match.tenka* asked
        env "$MARK" "$tenka" play zipang --players 2 --seat B --seed bots --record match.tenka \
            --bot 'run@600000ms:touch asked; sleep 600' >out 2>err &
        child=$!
        within 10 test -e asked
        within 10 is_gone "$signal" "$child"
        wait "$child"
        rc=$?
        child=
        ok "SIG$signal while a program thinks: saved, and no process is left" \
            'code 0 && printed "--resume .match.tenka" && "$tenka" verify match.tenka >/dev/null && clean'
    done
}

test_names() {
    local name
    for name in run: run run@5s:x run@ms:x run@0ms:x run@-1ms:x run@9999999ms:x run@5ms run@5ms:; do
        refused "the name '$name'" "$name" "there is no bot '$name'"
    done
    refused 'a name that a record cannot contain' 'run:./bot # mine' "no '#'"
    refused 'a name that is too long' "run:$(printf '%0300d' 0)" 'at most 255 bytes'
    name=run:./bot$(printf ' %0240d' 0)
    match zipang 2 "$name"
    ok 'a long name in a record' 'complete && grep -qF "$name" match.tenka'
}

# A record can come from anybody, so a program that it names is not run unless the user names it, too.
test_resume() {
    local bot='run:touch ran; exec ./bot'
    rm -f ran keep.tenka*
    "$tenka" play zipang --players 2 --seed 1 --record keep.tenka --bot "$bot" >out 2>err
    rm -f ran
    "$tenka" play --resume keep.tenka < <(yes 1) >out 2>err
    rc=$?
    ok 'a program that only the record names is not run' 'code 1 && said "a program plays B.*--bot" && [ ! -e ran ]'
    "$tenka" play --resume keep.tenka --bot 'run:./bot' < <(yes 1) >out 2>err
    rc=$?
    ok 'another program can take its seat' 'code 0 && [ ! -e ran ] && "$tenka" verify keep.tenka >/dev/null'
    rm -f keep.tenka*
    "$tenka" play zipang --players 2 --seed 1 --record keep.tenka --bot "$bot" >out 2>err
    rm -f ran
    "$tenka" play --resume keep.tenka --bot "$bot" < <(yes 1) >out 2>err
    rc=$?
    ok 'the program is run if --bot names it' 'code 0 && [ -e ran ] && "$tenka" verify keep.tenka >/dev/null'
}

test_examples
test_messages
test_talkative
test_descriptors
test_bad
test_wrong
test_now_and_then
test_left
test_names
test_resume
finished
