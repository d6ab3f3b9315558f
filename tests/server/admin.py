#!/usr/bin/env python3
"""admin.py PROGRAM: 'tenka admin' beside running servers: one on SQLite, or two on the store that TENKA_TEST_STORE names."""
import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time

from client import Closed, http
from harness import PATIENCE, PROGRAM, Player, Server, case, check, equal, failures, hidden, play, seated

PASSWORD = "correct horse"


class Operator:
    def __init__(self, store):
        self.store = store

    def run(self, *arguments):
        return subprocess.run([PROGRAM, "admin", "--store", self.store, *map(str, arguments)], capture_output=True, text=True,
                              check=False)

    def good(self, *arguments):
        result = self.run(*arguments)
        check(result.returncode == 0 and not result.stderr, arguments, result.stdout, result.stderr)
        return result.stdout

    def bad(self, part, *arguments, code=1):
        result = self.run(*arguments)
        check(result.returncode == code and part in result.stderr and not result.stdout, arguments, f"expected '{part}':",
              result.stdout, result.stderr)
        equal(result.stderr.count("\n"), 1 if code == 1 else 2, result.stderr)


def keeper(node, name):
    p = Player(node.port, name=name)
    p.good(type="keep", name=name, password=PASSWORD)
    return p


def closes(player):
    """The server ends the connection."""
    try:
        while True:
            player.receive()
    except Closed as e:
        return e.args[0]


def tables(nodes, operator):
    with case("tables: no open table"):
        equal(operator.good("tables"), "no table is open\n")
    players, table = seated(nodes[0].port, "zipang", 2, clock="10m")
    waiting = Player(nodes[-1].port, name="Wait\u0301 Guest")
    second = waiting.create("glory", 3, seats=["you", "4"])
    play(players, table, random.Random(1), plies=3)
    with case("tables: games, players, states and ages"):
        lines = {line.split()[0]: line for line in operator.good("tables").splitlines()}
        equal(set(lines), {table, second})
        check(all(part in lines[table] for part in ("zipang", "playing", "0 min", f"Ann #{players[0].id}", "Ben")), lines[table])
        check(all(part in lines[second] for part in ("glory", "waiting", "4 (bot)", "free")), lines[second])
    with case("close: a table that waits"):
        operator.good("close", second)
        waiting.wait_table(second, lambda t: t["state"] == "closed")
    with case("close: a match ends without a result, on all nodes"):
        looker = Player(nodes[-1].port, name="Looker")
        looker.good(type="watch", table=table)
        equal(operator.good("close", table), "the match has ended without a result\n")
        for p in (*players, looker):
            p.wait_table(table, lambda t: t["state"] == "closed")
            check("secret" not in p.tables[table] and "ranks" not in p.tables[table], p.tables[table])
        players[0].bad("closed", type="resign", table=table)
        equal(players[0].ask(type="finished", player=players[0].id)["matches"], [])
        equal(operator.good("tables"), "no table is open\n")
    with case("close: what cannot be closed"):
        operator.bad("already over", "close", table)
        operator.bad("there is no table 'nothing'", "close", "nothing")
        operator.bad("not the id of a table", "close", "no/thing")
    with case("close: also after a restart it is closed"):
        for node in nodes:
            node.restart()
        p = Player(nodes[0].port, token=players[0].token)
        p.good(type="watch", table=table)
        equal(p.wait_table(table)["state"], "closed")


