#!/usr/bin/env python3
"""accounts.py PROGRAM: accounts over real sockets: which tokens end when, on every node; names that look alike; guesses of
passwords. With TENKA_TEST_STORE there are two nodes with that database, otherwise one server with SQLite."""
import os
import select
import sys

from client import Closed, http
from harness import Player, Server, case, check, equal, failures, hidden

PROGRAM = os.path.abspath(sys.argv[1])
PASSWORD, OTHER_PASSWORD = "correct horse", "battery staple"


def keeper(node, name, **more):
    """A player with a registered name."""
    p = Player(node.port, name=name, **more)
    p.good(type="keep", name=name, password=PASSWORD)
    return p


def device(node, name, password=PASSWORD, **more):
    """Another connection of the player, with its own token."""
    p = Player(node.port, say_hello=False)
    answer = p.good(type="login", name=name, password=password, **more)
    p.token, p.id, p.name = answer["token"], answer["player"]["id"], answer["player"]["name"]
    hidden.add(p.token)
    return p


def ends(p):
    """The server closes the connection. Until then it answers nothing but refusals."""
    try:
        while True:
            p.receive()
    except Closed:
        pass


def answered(p, ref):
    """Whether the request was granted. The connection may end before the answer."""
    try:
        return p.until(lambda m: m.get("ref") == ref)["type"] != "refused"
    except Closed:
        return False


def is_void(node, token):
    Player(node.port, say_hello=False).bad("token", type="hello", version=1, token=token)


def passwords(nodes):
    here, there = nodes[0], nodes[-1]
    with case("keep: a new password ends all other tokens and their connections, on all nodes; its own stays"):
        ann = keeper(here, "Ann Password")
        phone, tablet = device(here, "Ann Password"), device(there, "Ann Password")
        table = tablet.create("zipang", 2)
        same = Player(here.port, token=ann.token)
        ann.good(type="keep", name="Ann Password", password=OTHER_PASSWORD)
        for p in (phone, tablet):
            ends(p)
            for node in nodes:
                is_void(node, p.token)
        for p in (ann, same):
            equal(p.sync().good(type="player", player=ann.id)["player"]["name"], "Ann Password")
        Player(here.port, say_hello=False).bad("login", type="login", name="Ann Password", password=PASSWORD)
        again = device(there, "Ann Password", OTHER_PASSWORD)
        again.good(type="watch", table=table)
    with case("keep: if two devices change the password at once, one of them wins, and the other one ends"):
        both = {word: device(node, "Ann Password", OTHER_PASSWORD) for node, word in ((here, "first word"), (there, "other word"))}
        for word, p in both.items():
            hidden.add(word)
            p.send(type="keep", name="Ann Password", password=word, ref=9)
        won = [word for word, p in both.items() if answered(p, 9)]
        equal(len(won), 1, won)
        device(there, "Ann Password", won[0])
        ends(next(p for word, p in both.items() if word not in won))
        ends(ann)
    with case("keep: a guest who registers a name keeps the token and all its connections"):
        ben = Player(here.port)
        tab = Player(there.port, token=ben.token)
        ben.good(type="keep", name="Ben Password", password=PASSWORD)
        equal(tab.until_type("you")["player"], {"id": ben.id, "name": "Ben Password", "kept": True})
        tab.create("zipang", 2)


