#!/usr/bin/env python3
"""seal.py PROGRAM [STORE]: players add shares to the deal of a match; what they may do, what happens if they do not, what
others see of it, and what the record and 'tenka verify' say."""
import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile

from harness import PROGRAM, Player, all_games, case, check, equal, failures, over, play, serving

STORE = sys.argv[2] if len(sys.argv) > 2 else None
GAME = next(game["id"] for game in all_games() if game["players"]["min"] == 2 and game["players"]["max"] >= 3)


class Sealed(Player):
    """A player with a share, who does not reveal it without being told to."""

    def __init__(self, port, name, **more):
        super().__init__(port, name=name, **more)
        self.share = os.urandom(32).hex()
        self.seal = seal_of(self.share)

    def reveal(self, table, share=None):
        return self.ask(type="reveal", table=table, share=share or self.share)


def seal_of(share):
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def verify(record):
    """What 'tenka verify' says: exit code and text."""
    with tempfile.NamedTemporaryFile("w", suffix=".tenka") as f:
        f.write(record)
        f.flush()
        done = subprocess.run([PROGRAM, "verify", f.name], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def opened(port, count=2):
    """A table with all seats taken by players who gave seals: the players and the table."""
    players = [Sealed(port, f"P{i}") for i in range(count)]
    table = players[0].create(GAME, count, seats=["you"] + ["free"] * (count - 1), seal=players[0].seal)
    for p in players[1:]:
        p.join(table, seal=p.seal)
    for p in players:
        p.wait_table(table, lambda t: t.get("reveal") == "ABCDEF"[:count])
    return players, table


def finish(players, table):
    """Plays to the end, and returns the record."""
    play(players, table)
    for p in players:
        p.wait_for(lambda p: over(p, table))
    return players[0].good(type="record", table=table)["record"]


def nothing_leaks(watchers, secrets):
    for p in watchers:
        for text in p.messages:
            for secret in secrets:
                check(secret.encode() not in text, "a share was sent before the end:", text.decode()[:300])


def rules(port):
    with case("all shares are revealed: the match begins, and the record has everything"):
        players, table = opened(port, 3)
        cat = Player(port, name="Cat")
        cat.good(type="watch", table=table)
        t = cat.wait_table(table)
        equal([s.get("seal") for s in t["seats"]], [p.seal for p in players])
        equal((t["state"], t["reveal"]), ("waiting", "ABC"))
        for p in players:
            check(table not in p.views, "the match has begun without the share of", p.name)
            equal(p.reveal(table)["type"], "done")
        for p in players:
            p.wait_view(table)
            check("reveal" not in p.wait_table(table, lambda t: t["state"] == "playing"))
        nothing_leaks([*players, cat], [p.share for p in players])
        early = cat.good(type="record", table=table)["record"]
        check("share" not in early and f"seal B: {players[1].seal}\n" in early, early)
        record = finish(players, table)
        for letter, p in zip("ABC", players):
            check(f"seal {letter}: {p.seal}\n" in record and f"share {letter}: {p.share}\n" in record, record)
        check(re.search(r"^commitment: (.*)$", record, re.M).group(1) == t["commitment"])
        code, text = verify(record)
        check(code == 0 and "Dealt from the secret and the shares of ABC, which match their seals." in text, text)
        wrong = record.replace(players[1].share, os.urandom(32).hex())
        code, text = verify(wrong)
        check(code == 1 and "the share of seat B does not match its seal" in text, text)
        mine = os.urandom(32).hex()  # another share with its seal: then the deal is another one
        wrong = record.replace(players[1].share, mine).replace(players[1].seal, seal_of(mine))
        code, text = verify(wrong)
        check(code == 1, text)
    with case("without seals the match begins at once, and verify says that the seats added nothing"):
        a, b = Player(port, name="Ann"), Player(port, name="Ben")
        table = a.create(GAME, 2, seats=["you", "free"])
        b.join(table)
        equal(a.wait_table(table, lambda t: t["state"] == "playing").get("reveal"), None)
        record = finish([a, b], table)
        check("seal" not in record and "share" not in record, record)
        check("the seats added nothing" in verify(record)[1])
    with case("a player with a seal against a bot and a player without one"):
        ann, ben = Sealed(port, "Ann"), Player(port, name="Ben")
        table = ann.create(GAME, 3, seats=["you", "free", "greedy"], seal=ann.seal)
        ben.join(table)
        equal(ann.wait_table(table, lambda t: "reveal" in t)["reveal"], "A")
        ann.reveal(table)
        record = finish([ann, ben], table)
        check("seal A:" in record and "seal B" not in record, record)
        check("the shares of A," in verify(record)[1])
    with case("the next match has seals, too; a branch has none and is dealt the same"):
        players, table = opened(port)
        for p in players:
            p.reveal(table)
        finish(players, table)
        for p in players:
            p.share = os.urandom(32).hex()
            p.seal = seal_of(p.share)
        again = players[0].good(type="again", table=table, seal=players[0].seal)["table"]
        players[1].join(again, seal=players[1].seal)
        equal(players[0].wait_table(again, lambda t: "reveal" in t)["reveal"], "AB")
        branch = players[0].good(type="branch", table=table, ply=0, seat="A")["table"]
        equal(players[0].wait_table(branch)["state"], "playing")
        views = [players[0].wait_view(branch, lambda v: v["ply"] == 0)["view"],
                 players[0].good(type="replay", table=table, ply=0, seat="A")["view"]]
        equal(views[0], views[1], "the cards of the branch:")


def refused(port):
    with case("what is wrong is refused, and changes nothing"):
        (ann, ben), table = opened(port)
        eve = Sealed(port, "Eve")
        eve.bad("yours", type="reveal", table=table, share=eve.share)
        eve.bad("message", type="reveal", table=table, share="12")
        ann.bad("seal", type="reveal", table=table, share=ben.share)
        ben.good(type="leave", table=table)
        ann.wait_table(table, lambda t: "reveal" not in t and "seal" not in t["seats"][1])
        ann.bad("seal", type="reveal", table=table, share=ann.share)
        eve.join(table)
        eve.bad("seal", type="reveal", table=table, share=eve.share)
        equal(ann.reveal(table)["type"], "done")
        ann.wait_view(table)
        ann.bad("begun", type="reveal", table=table, share=ann.share)
    with case("nobody can leave after the first share, nor be sent away"):
        (ann, ben), table = opened(port)
        ben.reveal(table)
        ann.bad("seal", type="reveal", table=table, share=ben.share)
        ben.bad("seal", type="reveal", table=table, share=ben.share)
        ann.bad("dealing", type="leave", table=table)
        ann.bad("dealing", type="bot", table=table, seat="B")
        ann.reveal(table)
        ann.wait_view(table)
    with case("a seal must be 64 digits, and a match from a seed has none"):
        ann = Sealed(port, "Ann")
        ann.bad("message", type="create", game=GAME, seal="xyz")
        ann.bad("message", type="create", game=GAME, seats=["you", "1"], players=2, seed="a", seal=ann.seal)


def waiting(server):
    """The match waits ten seconds for shares; this takes as long. All tables wait at the same time."""
    with case("if shares are missing, the match begins without them after a while, also after kill -9"):
        none, none_table = opened(server.port)
        some, some_table = opened(server.port)
        full, full_table = opened(server.port)
        some[1].reveal(some_table)
        full[0].reveal(full_table)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        server.start()

        def back(players, table):
            found = []
            for p in players:
                q = p.again()
                q.share, q.seal = p.share, p.seal
                q.good(type="watch", table=table)
                found.append(q)
            return found

        none, some, full = back(none, none_table), back(some, some_table), back(full, full_table)
        equal(full[1].wait_table(full_table)["reveal"], "B")
        full[1].ask(type="reveal", table=full_table, share=full[1].share)
        full[0].wait_view(full_table)
        for players, table, said in (
                (none, none_table, "Dealt from the secret alone: the seats added nothing.\n"
                                   "Given a seal, but not revealed the share: AB."),
                (some, some_table, "the shares of B, which match their seals.\nGiven a seal, but not revealed the share: A."),
                (full, full_table, "the shares of AB, which match their seals.")):
            record = finish(players, table)
            code, text = verify(record)
            check(code == 0 and said in text, text)
            if players is some:
                check("share A: none\n" in record, record)


def main():
    with serving(PROGRAM, store=STORE) as server:
        rules(server.port)
        refused(server.port)
        waiting(server)
    sys.exit(bool(failures))


main()