def bans(nodes, operator):
    here, there = nodes[0], nodes[-1]
    with case("bans: nobody is banned"):
        equal(operator.good("bans"), "nobody is banned\n")
    with case("ban: a player by name: their connections end, and neither token nor password helps"):
        bad = keeper(here, "Bad Egg")
        phone, other = Player(there.port, token=bad.token), Player(here.port, name="Other")
        check(" is banned until " in operator.good("ban", "bad egg", "--days", 3, "--reason", "rude words"))
        equal([closes(bad), closes(phone)], [1008, 1008])
        for node in nodes:
            late = Player(node.port, say_hello=False)
            late.bad("banned", type="hello", version=1, token=bad.token)
            late.bad("banned", type="login", name="Bad Egg", password=PASSWORD)
        other.good(type="ping")
        line = operator.good("bans")
        check(f"#{bad.id}" in line and "Bad Egg: rude words" in line and "until" in line, line)
    with case("unban: the player can come back"):
        operator.good("unban", f"#{bad.id}")
        equal(Player(there.port, token=bad.token).id, bad.id)
        operator.bad("is not banned", "unban", bad.id)
    with case("ban: an address: connections end within seconds, and HTTP is answered with 403 and a sentence"):
        guest = Player(there.port, name="Guest Here")
        equal(operator.good("ban", "127.0.0.0/8"), "127.0.0.0/8 is banned for ever\n")
        equal(closes(guest), 1008)
        for node in nodes:
            wait_status(node, 403)
            status, _, body = http(node.port, "/")
            check(status == 403 and b"banned" in body, status, body)
            try:
                Player(node.port)
                check(False, "connected")
            except Closed as e:
                check("403" in str(e.args[0]), e.args)
    with case("ban: holds after a restart"):
        here.terminate()
        here.wait()
        here.start()
        wait_status(here, 403)
    with case("unban: the address can connect again"):
        operator.good("unban", "127.0.0.0/8")
        for node in nodes:
            wait_status(node, 200)
            Player(node.port).close()
    with case("ban: an address of IPv6 means its first 64 bits"):
        equal(operator.good("ban", "2001:db8:1:2:3::7"), "2001:db8:1:2::/64 is banned for ever\n")
        operator.good("unban", "2001:db8:1:2::/64")
    with case("ban: an address of IPv6 says nothing about those of IPv4"):
        for ban in ("::1", "::/16"):
            kept = operator.good("ban", ban).split()[0]
            still = Player(nodes[0].port)
            still.good(type="lobby", on=False)
            time.sleep(2)  # until the server has heard of it
            still.good(type="lobby", on=False)
            Player(nodes[0].port).close()
            operator.good("unban", kept)
    with case("ban: addresses are written in one way"):
        for given, kept in (("192.0.2.77/24", "192.0.2.0/24"), ("::ffff:192.0.2.9", "192.0.2.9"), ("192.0.2.9/32", "192.0.2.9"),
                            ("2001:DB8::7/32", "2001:db8::/32")):
            equal(operator.good("ban", given), f"{kept} is banned for ever\n")
            operator.good("unban", kept)
        for text in ("10.0.0.1/", "10.0.0.1/33", "10.0.0.1/8x", "::/8", "2001:db8::/129", "/24"):
            operator.bad("not a range of addresses", "ban", text)
    with case("ban: bad input"):
        operator.bad("not a range of addresses", "ban", "10.0.0.0/4")
        operator.bad("not a range of addresses", "ban", "10.0.0/24")
        operator.bad("there is no player 'Nobody At All'", "ban", "Nobody At All")
        operator.bad("there is no player with the number 99", "ban", "#99")
        operator.bad("too long", "ban", "10.0.0.1", "--reason", "x" * 300)
        operator.bad("--days", "ban", "10.0.0.1", "--days", "0", code=2)
        for name in ("One", "Two"):
            Player(here.port, name="Double").close()
        operator.bad("several guests are called 'Double'", "ban", "Double")


def proxied(files):
    with case("ban: behind a proxy it is the address of the client that counts, and only with --proxied"):
        for options, status in ((["--proxied"], 403), ([], 200)):
            node = Server(PROGRAM, *options, store=f"sqlite:{files}/proxied{status}")
            Operator(node.store).good("ban", "192.0.2.0/24")
            seen = ["198.51.100.1", "192.0.2.7, 198.51.100.1", "198.51.100.1, 192.0.2.7",
                    "198.51.100.1, " * 60 + "192.0.2.7"]  # a client may send a long list
            deadline = time.monotonic() + PATIENCE
            while True:
                found = [http(node.port, "/games.json", f"X-Forwarded-For: {text}\r\n")[0] for text in seen]
                if found == [200, 200, status, status] or time.monotonic() > deadline:
                    break
            equal(found, [200, 200, status, status])
            node.stop()
            node.remove()


def wait_status(node, status, path="/games.json"):
    """Waits until the path is answered with this status, for as long as other tests wait for a server."""
    deadline = time.monotonic() + PATIENCE
    while (found := http(node.port, path)[0]) != status:
        check(time.monotonic() < deadline, f"{path} is still answered with {found}")
        time.sleep(0.05)


