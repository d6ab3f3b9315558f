#!/bin/bash
# shell.sh: shellcheck has nothing to say about the scripts (.shellcheckrc tells what it is not asked).
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
said=$(shellcheck "${scripts[@]}" 2>&1) && echo "ok - ${#scripts[@]} scripts without a mistake that shellcheck knows" && exit
echo "not ok - ${#scripts[@]} scripts without a mistake that shellcheck knows"
sed 's/^/# /' <<<"$said"
exit 1
