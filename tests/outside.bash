# For tests that run the program from outside. They source this file; their only argument is PATH_TO_TENKA.
#
# Each test prints a line 'ok - NAME' or 'not ok - NAME', and after a failure lines with '# ' that say what went wrong.
# `finished` comes last and says whether any test failed. The tests run in a temporary directory, which is removed.
# shellcheck shell=bash disable=SC2034 # these variables are used by the tests
set -u

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: tests/$(basename "$0") PATH_TO_TENKA" >&2
    exit 2
fi
tenka=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d) || exit 2
child= # a process that must not outlive the tests
trap '[ -n "$child" ] && kill -9 "$child" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 2

export LC_ALL=C TERM=dumb HOME=$work XDG_DATA_HOME=$work/data
# The exit code of a sanitizer must differ from those of the program.
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:exitcode=99 UBSAN_OPTIONS=${UBSAN_OPTIONS:-}:halt_on_error=1:exitcode=99
exec </dev/null
ulimit -c 0

tests=0 failures=0 rc=0

# run ARGUMENT...: runs tenka. The functions below check its exit code (code), its output (printed) and its errors (said).
run() {
    "$tenka" "$@" >out 2>err
    rc=$?
}

code() { [ "$rc" -eq "$1" ]; }
printed() { grep -qE -- "$1" out; }
said() { grep -qE -- "$1" err; }

# ok NAME CONDITION: a test; the condition is a shell command.
ok() {
    tests=$((tests + 1))
    if eval "$2"; then
        echo "ok - $1"
        return
    fi
    failures=$((failures + 1))
    echo "not ok - $1"
    { echo "expected: $2"
      echo "exit code $rc"
      { head -n 3 err; tail -n 6 out; } | tr -d '\000' | cut -c 1-300 | sed 's/^/| /'; } | sed 's/^/#   /'
}

# within SECONDS COMMAND...: waits until the command is true.
within() {
    local tries=$(($1 * 20))
    shift
    until "$@"; do
        [ $((tries -= 1)) -gt 0 ] || return 1
        sleep 0.05
    done
}

is_gone() { ! kill "-$1" "$2" 2>/dev/null; } # signals until the process is gone

finished() {
    echo "# $((tests - failures)) of $tests passed"
    [ "$failures" -eq 0 ]
}
