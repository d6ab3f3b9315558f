#!/bin/bash
# Runs the examples of the documents. A comment before a block says what kind of example it is:
#   <!-- run by the tests: scenario -->  a file of scenarios, which must pass
#   <!-- run by the tests: record -->    a record, which must verify
#   <!-- run by the tests: console -->   '$ command' lines, each followed by what the command must print
# In the output of a command, a line '...' stands for any number of lines. The commands of a document run in one new
# directory, with tenka on the PATH. Usage: docs.sh PATH_TO_TENKA
set -u
tenka=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$tenka" "$work/bin/tenka"
export PATH=$work/bin:$PATH XDG_DATA_HOME=$work/data
failed=0
say() {
    if [ "$1" = 0 ]; then echo "ok - $2"; else
        echo "not ok - $2"
        sed 's/^/# /' <<<"$3"
        failed=1
    fi
}

# matches EXPECTED OUTPUT: whether the output is what was expected.
matches() {
    awk -v file="$2" '
        { want[++n] = $0 }
        END {
            while ((getline line < file) > 0) have[++m] = line
            i = j = 1; star = 0
            while (j <= m) {
                if (i <= n && want[i] == "...") { star = i++; mark = j }
                else if (i <= n && want[i] == have[j]) { i++; j++ }
                else if (star) { i = star + 1; j = ++mark }
                else exit 1
            }
            while (i <= n && want[i] == "...") i++
            exit i <= n
        }' "$1"
}

check_block() {
    local kind=$1 block=$2 name=$3 command
    case $kind in
    scenario) out=$(tenka scenario "$block" 2>&1); say $? "$name" "$out" ;;
    record) out=$(tenka verify "$block" 2>&1); say $? "$name" "$out" ;;
    console)
        rm -f "$work"/step-*
        awk -v base="$work/step-" '/^\$ / { n++; print substr($0, 3) > (base n ".command"); printf "" > (base n ".expected"); next }
             n { print > (base n ".expected") }' "$block"
        for command in "$work"/step-*.command; do
            (cd "$work/here" && bash -c "$(cat "$command")") >"$work/out" 2>&1 </dev/null
            code=$?
            if [ $code = 0 ] && matches "${command%.command}.expected" "$work/out"; then
                say 0 "$name: $(cat "$command")"
            else
                say 1 "$name: $(cat "$command")" "exit code $code, printed:"$'\n'"$(cat "$work/out")"
            fi
        done
        ;;
    esac
}

for document in README.md CONTRIBUTING.md docs/*.md; do
    rm -rf "$work/here" "$work/blocks"
    mkdir "$work/here" "$work/blocks"
    ln -s "$root/tests" "$root/examples" "$root/games" "$work/here"
    awk -v base="$work/blocks/" '
        /^<!-- run by the tests: / { kind = $6; next }
        kind && /^```/ { if (open) { open = 0; kind = ""; close(file) } else { open = 1; file = sprintf("%s%03d-%s", base, ++n, kind); printf "" > file }; next }
        open { print > file }' "$document"
    for block in "$work"/blocks/*; do
        [ -f "$block" ] || continue
        number=$(basename "$block")
        check_block "${number#*-}" "$block" "$document, block ${number%%-*}"
    done
done

# All files that these documents name must exist; 'GAME' stands for any game.
# shellcheck disable=SC2016 # the backquotes are part of the pattern
missing=$(grep -oE '`(src|games|tests|tools|web|words|docs|bench|dist|examples)/[A-Za-z0-9_./*-]+`' docs/ARCHITECTURE.md CONTRIBUTING.md |
    sed 's/^[^:]*://; s/`//g; s/GAME/'"$(tools/games | head -n 1)"'/g' | sort -u | while read -r path; do
    compgen -G "$path" >/dev/null || echo "$path"
done)
[ -z "$missing" ]
say $? "the files that documents name exist" "$missing"
exit $failed
