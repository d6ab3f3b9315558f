#!/usr/bin/env python3
"""nodes.py PROGRAM: two nodes with one PostgreSQL database. Any node serves any table, everything happens once, and if a
node is killed, no move is lost."""
import contextlib
import random
import signal
import socket
import sys
import threading
import time

from client import Closed, http
from harness import Player, Server, all_games, case, check, equal, failures, over, play
from postgres import Postgres

GRACE = "500"


def counted(servers, name):
    """The sum of a metric over all nodes."""
    total = 0
    for s in servers:
        text = http(s.port, "/metrics")[2].decode()
        total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith(f"tenka_{name} "))
    return total


def two_at_a_table(nodes, game, players=2, **more):
    """Ann on the first node, Ben on the second."""
    ann, ben = Player(nodes[0].port, name="Ann"), Player(nodes[1].port, name="Ben")
    seats = ["you", "free"] + ["greedy"] * (players - 2)
    table = ann.create(game, players, seats=seats, **more)
    ben.join(table)
    return ann, ben, table


def same_log(players, table):
    """All players have the same mover for each ply; what they saw of the move may differ."""
    logs = [[(e["ply"], e["seat"]) for e in p.log[table]] for p in players]
    for log in logs[1:]:
        equal(logs[0], log, "the logs differ")
    return logs[0]


def everywhere(nodes, rng):
    for game in (game["id"] for game in all_games() if game["players"]["min"] == 2):
        with case(f"{game}: a player on one node, one on the other, at one table to its end"):
            ann, ben, table = two_at_a_table(nodes, game)
            play([ann, ben], table, rng)
            same_log([ann, ben], table)
            equal(ann.tables[table]["secret"], ben.tables[table]["secret"])
            equal(ann.good(type="record", table=table)["record"], ben.good(type="record", table=table)["record"])


def bots_once(nodes, rng):
    with case("each turn of a bot is played once, by one node"):
        before, conflicts = counted(nodes, "bot_moves_total"), counted(nodes, "conflicts_total")
        ann, ben, table = two_at_a_table(nodes, "kenjin", 4)
        play([ann, ben], table, rng)
        log = same_log([ann, ben], table)
        moves = counted(nodes, "bot_moves_total") - before
        by_bots = sum(seat in "CD" for _, seat in log)
        check(0 < moves <= by_bots, f"{moves} moves of bots were made, the log has {by_bots}")
        equal(counted(nodes, "conflicts_total"), conflicts, "nodes were in each other's way")


def clock_once(nodes):
    with case("a clock runs out once, and the player comes back on the other node and goes on"):
        before = counted(nodes, "timeouts_total")
        ann, ben, table = two_at_a_table(nodes, "zipang", clock="1s")
        first = ann if ann.wait_view(table)["actor"] == "A" else ben
        seat = first.wait_table(table, lambda t: t["state"] == "playing")["you"]
        for p in (ann, ben):
            p.wait_table(table, lambda t: any(s.get("away") for s in t["seats"]))
        away = [s["seat"] for s in ann.tables[table]["seats"] if s["away"]]
        check(seat in away, away, seat)
        back = Player(nodes[1 if first is ann else 0].port, token=first.token)
        answer = back.ask(type="back", table=table)
        check(answer["type"] == "done" or answer["clause"] == "over", answer)
        check(counted(nodes, "timeouts_total") > before)


def at_once(nodes):
    with case("lines of chat that are sent on both nodes at the same time come once, in the same order for all"):
        ann, ben, table = two_at_a_table(nodes, "glory")
        for i in range(100):
            ann.send(type="chat", table=table, text=f"ann {i}", ref=1000 + i)
            ben.send(type="chat", table=table, text=f"ben {i}", ref=1000 + i)
        for p in (ann, ben):
            p.wait_for(lambda q: len(q.chat.get(table, [])) >= 200)
        equal(ann.chat[table], ben.chat[table], "the chats differ")
        equal(sorted(line["text"] for line in ann.chat[table]),
              sorted(f"{who} {i}" for who in ("ann", "ben") for i in range(100)), "lines are lost or doubled")


def race(nodes):
    with case("if two players on different nodes want the last seat, one of them gets it"):
        for _ in range(10):
            host = Player(nodes[0].port)
            table = host.create("zipang", 2)
            others = [Player(nodes[i].port) for i in (0, 1)]
            for p in others:
                p.good(type="watch", table=table)
            for p in others:
                p.send(type="join", table=table, ref=777)
            answers = [p.until(lambda m: m.get("ref") == 777) for p in others]
            equal(sorted(a["type"] for a in answers), ["done", "refused"], answers)


def killed(nodes, rng):
    with case("if a node is killed, no move is lost: its bots and players go on at the other node"):
        ann, ben, table = two_at_a_table(nodes, "kenjin", 4)
        play([ann, ben], table, rng, plies=6)
        ann.sync()
        known = list(ann.log[table])
        nodes[0].process.send_signal(signal.SIGKILL)
        nodes[0].process.wait()
        ann = Player(nodes[1].port, token=ann.token)
        ann.good(type="watch", table=table)
        ann.wait_view(table)
        equal(ann.log[table][:len(known)], known, "moves are lost")
        play([ann, ben], table, rng)
        same_log([ann, ben], table)
    with case("the killed node can come back"):
        nodes[0].start()
        cat = Player(nodes[0].port)
        cat.good(type="watch", table=table)
        cat.wait_table(table, lambda t: t["state"] == "over")


