#!/bin/bash
# fuzz.sh PROGRAM NAME: runs the fuzzer on all its seeds; with FUZZ_SECONDS=N also on inputs that it derives from them, for N
# seconds.
set -u
program=$(realpath "$1") name=$2 seconds=${FUZZ_SECONDS:-0}
cd "$(dirname "$0")/.." || exit 1
shopt -s nullglob
seeds=(tests/fuzz/corpus/"$name"/* games/*/fuzz/"$name"/*)
[ "$name" != scenario ] || seeds+=(games/*/scenarios/*.scenario)
"$program" -timeout=20 "${seeds[@]}" || exit 1
[ "$seconds" != 0 ] || exit 0
found=build/test/fuzz-found
mkdir -p $found/"$name"
mapfile -t folders < <(printf '%s\n' "${seeds[@]%/*}" | sort -u)
"$program" -timeout=20 -max_total_time="$seconds" -max_len=8192 -artifact_prefix=$found/ $found/"$name" "${folders[@]}"
