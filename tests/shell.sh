#!/bin/bash
# shell.sh: checks all scripts with shellcheck (.shellcheckrc says which checks are off).
set -u
cd "$(dirname "$0")/.." || exit 1
scripts=()
while read -r file; do
    [ -f "$file" ] || continue
    case ${file##*/} in
    *.sh | *.bash) scripts+=("$file") ;;
    *.*) ;;
    *) if head -n 1 "$file" | grep -qaE '^#! ?/(usr/)?bin/(env )?(ba)?sh\b'; then scripts+=("$file"); fi ;;
    esac
done < <(git ls-files -co --exclude-standard)
said=$(shellcheck "${scripts[@]}" 2>&1) && echo "ok - shellcheck accepts ${#scripts[@]} scripts" && exit
echo "not ok - shellcheck accepts ${#scripts[@]} scripts"
sed 's/^/# /' <<<"$said"
exit 1
