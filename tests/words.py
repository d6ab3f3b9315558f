#!/usr/bin/env python3
"""The catalogues are whole: every message of the sources has its Japanese, none is left over, and the holes fit.

A message is a string inside say(...), tell(...), MESSAGE(...) or SAY(...); in the browser's sources inside say(...) or
tell(...). words.py [PART...] looks at those parts of words/ja only."""
import json
import pathlib
import re
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`|//[^\n]*|/\*.*?\*/', re.S)
HOLE = re.compile(r'\{(\d)')
WHOLE = re.compile(r'(?:[^{}]|\{\d[^{}]*\})*')  # a text all of whose braces are those of holes


def bare(text):
    """The source without comments."""
    return COMMENT.sub(lambda m: ' ' if m[0].startswith('/') else m[0], text)


def call(text, start):
    """What stands between the parenthesis at `start` and its end."""
    depth, at = 0, start
    while at < len(text):
        string = STRING.match(text, at)
        if string:
            at = string.end()
            continue
        depth += {'(': 1, ')': -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return text[start + 1:at - 1]
    raise SystemExit(f'no end of a call near: {text[start:start + 60]!r}')


def strings(text):
    """The strings of the text, those that stand side by side joined."""
    found, last = [], None
    for match in STRING.finditer(text):
        value = json.loads(f'"{match[1]}"')
        if last is not None and not text[last:match.start()].strip():
            found[-1] += value
        else:
            found.append(value)
        last = match.end()
    return found


def messages(path, calls):
    text = bare(path.read_text())
    if path.suffix in ('.c', '.h'):
        text = re.sub(r'^\s*#.*(?:\\\n.*)*$', '', text, flags=re.M)
        text = re.sub(r'\bTERM\(\s*"[^"]*"', 'TERM(0', text)
    for match in re.finditer(rf'\b(?:{calls})\(', text):
        for value in strings(call(text, match.end() - 1)):
            if re.search(r'[A-Za-z,{]', value):
                yield value.rstrip('\n')


def shape(path):
    """A rules page without its words: headings by level, tables by their columns and notation, items by their clause,
    and what stands in backticks."""
    found = []
    for line in path.read_text().splitlines():
        ticks = sorted(re.findall(r'`([^`]*)`', line))
        if heading := re.match(r'#+ ', line):
            found.append(('heading', heading[0]))
        elif line.startswith('|'):
            cells = line.strip().strip('|').split('|')
            found.append(('row', len(cells), ticks, re.fullmatch(r'[|:\s-]+', line) is not None))
        elif item := re.match(r'- \*\*([A-Z]+\d+)\*\*', line):
            found.append(('clause', item[1]))
    return found


def pages():
    """The Japanese rules pages say the same things in the same order as the English ones."""
    wrong = []
    for page in sorted(HOME.glob('docs/rules/*.md')):
        other = page.parent / 'ja' / page.name
        if page.name == 'template.md':
            continue
        if not other.exists():
            wrong.append(f'{page.name} has no Japanese page')
            continue
        ours, theirs = shape(page), shape(other)
        at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), None)
        if at is not None:
            wrong.append(f'{page.name}: {ours[at]} is {theirs[at]} in Japanese')
        elif len(ours) != len(theirs):
            wrong.append(f'{page.name}: {len(ours)} things, {len(theirs)} in Japanese')
    for line in wrong:
        print(line)
    print(f'{"not ok" if wrong else "ok"} - the rules pages have the same shape')
    return bool(wrong)


def main():
    parts = sys.argv[1:]
    wanted, shown = {}, {}  # by all; by the browser, which loads web.json alone
    for path in sorted(path for part in ('core', 'games', 'server') for path in (HOME / 'src' / part).glob('*.[ch]')):
        if path.name.startswith('template'):
            continue
        for message in messages(path, 'say|tell|SAY|MESSAGE'):
            wanted.setdefault(message, path.name)
    for path in sorted([*HOME.glob('web/src/**/*.ts'), *HOME.glob('web/src/**/*.tsx')]):
        for message in messages(path, 'say|tell'):
            wanted.setdefault(message, path.name)
            shown.setdefault(message, path.name)
    known, wrong = {}, []
    for path in sorted(HOME.glob('words/ja/*.json')):
        pairs = json.loads(path.read_text(), object_pairs_hook=list)
        for english, other in pairs:
            if english in known and known[english][0] != other:
                wrong.append(f'{path.name}: {english!r} is something else in {known[english][1]}')
            known[english] = (other, path.name)
            if path.name == 'web.json':
                shown.pop(english, None)
            if set(HOLE.findall(other)) - set(HOLE.findall(english)):
                wrong.append(f'{path.name}: {english!r} has not the holes of {other!r}')
            if not WHOLE.fullmatch(other):
                wrong.append(f'{path.name}: {english!r} has a hole without an end in {other!r}')
            if not other.strip():
                wrong.append(f'{path.name}: {english!r} is empty')
            if english not in wanted and english not in ('you', 'You'):
                wrong.append(f'{path.name}: {english!r} is said nowhere')
    for message, source in wanted.items():
        if message not in known:
            wrong.append(f'{source}: {message!r} has no Japanese')
    wrong += [f'{source}: {message!r} is not in web.json' for message, source in shown.items() if message in known]
    if parts:
        wrong = [line for line in wrong if line.split(':')[0].split('.')[0].split('_')[0] in parts]
    for line in wrong:
        print(line)
    print(f'{"not ok" if wrong else "ok"} - {len(wanted)} messages')
    return bool(wrong)


sys.exit(main() | (not sys.argv[1:] and pages()))
