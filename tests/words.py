#!/usr/bin/env python3
"""The catalogues are whole: every message of the sources has its Japanese, none is left over, and the holes fit; and
every rules page has one in Japanese of the same shape.

A message is a string inside say(...), tell(...), MESSAGE(...) or SAY(...); in the browser's sources inside say(...) or
tell(...). words.py GAME... looks at those games, words.py --common at what is common to all."""
import json
import pathlib
import re
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`|//[^\n]*|/\*.*?\*/', re.S)
HOLE = re.compile(r'\{(\d)')
FIELD = re.compile(r'FIELD_\w+\(struct \w+, (\w+)\)')  # what a board calls it may be in a catalogue, too
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
    """The strings of the text, those that stand side by side (or are added up, in TypeScript) joined."""
    found, last = [], None
    for match in STRING.finditer(text):
        value = json.loads(f'"{match[1]}"')
        if last is not None and text[last:match.start()].strip() in ('', '+'):
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


def pages(game):
    """The Japanese rules page says the same things in the same order as the English one."""
    page, other = HOME / 'games' / game / 'rules.md', HOME / 'games' / game / 'rules.ja.md'
    if not other.exists():
        return [f'{game} has no Japanese page']
    ours, theirs = shape(page), shape(other)
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), None)
    if at is not None:
        return [f'{name(page)}: {ours[at]} is {theirs[at]} in Japanese']
    if len(ours) != len(theirs):
        return [f'{name(page)}: {len(ours)} things, {len(theirs)} in Japanese']
    return []


def load(path, wrong):
    """The pairs of a catalogue, if each is one that can be used."""
    pairs = json.loads(path.read_text(), object_pairs_hook=list)
    for english, other in pairs:
        if set(HOLE.findall(other)) - set(HOLE.findall(english)):
            wrong.append(f'{name(path)}: {english!r} has not the holes of {other!r}')
        if not WHOLE.fullmatch(other):
            wrong.append(f'{name(path)}: {english!r} has a hole without an end in {other!r}')
        if not other.strip():
            wrong.append(f'{name(path)}: {english!r} is empty')
    if len(dict(pairs)) != len(pairs):
        wrong.append(f'{name(path)}: something stands there twice')
    return dict(pairs)


def name(path):
    return str(path.relative_to(HOME))


def said(sources, calls):
    """The messages of the sources, and where each is said first."""
    found = {}
    for path in sources:
        for message in messages(path, calls):
            found.setdefault(message, path)
    return found


def compare(catalogues, common, wanted, elsewhere, wrong):
    """What is wanted is in the catalogues or in the common words; nothing is in the catalogues that is neither wanted nor
    said elsewhere."""
    known = {path: load(path, wrong) for path in catalogues}
    for message, path in wanted.items():
        if message not in common and not any(message in pairs for pairs in known.values()):
            wrong.append(f'{name(path)}: {message!r} has no Japanese in {name(catalogues[-1])}')
    for path, pairs in known.items():
        for english, other in pairs.items():
            if english not in wanted and english not in elsewhere and english not in ('you', 'You'):
                wrong.append(f'{name(path)}: {english!r} is said nowhere')
            if common.get(english) == other:
                wrong.append(f'{name(path)}: {english!r} is a common word')
    merged = {english: other for pairs in known.values() for english, other in pairs.items()}
    return merged


def files(pattern):
    return sorted(HOME.glob(pattern))


C, TS = 'say|tell|SAY|MESSAGE', 'say|tell'


def game_files(game, *endings):
    return [path for ending in endings for path in files(f'games/{game}/*.{ending}')]


def check_game(game, common, page_common):
    folder, wrong = HOME / 'games' / game, pages(game)
    engine, board = said(game_files(game, '[ch]'), C), said(game_files(game, 'ts', 'tsx'), TS)
    fields = {name.replace('_', ' ') for path in game_files(game, '[ch]') for name in FIELD.findall(path.read_text())}
    compare([folder / 'words.ja.json'], common, engine, fields, wrong)
    if board:
        compare([folder / 'board.ja.json'], page_common, board, (), wrong)
    return wrong, len(engine) + len(board)


def main():
    games = [game for game in sys.argv[1:] if game != '--common']
    wrong = []
    engine = said([path for part in ('core', 'game', 'server') for path in files(f'src/{part}/*.[ch]')], C)
    page = said(files('web/src/**/*.ts') + files('web/src/**/*.tsx'), TS)
    # Common words are also those that several games say.
    common = compare([HOME / 'words/ja/common.json', HOME / 'words/ja/server.json'], {}, engine,
                     said(game_files('*', '[ch]'), C), wrong)
    page_common = compare([HOME / 'words/ja/web.json'], {}, page, said(game_files('*', 'ts', 'tsx'), TS), wrong)
    results = [('all games', wrong, len(engine) + len(page))] if '--common' in sys.argv else []
    results += [(game, *check_game(game, common, page_common)) for game in games]
    for what, wrong, count in results:
        print(f'{"not ok" if wrong else "ok"} - {count} messages of {what}')
        for line in wrong:
            print('#', line)
    return any(wrong for _, wrong, _ in results)


sys.exit(main())