def sessions(nodes):
    here, there = nodes[0], nodes[-1]
    with case("sessions: a list of devices, without tokens and hashes"):
        cat = keeper(here, "Cat Sessions", device="Laptop")
        phone = device(there, "Cat Sessions", device="Phone 2")
        entries = cat.good(type="sessions")["sessions"]
        equal(sorted((e["device"], e["own"]) for e in entries), [("Laptop", True), ("Phone 2", False)])
        check(all(e["created"] > 1.6e12 and e["used"] % 86400000 == 0 and len(e["session"]) == 12 for e in entries), entries)
        check(not any(e["session"] in (cat.token, phone.token) for e in entries))
        own = [e["session"] for e in phone.good(type="sessions")["sessions"] if e["own"]]
        equal(own, [e["session"] for e in entries if not e["own"]])
    with case("sessions: a device may change what it calls itself"):
        Player(here.port, token=phone.token, device="Phone 3")
        check("Phone 3" in [e["device"] for e in cat.good(type="sessions")["sessions"]])
    with case("end: the token and its connections end, on all nodes; unknown sessions are refused"):
        cat.bad("session", type="end", session="000000000000")
        cat.bad("session", type="end", session=own[0] + "0")
        stranger = Player(here.port)
        stranger.bad("session", type="end", session=own[0])
        phone2 = Player(here.port, token=phone.token)
        cat.good(type="end", session=own[0])
        for p in (phone, phone2):
            ends(p)
        is_void(there, phone.token)
        equal([e["device"] for e in cat.good(type="sessions")["sessions"]], ["Laptop"])
    with case("logout: all connections with the token end, on all nodes; others stay"):
        phone = device(here, "Cat Sessions")
        same = [Player(node.port, token=phone.token) for node in nodes for _ in range(2)]
        phone.good(type="logout")
        for p in (phone, *same):
            ends(p)
        cat.good(type="ping")
        cat.create("zipang", 2)
    with case("a session that has ended hears nothing more of its tables"):
        dan = keeper(here, "Dan Sessions")
        phone = device(there, "Dan Sessions")
        table = dan.create("zipang", 2)
        phone.good(type="watch", table=table)
        dan.good(type="keep", name="Dan Sessions", password=OTHER_PASSWORD)
        ends(phone)
        dan.good(type="chat", table=table, text="alone")
        check(not phone.chat.get(table))


def names(nodes):
    here, there = nodes[0], nodes[-1]
    with case("names: what looks like a registered name is refused, for guests and for names to register"):
        keeper(here, "Paypal Oil")
        p = Player(there.port)
        for same in ("PAYPAL OIL", "paypa1 0il", "PaypaI OiI", "Ｐａｙｐａｌ Oil", "paypal 0il", "PaypalOil", "Pay\u200apal Oil"):
            p.bad("name-taken", type="name", name=same)
            p.bad("name-taken", type="keep", name=same, password=PASSWORD)
            Player(here.port, say_hello=False).bad("name-taken", type="hello", version=1, name=same)
    with case("names: letters of several alphabets and invisible characters are refused"):
        for bad in ("P\u0430ypal", "Ke\u034fn", "Ke\u200dn", "Ke\u061cn", "Ken\u03bd", "Ken\ufffc", "Mi\u0307ke", "René\u0301"):
            p.bad("name", type="name", name=bad)
        for good in ("田中 Tanaka", "\U0001f469\U0001f3fd\u200d\U0001f33e", "שלום", "محمد", "नमस्ते"):
            equal(p.good(type="name", name=good)["player"]["name"], good)
    with case("names: guests lose a name that somebody registers: at once on all nodes, else when they come back"):
        guests = [Player(node.port, name="Z0e Yields") for node in nodes]
        away = Player(here.port, name="zoe yields")
        away.close()
        zoe = keeper(here, "Zoe Yields")
        for guest in guests:
            new = guest.until_type("you")["player"]
            check(new["id"] == guest.id and new["name"].startswith("Guest ") and not new["kept"], new)
            equal(Player(there.port, token=guest.token).name, new["name"])
        check(Player(there.port, token=away.token).name.startswith("Guest "))
        equal(zoe.again().name, "Zoe Yields")
    with case("names: seats, chat and results tell registered names from those of guests"):
        guest = Player(here.port, name="Mia Marks")
        table = guest.create("zipang", 2)
        mia = keeper(there, "Mia Marks")
        equal(guest.until_type("you")["player"]["kept"], False)
        mia.join(table)
        for p in (guest, mia):
            p.good(type="chat", table=table, text="hello")
        guest.wait_table(table, lambda t: t["state"] == "playing")
        equal([(s["name"], s["kept"]) for s in guest.tables[table]["seats"]], [("Mia Marks", False), ("Mia Marks", True)])
        guest.wait_for(lambda p: len(p.chat.get(table, [])) == 2)
        equal(sorted((line["seat"], line["kept"]) for line in guest.chat[table]), [("A", False), ("B", True)])
        mia.good(type="resign", table=table)
        guest.wait_table(table, lambda t: t["state"] == "over")
        places = mia.good(type="finished", player=mia.id)["matches"][0]["places"]
        equal([(p["name"], p["kept"]) for p in places], [("Mia Marks", False), ("Mia Marks", True)])


