#!/bin/bash
# Tests tools/need on simulated machines: each is a directory with links to programs, some of which are missing.
set -u
cd "$(dirname "$0")/.." || exit 1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
failed=0
say() { # NAME CONDITION...
    local name=$1
    shift
    if "$@"; then
        echo "ok - $name"
    else
        echo "not ok - $name"
        sed 's/^/# /' "$here/said" "$here/apt" 2>/dev/null
        failed=1
    fi
}

# machine NAME [-PROGRAM...]: all programs of this machine, except these, apt-get and sudo.
machine() {
    local name=$1 directories directory program
    shift
    mkdir "$here/$name"
    IFS=: read -ra directories <<<"$PATH"
    for directory in "${directories[@]}"; do # the first program with a name counts
        find "$directory" -maxdepth 1 -not -type d -exec ln -s -t "$here/$name" {} + 2>/dev/null
    done
    for program in -apt-get -sudo "$@"; do rm -f "$here/$name/${program#-}"; done
}

# apt MACHINE: adds an apt-get that logs its arguments. It knows packages only after an update.
apt() {
    cat >"$here/$1/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$here/apt"
[ "\$1" = update ] && touch "$here/fresh"
[ -e "$here/fresh" ]
END
    chmod +x "$here/$1/apt-get"
}

need() { # MACHINE PURPOSE CODE
    rm -f "$here/apt" "$here/fresh"
    PATH=$here/$1 tools/need "$2" >"$here/said" 2>&1
    [ $? = "$3" ]
}

machine whole
say "if nothing is missing, it succeeds" need whole tests 0
say "... and says nothing" test ! -s "$here/said"

mkdir "$here/bare"
for program in sh sed find grep id env; do ln -s "$(command -v $program)" "$here/bare/"; done
say "if everything is missing, and apt-get, too, it fails" need bare server 1
for what in 'a C compiler (gcc)' 'meson' 'ninja' 'libsodium, with headers' 'libwebsockets with libev, with headers' 'Node.js 18'; do
    say "it names what is missing: $what" grep -qF "  $what" "$here/said"
done
say "it says it once" test "$(grep -c 'no apt-get' "$here/said")" = 1
say "it does not name what only the tests need" test -z "$(grep -E 'clang|chromium' "$here/said")"

machine some -meson -node
say "if some programs are missing, it fails" need some server 1
say "the first one is named" grep -qF '  meson' "$here/said"
say "... and the second one" grep -qF '  Node.js 18' "$here/said"
say "... and no others" test "$(grep -c '^  ' "$here/said")" = 2
machine plain -node
say "a program that is not needed may be missing" need plain terminal 0
apt some
if [ "$(id -u)" = 0 ]; then
    say "apt-get installs it" need some server 0
    say "... only what is missing, after an update" \
        test "$(tail -n 1 "$here/apt")" = "install -y -qq --no-install-recommends meson nodejs"
fi
rm "$here/some/id"
printf '#!/bin/sh\necho 1000\n' >"$here/some/id"
chmod +x "$here/some/id"
say "without root and without sudo it fails" need some server 1
say "it says what to run as root" grep -qF 'Run this as root: apt-get install meson nodejs' "$here/said"
printf '#!/bin/sh\necho sudo "$@" >>"%s"\nexec "$@"\n' "$here/apt" >"$here/some/sudo"
chmod +x "$here/some/sudo"
say "with sudo it installs" need some server 0
say "... through sudo" grep -q '^sudo .*apt-get install' "$here/apt"
say "for an unknown purpose it prints its usage" need whole nothing 2
exit $failed
