#!/usr/bin/env python3
"""Prints the results of tests, one line for each, and counts them.

  count.py VARIANT LOG          the tests of the JSON log of 'meson test'
  count.py --result CODE NAME   one test that ended with this exit code
  count.py --sum                adds up such lines to 'N passed, N failed'; exit code 1 if any failed or none was run
"""
import json
import re
import sys

LINE = re.compile(r'^ *(\d+)(?: of (\d+) FAILED)?  ')


def told(name, good, bad, seconds=None):
    time = f'  {seconds:.0f} s' if seconds is not None and seconds >= 0.5 else ''
    print(f'{bad:6d} of {good + bad} FAILED  {name}{time}' if bad else f'{good:6d}  {name}{time}', flush=True)


def of_log(variant, path):
    failed = False
    try:
        lines = open(path, encoding='utf-8', errors='replace').readlines()
    except OSError:
        lines = []
    if not lines:
        told(f'{path}: no test was run', 0, 1)
        return True
    for line in lines:
        test = json.loads(line)
        out = test.get('stdout', '')
        name = test['name'].rsplit(' / ', 1)[-1]
        good, bad = len(re.findall(r'^ok\b(?!.*# SKIP)', out, re.M)), len(re.findall(r'^not ok\b', out, re.M))
        if test['result'] == 'SKIP':
            print(f'     -  {variant}: {name}: skipped', flush=True)
            continue
        if test['result'] not in ('OK', 'EXPECTEDFAIL'):
            bad = max(bad, 1)
        elif good + bad == 0:
            good = 1
        told(f'{variant}: {name}', good, bad, test['duration'])
        if bad:
            failed = True
            shown = [l for l in out.splitlines() if not re.match(r'ok\b', l)] + test.get('stderr', '').splitlines()
            print('\n'.join('        ' + l for l in shown[-60:]))
    return failed


def of_sum():
    passed = failed = 0
    for line in sys.stdin:
        if match := LINE.match(line):
            bad, all_of = int(match[1]), match[2]
            passed += int(all_of) - bad if all_of else int(match[1])
            failed += bad if all_of else 0
    print(f'{passed} passed, {failed} failed')
    return failed > 0 or passed == 0


if sys.argv[1:2] == ['--sum']:
    sys.exit(of_sum())
if sys.argv[1:2] == ['--result']:
    bad = sys.argv[2] != '0'
    told(sys.argv[3], int(not bad), int(bad))
    sys.exit(bad)
sys.exit(of_log(*sys.argv[1:]))
