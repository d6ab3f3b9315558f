#!/usr/bin/env python3
"""Checks that the catalogues are complete: every message of the sources has a Japanese translation, no translation is
unused, and the holes match. Also: every rules page has a Japanese page of the same shape.

A message is a string inside say(...), tell(...), MESSAGE(...) or SAY(...); in the browser's sources, inside say(...) or
tell(...). 'words.py GAME...' checks these games, 'words.py --common' checks what is common to all games."""
import json
import pathlib
import re
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`|//[^\n]*|/\*.*?\*/', re.S)
HOLE = re.compile(r'\{(\d)')
FIELD = re.compile(r'FIELD_\w+\(struct \w+,\s*(\w+)\)')
VERB = re.compile(r'\.name = "([a-z_-]+)",\s*\.parts')
NAMES = re.compile(r'\.names = (\w+)')
WHOLE = re.compile(r'(?:[^{}]|\{\d[^{}]*\})*')  # a text in which all braces belong to holes


def bare(text):
    """The source without comments."""
    return COMMENT.sub(lambda m: ' ' if m[0].startswith('/') else m[0], text)


def call(text, start):
    """The text between the parenthesis at `start` and the matching one."""
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
    raise SystemExit(f'a call has no closing parenthesis: {text[start:start + 60]!r}')


def strings(text):
    """The strings of the text; adjacent strings, and those joined by + in TypeScript, count as one."""
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


def titles(sources):
    """What a board that is drawn from the table of fields says: the titles of fields, of values that are names,
    and of verbs. Each with the first file that has it."""
    found = {}
    texts = {path: bare(path.read_text()) for path in sources}
    arrays = {array for text in texts.values() for array in NAMES.findall(text)}
    for path, text in texts.items():
        words = FIELD.findall(text) + VERB.findall(text)
        for array in arrays:
            for values in re.findall(rf'\b{array}\[\w*\] = {{(.*?)}};', text, re.S):
                words += strings(values)
        for word in filter(re.compile('[a-z]').search, words):
            found.setdefault(word.replace('_', ' '), path)
    return found


def shape(path):
    """The shape of a rules page without its words: the levels of headings, the clauses of items, and the columns and the
    texts in backticks of table rows."""
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
    """Checks that the Japanese rules page has the same shape as the English one; returns what is wrong."""
    page, other = HOME / 'games' / game / 'rules.md', HOME / 'games' / game / 'rules.ja.md'
    if not other.exists():
        return [f'{game} has no Japanese rules page (rules.ja.md)']
    ours, theirs = shape(page), shape(other)
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), None)
    if at is not None:
        return [f'{name(page)} has {ours[at]} where the Japanese page has {theirs[at]}']
    if len(ours) != len(theirs):
        return [f'{name(page)} has {len(ours)} headings, rows and clauses, but the Japanese page has {len(theirs)}']
    return []


def load(path, wrong):
    """The pairs of a catalogue; adds what is wrong with them to `wrong`."""
    pairs = json.loads(path.read_text(), object_pairs_hook=list)
    for english, other in pairs:
        if set(HOLE.findall(other)) - set(HOLE.findall(english)):
            wrong.append(f'{name(path)}: the translation {other!r} has holes that {english!r} does not have')
        if not WHOLE.fullmatch(other):
            wrong.append(f'{name(path)}: the translation {other!r} of {english!r} has a hole without a closing brace')
        if not other.strip():
            wrong.append(f'{name(path)}: the translation of {english!r} is empty')
    if len(dict(pairs)) != len(pairs):
        wrong.append(f'{name(path)}: a message is there twice')
    return dict(pairs)


def name(path):
    return str(path.relative_to(HOME))


def said(sources, calls):
    """The messages of the sources, each with the first file that has it."""
    found = {}
    for path in sources:
        for message in messages(path, calls):
            found.setdefault(message, path)
    return found


def compare(catalogues, common, wanted, elsewhere, wrong):
    """Checks that every message of `wanted` is in the catalogues or in the common words, and that the catalogues have no
    message that is neither in `wanted` nor in `elsewhere`. Returns all pairs of the catalogues."""
    known = {path: load(path, wrong) for path in catalogues}
    for message, path in wanted.items():
        if message not in common and not any(message in pairs for pairs in known.values()):
            wrong.append(f'{name(path)}: {message!r} has no translation in {name(catalogues[-1])}')
    for path, pairs in known.items():
        for english, other in pairs.items():
            if english not in wanted and english not in elsewhere and english not in ('you', 'You'):
                wrong.append(f'{name(path)}: {english!r} is not used anywhere')
            if common.get(english) == other:
                wrong.append(f'{name(path)}: delete {english!r} here: the common words (words/ja/) have the same')
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
    shown = titles(game_files(game, '[ch]'))  # a game without its own board shows them, others may
    wanted = engine if (folder / 'board.tsx').exists() else {**shown, **engine}
    compare([folder / 'words.ja.json'], common, wanted, shown, wrong)
    if board:
        compare([folder / 'board.ja.json'], page_common, board, (), wrong)
    return wrong, len(wanted) + len(board)


def main():
    games = [game for game in sys.argv[1:] if game != '--common']
    wrong = []
    engine = said([path for part in ('core', 'game', 'house', 'server') for path in files(f'src/{part}/*.[ch]')], C)
    page = said(files('web/src/**/*.ts') + files('web/src/**/*.tsx'), TS)
    # The common words also have messages that several games share.
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
