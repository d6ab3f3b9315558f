#!/usr/bin/env python3
"""kill.py PROGRAM [SEED]: kills a server (-9) at random moments while matches are played, and starts it again. No
acknowledged move may be lost, and every match must go on."""
import os
import random
import select
import signal
import sys

from client import Closed
from harness import Player, Server, all_games, case, check, failures, over

GAMES = [game["id"] for game in all_games() if game["players"]["min"] == 2]


class Match:
    """Two people at a table, with at most one move that has no answer yet, and all moves that were acknowledged."""

    def __init__(self, port, game, bots):
        self.players = [Player(port, name="Ann"), Player(port, name="Ben")]
        self.table = self.players[0].create(game, 2 + bots, seats=["you", "free"] + ["1"] * bots)
        self.players[1].join(self.table)
        self.sent = None       # (player, ref, ply, move)
        self.acknowledged = {}  # ply -> (player, move)

    def sockets(self):
        return [p.socket for p in self.players]

    def over(self):
        return all(over(p, self.table) for p in self.players)

    def send(self, rng):
        actor = next((p for p in self.players if p.moves(self.table)), None)
        if self.sent or not actor:
            return
        view = actor.views[self.table]
        move = rng.choice(actor.moves(self.table))
        actor.ref += 1
        self.sent = (actor, actor.ref, view["ply"] + 1, move)
        view.pop("moves")
        actor.send(type="move", table=self.table, id=view["id"], move=move, ref=actor.ref)

    def answered(self, player, message):
        """Whether the message acknowledges the move that was sent."""
        if not self.sent or player is not self.sent[0] or message.get("ref") != self.sent[1]:
            return False
        check(message["type"] == "done" or message["clause"] == "stale", message)
        if message["type"] == "done":
            self.acknowledged[self.sent[2]] = (player, self.sent[3])
        self.sent = None
        return message["type"] == "done"

    def receive(self, player):
        player.inbox.clear()
        return self.answered(player, player.receive())

    def reconnect(self):
        """Acknowledged moves must be there; a move that was only sent may be there or not."""
        old = self.players
        self.players = [p.again() for p in old]
        for p, before in zip(self.players, old):
            p.good(type="watch", table=self.table)
            p.wait_view(self.table)
            for ply, (mover, move) in self.acknowledged.items():
                log = p.log[self.table]
                check(len(log) >= ply, f"ply {ply} was acknowledged, but there are only {len(log)}")
                if mover is before:
                    check(log[ply - 1]["move"] == move, f"ply {ply} was {move}, now it is", log[ply - 1])
        self.acknowledged = {ply: (self.players[old.index(m)], move) for ply, (m, move) in self.acknowledged.items()}
        self.sent = None


def drive(matches, rng, moves):
    """Plays until so many moves were acknowledged."""
    while moves > 0:
        for m in matches:
            m.send(rng)
        with_data = [(m, p) for m in matches for p in m.players if p.data]
        if not with_data:
            found = select.select([s for m in matches for s in m.sockets()], [], [], 60)[0]
            check(found, "no more messages come")
            with_data = [(m, p) for m in matches for p in m.players if p.socket in found]
        for m, p in with_data:
            moves -= m.receive(p)
        for i, m in enumerate(matches):
            if m.over():
                matches[i] = Match(m.players[0].port, rng.choice(GAMES), rng.randrange(2))


def main():
    program, kills, seed = sys.argv[1], int(os.environ.get("KILLS", "8")), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    server = Server(program)
    try:
        matches = [Match(server.port, game, i % 2) for i, game in enumerate(GAMES)]
        for kill in range(1, kills + 1):
            with case(f"kill {kill} of {kills} with seed {seed}: no acknowledged move is lost, and all tables go on"):
                drive(matches, rng, rng.randrange(1, 60))
                for m in matches:  # some moves are sent just before the kill
                    m.send(rng)
                server.process.send_signal(signal.SIGKILL)
                server.process.wait()
                for m in matches:  # answers that came before the end count
                    for p in m.players:
                        try:
                            while True:
                                m.receive(p)
                        except (Closed, OSError):
                            pass
                server.start()
                for m in matches:
                    m.reconnect()
            if failures:
                break
        with case("after all kills the server stops well"):
            drive(matches, rng, 50)
            server.stop()
    finally:
        server.remove()
    sys.exit(bool(failures))


main()
