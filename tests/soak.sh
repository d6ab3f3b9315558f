#!/bin/bash
# soak.sh PROGRAM: bench/soak itself, with few tables and for seconds: how large the server grows is not tested here.
set -u
program=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
failed=0
expect() { # expect NAME STATUS PATTERN ARGUMENT...: the exit code, and a line of what it prints
    local what=$1 status=$2 pattern=$3 said code
    shift 3
    said=$(bench/soak "$program" "$@" 2>&1)
    code=$?
    [ "$code" = "$status" ] && grep -qE -- "$pattern" <<<"$said" && echo "ok - $what" && return
    echo "not ok - $what"
    sed 's/^/# /' <<<"exit code $code
$said"
    failed=1
}
small=(--minutes 0.1 --tables 10 --clients 30 --bot-ms 50)
expect 'the soak plays, and ends well if the memory grows by less than the limit' 0 \
    '^resident memory: .* % \(limit 1e\+06 %\)$' "${small[@]}" --limit 1000000
expect 'it fails if the memory grows by more' 1 '^resident memory' "${small[@]}" --limit -99
expect 'a bad option is refused with what was expected' 2 'expected 0 < minutes <= 1440' --minutes 0
expect 'more tables than clients are refused' 2 'tables <= clients' --tables 30 --clients 20
exit $failed
