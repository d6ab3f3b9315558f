#!/bin/bash
# report.sh PROGRAM: checks a report and a result from outside: that they are valid XML and JSON, and that the page is
# accessible.
set -u
program=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
files=$(mktemp -d) || exit 1
trap 'rm -rf "$files"' EXIT
"$program" "$files/report.html" "$files/result.json" || exit 1
python3 - "$files/report.html" "$files/result.json" <<'END'
import json, re, sys
import xml.etree.ElementTree as xml
from html.parser import HTMLParser

failed = 0
def say(name, good):
    global failed
    print('ok -' if good else 'not ok -', name)
    failed |= not good

text = open(sys.argv[1], encoding='utf-8').read()
page = xml.fromstring(text)
tag = lambda e: e.tag.split('}')[-1]
every = lambda name: [e for e in page.iter() if tag(e) == name]
words = ' '.join(page.itertext())
wild = 'run:./bot "<b>&\'x\'" % ]]>'

say('a report is well-formed', True)
say('a report needs no other files', not every('script') and not every('link') and not every('img')
    and not re.search(r'url\(|@import|(src|href)=', text))
say('names are shown unchanged', wild in words)
say('every plot says what it shows', every('svg') and
    all(e.get('role') == 'img' and e.get('aria-label') for e in every('svg')))
say('every table has a caption and headings', len(every('table')) == 3 and
    all([tag(c) for c in e][0] == 'caption' and any(tag(c) == 'th' for c in e.iter()) for e in every('table')))
say('every bar has a title', all(any(tag(c) == 'title' for c in e) for e in every('rect')))
shapes = [e for e in page.iter() if tag(e) in ('rect', 'line', 'circle', 'text')]
numbers = [e.get(a) for e in shapes for a in ('x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'cx') if e.get(a)]
say('no shape lies outside its plot', numbers and all(0 <= float(n) <= 320 for n in numbers))

class Reader(HTMLParser):
    tags = set()
    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
reader = Reader()
reader.feed(text)
say('HTML finds the same elements as XML', reader.tags == {tag(e) for e in page.iter()} and 'b' not in reader.tags)

result = json.load(open(sys.argv[2], encoding='utf-8'))
say('a result is JSON with unchanged names', result['bots'][1] == wild and result['seed'] == str(2**64 - 2))
say('its standings agree with its sums', all(
    abs(row['mean_score'] - sums['points'] / sums['games']) < 1e-4 and abs(row['wins'] - sums['wins'] / 60) < 0.01
    for row, sums in zip(result['standings'], result['sums']['bots'])))
sys.exit(failed)
END
