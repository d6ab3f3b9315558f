#!/bin/bash
# Tests that the hooks of tools/hooks accept and refuse what they should, in a temporary repository.
# shellcheck disable=SC2016 # the text in single quotes is for files, not for this shell
set -u
cd "$(dirname "$0")/.." || exit 1
home=$PWD
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
unset "${!GIT_@}" # variables that git sets if this runs in a hook
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
failed=0
say() { # NAME CONDITION...
    local name=$1
    shift
    if "$@"; then
        echo "ok - $name"
    else
        echo "not ok - $name"
        sed 's/^/# /' "$here/said"
        failed=1
    fi
}

mkdir -p "$here/repository/tools" "$here/repository/web" "$here/repository/node_modules/.bin"
ln -s "$home/node_modules/.bin/biome" "$here/repository/node_modules/.bin/"
cp -r tools/hooks "$here/repository/tools/"
cp .clang-format biome.jsonc .shellcheckrc "$here/repository/"
cd "$here/repository" || exit 2
{
    git init -q . && git config core.hooksPath tools/hooks && echo node_modules >.gitignore &&
        git add -A && git commit -qm "tools: begin"
} >"$here/said" 2>&1
say "the hooks accept themselves and their settings" test $? = 0

# message TEXT: whether a commit with this message is accepted.
message() { git commit -q --allow-empty -m "$1" >"$here/said" 2>&1; }
refused() { ! "$@"; }

say "a plain message" message "web: sort the log"
say "a message with a body" message $'server: refuse empty names\n\nThey cannot be told apart.'
say "72 columns" message "web: $(printf 'a%.0s' {1..67})"
say "72 columns with more bytes" message "web: $(printf '天%.0s' {1..67})"
say "refused: 73 columns" refused message "web: $(printf 'a%.0s' {1..68})"
say "it says how many" grep -q '73 columns' "$here/said"
say "refused: no area" refused message "Sort the log"
say "it says what it should be" grep -q 'area: imperative summary' "$here/said"
say "refused: two ideas" refused message "web: sort the log; fix a typo"
say "a ';' in the body" message $'web: sort the log\n\nBy ply; the newest is last.'
say "refused: not imperative" refused message "web: added a log"
say "refused: a full stop" refused message "web: sort the log."
say "refused: no empty line before the body" refused message $'web: sort the log\nBy ply.'
git checkout -q -b other && message "web: sort the log" && git checkout -q - && message "web: draw a crest"
git merge -q --no-ff --no-edit other >"$here/said" 2>&1
say "the message that git writes for a merge" test $? = 0

# content FILE TEXT: whether a commit of this file is accepted. The commit is undone afterwards.
content() {
    local code before
    before=$(git rev-parse HEAD)
    mkdir -p "$(dirname "$1")"
    printf '%s\n' "$2" >"$1"
    git add "$1"
    git commit -qm "web: try a file" >"$here/said" 2>&1
    code=$?
    git reset -q --hard "$before"
    return "$code"
}

say "C that is formatted" content a.c $'int a(void)\n{\n    return 1;\n}'
say "refused: C that is not" refused content a.c 'int a(void) { return 1; }'
say "it says how to fix it" grep -q 'clang-format -i' "$here/said"
say "TypeScript that is formatted" content web/a.ts 'export const a = "b";'
say "refused: TypeScript that is not" refused content web/a.ts "export const a = 'b'"
say "it says how to format it" grep -q 'npm run format' "$here/said"
say "refused: TypeScript that the linter rejects" refused content web/a.ts $'export function a() {\n  debugger;\n}'
say "TypeScript outside of web/ is not checked" content other/a.js "const a = 'b'"
say "a script" content a.sh $'#!/bin/sh\necho "$1"'
say "refused: a script with a mistake" refused content a.sh $'#!/bin/sh\necho $1'
say "refused: ... also without a file extension" refused content run $'#!/bin/bash\necho $1'
say "other files are not checked" content 'a note.md' 'echo $1'

printf '#!/bin/sh\necho $1\n' >b.sh
git add b.sh
printf '#!/bin/sh\necho "$1"\n' >b.sh
say "refused: the staged content counts, not the file in the working tree" refused message "tools: add b"
git add b.sh
printf '#!/bin/sh\necho $1\n' >b.sh
say "... also the other way round" message "tools: add b"
git rm -q -f b.sh
say "a file that is removed" message "tools: remove b"
rm -r node_modules
say "if a tool is missing, the commit is accepted" content web/a.ts "export const a = 'b'"
say "... and the hook says so" grep -q 'biome is missing' "$here/said"
exit $failed