def reports(nodes, operator):
    (ann, ben), table = seated(nodes[0].port, "zipang", 2, names=["Reporter", "Rude\u202e"[:4]])
    ben.good(type="chat", table=table, text="rude \u202ewords")
    ann.wait_for(lambda p: p.chat.get(table))
    with case("reports: who, whom, where, what; without characters that confuse a terminal"):
        ann.good(type="report", table=table, line=ann.chat[table][0]["id"], text="please look")
        ann.good(type="report", table=table, seat="B", text="second")
        text = operator.good("reports")
        check(all(part in text for part in (f"Reporter #{ann.id} about Rude #{ben.id}", table, "ply ", "rude ?words", "please look",
                                            "second")), text)
    with case("reports --done: is not listed any more, except with --all"):
        number = operator.good("reports").split()[0]
        equal(operator.good("reports", "--done", number), f"report {number} is done\n")
        check("please look" not in operator.good("reports") and "please look" in operator.good("reports", "--all"))
        check("(done)" in operator.good("reports", "--all"))
        operator.bad("no open report", "reports", "--done", number)
    operator.good("close", table)


def names(nodes, operator):
    with case("rename: a registered name and that of a guest; those who are connected hear of it"):
        rude, guest = keeper(nodes[0], "Rude Name"), Player(nodes[-1].port, name="Ruder")
        equal(operator.good("rename", "Rude Name", "Kind Name"), f"#{rude.id} is now called Kind Name\n")
        operator.good("rename", f"#{guest.id}", "Friend")
        equal(rude.until_type("you")["player"], {"id": rude.id, "name": "Kind Name", "kept": True})
        equal(guest.until_type("you")["player"]["name"], "Friend")
        p = Player(nodes[-1].port, say_hello=False)
        p.good(type="login", name="kind name", password=PASSWORD)
        p.bad("login", type="login", name="Rude Name", password=PASSWORD)
    with case("rename: bad input"):
        operator.bad("cannot be a name", "rename", "Kind Name", " ")
        operator.bad("too long", "rename", "Kind Name", "x" * 64)
        operator.bad("has registered", "rename", f"#{guest.id}", "KIND NAME")
        operator.bad("there is no player 'Rude Name'", "rename", "Rude Name", "Other")
    with case("player: what is stored"):
        text = operator.good("player", "Kind Name")
        check(all(part in text for part in (f"Kind Name #{rude.id}", "registered", "devices", "open tables          none")), text)


def finished(nodes):
    """A match of two players that is over, with chat; its players and its table."""
    players, table = seated(nodes[0].port, "zipang", 2, names=["Del Person", "Stays"], listed=True)
    players[0].good(type="chat", table=table, text="my private words")
    players[1].good(type="chat", table=table, text="their words")
    play(players, table, random.Random(4), plies=2)
    players[0].good(type="mute", player=players[1].id, on=True)
    players[0].good(type="report", table=table, seat="B", text="my report")
    return players, table