def guess(node, name, count):
    """Guesses wrong passwords, each on a new connection; returns the clauses."""
    clauses = []
    for _ in range(count):
        p = Player(node.port, say_hello=False)
        clauses.append(p.ask(type="login", name=name, password="wrong wrong")["clause"])
        p.close()
    return clauses


def guesses(nodes):
    here = nodes[0]
    with case("login: after ten wrong passwords, on whichever connections and in whichever spelling, guesses are refused"):
        eve = keeper(here, "Eve Guessed")
        clauses = guess(here, "Eve Guessed", 6) + guess(here, "EVE guessed", 6)
        equal(clauses[:10], ["login"] * 10)
        check("guesses" in clauses[10:], clauses)  # a slow machine has time for one more
        answer = Player(here.port, say_hello=False).ask(type="login", name="eve guessed", password="wrong wrong")
        check(answer["clause"] in ("guesses", "login") and answer["text"])
    with case("login: a connection of the player itself is not hindered, nor are other names"):
        equal(eve.good(type="login", name="Eve Guessed", password=PASSWORD)["player"]["id"], eve.id)
        keeper(here, "Fay Guessed")
        equal(device(here, "Fay Guessed").name, "Fay Guessed")
    with case("login: right passwords use up no guesses"):
        for _ in range(12):
            device(here, "Fay Guessed").close()
    with case("login: five refused guesses end the connection"):
        p = Player(here.port, say_hello=False)
        try:
            for _ in range(6):
                p.ask(type="login", name="Eve Guessed", password="wrong wrong")
            check(False, "the connection is still open")
        except Closed:
            pass
    with case("login: while many log in, hello does not wait for them, and the queue is limited"):
        crowd = [Player(here.port, say_hello=False) for _ in range(60)]
        for i, p in enumerate(crowd):
            p.send(type="login", name=f"Nobody {i}", password="wrong wrong", ref=1)
        token = Player(here.port).token
        Player(here.port, token=token)
        waiting = [p for p in crowd if not select.select([p.socket], [], [], 0)[0]]
        check(waiting, "all logins were answered before the two hellos")
        clauses = [p.until(lambda m: m.get("ref") == 1)["clause"] for p in crowd]
        check(clauses.count("login") >= 8 and set(clauses) == {"login", "busy"}, clauses)


def moves_of_bots(node):
    return next(int(line.split()[1]) for line in http(node.port, "/metrics")[2].decode().splitlines()
                if line.startswith("tenka_bot_moves_total "))


def beside_bots():
    """A server whose only thread for bots has much to do."""
    server = Server(PROGRAM, "--threads", "1")
    try:
        with case("login: it does not wait for the bots of others"):
            keeper(server, "Ann Busy").close()
            host, tables, logins = Player(server.port), 12, 5
            for _ in range(tables):
                table = host.create("kunitori", 4, seats=["you", "6", "6", "6"])
                host.good(type="leave", table=table)  # now a bot plays for the host, too
            before = moves_of_bots(server)
            while moves_of_bots(server) < before + 3:
                pass
            before = moves_of_bots(server)
            for _ in range(logins):
                device(server, "Ann Busy").close()
            made = moves_of_bots(server) - before
            check(made < tables * logins / 2, f"{made} moves of bots were made before {logins} logins")
            for table in list(host.tables):
                host.ask(type="resign", table=table)
            server.stop()
    finally:
        server.remove()


def main():
    store = os.environ.get("TENKA_TEST_STORE")
    nodes = []
    try:
        nodes = [Server(PROGRAM, store=store) for _ in range(2 if store else 1)]
        for group in (passwords, sessions, names, guesses):
            group(nodes)
        if not store:
            beside_bots()
        for i, node in enumerate(nodes):
            with case(f"node {i + 1} stops well, and its log has no tokens and passwords"):
                node.stop()
                check(not [secret for secret in hidden if secret and secret in node.text()])
    finally:
        for node in nodes:
            node.remove()
    sys.exit(bool(failures))


main()
