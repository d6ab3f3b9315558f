#!/bin/bash
# Every clause of a rules page has a scenario that shows it, and every clause that can refuse a move one in
# which it does. Usage: clauses.sh GAME
set -u
cd "$(dirname "$0")/.."
game=$1
page=games/$game/rules.md
scenarios=(games/"$game"/scenarios/*.scenario)
failed=0
say() {
    [ -z "$2" ] && echo "ok - $1" && return
    echo "not ok - $1"
    printf '# %s\n' "$2"
    failed=1
}

clauses=$(sed -n 's/^- \*\*\([A-Z][0-9]*\)\*\* .*/\1/p' "$page")
refusing=$(sed -n 's/.*{"\([A-Z][0-9]*\)",.*/\1/p' games/"$game"/*.c | sort -u)
say "$page has clauses, each once" "$([ -n "$clauses" ] || echo none; echo "$clauses" | sort | uniq -d)"
say "every clause that refuses is on $page" "$(comm -23 <(echo "$refusing") <(echo "$clauses" | sort))"

names=$(sed -n 's/^scenario //p' "${scenarios[@]}")
missing=
for clause in $clauses; do
    grep -q "^- \*\*$clause\*\* .*(Invariant\.)$" "$page" && continue
    echo "$names" | grep -qE "^([A-Z][0-9]+ )*$clause ([A-Z][0-9]+ )*accepts:" || missing+=" $clause"
done
say "every clause of $game has a scenario that shows it" "$missing"

missing=
for clause in $refusing; do
    awk -v clause="$clause" '
        /^scenario / { named = $0 ~ "[ ]" clause " ([A-Z][0-9]+ )*refuses:" }
        named && $1 == "refused" && $2 == clause { found = 1 }
        END { exit !found }' "${scenarios[@]}" || missing+=" $clause"
done
say "every clause of $game that refuses has a scenario in which it does" "$missing"
exit $failed
