#!/bin/bash
# hardening.sh PROGRAM: what the build and the systemd unit do against attackers. Reads the program itself, not the options
# that it was built with.
set -u
program=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
failed=0
say() { # say NAME COMMAND...: the test passes if the command succeeds
    local what=$1
    shift
    "$@" && echo "ok - $what" && return
    echo "not ok - $what"
    failed=1
}
has() { # has TEXT PATTERN
    grep -qE -- "$2" <<<"$1"
}
stack_is_data() { # the stack has a header, without E for 'executable'
    awk '/GNU_STACK/ { getline flags; if ($0 flags ~ /RWE/) bad = 1; found = 1 } END { exit !found || bad }' <<<"$segments"
}

names=$(nm -D --undefined-only "$program")
if has "$names" '__asan_|__tsan_|__ubsan_' || ! has "$names" '__\w+_chk'; then
    case $(nm "$program") in
    *__asan_* | *__tsan_* | *__ubsan_* | *__gcov_* | *llvm_gcov*)
        echo "ok - the program is hardened # SKIP it is built with sanitizers or coverage"
        exit 0
        ;;
    esac
fi
header=$(readelf -h "$program") segments=$(readelf -lW "$program") dynamic=$(readelf -d "$program")
say "the program can be loaded at any address (PIE)" has "$header" 'Type: +DYN'
say "its tables of addresses are not writable (RELRO)" has "$segments" GNU_RELRO
say "all symbols are resolved at the start (BIND_NOW)" has "$dynamic" 'BIND_NOW|FLAGS_1.*NOW'
say "its stack is not executable" stack_is_data
say "functions check their stack (-fstack-protector-strong)" has "$names" '__stack_chk_fail'
say "copies and formats check their bounds (_FORTIFY_SOURCE)" has "$names" '__(memcpy|snprintf|vsnprintf)_chk'

unit=dist/tenka.service
for line in 'MemoryMax=[1-9]' 'WatchdogSec=[1-9]' 'Restart=on-failure' 'Type=notify'; do
    say "the systemd unit has $line" grep -qE "^$line" $unit
done

unit="the exposure of the systemd unit is at most 1.6"
if ! command -v systemd-analyze >/dev/null; then
    echo "ok - $unit # SKIP systemd-analyze is missing"
else
    say "$unit" systemd-analyze security --offline=true --threshold=16 --no-pager dist/tenka.service >/dev/null
fi
exit $failed