def personal(nodes, operator, files):
    (ann, ben), table = finished(nodes)
    path = os.path.join(files, "export.json")
    with case("delete: not while the player has open tables"):
        operator.bad(f"still has open tables: {table}", "delete", f"#{ann.id}")
    with case("export: from where an open table was opened"):
        operator.good("export", f"#{ann.id}", path + "1")
        with open(path + "1", encoding="utf-8") as f:
            data = json.load(f)
        equal([(t["table"], t["origin"]) for t in data["tables"]], [(table, data["origins"][0]["origin"])])
    ann.good(type="resign", table=table)
    ben.wait_table(table, lambda t: t["state"] == "over")
    with case("export: all data of the player, for its owner's eyes only, as JSON"):
        operator.good("export", "Del Person", path)
        with open(path, encoding="utf-8") as f:
            data = json.load(f)
        equal(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        equal((data["player"][0]["name"], data["player"][0]["id"]), ("Del Person", ann.id))
        equal([m["table"] for m in data["matches"]], [table])
        equal([(t["table"], t["origin"]) for t in data["tables"]], [(table, None)])
        check([e for e in data["events"] if e["type"] == "chat" and "my private words" in e["text"]], data["events"])
        equal([m["player"] for m in data["muted"]], [ben.id])
        equal([r["text"] for r in data["reports"]], ["my report"])
        text = json.dumps(data)
        check("their words" not in text and ann.token not in text and "password" not in text)
    with case("export: bad input"):
        operator.bad("exists", "export", "Del Person", path)
        operator.bad("there is no player", "export", "Del Nobody", path + "2")
    with case("delete: the token ends, and the name is gone from the store"):
        operator.good("delete", f"#{ann.id}")
        closes(ann)
        Player(nodes[-1].port, say_hello=False).bad("token", type="hello", version=1, token=ann.token)
        operator.good("export", f"#{ann.id}", path + "3")
        with open(path + "3", encoding="utf-8") as f:
            text = f.read()
        check("Del Person" not in text and "my private words" not in text and "Deleted player" in text, text)
        equal([len(json.loads(text)[key]) for key in ("devices", "muted", "reports", "ratings", "origins", "bouts")], [0] * 6)
        equal(json.loads(text)["player"][0]["name"], "Deleted player")
    with case("delete: the matches of others can still be read and verified"):
        for node in nodes:
            node.restart()
        p = Player(nodes[0].port, token=ben.token)
        p.good(type="watch", table=table)
        p.wait_view(table)
        equal([s["name"] for s in p.tables[table]["seats"]], ["Deleted player", "Stays"])
        p.wait_for(lambda q: len(q.chat.get(table, [])) == 2)
        equal([(line["name"], line["text"]) for line in p.chat[table]], [("Deleted player", "-"), ("Stays", "their words")])
        record = p.good(type="record", table=table)["record"]
        check("Del Person" not in record)
        with open(os.path.join(files, "record"), "w", encoding="utf-8") as f:
            f.write(record)
        verified = subprocess.run([PROGRAM, "verify", f.name], capture_output=True, text=True, check=False)
        check(verified.returncode == 0, verified.stdout, verified.stderr)
        equal([x["name"] for x in p.ask(type="finished", player=p.id)["matches"][0]["places"] if x["name"] != "Stays"], ["Deleted player"])
    with case("delete: a player whom nobody knows"):
        operator.bad("no player", "delete", "#12345")


def health(nodes):
    database = sqlite3.connect(nodes[0].database, isolation_level=None)
    with case("healthz: 503 while the store cannot save, and 200 again afterwards"):
        wait_status(nodes[0], 200, "/healthz")
        database.execute("BEGIN IMMEDIATE")
        wait_status(nodes[0], 503, "/healthz")
        check(b"store" in http(nodes[0].port, "/healthz")[2])
        database.execute("ROLLBACK")
        wait_status(nodes[0], 200, "/healthz")
    database.close()


def uncommitted(operator):
    """A database that refuses a ban, but only when the transaction is to be committed."""
    def run(statement):
        subprocess.run(["psql", "-q", "-d", operator.store, "-c", statement], check=True)

    run("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE $$not today$$; END'")
    run("CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON bans DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION refuse()")
    with case("ban: nothing is said to be done if it could not be committed"):
        operator.bad("nothing was changed: ", "ban", "192.0.2.1")
        equal(operator.good("bans"), "nobody is banned\n")
    run("DROP TRIGGER refuse ON bans")


def wrong(operator, files):
    with case("admin: bad command lines"):
        operator.bad("expected a subcommand", code=2)
        operator.bad("there is no subcommand 'dance'", "dance", code=2)
        operator.bad("expected 'close TABLE'", "close", code=2)
        operator.bad("expected 'rename PLAYER NAME'", "rename", "x", code=2)
        operator.bad("only for 'ban'", "tables", "--days", 3, code=2)
        operator.bad("only for 'reports'", "bans", "--all", code=2)
        operator.bad("found both", "tables", "--data", files, code=2)
    with case("admin: a store that is not there, or not of this program"):
        Operator(f"sqlite:{files}/none").bad("cannot be used", "tables")
        Operator("mysql:x").bad("expected 'sqlite:FILE' or 'postgres://...'", "tables")


def main():
    store = os.environ.get("TENKA_TEST_STORE")
    nodes = []
    with tempfile.TemporaryDirectory() as files:
        try:
            nodes = [Server(PROGRAM, "--rate", "0", "--per-address", "0", store=store) for _ in range(2 if store else 1)]
            operator = Operator(nodes[0].store)
            for group in (tables, bans, reports, names):
                group(nodes, operator)
            personal(nodes, operator, files)
            wrong(operator, files)
            if store:
                uncommitted(operator)
            else:
                health(nodes)
                proxied(files)
            for i, node in enumerate(nodes):
                with case(f"node {i + 1} stops well, and its log has no tokens and words"):
                    node.stop()
                    check(not [secret for secret in hidden if secret and secret in node.text()])
                    check("unreadable" not in node.text(), node.text())
        finally:
            for node in nodes:
                node.remove()
    sys.exit(bool(failures))


main()
