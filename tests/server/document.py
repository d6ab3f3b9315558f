#!/usr/bin/env python3
"""document.py PROGRAM: runs the examples of docs/PROTOCOL.md against a server.

'ann > {...}' is sent by the client ann; 'ann < {...}' must come, perhaps after other messages. In a pattern, a string that
ends with '…' is a name: the first time it matches any value of the same type, and after that only the same value. Numbers
of a million or more are names, too. The string '…' alone matches anything, a key '…' allows more keys, and a last item '…'
allows more items. 'actor' is the client whose last view has moves; 'other' is the other one of ann and ben.
"""
import json
import pathlib
import re
import sys

from client import Client, Closed
from harness import Server


class Script:
    def __init__(self, port):
        self.port, self.clients, self.names, self.alias = port, {}, {}, {}

    def client(self, name):
        if name in ("actor", "other"):
            name = self.alias[name]
        if name not in self.clients:
            self.clients[name] = Client(self.port)
        return self.clients[name]

    def named(self, pattern):
        return (isinstance(pattern, str) and pattern.endswith("…") and pattern != "…") or (
            isinstance(pattern, int) and not isinstance(pattern, bool) and pattern >= 1000000)

    def fill(self, pattern):
        """The message to send for a pattern."""
        if isinstance(pattern, dict):
            return {k: self.fill(v) for k, v in pattern.items()}
        if isinstance(pattern, list):
            return [self.fill(v) for v in pattern]
        return self.names[pattern] if self.named(pattern) else pattern

    def match(self, pattern, value, names):
        if pattern == "…":
            return True
        if isinstance(pattern, dict):
            if not isinstance(value, dict) or ("…" not in pattern and pattern.keys() != value.keys()):
                return False
            return all(k == "…" or (k in value and self.match(v, value[k], names)) for k, v in pattern.items())
        if isinstance(pattern, list):
            more = bool(pattern) and pattern[-1] == "…"
            wanted = pattern[:-1] if more else pattern
            if not isinstance(value, list) or len(value) < len(wanted) or (not more and len(value) > len(wanted)):
                return False
            return all(self.match(p, v, names) for p, v in zip(wanted, value))
        if self.named(pattern):
            if pattern in self.names or pattern in names:
                return value == names.get(pattern, self.names.get(pattern))
            names[pattern] = value
            return type(value) is type(pattern) or pattern in ("turn…", "then…", "ply…", "line…")
        return type(value) is type(pattern) and value == pattern

    def expect(self, name, pattern):
        seen = []

        def fits(message):
            names = {}
            seen.append(message)
            if not self.match(pattern, message, names):
                return False
            self.names.update(names)
            return True
        try:
            self.client(name).until(fits)
        except (Closed, TimeoutError) as e:
            kinds = [m for m in seen if m["type"] == pattern["type"]][-3:]
            raise AssertionError(f"{name} waited for {json.dumps(pattern, ensure_ascii=False)} ({e}); of that type came "
                                 f"{json.dumps(kinds, ensure_ascii=False)[:2000]}") from e

    def expect_actor(self, pattern):
        """The client that gets the message first is the actor from then on."""
        for client in self.clients.values():
            client.socket.settimeout(0.2)
        for _ in range(100):
            for name, other in (("ann", "ben"), ("ben", "ann")):
                try:
                    self.expect(name, pattern)
                except AssertionError:
                    continue
                self.alias = {"actor": name, "other": other}
                for client in self.clients.values():
                    client.socket.settimeout(10)
                return
        raise AssertionError("nobody got " + json.dumps(pattern))

    def line(self, text):
        name, direction, body = re.fullmatch(r"(\w+) ([<>]) (\{.*\})", text).groups()
        pattern = json.loads(body)
        if direction == ">":
            self.client(name).send(**self.fill(pattern))
        elif name == "actor" and not self.alias:
            self.expect_actor(pattern)
        else:
            self.expect(name, pattern)


def requests(text):
    """The types that the server knows."""
    return set(re.findall(r'\[REQ_\w+\] = \{"(\w+)"', text))


def run(port, blocks):
    script, failed = Script(port), 0
    for line in [line for block in blocks for line in block.splitlines()]:
        try:
            script.line(line)
            print("ok -", line[:100])
        except (AssertionError, KeyError, Closed, TimeoutError) as e:
            print("not ok -", line[:100], "\n#", repr(e)[:3000])
            failed += 1
    return failed


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    text = (root / "docs/PROTOCOL.md").read_text(encoding="utf-8")
    blocks = re.findall(r"<!-- run by the tests: server -->\n```\n(.*?)```", text, re.S)
    server = Server(sys.argv[1])
    try:
        failed = run(server.port, blocks)
    finally:
        server.remove()
    shown = {json.loads(line.split(" ", 2)[2])["type"] for b in blocks for line in b.splitlines() if line.split()[1] == ">"}
    missing = requests((root / "src/house/request.c").read_text(encoding="utf-8")) - shown
    print("not ok" if missing else "ok", "- every request has an example", *sorted(missing))
    sys.exit(bool(failed or missing))


main()
