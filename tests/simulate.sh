#!/bin/bash
# simulate.sh TENKA PART PARTS: simulates its part of SIM_HOURS hours (tenka simulate). The parts can run at the same time.
set -u
tenka=$1 part=$2 parts=$3 hours=$(((SIM_HOURS + $3 - 1) / $3))
echo 1..1
if said=$("$tenka" simulate --seed $((1 + part * 100000)) --hours $hours 2>&1); then
    echo "ok - $hours simulated hours, part $((part + 1)) of $parts"
else
    echo "not ok - $hours simulated hours, part $((part + 1)) of $parts"
fi
# shellcheck disable=SC2001
sed 's/^/# /' <<<"$said"
