#!/bin/bash
# Tests tools/need on simulated machines: each is a directory with links to programs, some of which are missing. Also tests
# when tools/web installs packages, with an npm that only logs its arguments.
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
for what in 'a C compiler (gcc)' 'meson' 'ninja' 'libsodium, with headers' 'libwebsockets with libev, with headers' 'ICU, with headers' 'Node.js 18'; do
    say "it names what is missing: $what" grep -qF "  $what" "$here/said"
done
say "it says it once" test "$(grep -c 'no apt-get' "$here/said")" = 1
say "it does not name what only the tests need" test -z "$(grep -E 'clang-tidy|chromium' "$here/said")"

machine some -meson -node
say "if some programs are missing, it fails" need some server 1
say "the first one is named" grep -qF '  meson' "$here/said"
say "... and the second one" grep -qF '  Node.js 18' "$here/said"
say "... and no others" test "$(grep -c '^  ' "$here/said")" = 2
machine native -clang
say "without clang, the server cannot be built as a whole" need native server 1
for what in clang 'wasi-libc, the C library for WebAssembly' "clang's library for WebAssembly"; do
    say "it names what is missing: $what" grep -qF "  $what" "$here/said"
done
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

# ---- tools/web ----

mkdir -p "$here/clone/tools" "$here/clone/node_modules/one" "$here/clone/node_modules/two" "$here/npm"
cp tools/web "$here/clone/tools/"
printf '#!/bin/sh\necho "$*" >>"%s"\n' "$here/npm/log" >"$here/npm/npm"
chmod +x "$here/npm/npm"
lock=$here/clone/package-lock.json installed=$here/clone/node_modules/.package-lock.json
one='"node_modules/one": {"version": "1.2.3", "integrity": "sha-one"}'
two='"node_modules/two": {"version": "2.0.0", "integrity": "sha-two", "dev": true}'
other='"node_modules/other": {"version": "3.0.0", "optional": true, "os": ["other"]}'

installs() { # NPM_ARGUMENTS [--tests]: whether tools/web runs npm with these arguments; none: that it does not run it
    local wanted=$1
    shift
    : >"$here/npm/log"
    PATH=$here/npm:$PATH "$here/clone/tools/web" "$@" >"$here/said" 2>&1 && [ "$(cut -d ' ' -f 1,2 "$here/npm/log")" = "$wanted" ]
}

echo "{\"packages\": {\"\": {}, $one, $two, $other}}" >"$lock"
say "without installed packages they are installed" installs "ci --omit=dev"
echo "{\"packages\": {$one}}" >"$installed"
touch -d '2001-01-01' "$installed"
say "packages of the right versions stay, however old they are" installs ""
say "... but the tests need more of them" installs "ci --no-progress" --tests
echo "{\"packages\": {$one, $two}}" >"$installed"
say "... until these are there, too" installs "" --tests
say "... which do no harm to others" installs ""
echo "{\"packages\": {${one/1.2.3/1.2.2}, $two}}" >"$installed"
say "another version is replaced, however new it is" installs "ci --omit=dev"
echo "{\"packages\": {$one, $two, ${one/one/three}}}" >"$installed"
say "a package too many is removed" installs "ci --omit=dev"
echo "{\"packages\": {$one, $two}}" >"$installed"
rmdir "$here/clone/node_modules/one"
say "a package whose folder is missing is installed" installs "ci --omit=dev"
exit $failed