def again(player, table):
    """The player connects again and follows the table."""
    p = player.again()
    p.good(type="watch", table=table)
    p.wait_table(table)
    return p


def back(player, table):
    """The player has a line of chat stored; if the node has closed the connection, they connect again until it lets them."""
    while True:
        try:
            if player.ask(type="chat", table=table, text="still there?")["type"] != "refused":
                return player
        except Closed:
            time.sleep(0.05)
            with contextlib.suppress(Closed):
                player = again(player, table)


def together(nodes, postgres, rng):
    with case("when the database is restarted, no acknowledged move is lost, and play goes on"):
        ann, ben, table = two_at_a_table(nodes, "glory")
        play([ann, ben], table, rng, plies=20)
        ann.sync()
        ben.sync()
        length = len(ann.log[table])
        postgres.stop("immediate")
        postgres.start()
        ann, ben = back(ann, table), back(ben, table)
        check(len(ann.log[table]) >= length)
        for p in (ann, ben):
            p.good(type="watch", table=table)
            p.sync()
        play([ann, ben], table, rng, plies=20)
        check(min(len(p.log[table]) for p in (ann, ben)) > length or over(ann, table))


class Relay:
    """A way to the database that can be cut: connections stay, but nothing comes through."""

    def __init__(self, port):
        self.to, self.way = port, threading.Event()
        self.way.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                near, far = self.listener.accept()[0], socket.create_connection(("127.0.0.1", self.to))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.pump, args=(one, other), daemon=True).start()
        except OSError:
            pass

    def pump(self, one, other):
        try:
            while piece := one.recv(65536):
                self.way.wait()
                other.sendall(piece)
        except OSError:
            pass
        for end in (one, other):
            end.close()


def cut_off(program, postgres):
    relay = Relay(postgres.port)
    store = postgres.database("cut")
    nodes = [Server(program, "--grace-ms", GRACE, store=store.replace(str(postgres.port), str(port)))
             for port in (relay.port, postgres.port)]
    try:
        with case("a node that does not reach the database sends its players to the other one, before their time runs out"):
            ann, ben, table = two_at_a_table(nodes, "glory", clock="25s", strict=True)
            mover = next(p for p in (ann, ben) if "moves" in p.wait_view(table))
            other = ben if mover is ann else ann
            moved = Player(nodes[0].port, token=mover.token)
            moved.good(type="watch", table=table)
            relay.way.clear()
            try:
                while True:
                    moved.receive()
            except Closed as e:
                equal(e.args, (1013,))
            equal([http(node.port, "/healthz")[0] for node in nodes], [503, 200])
            try:
                Player(nodes[0].port)
                check(False, "the node takes connections")
            except Closed as e:
                check("503" in e.args[0], e.args)
            there = Player(nodes[1].port, token=mover.token)
            there.good(type="watch", table=table)
            there.wait_turn(table)
            there.move(table)
            late = Player(nodes[1].port, token=other.token)
            late.good(type="watch", table=table)
            equal(late.wait_table(table)["state"], "playing")
        with case("when it reaches the database again, it takes connections again"):
            relay.way.set()
            wait_for_health(nodes, 200)
            Player(nodes[0].port, token=mover.token).good(type="watch", table=table)
    finally:
        relay.way.set()
        relay.listener.close()
        for node in nodes:
            node.remove()


def wait_for_health(nodes, status):
    while any(http(node.port, "/healthz")[0] != status for node in nodes):
        time.sleep(0.1)


def silent(nodes, postgres):
    """The last test: it stops the nodes."""
    with case("while the database is silent, no clock runs, and /healthz says that nobody can play"):
        ann, ben, table = two_at_a_table(nodes, "glory", clock="20s", strict=True)
        for p in (ann, ben):
            p.wait_view(table)
        wait_for_health(nodes, 200)
        postgres.freeze()
        wait_for_health(nodes, 503)
        time.sleep(21)
        postgres.thaw()
        wait_for_health(nodes, 200)
        ann, ben = again(ann, table), again(ben, table)
        play([ann, ben], table, random.Random(3), plies=6)
        for p in (ann, ben):
            equal((p.tables[table]["state"], [s["seat"] for s in p.tables[table]["seats"] if s.get("resigned")]), ("playing", []))
    with case("while the database is silent, players are told that nothing was saved, and later all is well again"):
        ann, ben, table = two_at_a_table(nodes, "glory")
        ann.sync()
        postgres.freeze()
        ann.bad("store", type="chat", table=table, text="can you hear me?")
        postgres.thaw()
        wait_for_health(nodes, 200)
        for p in (ann, ben):
            back(p, table)
    with case("a node can be stopped while the database is silent"):
        postgres.freeze()
        for node in nodes:
            node.terminate()
        for node in nodes:
            node.wait()
    postgres.thaw()


def main():
    rng = random.Random(1)
    postgres = Postgres()
    nodes = []
    try:
        store = postgres.database("nodes")
        nodes = [Server(sys.argv[1], "--grace-ms", GRACE, store=store) for _ in range(2)]
        everywhere(nodes, rng)
        bots_once(nodes, rng)
        clock_once(nodes)
        at_once(nodes)
        race(nodes)
        killed(nodes, rng)
        together(nodes, postgres, rng)
        cut_off(sys.argv[1], postgres)
        silent(nodes, postgres)
    finally:
        for node in nodes:
            node.remove()
        postgres.remove()
    sys.exit(bool(failures))


main()
