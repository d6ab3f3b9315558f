#!/usr/bin/env python3
"""Checks src/ and games/ with clang-tidy (its checks are in .clang-tidy).

tidy.py BUILD [FILE...]: checks these sources, or all that were built in BUILD. A source that passed is not checked again
until the source, a header that it includes, or the settings change: build/test/tidy has a checksum for each source."""
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import shlex
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent
GOOD = HOME / 'build/test/tidy'
TIDY = os.environ.get('CLANG_TIDY', 'clang-tidy')
NODES = 20000  # how far the analyzer follows a function: about half a second. Its default would take minutes for some functions
OPTIONS = ['--quiet'] + [f'--extra-arg={one}' for one in (
    '-Wno-unknown-warning-option', '-Xclang', '-analyzer-config', '-Xclang', f'max-nodes={NODES}')]


def sources(build):
    """The sources of src/ and games/, each with its entry in the compilation database."""
    found = {}
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        path = pathlib.Path(os.path.normpath(pathlib.Path(entry['directory'], entry['file'])))
        if path.is_relative_to(HOME) and path.relative_to(HOME).parts[0] in ('src', 'games') and not path.stem.endswith('_test'):
            found.setdefault(path.relative_to(HOME), entry)
    return found


def preprocessed(entry):
    """The source after the preprocessor, with its headers."""
    words = iter(shlex.split(entry['command']))
    command = []
    for word in words:
        if word in ('-o', '-MQ', '-MF'):
            next(words)
        elif word not in ('-c', '-MD', 'ccache'):
            command.append(word)
    return subprocess.run(command + ['-E'], cwd=entry['directory'], stdout=subprocess.PIPE, check=True).stdout


def checksum(path, entry, settings):
    return hashlib.sha256(b'\0'.join([settings, (HOME / path).read_bytes(), preprocessed(entry)])).hexdigest()


def look(build, path, entry, settings):
    """What clang-tidy says about the source; empty if nothing is wrong."""
    mark, good = checksum(path, entry, settings), GOOD / str(path).replace('/', '_')
    if good.exists() and good.read_text() == mark:
        return ''
    result = subprocess.run([TIDY, *OPTIONS, '-p', build, HOME / path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode == 0:
        good.write_text(mark)
        return ''
    return result.stdout


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    wanted = {path: entry for path, entry in sorted(sources(build).items()) if not sys.argv[2:] or str(path) in sys.argv[2:]}
    GOOD.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([TIDY, '--version'], stdout=subprocess.PIPE, check=True).stdout
    settings = b'\0'.join([version, (HOME / '.clang-tidy').read_bytes(), repr(OPTIONS).encode()])
    failed = not wanted
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = zip(wanted, pool.map(lambda path: look(build, path, wanted[path], settings), wanted))
        for folder, some in itertools.groupby(results, lambda one: one[0].parent):
            said = [text for _, text in some]
            print('not ok' if any(said) else 'ok', '-', f'clang-tidy accepts {folder} ({len(said)} sources)', flush=True)
            for line in ''.join(said).splitlines():
                print('#', line)
            failed |= any(said)
    return failed


sys.exit(main())
