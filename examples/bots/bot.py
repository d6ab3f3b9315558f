#!/usr/bin/env python3
# A bot for tenka in Python (docs/PROTOCOL.md). To play against it, or to measure it:
#   tenka play zipang --bot run:examples/bots/bot.py
#   tenka arena zipang --bots greedy,run:examples/bots/bot.py --games 100
# It prefers moves that bring points or target the leader, and avoids moves that give up.
import json, random, re, sys

MEEK = {"done", "end", "decline", "discard", "fall", "refuse", "withdraw"}

def worth(move, view):
    parts = move["parts"]
    points = sum(int(n) for n in re.findall(r"(\d+) (?:points|money)", move["text"]))
    riches = view.get("coins") or view.get("score") or [0] * view["players"]
    against = sum(1 + riches[ord(seat) - ord("A")] for seat in parts.get("seats", ""))
    return points + against - (5 if parts["verb"] in MEEK else 0) + random.random()

for line in sys.stdin:
    message = json.loads(line)
    best = max(message["moves"], key=lambda move: worth(move, message["view"]))
    print(json.dumps({"type": "move", "id": message["id"], "move": best["move"]}), flush=True)
