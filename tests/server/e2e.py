#!/usr/bin/env python3
"""Tests a table server from outside: e2e.py PROGRAM [STORE]. STORE is an address 'postgres://...'; without one the servers
use SQLite. Environment: E2E_ONLY, a part of the name of a group; E2E_SEED; E2E_TIMES=1 reports what takes long."""
import gzip
import hashlib
import os
import random
import re
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import harness
from client import Client, Closed, connect, http
from harness import (PATIENCE, Player, Server, case, check, equal, free_port, hidden, logs, note, over, play, ready, refusals,
                     seated, serving)

PROGRAM = harness.PROGRAM
STORE = sys.argv[2] if len(sys.argv) > 2 else None
SEED = int(os.environ.get("E2E_SEED", "1"))
HERE = os.path.dirname(os.path.abspath(__file__))
UNIQUE = "%x" % (int(time.time() * 1000) % 0x10000000)  # for registered names, in a store that other runs have used
HEX64 = re.compile(rb"[0-9a-f]{64}")


def kept(port, name, password="a good password"):
    p = Player(port)
    p.good(type="keep", name=f"{name} {UNIQUE}", password=password)
    return p


def password_of(text):
    hidden.add(text)
    return text


def spoken(text):
    """Words for the chat; no log may contain them."""
    hidden.add(text)
    return text


# ---- 1: every request, every clause ----

TYPES = ("hello name keep login logout sessions end lobby create watch unwatch join reveal bot leave back move undo consent resign show chat again "
         "record replay finished player ping").split()


def documented():
    text = open(os.path.join(HERE, "../../docs/PROTOCOL.md"), encoding="utf-8").read()
    table = text[text.index("### Refusals"):]
    return set(re.findall(r"^\| `([\w-]+)` \|", table, re.M))


def example(kind, table="abcdefghjkmn"):
    """A valid message of this type."""
    more = {"hello": {"version": 1}, "name": {"name": "Ann"}, "keep": {"name": "Ann", "password": "12345678"},
            "login": {"name": "Ann", "password": "12345678"}, "end": {"session": "0123456789ab"}, "lobby": {"on": False}, "create": {"game": "zipang"},
            "bot": {"seat": "B"}, "reveal": {"share": "02" * 32}, "move": {"id": 1, "move": "pass"}, "undo": {"ply": 0}, "consent": {"yes": True},
            "show": {"on": True}, "chat": {"text": "words"}, "replay": {"ply": 0},
            "why": {"id": 1, "about": "A"}, "hint": {"id": 1}, "branch": {"ply": 0, "seat": "A"}, "player": {"player": 1}}.get(kind, {})
    if kind not in "hello name keep login logout sessions end lobby create finished player ping".split():
        more = {"table": table, **more}
    return {"type": kind, **more}


def test_hello(port):
    with case("hello: a guest, with a name or without one"):
        ann = Player(port, name="Ann")
        equal((ann.me["version"], ann.me["player"]["name"], ann.me["player"]["kept"], ann.me["tables"]), (1, "Ann", False, []))
        check(re.fullmatch("[0-9a-f]{64}", ann.token), ann.me)
        check(Player(port).me["player"]["name"].startswith("Guest"))
    with case("hello: with a token the client is the same player again, and the token is not sent a second time"):
        again = Player(port, token=ann.token)
        equal(again.me["player"], ann.me["player"])
        check("token" not in again.me, again.me)
        equal(Player(port, token=ann.token, name="Other").me["player"]["name"], "Ann")
    with case("hello: again, version, token and name are refused, and after that a good hello is accepted"):
        p = Player(port, say_hello=False)
        p.bad("version", type="hello", version=2)
        p.bad("token", type="hello", version=1, token="0" * 64)
        p.bad("token", type="hello", version=1, token="x")
        for name in ("x", "x" * 64, " xy", "xy ", "x  y", "x#y", "x\u202ey", "x\u2028y", "x\u0085y"):
            p.bad("name", type="hello", version=1, name=name)
        check(p.hello(name="x" * 63)["type"] == "welcome")
        p.bad("again", type="hello", version=1)
    with case("before hello only hello, login and ping are accepted"):
        p = Player(port, say_hello=False)
        equal(p.ask(type="ping")["type"], "pong")
        for kind in TYPES:
            if kind not in ("hello", "login", "ping"):
                p.bad("hello", **example(kind))


def test_names(port):
    with case("name: a guest can change the name; bad names are refused"):
        p = Player(port, name="Ann")
        equal(p.good(type="name", name="Änn 天下")["player"], {"id": p.id, "name": "Änn 天下", "kept": False})
        for name in ("x", "", "x" * 64, " xy", "x  y", "x#y", "\u2066xy"):
            p.bad("name", type="name", name=name)
        equal(p.again().me["player"]["name"], "Änn 天下")
    with case("name: invisible characters are refused, except those that join visible ones"):
        for name in ("\u3000", "\u3000\u00a0", "A\u200bnn", "Ann\u200d", "\u200dAnn", "A\u200enn", "\u2060\u2060", "\ufeffAnn",
                     "A\u00adnn", "\u3164", "\u2800", "Ann\u3000", "Ann \u3000Lee", "\U000e0041", "\ufe0f"):
            p.bad("name", type="name", name=name)
        for name in ("\U0001f469\u200d\U0001f33e", "天下\u3000太郎", "\u2764\ufe0f", "Änn 天下"):
            equal(p.good(type="name", name=name)["player"]["name"], name)
    with case("name: joiners between letters, marks on nothing, too many marks, and unassigned characters are refused"):
        for name in ("A\u200dnn", "\u0301Ann", "Ann \u0301", "A" + "\u0336" * 4 + "nn", "A\ue000nn", "A\u0378nn", "A\u17b4nn",
                     "A\u034fnn"):
            p.bad("name", type="name", name=name)
            p.bad("name", type="keep", name=name, password="12345678")
            Player(port, say_hello=False).bad("name", type="hello", version=1, name=name)
    with case("name: accents become part of their letters"):
        equal(p.good(type="name", name="A\u0308nn \u304b\u3099")["player"]["name"], "Änn が")
        equal(p.good(type="name", name="Änn 天下")["player"]["name"], "Änn 天下")
    name = "Ben " + UNIQUE
    ben = Player(port)
    with case("keep: a name with a password; short passwords and bad names are refused"):
        ben.bad("password", type="keep", name=name, password="1234567")
        ben.bad("name", type="keep", name="#", password="12345678")
        equal(ben.good(type="keep", name=name, password="correct horse")["player"], {"id": ben.id, "name": name, "kept": True})
        ben.bad("kept", type="name", name="Bob")
        equal(ben.again().me["player"], {"id": ben.id, "name": name, "kept": True})
    with case("keep, name: nobody else gets a registered name, also not with other capitals"):
        p.bad("name-taken", type="name", name=name)
        p.bad("name-taken", type="name", name=name.upper())
        p.bad("name-taken", type="keep", name=name.lower(), password="12345678")
        equal(p.again().me["player"]["name"], "Änn 天下")
    with case("keep, name, login: nobody else gets a name that looks the same"):
        same = "Ｂｅｎ\u3000" + UNIQUE
        p.bad("name-taken", type="name", name=same)
        p.bad("name-taken", type="keep", name=same, password="12345678")
        equal(Player(port, say_hello=False).good(type="login", name=same, password="correct horse")["player"]["id"], ben.id)
    with case("hello: a new guest does not get a registered name"):
        for taken in (name, name.upper()):
            Player(port, say_hello=False).bad("name-taken", type="hello", version=1, name=taken)
    with case("keep: another name and another password; the old ones are not valid any more"):
        other = "Benjamin " + UNIQUE
        ben.good(type="keep", name=other, password="battery staple")
        device = Player(port, say_hello=False)
        device.bad("login", type="login", name=name, password="correct horse")
        device.bad("login", type="login", name=other, password="correct horse")
        equal(device.good(type="login", name=other.upper(), password="battery staple")["player"]["id"], ben.id)
        check(Player(port, name=name).name == name, "the name that was given up is free")
    with case("login: a device of another player changes to this player, and gets its own token"):
        device = Player(port, name="Device")
        answer = device.good(type="login", name=other, password="battery staple")
        hidden.add(answer["token"])
        check(answer["player"]["id"] == ben.id and answer["token"] not in (ben.token, device.token), answer)
        equal(Player(port, token=answer["token"]).id, ben.id)
        equal(Player(port, token=device.token).id, device.id)
    with case("login: five wrong passwords end the connection"):
        device = Player(port, say_hello=False)
        try:
            for _ in range(5):
                device.bad("login", type="login", name=other, password="wrong wrong")
            device.sync()
            check(False, "it goes on")
        except Closed:
            pass
    with case("login: a refused login changes nothing, and tables are still followed"):
        [a, b], table = seated(port, "zipang", 2)
        a.bad("login", type="login", name=other, password="wrong wrong")
        b.good(type="chat", table=table, text=spoken("are you there?"))
        a.sync()
        check(a.chat.get(table), "the table is not followed any more")
        equal(a.good(type="show", table=table, on=True)["type"], "done")
    with case("logout: the token is not valid any more, the connection ends, other tokens stay valid"):
        third = Player(port, token=ben.token)
        equal(third.good(type="logout")["type"], "done")
        try:
            third.receive()
            check(False, "it goes on")
        except Closed:
            pass
        p = Player(port, say_hello=False)
        p.bad("token", type="hello", version=1, token=ben.token)
        check(Player(port, token=answer["token"]).id == ben.id)


def test_messages(port):
    with case("message: anything that is not a request is refused, with its ref, and the connection stays open"):
        p = Player(port)
        wrong = [b"", b" ", b"x", b"[]", b"1", b"null", b'"hello"', b"{", b"{}", b'{"type": 1}', b'{"type": "dance"}',
                 b'{"type": "ping"} x', b'{"type": "ping"}{"type": "ping"}', b"{'type': 'ping'}", b'{"type": "ping",}',
                 b'{"type": "ping", "ref": -1}', b'{"type": "ping", "ref": 1.5}', b'{"type": "ping", "ref": "1"}',
                 b'{"type": "ping", "ref": 18446744073709551617}', b"\x00", b'{"type": "ping"}\x00', b"[" * 3000,
                 b'{"type":' * 400, b'{"type": "player", "player": null}', b'{"type": "player"}',
                 b'{"type": "watch", "table": "../etc"}', b'{"type": "watch", "table": ""}',
                 b'{"type": "watch", "table": "a", "since": -1}', b'{"type": "watch", "table": "a", "seat": "G"}',
                 b'{"type": "watch", "table": "a", "since": 99999999999}', b'{"type": "chat", "table": "a", "text": "\\u0000"}',
                 b'{"type": "chat", "table": "a", "text": "a\\nb"}',
                 b'{"type": "chat", "table": "a", "text": "%s"}' % (b"x" * 501),
                 b'{"type": "keep", "name": "Ann", "password": "%s"}' % (b"x" * 129), b'{"type": "lobby", "on": 1}',
                 b'{"type": "ping", "a": {"b": {"c": {"d": {"e": 1}}}}}']
        for text in wrong:
            p.frame(text)
            m = p.receive()
            check(m["type"] == "refused" and m["clause"] == "message" and m["text"], repr(text)[:80], m)
        p.frame(b'{"type": "dance", "ref": 77}')
        equal(p.receive()["ref"], 77)
        p.frame(b'{"ref": 78, "type": "create", "game": "chess"}')
        m = p.receive()
        check(m["ref"] == 78 and m["request"] == "create" and "chess" in m["text"], m)
        p.frame(b'{"type": "ping", "ref": 9223372036854775806, "more": [1, 2, {"x": null}]}')
        equal(p.receive(), {"type": "pong", "ref": 9223372036854775806})
    with case("requests without a ref get an answer only if it tells something"):
        p.send(type="lobby", on=False)
        p.send(type="ping", ref=5)
        equal(p.receive(), {"type": "pong", "ref": 5})
        p.send(type="watch", table="abcdefghjkmn")
        equal(p.receive()["clause"], "table")
    with case("create: bad settings are refused with a reason"):
        for wrong, word in (({"game": "zipang", "players": 1}, "players"), ({"game": "zipang", "players": 7}, "players"),
                            ({"game": "zipang", "options": {"x": "on"}}, "x"), ({"game": "zipang", "options": []}, "options"),
                            ({"game": "zipang", "options": {"coin-drain": "maybe"}}, "coin-drain"),
                            ({"game": "kenjin", "players": 2, "options": {"teams": "on"}}, "teams"),
                            ({"game": "zipang", "clock": "0s"}, "clock"), ({"game": "zipang", "clock": "5"}, "clock"),
                            ({"game": "zipang", "clock": "99999d"}, "clock"), ({"game": "zipang", "clock": "5s+"}, "clock"),
                            ({"game": "zipang", "listed": "maybe"}, "listed"), ({"game": "zipang", "rated": 7}, "rated"),
                            ({"game": "zipang", "seats": ["you", "you"]}, "seats"), ({"game": "zipang", "seats": []}, "seats"),
                            ({"game": "zipang", "seats": ["free", "free"]}, "seats"), ({"game": "zipang", "seats": "you"}, "seats"),
                            ({"game": "zipang", "seats": ["you", "run:id"]}, "seats"), ({"game": "zipang", "seats": ["7"]}, "seats"),
                            ({"game": "zipang", "seats": ["you", "free", "free"]}, "seats"), ({"game": "zipang x=y"}, "game"),
                            ({"game": "zipang", "options": {"players": 3, "clock": "1s"}}, "options"),
                            ({"game": "zipang", "options": {"watched": "no"}}, "watched"), ({}, "game"),
                            ({"game": "zipang", "seed": "x"}, "seed"), ({"game": "zipang", "seats": ["you", "1"], "seed": ""}, "seed"),
                            ({"game": "zipang", "seats": ["you", "1"], "seed": "x" * 64}, "seed"),
                            ({"game": "zipang", "seats": ["you", "1"], "seed": 7}, "seed"),
                            ({"game": "zipang", "seats": ["you", "1"], "rated": True, "seed": "x"}, "seed")):
            answer = p.bad("message", type="create", **wrong)
            check(word in answer["text"], wrong, answer)


def test_tables(port):
    """The clauses that refuse requests at a table, in each of its states."""
    ann, ben, cat = (Player(port, name=n) for n in ("Ann", "Ben", "Cat"))
    none = "abcdefghjkmn"
    with case("table: every request about a table that does not exist is refused"):
        for kind in TYPES:
            if "table" in example(kind):
                ann.bad("table", **example(kind, none))
        ann.bad("table", **example("watch", "a"))
    with case("create, watch, join, bot, leave before the match"):
        table = ann.create("zipang", 3, seats=["you"])
        equal([s["is"] for s in ann.wait_table(table)["seats"]], ["player", "free", "free"])
        ben.good(type="watch", table=table)
        ben.bad("seat", type="join", table=table, seat="D")
        ben.bad("seat", type="join", table=table, seat="spectator")
        ben.bad("taken", type="join", table=table, seat="A")
        ben.join(table, seat="C")
        ben.bad("twice", type="join", table=table)
        ben.bad("twice", type="join", table=table, seat="B")
        ben.bad("host", type="bot", table=table, seat="B", bot="random")
        ben.bad("yours", type="bot", table=table, seat="A")
        ann.bad("bot", type="bot", table=table, seat="B", bot="run:id")
        ann.bad("bot", type="bot", table=table, seat="B", bot="7")
        ann.bad("seat", type="bot", table=table, seat="D", bot="random")
        ann.bad("seat", type="bot", table=table, seat="all", bot="random")
        ann.bad("taken", type="bot", table=table, seat="C", bot="random")
        ann.bad("seat", type="bot", table=table, seat="B")
        ben.good(type="leave", table=table)
        ben.good(type="leave", table=table)  # a spectator can leave, too
        ann.good(type="bot", table=table, seat="B", bot="random")
        ann.good(type="bot", table=table, seat="B")
        ann.sync()
        equal([s["is"] for s in ann.tables[table]["seats"]], ["player", "free", "free"])
    with case("early: requests before the match begins are refused"):
        for kind in ("back", "move", "undo", "consent", "resign", "show", "record", "replay"):
            ann.bad("early", **example(kind, table))
        ann.bad("running", type="again", table=table)
    with case("yours: a player without a seat cannot act for one"):
        for kind in ("back", "move", "undo", "consent", "resign", "show", "again"):
            cat.bad("yours", **example(kind, table))
        cat.bad("follow", **example("chat", table))  # cat does not follow the table
    with case("closed: a table that all players have left"):
        ann.good(type="leave", table=table)
        ann.wait_table(table, lambda t: t["state"] == "closed")
        ben.bad("closed", type="join", table=table)
        ann.bad("closed", type="bot", table=table, seat="B", bot="random")
    with case("seal, dealing: shares of the deal (seal.py has the rest)"):
        share = "02" * 32
        seal = hashlib.sha256(bytes.fromhex(share)).hexdigest()
        a, b = Player(port, name="Sealed"), Player(port, name="Sealed too")
        table = a.create("zipang", 2, seal=seal, listed=False)
        b.good(type="join", table=table, seal=seal)
        b.bad("seal", type="reveal", table=table, share="03" * 32)
        b.good(type="reveal", table=table, share=share)
        b.bad("dealing", type="leave", table=table)
        a.good(type="reveal", table=table, share=share)
        a.wait_view(table)
        a.good(type="resign", table=table)
    with case("long: chat without words"):
        table = ann.create("zipang", 2)
        ann.bad("long", type="chat", table=table, text="")
        ann.bad("long", type="chat", table=table, text="   ")
        words = spoken("x" * 497 + "天")
        ann.good(type="chat", table=table, text=words)
        equal(ann.wait_for(lambda p: p.chat.get(table)).chat[table][0]["text"], words)
    with case("begun, full: nobody can join a match that has begun"):
        ben.join(table)
        cat.bad("full", type="join", table=table)
        cat.bad("begun", type="join", table=table, seat="A")
        ann.bad("begun", type="bot", table=table, seat="B", bot="random")
        ann.bad("begun", type="bot", table=table, seat="B")
    with case("move: stale, turn, form, and the rules of the game"):
        for p in (ann, ben):
            p.wait_view(table)
        actor, other = (ann, ben) if ann.moves(table) else (ben, ann)
        turn = actor.views[table]["id"]
        actor.bad("stale", type="move", table=table, id=turn + 1, move=actor.moves(table)[0])
        actor.bad("stale", type="move", table=table, id=0, move=actor.moves(table)[0])
        other.bad("turn", type="move", table=table, id=turn, move=actor.moves(table)[0])
        for form in ("", "dance", "captain captain", "# x", "captain " * 60):
            actor.bad("form", type="move", table=table, id=turn, move=form)
        answer = actor.ask(type="move", table=table, id=turn, move="fall")
        check(answer["type"] == "refused" and answer["clause"] not in documented(), answer)
        equal(actor.good(type="move", table=table, id=turn, move=actor.moves(table)[0])["type"], "done")
    with case("undo, consent, back, again, replay: impossible requests are refused"):
        ann.bad("asked", type="consent", table=table, yes=True)
        ann.bad("away", type="back", table=table)
        ann.bad("running", type="again", table=table)
        for p in (ann, ben):
            p.sync()
        ply = ann.views[table]["ply"]
        ann.bad("ply", type="undo", table=table, ply=ply)
        ann.bad("ply", type="undo", table=table, ply=1000000)
        ann.bad("ply", type="replay", table=table, ply=ply + 1)
        ann.bad("ply", type="replay", table=table, ply=0, seat="B")
        ann.bad("ply", type="replay", table=table, ply=0, seat="all")
        cat.bad("ply", type="replay", table=table, ply=0, seat="A")
        ann.bad("ply", type="replay", table=table, ply=0, seat="F")
        for seat in ("A", "spectator"):
            equal(ann.good(type="replay", table=table, ply=0, seat=seat)["seat"], seat)
    with case("away: a player who has left cannot move or leave again, and can come back"):
        ben.good(type="leave", table=table)
        ben.good(type="leave", table=table)  # now ben does not follow the table any more
        ben.good(type="watch", table=table)
        ben.wait_view(table, lambda v: v["actor"] == "A")  # the bot has moved for ben
        ben.bad("away", type="move", table=table, id=ben.views[table]["id"], move="fall")
        ben.good(type="back", table=table)
        ben.bad("away", type="back", table=table)
    with case("gone, over: after a resignation, and after the end"):
        three, table3 = seated(port, "zipang", 3)
        three[2].good(type="resign", table=table3)
        three[2].bad("gone", type="resign", table=table3)
        three[2].bad("gone", type="back", table=table3)
        three[2].wait_view(table3, lambda v: v["actor"] != "C")  # the bot has moved for C
        three[2].bad("gone", type="move", table=table3, id=three[2].views[table3]["id"], move="fall")
        three[2].good(type="unwatch", table=table3)
        ben.good(type="resign", table=table)
        ann.wait_table(table, lambda t: t["state"] == "over")
        equal(ann.tables[table]["ranks"], [1, 2])
        for kind in ("undo", "consent", "resign", "back"):
            ann.bad("over", **example(kind, table))
        ann.sync()
        ann.bad("over", type="move", table=table, id=ann.views[table]["id"], move="fall")
        cat.bad("begun", type="join", table=table, seat="A")
        equal(cat.good(type="replay", table=table, ply=0, seat="all")["seat"], "all")
        ann.good(type="leave", table=table)
    with case("again: one new table for all players, everybody one seat further"):
        following = ann.good(type="again", table=table)["table"]
        equal(ben.good(type="again", table=table)["table"], following)
        equal(ann.wait_table(following)["you"], "B")
        ben.join(following)
        equal(ben.wait_table(following, lambda t: t["state"] == "playing")["you"], "A")
        cat.bad("yours", type="again", table=table)
    with case("finished, player: lists, and a player that does not exist"):
        matches = cat.good(type="finished", player=ann.id)["matches"]
        equal([m["table"] for m in matches], [table])
        equal(cat.good(type="finished", player=ann.id, before=matches[0]["time"])["matches"], [])
        equal(len(cat.good(type="finished", player=ann.id, before=matches[0]["time"] + 1)["matches"]), 1)
        check(len(cat.good(type="finished")["matches"]) <= 50)
        equal(cat.good(type="player", player=ann.id)["player"]["name"], "Ann")
        cat.bad("player", type="player", player=1)
        cat.bad("player", type="player", player=0)
    with case("watches: a client can follow at most 16 tables"):
        host = Player(port)
        many = [host.create("zipang", 2) for _ in range(16)]
        p = Player(port)
        for t in many:
            p.good(type="watch", table=t)
        p.bad("watches", type="watch", table=following)
        p.bad("watches", type="join", table=following)
        p.bad("watches", type="create", game="zipang")
        p.good(type="watch", table=many[0])
        p.good(type="unwatch", table=many[0])
        p.good(type="watch", table=following)


def test_lobby(port):
    with case("lobby: first all tables, then those that change; never unlisted ones; nothing after it is turned off"):
        p, host = Player(port), Player(port, name="Host")
        p.good(type="lobby", on=True)
        check(p.until_type("lobby")["whole"])
        secret_table = host.create("zipang", 2, listed=False)
        table = host.create("zipang", 2, seats=["you"])
        def news():
            """News of this table, or of the unlisted one. Other tables may be open, too."""
            ours = []
            while not ours:
                m = p.until_type("lobby")
                ours = [(t["table"], t["state"]) for t in m["tables"] if t["table"] in (table, secret_table)]
            check(not m["whole"] and all("secret" not in t and "commitment" not in t for t in m["tables"]), m)
            return ours
        equal(news(), [(table, "waiting")])
        other = Player(port)
        other.join(secret_table)
        other.join(table)
        equal(news(), [(table, "playing")])
        host.good(type="resign", table=table)
        equal(news(), [(table, "over")])
        p.good(type="lobby", on=False)
        p.sync()
        seen = len(p.messages)
        host.create("zipang", 2)
        p.sync()
        check(not any(b'"lobby"' in text for text in p.messages[seen:]), "lobby after off")
        late = Player(port)
        late.good(type="lobby", on=True)
        names = [t["table"] for t in late.until_type("lobby")["tables"]]
        check(secret_table not in names and table not in names, names)


def test_help(port):
    ann, ben = Player(port, name="Ann"), Player(port, name="Ben")
    with case("seed: the same seed deals the same cards, and bots play the same against the same moves"):
        dealt = []
        for seed in ("one", "one", "two"):
            table = ann.good(type="create", game="zipang", players=3, seats=["you", "greedy", "2"], seed=seed, listed=False)["table"]
            play([ann], table, plies=6)
            ann.wait_for(lambda p: p.moves(table) or over(p, table))
            dealt.append((ann.good(type="replay", table=table, ply=0, seat="A")["view"], [e["text"] for e in ann.log[table]]))
        equal(dealt[0], dealt[1])
        check(dealt[0] != dealt[2], "another seed, the same cards")
    table = ann.good(type="create", game="zipang", players=2, seed="guide 7", seats=["you", "greedy"])["table"]
    ann.wait_view(table)
    with case("why: a card that can be played, one that cannot, a seat; an unknown thing, a player without a seat, an old view"):
        turn, moves = ann.views[table]["id"], ann.views[table]["moves"]
        kinds = {m["parts"]["kind"] for m in moves if "kind" in m["parts"]}
        equal(ann.good(type="why", table=table, id=turn, about=sorted(kinds)[0])["clause"], "fits")
        hand = {c["kind"] for c in ann.views[table]["view"]["hand"][0]}
        absent = next(k for k in ("warlord", "emperor", "princess", "tea") if k not in hand)
        answer = ann.good(type="why", table=table, id=turn, about=absent)
        check(answer["clause"] not in documented() | {"fits", "nothing"}, answer)
        check(answer["text"].endswith("."), answer)
        for thing in ("", "dragon", "captain dragon", "dance captain", "captain block", "Z", "9999"):
            ann.bad("thing", type="why", table=table, id=turn, about=thing)
        ann.bad("stale", type="why", table=table, id=turn + 1, about="A")
        ben.bad("yours", type="why", table=table, id=turn, about="A")
    with case("why: for a legal card, what else must be chosen; for a verb, why it is not possible"):
        other = ann.good(type="create", game="kenjin", players=2, seats=["you", "greedy"])["table"]
        view = ann.wait_turn(other)
        parts = next(m["parts"] for m in view["moves"] if "places" in m["parts"])
        for about, clause, word in ((parts["kind"], "fits", "place"), (parts["places"][0], "fits", "card"),
                                    ("choose bridge", "K1", "Deploy")):
            answer = ann.good(type="why", table=other, id=view["id"], about=about)
            check(answer["clause"] == clause and word in answer["text"], about, answer)
    with case("hint: a legal move and the chance to win, only for the actor"):
        answer = ann.good(type="hint", table=table, id=turn)
        check(answer["move"] in ann.moves(table) and 0 <= answer["chance"] <= 100, answer)
        equal({**ann.good(type="hint", table=table, id=turn), "ref": answer["ref"]}, answer, "the same once more:")
        ben.bad("yours", type="hint", table=table, id=turn)
        ann.bad("stale", type="hint", table=table, id=turn + 1)
    with case("hint: none if another person sits at the table; and a connection may end before its hint is ready"):
        pair, shared = seated(port, "zipang", 2)
        for p in pair:
            p.bad("company", type="hint", table=shared, id=p.wait_view(shared)["id"])
            p.close()
        for _ in range(3):
            p = ann.again()
            p.send(type="hint", table=table, id=turn, ref=1)
            p.cut(reset=True)
        ann.sync()
    with case("branch: refused during the match; after it any ply, any seat, against bots"):
        ann.bad("running", type="branch", table=table, ply=0, seat="A")
        match = ann.good(type="create", game="glory", players=2, seats=["you", "greedy"])["table"]
        play([ann], match, plies=4)
        ann.good(type="resign", table=match)
        ann.wait_for(lambda p: over(p, match))
        plies = ann.good(type="replay", table=match, ply=0)["last"]
        ben.bad("ply", type="branch", table=match, ply=plies + 1, seat="A")
        ben.bad("seat", type="branch", table=match, ply=0, seat="C")
        ben.bad("seat", type="branch", table=match, ply=0, seat="spectator")
        for ply in (plies - 1, plies):  # at the last ply somebody gave up, but by its moves the game was not over
            mine = ben.good(type="branch", table=match, ply=ply, seat="B")["table"]
            info = ben.wait_table(mine)
            equal((info["you"], info["state"], [s["is"] for s in info["seats"]]), ("B", "playing", ["bot", "player"]))
            check(ben.good(type="replay", table=mine, ply=0)["last"] >= ply)
            equal(ben.good(type="replay", table=mine, ply=ply, seat="B")["view"],
                  ann.good(type="replay", table=match, ply=ply, seat="B")["view"])
    with case("branch: refused if nothing is left to decide"):
        match = ann.good(type="create", game="zipang", players=2, seats=["you", "greedy"])["table"]
        play([ann], match)
        ply = ann.good(type="replay", table=match, ply=0)["last"]
        ben.bad("decided", type="branch", table=match, ply=ply, seat="A")
        while (answer := ben.ask(type="branch", table=match, ply=ply, seat="A"))["type"] == "refused":
            equal(answer["clause"], "decided")
            ply -= 1
    with case("language, marks: Japanese, with seats and terms marked; another language is English"):
        for language, marks in (("ja", True), ("ja", False), ("xx", False)):
            c = Client(port)
            c.hello(language=language, marks=marks)
            c.ask(type="create", game="zipang", players=2, seed="guide 7", seats=["you", "greedy"], listed=False)
            view = c.until(lambda m: m["type"] == "view" and m.get("moves"))
            text = view["prompt"] + view["moves"][0]["text"] + " ".join(t for p in view["log"] for t in p["text"])
            equal(any(ord(x) > 0x3000 for x in text), language == "ja", text)
            refusal = c.ask(type="move", table="nosuchtable", id=1, move="x")
            equal(any(ord(x) > 0x3000 for x in refusal["text"]), language == "ja", refusal)
            c.ask(type="move", table=view["table"], id=view["id"], move=view["moves"][0]["move"])
            log = c.until(lambda m: m["type"] == "view" and m["log"])["log"]
            equal("[A:" in str(log), marks, log)
            c.close()
    with case("languages: bad values are refused"):
        c = Client(port)
        for wrong in ({"language": 7}, {"marks": "yes"}):
            equal(c.ask(type="hello", version=1, **wrong)["clause"], "message")
        c.close()
    with case("languages: with a region, or unknown and long; a refused request does not change the language"):
        for language, japanese in (("ja-JP", True), ("x" * 20, False), ("de-DE", False), ("ja" + "x" * 20 + "-JP", False)):
            c = Client(port)
            equal(c.hello(language=language)["type"], "welcome")
            for again in ({"type": "hello", "version": 1}, {"type": "login", "name": "nobody", "password": "12345678"}):
                refusal = c.ask(language="en" if japanese else "ja", **again)
                equal(any(ord(x) > 0x3000 for x in refusal["text"]), japanese, refusal)
            c.close()
    for p in (ann, ben):
        p.close()


def wait_for_health(server):
    deadline = time.monotonic() + PATIENCE
    while http(server.port, "/healthz")[0] != 200:
        check(time.monotonic() < deadline, "it stays ill")
        time.sleep(0.1)


def test_limits():
    """Clauses that need a separate server: tables, store, closing."""
    with serving(PROGRAM, "--tables-per-player", "2", "--rate", "0", name="the server with limits") as server:
        with case("tables: a player can have so many open tables, and another one when one is over"):
            p = Player(server.port)
            first = p.create("zipang", 2)
            p.create("zipang", 2)
            p.bad("tables", type="create", game="zipang")
            p.good(type="leave", table=first)
            p.create("zipang", 2)
        with case("quiet: the chat of spectators is limited; players read it after the match, also a player who comes back late"):
            [a, b], table = seated(server.port, "zipang", 2)
            spectators = [Player(server.port) for _ in range(6)]
            for spectator in spectators:
                spectator.good(type="watch", table=table)
            for i in range(300):
                spectators[i // 60].good(type="chat", table=table, text=spoken(f"remark number {i}"))
                if i == 60:
                    spectators[0].bad("often", type="chat", table=table, text="one more")
            spectators[5].bad("quiet", type="chat", table=table, text="one more")
            b.good(type="chat", table=table, text=spoken("we have words of our own"))
            a.sync()
            equal([c["name"] for c in a.chat[table]], [b.name])
            since, token = a.since[table], a.token
            a.cut()
            b.good(type="resign", table=table)
            late = Player(server.port, token=token)
            late.good(type="watch", table=table, since=since)
            late.sync()
            equal(len([c for c in late.chat[table] if "seat" not in c]), 300)
        with case("often: showing and hiding cards ends somewhere; the match goes on"):
            [a, b], table = seated(server.port, "zipang", 2)
            for _ in range(500):
                a.good(type="show", table=table, on=True)
            a.good(type="show", table=table, on=False)
            a.bad("often", type="show", table=table, on=True)
            b.good(type="show", table=table, on=True)
            a.good(type="resign", table=table)
        with case("sessions: a player can have 16 connections, and another one when one of them ends"):
            p = Player(server.port)
            others = [Player(server.port, token=p.token) for _ in range(15)]
            late = Player(server.port, say_hello=False)
            late.bad("sessions", type="hello", version=1, token=p.token)
            others.pop().close()
            deadline = time.monotonic() + PATIENCE
            while late.ask(type="hello", version=1, token=p.token)["type"] != "welcome":
                check(time.monotonic() < deadline, "the one that has ended still counts")
            for q in (late, *others):
                q.close()
        with case("store: a request that cannot be saved is refused and changes nothing; later it succeeds"):
            [a, b], table = seated(server.port, "zipang", 2)
            for q in (a, b):
                q.sync()
            actor, other = (a, b) if a.moves(table) else (b, a)
            move, before = actor.moves(table)[0], dict(actor.views[table])
            spectator = Player(server.port)
            spectator.good(type="watch", table=table)
            spectator.sync()
            seen = len(spectator.messages)
            limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, limit[1]))
            try:
                actor.bad("store", type="move", table=table, id=before["id"], move=move)
                other.bad("store", type="chat", table=table, text="words")
                actor.bad("store", type="name", name="Somebody")
                stranger = Player(server.port, say_hello=False)
                stranger.bad("store", type="hello", version=1)
                for q in (actor, other):
                    q.sync()
                lost = spectator.ask(type="create", game="zipang")
                check(lost["type"] == "refused" and lost["clause"] == "store", lost)
                for q in (actor, spectator, other):
                    q.sync()
            finally:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
            after = [m for m in spectator.messages[seen:] if b'"pong"' not in m and b'"refused"' not in m]
            check(not after, "it was sent to others:", repr(after)[:500])
            wait_for_health(server)
            equal(actor.good(type="player", player=actor.id)["player"]["name"], actor.name)
            actor.good(type="watch", table=table)
            actor.sync()
            equal({k: v for k, v in actor.views[table].items() if k != "log"},
                  {k: v for k, v in before.items() if k != "log"})
            equal(actor.good(type="move", table=table, id=before["id"], move=move)["type"], "done")
            play([a, b], table)
            equal(len(a.log[table]), a.views[table]["ply"])
            check(stranger.hello()["type"] == "welcome")
        with case("store: while it fails the server does not try again and again"):
            [a, b], short = seated(server.port, "kenjin", 2, clock="1s")
            limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, limit[1]))
            try:
                time.sleep(1.5)  # a clock would run out, if time did not stand still
                before = metrics(server.port)["tenka_store_failures_total"]
                time.sleep(3)
                grown = metrics(server.port)["tenka_store_failures_total"] - before
            finally:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
            check(0 < grown < 90, f"{grown} failures in three seconds")
            wait_for_health(server)
            a.wait_table(short, lambda t: any(s.get("away") for s in t["seats"]))
        with case("store: while it fails no clock runs, /healthz says so, and requests in time are done afterwards"):
            [a, b], strict = seated(server.port, "kenjin", 2, clock="12s", strict=True)
            actor = turns([a, b], strict)
            limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, limit[1]))
            try:
                for _ in range(14):
                    time.sleep(1)
                    actor.ask(type="move", table=strict, id=actor.views[strict]["id"], move=actor.moves(strict)[0])
                check(http(server.port, "/healthz")[0] == 503, "a store that cannot save is healthy")
            finally:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
            wait_for_health(server)
            equal(actor.tables[strict]["state"], "playing")
            actor.good(type="move", table=strict, id=actor.views[strict]["id"], move=actor.moves(strict)[0])
        with case("closing: pending requests are answered before the connection ends"):
            p = Player(server.port)
            count = requests_of(server)
            p.send(type="keep", name="Kept " + UNIQUE, password=password_of("horse correct battery"), ref=1)
            while requests_of(server) == count:
                pass
            seen = closed(server, p)
            check("closing" in seen, "nobody says so", list(seen))
            check("you" in seen and seen["you"]["ref"] == 1, "it was not answered:", list(seen))
            server.wait()
            server.start()
        with case("closing: requests that come too late are refused, and the connection ends"):
            blocked = Player(server.port)
            blocked.good(type="watch", table=table)
            wanted = 3000  # answers that fill the buffers of the connection, so that it cannot end yet
            for i in range(wanted):
                blocked.frame(b'{"type":"record","table":"%s","ref":%d}' % (table.encode(), i + 1000))
            server_is_closing(server)
            refs, refused = [], set()
            try:
                while True:
                    m = blocked.receive()
                    if m.get("ref", 0) >= 1000:
                        refs.append(m["ref"])
                        refused |= {m["clause"]} if m["type"] == "refused" else set()
            except (Closed, ConnectionError):
                pass
            equal(refs, list(range(1000, 1000 + len(refs))), "answers in order, none twice:")
            check(refused <= {"closing"}, "refused for another reason:", list(refused))
            server.wait()
            server.start()


def requests_of(server):
    return int(re.search(rb"^tenka_requests_total (\d+)", http(server.port, "/metrics")[2], re.M).group(1))


def closed(server, client):
    """Sends SIGTERM. Returns what the client gets until its connection ends, by type."""
    seen = {}
    server_is_closing(server)
    try:
        while True:
            m = client.receive()
            seen[m["type"]] = m
    except (Closed, ConnectionError):
        return seen


def server_is_closing(server):
    """Sends SIGTERM, and waits until the server begins to close."""
    server.terminate()
    while "event=closing" not in server.text():
        time.sleep(0.005)


# ---- 2: all games, to the end ----

def verify(record):
    with tempfile.NamedTemporaryFile("w", suffix=".tenka", delete=False) as f:
        f.write(record)
    try:
        done = subprocess.run([PROGRAM, "verify", f.name], capture_output=True, text=True, check=False)
        check(done.returncode == 0, done.stdout, done.stderr)
    finally:
        os.unlink(f.name)


def check_end(players, table, commitment):
    """Checks that all players are sent the same result."""
    a = players[0]
    t = a.tables[table]
    for p in players:
        for key in ("commitment", "secret", "points", "ranks", "state"):
            equal(p.tables[table][key], t[key])
    equal(t["commitment"], commitment, "the commitment has changed:")
    equal(hashlib.sha256(bytes.fromhex(t["secret"])).hexdigest(), commitment, "the commitment does not match the secret:")
    record = a.good(type="record", table=table)["record"]
    verify(record)
    result = re.search(r"^result: (.*)$", record, re.M).group(1)
    told = [(int(r), int(p)) for r, p in re.findall(r"[A-F] (\d+) (-?\d+)", result)]
    equal(told, list(zip(t["ranks"], t["points"])), "record and table:")
    check(f"secret: {t['secret']}" in record and f"commitment: {commitment}" in record)
    match = next(m for m in a.good(type="finished", player=a.id)["matches"] if m["table"] == table)
    equal([(p["rank"], p["points"]) for p in match["places"]], told, "record and finished:")
    equal([p["name"] for p in match["places"]], [s["name"] for s in t["seats"]])
    equal([p.get("player") for p in match["places"]], [s.get("player") for s in t["seats"]])
    status, _, body = http(a.port, "/record/" + table)
    equal((status, body.decode()), (200, record))
    equal(len(a.log[table]), a.views[table]["ply"], "the log is not complete:")
    return record


def match_of(port, rng, game, count, people, options=None):
    bots = ["greedy", "1", "random", "careful", "bold"]
    seats = ["you"] + [("free" if i < people else bots[i % len(bots)]) for i in range(1, count)]
    players = [Player(port, name=f"P{i}") for i in range(people)]
    table = players[0].create(game, count, seats=seats, options=options or {})
    commitment = players[0].wait_table(table)["commitment"]
    for p in players[1:]:
        p.good(type="watch", table=table)
        equal(p.wait_table(table)["commitment"], commitment)
        p.join(table)
    play(players, table, rng)
    check_end(players, table, commitment)
    for p in players:
        p.close()


GAMES = [(game["id"], game["players"]["min"], game["players"]["max"]) for game in harness.all_games()]


def test_games(port):
    rng = random.Random(SEED)
    for game, least, most in GAMES:
        for count in range(least, most + 1):
            people = 1 + (count + len(game)) % 2
            with case(f"{game} with {count} players, {people} of them people: to the end, and the record is right"):
                match_of(port, rng, game, count, people)
    for game, count, people, options in (("zipang", 4, 4, {"coin-drain": "on"}), ("kenjin", 4, 3, {"teams": "on"}),
                                         ("kenjin", 3, 3, {"setup": "draft"}), ("shitenno", 2, 2, {})):
        with case(f"{game} with {count} players, {people} of them people, {options}: to the end, and the record is right"):
            match_of(port, rng, game, count, people, options)


# ---- 3: reconnecting ----

class Restless:
    """A player whose connection is cut after each message, or one later, or two, and so on. They tell the server what they
    know, and put the logs together."""

    def __init__(self, player, table):
        self.port, self.token, self.table = player.port, player.token, table
        self.since, self.log, self.chat, self.links, self.ends = 0, [], [], 0, False

    def learn(self, m):
        if m.get("table") != self.table or m["type"] not in ("table", "chat", "view", "log"):
            return
        self.since = max(self.since, m.get("id", 0))
        if m["type"] == "table":
            self.ends = m["state"] == "over"
        self.chat += [c["id"] for c in m.get("lines", []) if c["id"] not in self.chat]
        for entry in m.get("log", []):
            check(entry["ply"] == len(self.log) + 1, f"ply {entry['ply']} comes after {len(self.log)},"
                  f" since {self.since}, link {self.links}")
            self.log.append(entry)

    def visit(self, messages, rng):
        """Connects, reads so many messages about the table, moves if it is their turn, and is cut off."""
        self.links += 1
        p = Player(self.port, token=self.token)
        p.learn = lambda m: None
        p.send(type="watch", table=self.table, since=self.since, ref=9)
        read = 0
        while read < messages:
            m = p.receive()
            self.learn(m)
            read += 1
            if "moves" in m:
                p.send(type="move", table=self.table, id=m["id"], move=rng.choice(m["moves"])["move"], ref=10)
            if m["type"] == "view":
                break  # no more messages need to come
        p.cut(reset=self.links % 2 == 0)


def test_reconnect(port):
    for game in ("zipang", "kenjin"):
        with case(f"reconnect: {game}, a connection that is cut after every message; nothing is lost, nothing comes twice"):
            rng = random.Random(SEED)
            [a, b], table = seated(port, game, 2)
            steady = a.again()  # the same seat, with a connection that stays
            steady.good(type="watch", table=table)
            restless = Restless(a, table)
            a.cut(reset=True)
            shown, said = False, 0
            for count in range(10000):
                b.drain()
                if restless.ends and len(restless.log) == b.views[table]["ply"]:
                    break
                if b.moves(table) and count % 3 == 0:
                    b.move(table, rng.choice(b.moves(table)))
                    b.views[table].pop("moves", None)
                if count % 5 == 1 and not over(b, table):
                    b.good(type="show", table=table, on=shown)
                    shown = not shown
                if count % 4 == 2 and said < 20:
                    said += 1
                    b.good(type="chat", table=table, text=spoken(f"number {said} of my remarks"))
                restless.visit(1 + count % 7, rng)
            else:
                check(False, "the match does not end", restless.since, len(restless.log))
            steady.wait_for(lambda p: over(p, table) and p.views[table].get("actor") is None).sync()
            equal(restless.log, steady.log[table])
            check(set(range(1, said + 1)) and len(restless.chat) == len(steady.chat[table]), "chat:", restless.chat,
                  [c["id"] for c in steady.chat[table]])
            equal(restless.chat, [c["id"] for c in steady.chat[table]])
            equal([e["move"] for e in steady.log[table]][-1], [e["move"] for e in b.log[table]][-1])
            note(f"{game}: {restless.links} links, {len(restless.log)} plies")
    with case("reconnect: a log of many plies comes in parts and is complete, from any point on"):
        [a, b], table = seated(port, "glory", 2)
        play([a, b], table, random.Random(SEED), plies=500)
        b.sync()
        for since in (0, 1, 2, 50, 300, b.since[table] - 1, b.since[table], b.since[table] + 5):
            p = b.again()
            p.log[table] = list(b.log[table])  # the new entries replace these, without a gap
            p.good(type="watch", table=table, since=since)
            p.wait_view(table)
            equal(len(p.log[table]), len(b.log[table]), f"since {since}:")
            equal(p.log[table], b.log[table], f"since {since}:")
            p.close()


# ---- 4: moves that are refused ----

def views_of(players, table):
    return [{k: v for k, v in p.views[table].items() if k != "log"} for p in players]


def test_wrong_moves(port):
    with case("moves: twice, old, out of turn, by a player without a seat, for another seat: nothing changes"):
        rng = random.Random(SEED)
        [a, b], table = seated(port, "zipang", 2)
        stranger = Player(port, name="Eve")
        stranger.good(type="watch", table=table)
        everybody = [a, b, stranger]
        for _ in range(8):
            for p in everybody:
                p.sync()
            if over(a, table):
                break
            actor, other = (a, b) if a.moves(table) else (b, a)
            view, moves = actor.views[table], actor.moves(table)
            before = views_of(everybody, table)
            for move in moves:
                other.bad("turn", type="move", table=table, id=view["id"], move=move)
                stranger.bad("yours", type="move", table=table, id=view["id"], move=move)
                actor.bad("stale", type="move", table=table, id=view["id"] - 1, move=move)
                other.bad("stale", type="move", table=table, id=view["id"] - 1, move=move)
            for p in everybody:
                p.sync()
            equal(views_of(everybody, table), before)
            move = rng.choice(moves)
            for ref in (901, 902, 903):  # sent three times before any answer
                actor.send(type="move", table=table, id=view["id"], move=move, ref=ref)
            answers = [actor.until(lambda m, r=r: m.get("ref") == r) for r in (901, 902, 903)]
            equal([x["type"] for x in answers], ["done", "refused", "refused"])
            equal({x.get("clause") for x in answers[1:]}, {"stale"})
            for p in everybody:
                p.sync()
            forced = len(actor.log[table]) - len([e for e in actor.log[table] if e["ply"] <= view["ply"]])
            equal(actor.log[table][view["ply"]]["move"].split()[0], move.split()[0])
            check(forced >= 1 and actor.views[table]["id"] > view["id"])
            actor.bad("stale", type="move", table=table, id=view["id"], move=move)
    with case("moves: if two connections of one player move at the same time, one move counts"):
        [a, b], table = seated(port, "zipang", 2)
        for p in (a, b):
            p.sync()
        actor = a if a.moves(table) else b
        twin = actor.again()
        twin.good(type="watch", table=table)
        view = twin.wait_turn(table)
        for p in (actor, twin):
            p.send(type="move", table=table, id=view["id"], move=view["moves"][0]["move"], ref=900)
        answers = sorted(p.until(lambda m: m.get("ref") == 900)["type"] for p in (actor, twin))
        equal(answers, ["done", "refused"])


# ---- 5: undo ----

def turns(players, table):
    for p in players:
        p.sync()
    return next((p for p in players if p.moves(table)), None)


def test_undo(port):
    with case("undo: asked for, agreed to, refused, ended by a move"):
        [a, b, c], table = seated(port, "zipang", 3)
        everybody = [a, b, c]
        spectator = Player(port)
        spectator.good(type="watch", table=table)
        actor = turns(everybody, table)
        start = actor.views[table]["ply"]
        first = views_of(everybody, table)
        before = [list(p.log[table]) for p in everybody]
        actor.move(table)
        actor.good(type="undo", table=table, ply=start)
        turns(everybody, table)
        others = [p for p in everybody if p is not actor]
        if actor.views[table]["ply"] == start:
            note("the move was taken back without asking")
        else:
            undo = others[0].tables[table]["undo"]
            equal((undo["ply"], len(undo["agreed"]), len(undo["asked"])), (start, 1, 2))
            actor.bad("asked", type="consent", table=table, yes=True)
            spectator.bad("yours", type="consent", table=table, yes=True)
            others[0].good(type="consent", table=table, yes=True)
            others[0].bad("asked", type="consent", table=table, yes=True)
            others[1].good(type="consent", table=table, yes=True)
        turns(everybody, table)
        check("undo" not in a.tables[table], a.tables[table])
        now = views_of(everybody, table)
        for old, new, p in zip(first, now, everybody):
            check(new["id"] > old["id"], "each view has another id")
            equal({k: v for k, v in new.items() if k != "id"}, {k: v for k, v in old.items() if k != "id"})
        equal([p.log[table] for p in everybody], before, "the log after undo:")
        actor = turns(everybody, table)
        actor.move(table, actor.moves(table)[-1])
        turns(everybody, table)
        ply = actor.views[table]["ply"]
        asker = everybody[0]
        asker.good(type="undo", table=table, ply=0)
        everybody[1].good(type="consent", table=table, yes=False)
        everybody[2].bad("asked", type="consent", table=table, yes=True)
        turns(everybody, table)
        equal(a.views[table]["ply"], ply, "it was refused:")
        asker.good(type="undo", table=table, ply=0)
        actor = turns(everybody, table)
        check("undo" in a.tables[table])
        actor.move(table)
        turns(everybody, table)
        check("undo" not in a.tables[table], "a move ends it")
        everybody[1].bad("asked", type="consent", table=table, yes=True)
        late = a.again()
        late.good(type="watch", table=table)
        late.sync()
        equal(late.log[table], a.log[table])
        play(everybody, table)
        spectator.sync()
        check_end(everybody, table, a.tables[table]["commitment"])
        equal([e["ply"] for e in spectator.log[table]], list(range(1, len(a.log[table]) + 1)))
    with case("undo: without a ply, back to before the player's last decision, past forced moves"):
        [a, b], table = seated(port, "glory", 2)
        actor = turns([a, b], table)
        other = b if actor is a else a
        other.bad("first", type="undo", table=table)
        before = actor.views[table]["ply"]
        actor.move(table)  # the second draw is forced, and made at once
        turns([a, b], table)
        check(actor.views[table]["ply"] > before + 1, actor.log[table])
        actor.good(type="undo", table=table)
        other.sync()
        equal(other.tables[table]["undo"]["ply"], before)
    with case("undo: at once if nobody has learned anything, and nobody else has moved"):
        free = asked = 0
        for seed in range(6):
            rng = random.Random(seed)
            for game in ("glory", "kunitori"):
                [a, b], table = seated(port, game, 2)
                for _ in range(12):
                    actor = turns([a, b], table)
                    if not actor:
                        break
                    start = actor.views[table]["ply"]
                    old = {k: v for k, v in actor.views[table].items() if k not in ("id", "log")}
                    actor.move(table, rng.choice(actor.moves(table)))
                    actor.good(type="undo", table=table, ply=start)
                    turns([a, b], table)
                    if actor.views[table]["ply"] == start:
                        free += 1
                        equal({k: v for k, v in actor.views[table].items() if k not in ("id", "log")}, old)
                    else:
                        asked += 1
                        other = b if actor is a else a
                        other.good(type="consent", table=table, yes=False)
                    actor = turns([a, b], table)
                    actor.move(table, rng.choice(actor.moves(table)))
                    if free and asked > 1:
                        break
                if free and asked > 1:
                    break
        check(free and asked, f"{free} at once, {asked} asked for")
    with case("undo: against bots it is granted at once, to any earlier ply"):
        a = Player(port)
        table = a.create("zipang", 3, seats=["you", "greedy", "random"])
        play([a], table, plies=3)
        if turns([a], table):  # else the match was over so early
            a.good(type="undo", table=table, ply=0)
            a.sync()
            check(len(a.log[table]) <= a.views[table]["ply"])
            play([a], table)
            check_end([a], table, a.tables[table]["commitment"])
    with case("undo: a player who was cut off comes back after it, and has the same log as the others"):
        [a, b], table = seated(port, "zipang", 2)
        play([a, b], table, plies=4)
        turns([a, b], table)
        since, old = b.since[table], list(b.log[table])
        b.cut()
        a.good(type="undo", table=table, ply=1)
        b2 = b.again()
        b2.log[table] = old
        b2.good(type="watch", table=table, since=since)
        b2.sync()
        b2.good(type="consent", table=table, yes=True)
        turns([a, b2], table)
        equal([(e["ply"], e["seat"]) for e in b2.log[table]], [(e["ply"], e["seat"]) for e in a.log[table]])
        equal(b2.log[table][:1], old[:1])
        equal(a.views[table]["ply"], b2.views[table]["ply"])
        play([a, b2], table)
        equal([e["ply"] for e in a.log[table]], [e["ply"] for e in b2.log[table]])
        check_end([a, b2], table, a.tables[table]["commitment"])


# ---- 6: ratings ----

def ratings_of(p):
    return {(r["game"], r["players"]): r for r in p.good(type="player", player=p.id)["ratings"]}


def test_ratings(port):
    ann, ben = kept(port, "Rated Ann"), kept(port, "Rated Ben")
    with case("ratings: a match counts once for both players if both agree"):
        table = ann.create("zipang", 2, rated=True)
        ben.join(table, rated=True)
        check(ben.wait_table(table)["counts"])
        play([ann, ben], table, random.Random(SEED), plies=3)
        for p in (ann, ben):
            p.sync()
        if not over(ann, table):
            ann.bad("rated", type="undo", table=table, ply=0)
            ann.bad("alone", type="hint", table=table, id=ann.views[table]["id"])
        equal((ratings_of(ann), ratings_of(ben)), ({}, {}), "not before the end:")
        play([ann, ben], table, random.Random(SEED))
        ranks = ann.tables[table]["ranks"]
        a, b = ratings_of(ann)["zipang", 2], ratings_of(ben)["zipang", 2]
        equal((a["games"], b["games"]), (1, 1))
        check((a["rating"] - b["rating"]) * (ranks[1] - ranks[0]) > 0 or ranks[0] == ranks[1], a, b, ranks)
        check(a["deviation"] < 350 and b["deviation"] < 350, a, b)
        ann.good(type="again", table=table)
        ann.good(type="chat", table=table, text=spoken("that was a good match"))
        equal((ratings_of(ann)["zipang", 2], ratings_of(ben)["zipang", 2]), (a, b), "once:")
    with case("ratings: a match does not count if not all agree, with a bot, or at a table that is not rated"):
        for settings, rated in (({"rated": True}, False), ({}, True), ({"rated": True, "seats": ["you", "free", "random"]}, True)):
            table = ann.create("zipang", 3 if "seats" in settings else 2, **settings)
            ben.join(table, rated=rated)
            check(not ben.wait_table(table)["counts"], settings)
            play([ann, ben], table, random.Random(SEED))
        equal((ratings_of(ann), ratings_of(ben)), ({("zipang", 2): a}, {("zipang", 2): b}))
    with case("ratings: guests cannot play rated matches"):
        guest = Player(port, name="Guest Cid")
        guest.bad("guest", type="create", game="zipang", players=2, rated=True)
        table = ann.create("zipang", 2, rated=True)
        guest.bad("guest", type="join", table=table, rated=True)
        guest.join(table)
        check(not guest.wait_table(table)["counts"])
        ann.good(type="resign", table=table)
    with case("ratings: a match that somebody gives up at once is aborted, a later one counts"):
        for plies, games in ((2, 1), (6, 2)):
            table = ann.create("kenjin", 2, rated=True)
            ben.join(table, rated=True)
            check(ben.wait_table(table)["strict"], "in a rated match no bot plays for a player")
            play([ann, ben], table, random.Random(SEED), plies=plies)
            ben.good(type="leave", table=table)
            end = ben.wait_table(table, lambda t: t["state"] == "over")
            equal(end.get("aborted", False), plies < 6)
            equal(sum(r["games"] for r in ratings_of(ann).values()), games)
            listed = [m["table"] for m in ann.good(type="finished", player=ann.id)["matches"]]
            equal(table in listed, plies >= 6)


# ---- 7: clocks ----

def test_clocks(port):
    with case("clocks: a player who runs out of time is away, a bot plays, and the player comes back"):
        for clock in ("1s", "1s+0s"):
            a, b = Player(port, name="Ann"), Player(port, name="Ben")
            t = a.create("glory", 2, clock=clock)
            b.join(t)
            actor = turns([a, b], t)
            seat = actor.tables[t]["you"]
            equal((actor.views[t]["running"], len(actor.views[t]["clocks"])), (seat, 2))
            check(all(0 <= left <= 1000 for left in actor.views[t]["clocks"]), actor.views[t]["clocks"])
            index = ord(seat) - 65
            actor.wait_table(t, lambda x, i=index: x["seats"][i]["away"])
            actor.wait_view(t, lambda v, s=seat: v.get("actor") != s or "running" not in v)
            actor.good(type="back", table=t)
            actor.wait_table(t, lambda x, i=index: not x["seats"][i]["away"])
            for p in (a, b):
                p.close()
    with case("clocks: a player who runs out of time at a strict table gives up"):
        a, b = Player(port, name="Ann"), Player(port, name="Ben")
        t = a.create("kenjin", 2, clock="1s", strict=True)
        b.join(t)
        actor = turns([a, b], t)
        seat = ord(actor.tables[t]["you"]) - 65
        end = actor.wait_table(t, lambda x: x["state"] == "over")
        check(end["seats"][seat]["resigned"] and end["ranks"][seat] == 2, end)
    with case("clocks: time is taken from the player who thinks, not from the next one"):
        a, b = Player(port, name="Ann"), Player(port, name="Ben")
        t = a.create("glory", 2, clock="1h+0s")
        b.join(t)
        for _ in range(2):
            actor = turns([a, b], t)
            index = ord(actor.tables[t]["you"]) - 65
            before = actor.views[t]["clocks"][index]
            time.sleep(0.7)
            actor.move(t)
            turns([a, b], t)
            check(actor.views[t]["clocks"][index] <= before - 600, before, actor.views[t]["clocks"])
    with case("clocks: a bonus is added after a move; a time for each move starts again in full"):
        for clock, most in (("1h+5s", 3605000), ("1h", 3600000)):
            a, b = Player(port, name="Ann"), Player(port, name="Ben")
            t = a.create("zipang", 2, clock=clock)
            b.join(t)
            actor = turns([a, b], t)
            index = ord(actor.tables[t]["you"]) - 65
            check(3540000 < actor.views[t]["clocks"][index] <= 3600000, actor.views[t]["clocks"])
            actor.move(t)
            turns([a, b], t)
            check(most - 60000 < actor.views[t]["clocks"][index] <= most, clock, actor.views[t]["clocks"])


def test_leaving():
    """Bots are slow here, so that a player who has left is back before a bot has moved for them."""
    with serving(PROGRAM, "--bot-ms", "20000", name="the server with slow bots") as server:
        for clock in ("1s+0s", "1s"):
            with case(f"clocks: nobody gains time by leaving and coming back ({clock})"):
                a, b = Player(server.port, name="Ann"), Player(server.port, name="Ben")
                t = a.create("kenjin", 2, clock=clock)
                b.join(t)
                actor = turns([a, b], t)
                index = ord(actor.tables[t]["you"]) - 65
                last = actor.views[t]["clocks"][index]
                for _ in range(15):
                    time.sleep(0.1)
                    actor.good(type="leave", table=t)
                    actor.good(type="back", table=t)
                    actor.sync(2)
                    left = actor.views[t]["clocks"][index]
                    check(left <= last, f"it was {last}, and now it is {left}")
                    last = left
    with serving(PROGRAM, "--bot-ms", "400", name="the server with bots that think a moment") as server:
        with case("bots: chat does not keep them from moving"):
            a = Player(server.port)
            t = a.create("zipang", 3, seats=["you", "greedy", "greedy"])
            a.wait_view(t)
            if a.moves(t):
                a.move(t)
            ply = a.sync().views[t]["ply"]
            start = time.monotonic()
            while time.monotonic() - start < 10 and a.views[t]["ply"] == ply and not a.moves(t):
                a.good(type="chat", table=t, text=spoken("la la la"))
                a.sync(1)
                time.sleep(0.05)  # with faster chat the limit is reached before a bot moves
            check(a.views[t]["ply"] > ply or a.moves(t), f"no move in {time.monotonic() - start:.1f} s of talk")
        with case("bots: a player who leaves and comes back again and again cannot stop the match"):
            a, b = Player(server.port, name="Ann"), Player(server.port, name="Ben")
            t = a.create("kenjin", 2, clock="1h")
            b.join(t)
            actor = turns([a, b], t)
            ply = actor.views[t]["ply"]
            start = time.monotonic()
            while time.monotonic() - start < 10 and actor.views[t]["ply"] == ply:
                actor.good(type="leave", table=t)
                time.sleep(0.1)
                actor.good(type="back", table=t)
                actor.sync(2)
            check(actor.views[t]["ply"] > ply, "the match and the player's clock both stand still")


def test_restart():
    """A server that stops and starts again, always with its own store."""
    with serving(PROGRAM, name="the server that starts again") as server:
        with case("restart: all players are told, and come back to the same match; no clock has run"):
            [a, b], table = seated(server.port, "kenjin", 2, clock="20s+0s")
            play([a, b], table, plies=3)
            turns([a, b], table)
            before = views_of([a, b], table)
            log = list(a.log[table])
            told = time.monotonic()
            for p in (a, b):
                p.good(type="watch", table=table)
                p.sync()
            clocks = a.views[table]["clocks"]
            server_is_closing(server)
            for p in (a, b):
                try:
                    while True:
                        p.receive()
                except (Closed, ConnectionError):
                    check(p.closing, "the server does not say that it is closing")
            server.wait()
            up = time.monotonic() - told
            time.sleep(1.5)  # while no server runs
            started = time.monotonic()  # before it is ready: its clocks already run
            server.start()
            a2, b2 = a.again(), b.again()
            equal(a2.me["tables"], [table])
            for old, p in ((a, a2), (b, b2)):
                p.log[table] = list(old.log[table])
                p.good(type="watch", table=table, since=old.since[table])
                p.sync()
            up += time.monotonic() - started
            after = views_of([a2, b2], table)
            for x in before + after:
                x.pop("clocks")
            equal(after, before)
            equal(a2.log[table], log)
            for old, new in zip(clocks, a2.views[table]["clocks"]):
                check(new >= old - up * 1000 - 50, f"the clock was at {old}, is at {new}, and the server was up {up:.3f} s")
                check(new <= old, "a clock goes back:", old, new)
            play([a2, b2], table)
            check_end([a2, b2], table, a2.tables[table]["commitment"])
        with case("restart: the record of a finished match is there, also if nobody has looked at it before"):
            record = http(server.port, "/record/" + table)
            server.stop()
            server.start()
            again = http(server.port, "/record/" + table)
            equal((again[0], again[2]), (200, record[2]))
            head = http(server.port, "/record/" + table, method="HEAD")
            equal((head[0], head[1]["content-length"], head[2]), (200, str(len(record[2])), b""))
            equal(http(server.port, "/record/" + "a" * 12)[0], 404)
        with case("restart: a bot whose turn it is moves, a waiting table still waits, names and tokens are known"):
            p = Player(server.port, name="Ann")
            waiting = p.create("zipang", 3, seats=["you", "greedy"])
            match = p.create("zipang", 3, seats=["you", "greedy", "random"])
            server.restart()
            q = Player(server.port, token=p.token)
            equal((q.me["player"]["name"], sorted(q.me["tables"])), ("Ann", sorted([waiting, match])))
            q.good(type="watch", table=match)
            play([q], match)
            check_end([q], match, q.tables[match]["commitment"])
            other = Player(server.port)
            other.join(waiting)
            other.wait_table(waiting, lambda t: t["state"] == "playing")


# ---- 8: spectators ----

def kinds_in(value):
    """The kinds of all cards in hands and zones."""
    if isinstance(value, dict):
        if "kind" in value:
            yield value
        for v in value.values():
            yield from kinds_in(v)
    elif isinstance(value, list):
        for v in value:
            yield from kinds_in(v)


def test_spectators(port):
    with case("spectators: they see what is public, and never the secret; one who comes late sees the same"):
        for game in (game for game, least, _ in GAMES if least == 2):
            rng = random.Random(SEED)
            [a, b], table = seated(port, game, 2)
            early = Player(port, name="Early")
            early.good(type="watch", table=table)
            play([a, b], table, rng, plies=8 if game == "zipang" else 25)
            check(turns([a, b], table), "it is over already")
            late = Player(port, name="Late")
            late.good(type="watch", table=table, seat="A")  # A does not show the cards
            for p in (early, late):
                p.sync()
            equal(views_of([late], table), views_of([early], table))
            equal(late.log[table], early.log[table])
            view = late.views[table]
            check(view["seat"] == "spectator" and "moves" not in view and "prompt" not in view, view)
            hands = view["view"].get("hand") or view["view"].get("hands") or []
            for hand in hands:
                check(all(card["kind"] is None or card.get("seen") for card in kinds_in(hand)), game, hand)
            equal(late.good(type="replay", table=table, ply=view["ply"])["view"], view["view"])
            equal(late.good(type="record", table=table)["record"], a.good(type="record", table=table)["record"])
            if game in ("zipang", "kenjin"):
                play([a, b], table, rng)
            else:  # these take long
                a.good(type="resign", table=table)
                for p in (a, b):
                    p.wait_table(table, lambda t: t["state"] == "over")
            for p in (early, late):
                p.wait_for(lambda x, t=table: over(x, t) and x.views[t].get("actor") is None)
                secret = p.tables[table]["secret"]
                for text in p.messages:
                    m = harness.json.loads(text)
                    if m.get("state") != "over" and m["type"] != "welcome":
                        check(secret.encode() not in text, "the secret:", repr(text)[:300])
            for p in (a, b):
                for text in p.messages:
                    m = harness.json.loads(text)
                    if m.get("state") != "over":
                        check(secret.encode() not in text, "the secret:", repr(text)[:300])
            equal(late.log[table], early.log[table])
            for p in (a, b, early, late):
                p.close()
    with case("spectators: they see the cards of a seat while it shows them, and not after that"):
        [a, b], table = seated(port, "zipang", 2)
        s = Player(port)
        s.good(type="watch", table=table, seat="A")
        s.sync()
        equal(s.views[table]["seat"], "spectator")
        a.good(type="show", table=table, on=True)
        s.sync()
        a.sync()
        equal(s.views[table]["seat"], "A")
        equal(s.views[table]["view"], a.views[table]["view"])
        check("moves" not in s.views[table] and "you" not in s.tables[table], s.views[table])
        equal(s.good(type="replay", table=table, ply=0, seat="A")["seat"], "A")
        s.bad("ply", type="replay", table=table, ply=0, seat="B")
        b.bad("ply", type="replay", table=table, ply=0, seat="A")  # for spectators, not for an opponent
        a.good(type="show", table=table, on=False)
        s.sync()
        equal(s.views[table]["seat"], "spectator")
        s.bad("ply", type="replay", table=table, ply=0, seat="A")
        s.good(type="watch", table=table, seat="B")
        s.sync()
        equal(s.views[table]["seat"], "spectator")
    with case("spectators: their chat is for spectators until the match is over, and then for all"):
        [a, b], table = seated(port, "zipang", 2)
        s, s2 = Player(port, name="Sue"), Player(port, name="Sam")
        for p in (s, s2):
            p.good(type="watch", table=table)
        s.good(type="chat", table=table, text=spoken("Ann has the captain"))
        a.good(type="chat", table=table, text=spoken("hello, spectators"))
        s2.good(type="chat", table=table, text=spoken("and a monk"))
        for p in (a, b, s, s2):
            p.sync()
        equal([c["text"] for c in s2.chat[table]], ["Ann has the captain", "hello, spectators", "and a monk"])
        for p in (a, b):
            equal([c["text"] for c in p.chat[table]], ["hello, spectators"])
            check(not any(b"captain\"" in m and b"\"chat\"" in m for m in p.messages))
        late = a.again()
        late.good(type="watch", table=table)
        late.sync()
        equal([c["text"] for c in late.chat[table]], ["hello, spectators"])
        a.good(type="resign", table=table)
        for p in (a, b, late):
            p.wait_table(table, lambda t: t["state"] == "over")
            p.sync()
            equal(sorted(c["text"] for c in p.chat[table]), ["Ann has the captain", "and a monk", "hello, spectators"])
    with case("spectators: a table that does not allow them hides its match, record and plies until the end"):
        a, b = Player(port, name="Ann"), Player(port, name="Ben")
        table = a.create("zipang", 3, watched=False, seats=["you", "free", "free"])
        early = Player(port)
        early.good(type="watch", table=table)  # it has not begun
        left = Player(port)
        left.join(table)
        left.good(type="leave", table=table)
        a.good(type="bot", table=table, seat="C", bot="random")
        b.join(table)
        late = Player(port)
        late.bad("private", type="watch", table=table)
        late.bad("private", type="record", table=table)
        late.bad("private", type="replay", table=table, ply=0)
        late.bad("private", type="chat", table=table, text="words")
        equal(http(port, "/record/" + table)[0], 404)
        play([a, b], table, plies=2)
        for p in (early, left):
            p.sync()
            check(table not in p.views and table not in p.log, "a spectator who came before the match sees it:",
                  p.views.get(table))
        early.bad("private", type="chat", table=table, text="words")
        play([a, b], table)
        late.good(type="watch", table=table)
        late.wait_view(table)
        late.good(type="record", table=table)
        a.bad("twice", type="join", table=table)
    with case("spectators: the chat of a table that does not allow them is only for its players, also after the end"):
        a, b, early = Player(port, name="Ann"), Player(port, name="Ben"), Player(port)
        table = a.create("zipang", 2, watched=False)
        early.good(type="watch", table=table)
        a.good(type="chat", table=table, text=spoken("who comes?"))
        b.join(table)
        b.good(type="chat", table=table, text=spoken("nobody hears us"))
        a.good(type="resign", table=table)
        late = Player(port)
        for p in (early, late):
            p.good(type="watch", table=table)
            p.wait_view(table)
            p.sync()
            p.bad("private", type="chat", table=table, text="words")
            equal(p.chat.get(table), None)
        b.sync()
        equal([c["text"] for c in b.chat[table]], ["who comes?", "nobody hears us"])


# ---- 9: what a seat is sent does not depend on anything that it cannot know, not even by a byte ----

OTHER_SECRET = os.path.join(os.path.dirname(PROGRAM), "tests/other_secret")


def asked_of_both(server, token, spectator, table, own, moves, good):
    """All answers and news that a seat and a spectator are sent when they ask for everything, without the parts that always
    differ."""
    p, s = Player(server.port, token=token), Player(server.port, token=spectator)
    wrong = ["", "x", "deal", "fall", "pass", "captain A", "captain B", "monk", "draw 9", "kill bridge B 2", "samurai temple"]

    def ask(q, **message):
        q.ask(**message)
        for each in (p, s):  # take its consequences before the next request
            each.sync(3)

    def look(q):
        ask(q, type="watch", table=table)
        ask(q, type="record", table=table)
        for ply in range(q.views[table]["ply"] + 2):
            for seat in ("A", "B", "spectator", "all"):
                ask(q, type="replay", table=table, ply=ply, seat=seat)
    for q in (p, s):
        ask(q, type="lobby", on=True)
        look(q)
        turn = q.views[table]["id"]
        for since in range(0, q.since[table] + 2):
            ask(q, type="watch", table=table, since=since)
        for move in moves + wrong:
            if move not in moves or q is s:
                ask(q, type="move", table=table, id=turn, move=move)
            ask(q, type="move", table=table, id=turn + 1, move=move)
        for kind in ("back", "consent", "again", "show", "chat", "join", "bot", "player", "finished"):
            ask(q, **example(kind, table))
    if good:
        answer = p.ask(type="move", table=table, id=turn, move=good)
        check(answer["type"] == "done", answer, good)
    for q in (p, s):
        look(q)
        ask(q, type="undo", table=table, ply=0)
        ask(q, type="undo", table=table, ply=p.views[table]["ply"])
    check(p.tables[table]["you"] == own)
    page = http(server.port, "/record/" + table)
    told = [HEX64.sub(b"...", m) for q in (p, s) for m in q.messages if b'"type":"pong"' not in m] + [page[2]]
    for q in (p, s):
        q.close()
    return [m for m in told if b'"ref":' in m] + [HEX64.sub(b"...", m) for m in told if b'"ref":' not in m]


def compare(first, change, token, spectator, table, own, moves, good):
    """Copies the store of a stopped server, changes the copy, and asks both servers."""
    second = Server.__new__(Server)
    second.__dict__.update(first.__dict__, directory=tempfile.mkdtemp(prefix="tenka-e2e-"), port=free_port(), runs=0)
    second.database = os.path.join(second.directory, "tenka.db")
    second.store = "sqlite:" + second.database
    try:
        shutil.copy(first.database, second.database)
        with sqlite3.connect(second.database) as db:
            check(change(db) == 1, "nothing was changed")
        db.close()
        first.start()
        second.start()
        a, b = (asked_of_both(server, token, spectator, table, own, moves, good) for server in (first, second))
        for x, y in zip(a, b):
            equal(x, y)
        equal(len(a), len(b))
        first.stop()
        second.stop()
        return len(a)
    finally:
        second.remove()


def events_of(database, table):
    with sqlite3.connect(database) as db:
        rows = db.execute("SELECT seq, text FROM events WHERE id = ? AND type = 'move' ORDER BY seq", [table]).fetchall()
        secret = db.execute("SELECT secret FROM tables WHERE id = ?", [table]).fetchone()[0]
    db.close()
    hidden.add(secret)
    return rows, secret


def other_secret(game, secret, seat, moves):
    done = subprocess.run([OTHER_SECRET, game, "2", secret, seat], input="".join(m + "\n" for m in moves), text=True,
                          capture_output=True, check=False, timeout=PATIENCE)
    check(done.returncode < 2, "other_secret:", moves, done.stderr)
    return done.stdout.strip()


def test_secrecy():
    compared = 0
    for game, plies in (("zipang", 0), ("zipang", 1), ("zipang", 2), ("glory", 0), ("glory", 1), ("kunitori", 1)):
        with case(f"secrecy: {game} after {plies} plies, with another secret: the seat is sent the same bytes"):
            server = Server(PROGRAM)
            try:
                spectator = Player(server.port, name="Spectator")
                tables = []
                for _ in range(8):
                    [a, b], table = seated(server.port, game, 2)
                    play([a, b], table, plies=plies)
                    actor = turns([a, b], table)
                    tables.append((table, actor, actor.tables[table]["you"], actor.moves(table)))
                server.stop()
                found = None
                for table, actor, seat, moves in tables:
                    made, secret = events_of(server.database, table)
                    made = [text for _, text in made]
                    for good in moves[:3]:
                        found = found or other_secret(game, secret, seat, made + [good])
                        if found:
                            break
                    if found:
                        break
                check(found and found != secret, "there is no other secret:", made)
                hidden.add(found)

                def change(db):
                    return db.execute("UPDATE tables SET secret = ? WHERE id = ?", [found, table]).rowcount
                compared += compare(server, change, actor.token, spectator.token, table, seat, moves, good)
            finally:
                server.remove()
    with case("secrecy: kenjin after another hidden move: the seat is sent the same bytes"):
        server = Server(PROGRAM)
        try:
            spectator = Player(server.port, name="Spectator")
            for place in range(4):
                [a, b], table = seated(server.port, "kenjin", 2)
                mover = turns([a, b], table)
                other = b if mover is a else a
                tile = mover.views[table]["view"]["tile"][place]
                mover.move(table, "samurai " + tile)
                turns([a, b], table)
                if other.log[table][0]["move"].startswith("?"):
                    break  # only its player sees this card
            mover.move(table, "archer " + tile)
            turns([a, b], table)
            seat, moves = other.tables[table]["you"], other.moves(table)
            server.stop()
            (seq, text), *_ = events_of(server.database, table)[0]
            equal(text, "samurai " + tile)

            def change(db):
                return db.execute("UPDATE events SET text = ? WHERE id = ? AND seq = ?", ["brute " + tile, table, seq]).rowcount
            compared += compare(server, change, other.token, spectator.token, table, seat, moves, moves[0] if moves else None)
        finally:
            server.remove()
    note(f"secrecy: {compared} messages were the same")


# ---- 10: hostile clients ----

def ends(client, *codes):
    """The connection must end; with one of these codes, if there are any (None: without a code)."""
    try:
        while True:
            client.receive_text()
    except Closed as e:
        check(not codes or e.args[0] in codes or e.args[0] == "end of stream", "closed with", repr(e.args[0]), "not", repr(codes))
    except ConnectionError:
        pass


def well(port):
    """Checks that another client is served."""
    p = Player(port)
    equal(p.ask(type="ping")["type"], "pong")
    p.close()


def test_frames(port):
    rng = random.Random(SEED)
    with case("frames: a message of 4,096 bytes is read, a longer one ends the connection"):
        p = Player(port)
        p.frame(b'{"type":"ping","ref":1}'.ljust(4096))
        equal(p.receive(), {"type": "pong", "ref": 1})
        for size in (4097, 5000, 70000):
            p = Player(port)
            p.frame(b'{"type":"ping","ref":1}'.ljust(size))
            ends(p, 1009)
        p = Player(port)
        p.socket.sendall(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00" + b"x" * 5000)  # 2^63 - 1 bytes
        ends(p)
        well(port)
    with case("frames: binary ones, text that is not UTF-8, and broken ones end the connection"):
        for payload, opcode, codes in ((b"{}", 2, (1003,)), (b'{"type":"ping"}', 2, (1003,)), (b"\xff\xfe", 1, (1007,)),
                                       (b'{"type":"chat","text":"\xed\xa0\x80"}', 1, (1007,)), (b"x", 0, ()), (b"x", 3, ()),
                                       (b"x" * 126, 9, ()), (b"", 0, ()), (b"x", 11, ())):
            p = Player(port)
            p.frame(payload, opcode)
            ends(p, *codes)
        p = Player(port)
        p.socket.sendall(b"\xf1\x80\x00\x00\x00\x00")  # reserved bits
        ends(p)
        well(port)
    with case("frames: a message in several frames is one message; control frames may come in between"):
        p = Player(port)
        text = b'{"type":"ping","ref":17}'
        for cuts in ((1,), (5, 9), range(1, len(text))):
            parts = [text[i:j] for i, j in zip([0, *cuts], [*cuts, len(text)])]
            for i, part in enumerate(parts):
                p.frame(part, 1 if i == 0 else 0, final=i == len(parts) - 1)
                p.frame(b"are you there", 9)
            equal(p.receive(), {"type": "pong", "ref": 17})
        p.frame(b"", 1, final=False)
        p.frame(text, 0)
        equal(p.receive(), {"type": "pong", "ref": 17})
        for i in range(41):
            try:
                p.frame(b" " * 100, 1 if i == 0 else 0, final=False)
            except ConnectionError:
                break
        ends(p, 1009)
        p = Player(port)
        p.frame(b"\xe5\xa4", 1, final=False)  # a character that is split between two frames
        p.frame(b"\xa9", 0)
        equal(p.receive()["clause"], "message")
    with case("frames: they are also read if they come slowly, byte by byte"):
        p = Player(port)
        whole = []
        keep, p.socket = p.socket, type("Tap", (), {"sendall": lambda self, b: whole.append(b)})()
        p.frame(b'{"type":"ping","ref":3}')
        p.socket = keep
        for byte in b"".join(whole):
            p.socket.sendall(bytes([byte]))
        equal(p.receive(), {"type": "pong", "ref": 3})
    with case("noise: 100,000 random bytes on the port, after the handshake, and in frames"):
        for _ in range(10):
            with connect(port) as s:
                try:
                    s.sendall(rng.randbytes(4000))
                    s.settimeout(5)
                    while s.recv(65536):
                        pass
                except OSError:
                    pass
            p = Client(port)
            try:
                p.socket.sendall(rng.randbytes(3000))
            except OSError:
                pass
            p.close()
            for opcode in (1, 2, 8, 9, 10):
                p = Client(port)
                try:
                    p.frame(rng.randbytes(rng.randrange(600)), opcode)
                    p.socket.settimeout(5)
                    p.frame(b"", 8)
                    ends(p)
                except OSError:
                    pass
                p.close()
        p = Player(port)
        letters = [b'"', b"{", b"}", b"[", b"]", b":", b",", b"type", b"ping", b"create", b"table", b"1", b"-", b"e9", b"null",
                   b"true", b"\\u0000", b"\\ud800", b" ", "天".encode(), b"ref"]
        for i in range(300):
            p.frame(b'{"type":"' + b"".join(rng.choices(letters, k=rng.randrange(60))))
        p.frame(b'{"type":"ping","ref":99}')
        count = 0
        while (m := p.receive()).get("ref") != 99:
            equal(m["clause"], "message")
            count += 1
        equal(count, 300)
        well(port)
    with case("frames: a close frame is answered, whatever its contents"):
        for payload in (b"", b"\x03\xe8", b"\x03\xe8bye", b"\x03", b"\xff\xff\xff"):
            p = Player(port)
            p.frame(payload, 8)
            ends(p)
        well(port)


def test_http(port):
    with case("http: the page, its headers, its tag, and gzip"):
        status, headers, body = http(port, "/")
        check(status == 200 and b"<html" in body, status)
        check("default-src 'none'" in headers["content-security-policy"], headers)
        equal(headers["x-content-type-options"], "nosniff")
        equal(headers["content-length"], str(len(body)))
        status, packed, small = http(port, "/", "Accept-Encoding: gzip\r\n")
        equal((status, packed["content-encoding"], gzip.decompress(small)), (200, "gzip", body))
        check(packed["etag"] != headers["etag"], "the compressed page has a different tag")
        for tag, more in ((headers["etag"], ""), (packed["etag"], "Accept-Encoding: gzip\r\n")):
            status, again, rest = http(port, "/", f"If-None-Match: {tag}\r\n{more}")
            equal((status, rest), (304, b""))
        equal(http(port, "/", 'If-None-Match: "0"\r\n')[0], 200)
        for path in ("/t/abcdefghjkmn", "/p/1", "/lobby", "/new", "/rules/zipang", "/guide/kenjin"):
            equal(http(port, path)[2], body, path)
        names = re.findall(rb'(?:src|href)="(/[^"]*)"', body)
        for name, kind in (("css", "text/css"), ("js", "text/javascript"), ("svg", "image/svg+xml")):
            path = next(n.decode() for n in names if n.decode().endswith(name))
            status, headers, _ = http(port, path)
            check(status == 200 and headers["content-type"].startswith(kind), path, headers)
            equal("immutable" in headers["cache-control"], name != "svg", path)
        check("immutable" not in http(port, "/favicon-turn.svg")[1]["cache-control"])
        for accepted, good in (("gzip;q=0", False), ("gzip; q=0.0", False), ("x-gzip-not", False), ("br, x-gzip-not", False),
                               ("gzip;q=0.5", True), ("br,gzip", True), ("br;q=1.0, GZIP;q=0.8, *;q=0.1", True), ("", False)):
            equal("content-encoding" in http(port, "/", f"Accept-Encoding: {accepted}\r\n")[1], good, accepted)
        for path, kind in (("/text/en/zipang.md", "text/markdown"), ("/text/ja/zipang.md", "text/markdown"), ("/games-ja.json", "application/json")):
            status, headers, _ = http(port, path)
            check(status == 200 and headers["content-type"].startswith(kind), path, headers)
    with case("http: any path that does not exist is not found"):
        for path in ("/nothing", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/t/../../etc/passwd", "//etc/passwd", "/.",
                     "/record/", "/record/abcdefghjkmn", "/record/../tenka.db", "/record/" + "a" * 200, "/index.html%00.css",
                     "/tenka.db", "/web/index.html", "/?x", "/%", "/%zz", "/\\..\\etc", "/etc/passwd"):
            try:
                status, _, body = http(port, path)
            except (ConnectionError, IndexError, ValueError):
                continue  # it hung up
            check(status in (200, 301, 400, 403, 404) and b"root:" not in body and b"SQLite" not in body, path, str(status))
            check(status != 200 or b"<html" in body, path, str(status))
        tag = http(port, "/nothing")[1]["etag"]
        equal(http(port, "/nothing", f"If-None-Match: {tag}\r\n")[0], 404)
        equal(http(port, "/record/abcdefghjkmn")[0], 404)
    with case("http: other methods are refused, and HEAD has no body"):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "FOO"):
            try:
                status = http(port, "/", "Content-Length: 0\r\n", method)[0]
            except (ConnectionError, IndexError, ValueError):
                continue  # it hung up
            check(status in (400, 403, 404, 405, 501), method, str(status))
        status, headers, body = http(port, "/", method="HEAD")
        equal((status, body, headers["content-length"]), (200, b"", str(len(http(port, "/")[2]))))
        equal(http(port, "/nothing", method="HEAD")[::2], (404, b""))
    with case("http: a request with a body is refused, and uses no memory"):
        for path in ("/healthz", "/games.json", "/record/nosuchtable0"):
            for _ in range(3):
                with connect(port) as s:
                    s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nxxxxx".encode() * 3)
                    check(s.recv(65536).split()[1] == b"405")
        well(port)
    with case("http: no upgrade to HTTP/2, where reading cannot be paused"):
        with connect(port) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                      b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n")
            check(b" 101 " not in s.recv(65536))
        well(port)
    with case("http: no upgrade to any other protocol, in the first request or later"):
        for before in (0, 1, 3):
            with connect(port) as s:
                for _ in range(before):
                    s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    answer = b""
                    while piece := s.recv(65536):  # the body may come separately
                        answer += piece
                        if answer.endswith(b"\r\n\r\nok\n"):
                            break
                    check(answer.startswith(b"HTTP/1.1 200 "), repr(answer))
                s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n")
                check(b" 101 " not in s.recv(65536))
        well(port)
    with case("http: very long paths and headers, and no headers at all"):
        for path, more in (("/" + "a" * 8000, ""), ("/" + "a" * 100000, ""), ("/", "X: " + "y" * 20000 + "\r\n"),
                           ("/", "Cookie: " + "y" * 4000 + "\r\n"), ("/", "".join(f"X{i}: 1\r\n" for i in range(500))),
                           ("/", "If-None-Match: " + "z" * 500 + "\r\n"), ("/", "Accept-Encoding: " + "gzip, " * 100 + "\r\n"),
                           ("/record/" + "a" * 3000, ""), ("/t/" + "a" * 3000, "")):
            try:
                status = http(port, path, more)[0]
                check(status in (200, 400, 403, 404, 413, 414, 431), path[:20], str(status))
            except (ConnectionError, IndexError, ValueError):
                pass  # it hung up
        well(port)
    with case("http: health, games and metrics"):
        equal(http(port, "/healthz")[::2], (200, b"ok\n"))
        games = harness.json.loads(http(port, "/games.json")[2])
        check(all(name in harness.json.dumps(games) for name, _, _ in GAMES))
        metrics(port)


def metrics(port):
    """The metrics by name. Every line must have the right format."""
    status, headers, body = http(port, "/metrics")
    check(status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4"), headers)
    values, types = {}, {}
    for line in body.decode().splitlines():
        m = re.fullmatch(r"# (HELP|TYPE) (tenka_\w+) (.+)|(tenka_\w+) (-?\d+)", line)
        check(m, "not a line of metrics:", line)
        if m.group(1) == "TYPE":
            types[m.group(2)] = m.group(3)
        elif m.group(4):
            values[m.group(4)] = int(m.group(5))
    check(values and values.keys() == types.keys() and all(v >= 0 for v in values.values()), values)
    return values


def test_handshake():
    def origin(server, text, path="/ws"):
        try:
            Client(server.port, path, f"Origin: {text}\r\n" if text else "").close()
            return True
        except (Closed, ConnectionError):
            return False
    with serving(PROGRAM, "--per-address", "5", "--origins", "https://example.org http://other.example:8080",
                 name="the server with few connections") as server:
        with case("origins: pages of this server and of the sites in its options, and programs; no others"):
            for text, good in (("", True), (f"http://localhost:{server.port}", True), (f"https://localhost:{server.port}", True),
                               ("https://example.org", True), ("http://other.example:8080", True), ("http://example.org", False),
                               ("https://example.org.evil", False), ("https://example.or", False), ("https://evil", False),
                               ("null", False), ("http://localhost", False), (f"http://localhost:{server.port}.evil", False),
                               (f"http://evil/localhost:{server.port}", False), ("https://example.org http://x", False),
                               ("x" * 300, False), ("https://example.org/" + "x" * 300, False), (" ", True)):
                equal(origin(server, text), good, f"Origin: {text}")
        with case("paths: only /ws"):
            for path, good in (("/ws", True), ("/", False), ("/wsx", False), ("/ws/", False), ("/WS", False), ("/t/ws", False),
                               ("/healthz", False), ("/" + "w" * 300, False)):
                equal(origin(server, "", path), good, path)
        with case("addresses: each has a limit of connections; when one ends, another is possible"):
            deadline = time.monotonic() + PATIENCE
            while metrics(server.port)["tenka_sessions"] and time.monotonic() < deadline:
                pass
            players = [Player(server.port) for _ in range(5)]
            check(not origin(server, ""), "a sixth connection")
            check(not origin(server, ""), "a sixth connection")
            for p in players:
                p.sync()
            players.pop().close()
            while len(players) < 5:
                try:
                    players.append(Player(server.port))
                except (Closed, ConnectionError):
                    check(time.monotonic() < deadline, "no other connection is possible")
            check(not origin(server, ""), "a sixth connection")


def refused_after(most, clause, request):
    """How often the request is granted before it is refused with this clause."""
    for granted in range(most):
        answer = request()
        if answer["type"] == "refused":
            equal(answer["clause"], clause)
            return granted
    return check(False, f"{most} requests were granted")


def test_allowances():
    def new_guest():
        while True:
            try:
                p = Player(server.port, say_hello=False)
                break
            except (Closed, ConnectionError):  # there are too many connections in this second
                time.sleep(0.1)
        answer = p.ask(type="hello", version=1)
        p.close()
        return answer

    def new_match():
        answer = ann.ask(type="create", game="zipang", players=2, seats=["you", "greedy"])
        if answer["type"] == "created":
            ann.good(type="resign", table=answer["table"])
            ann.good(type="unwatch", table=answer["table"])
        return answer

    with serving(PROGRAM, "--per-address", "4", "--tables-per-player", "1", "--rate", "10", name="the server with small allowances") as server:
        ann = Player(server.port)
        with case("allowances: three times as many new tables as a player may have open at a time"):
            check(refused_after(100, "openings", new_match) >= 3)
        with case("allowances: lines of chat"):
            bob = Player(server.port)
            table = bob.create("zipang", 2)
            check(refused_after(500, "chatty", lambda: bob.ask(type="chat", table=table, text="hello")) >= 14)
            bob.close()
        with case("allowances: names that are registered from an address"):
            names = (f"Ann {i}" for i in range(100))
            check(refused_after(100, "names", lambda: ann.ask(type="keep", name=next(names), password="correct horse")) >= 2)
        with case("allowances: twice as many new guests as an address may have connections"):
            check(refused_after(100, "guests", new_guest) >= 6)
        with case("allowances: who has a token can still come"):
            ann.sync()
            token = ann.token
            ann.close()
            Player(server.port, token=token).sync()


def test_crowds():
    with serving(PROGRAM, "--rate", "1", name="the server for few messages") as server:
        with case("flood: a client that asks for records again and again is told to wait, and still gets other pages"):
            check(429 in (http(server.port, "/record/abcdefghjkmn")[0] for _ in range(2000)), "2,000 records")
            equal(http(server.port, "/healthz")[0], 200)
    with serving(PROGRAM, "--rate", "20", name="the server with a crowd") as server:
        with case("flood: a client that sends 10,000 messages is read slowly, and others are served"):
            loud, calm = Player(server.port), Player(server.port)
            before, start = metrics(server.port)["tenka_requests_total"], time.monotonic()
            loud.socket.settimeout(0.2)
            sent = 0
            try:
                for sent in range(10000):
                    loud.frame(b'{"type":"ping","ref":%d}' % sent)
            except TimeoutError:
                pass
            for _ in range(20):
                equal(calm.ask(type="ping")["type"], "pong")
            done, took = metrics(server.port)["tenka_requests_total"] - before, time.monotonic() - start
            check(done < 230 + 21 * took, f"{done} requests in {took:.1f} s of {sent}")
            loud.socket.settimeout(PATIENCE)
            for i in range(60):
                equal(loud.receive(), {"type": "pong", "ref": i})
            loud.cut()
        with case("half-open: 200 connections that never send a request, and others are served"):
            silent = [connect(server.port) for _ in range(200)]
            for i, s in enumerate(silent):
                if i % 3 == 1:
                    s.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
                elif i % 3 == 2:
                    s.sendall(b"G")
            well(server.port)
            equal(http(server.port, "/healthz")[0], 200)
            for s in silent:
                s.close()
            well(server.port)
    with serving(PROGRAM, name="the server with a reader that does not read") as server:
        with case("connections: 300 come and go while a match goes on"):
            [a, b], table = seated(server.port, "glory", 2)
            stop = threading.Event()
            done = []

            def come_and_go():
                rng = random.Random(SEED)
                for i in range(300):
                    p = Player(server.port, say_hello=i % 2 == 0)
                    if i % 4 == 0:
                        p.send(type="watch", table=table)
                    if i % 8 == 0:
                        p.send(type="create", game="zipang", seats=["you", "greedy"])
                    p.cut(reset=rng.random() < 0.5)
                    done.append(i)
                    if stop.is_set():
                        break
            thread = threading.Thread(target=come_and_go)
            thread.start()
            rng = random.Random(SEED)
            made = 0
            try:
                while thread.is_alive() and not over(a, table):
                    made += play([a, b], table, rng, plies=5)
            finally:
                stop.set() if over(a, table) else None
                thread.join()
            check(len(done) >= 300 or over(a, table), f"{len(done)} connections")
            check(made > 50, f"{made} moves")
            deadline = time.monotonic() + PATIENCE
            while metrics(server.port)["tenka_sessions"] > 2 and time.monotonic() < deadline:
                pass
            equal(metrics(server.port)["tenka_sessions"], 2, "connections that were closed:")
        with case("a client that does not read uses no memory, and later gets everything in few messages"):
            players, table = seated(server.port, "glory", 2)
            reader = Player(server.port)
            play(players, table, random.Random(SEED), plies=200)
            reader.good(type="watch", table=table)
            reader.sync()
            before, sent = server.memory(), 8000
            for i in range(sent):  # their answers are more than the connection can buffer
                reader.frame(b'{"type":"record","table":"%s","ref":%d}' % (table.encode(), i))
            play(players, table, random.Random(SEED), plies=200)
            for p in players:
                p.sync()
            grown = server.memory() - before
            check(grown < 10 << 20, f"{grown >> 10} KiB more")
            ply, views = players[0].views[table]["ply"], 0
            count = 0
            while count < sent or reader.views[table]["ply"] < ply:
                m = reader.receive()
                views += m["type"] == "view"
                if "ref" in m:
                    equal(m["ref"], count)
                    count += 1
            check(views < 150, f"{views} views of 200 plies: they were not put together")
            equal(len(reader.log[table]), ply)
        with case("a table whose players have all been cut off goes on"):
            for p in players:
                p.cut(reset=True)
            p = players[0].again()
            p.good(type="watch", table=table)
            p.wait_view(table)


# ---- 11: silence, and a server that cannot start ----

def test_silence():
    with serving(PROGRAM, "--silent-ms", "6000", name="the server that asks who is there") as server:
        with case("silence: a client that answers pings stays, and one that does not is dropped"):
            gone, here, pings = Player(server.port), Player(server.port), []

            def frame(payload, opcode=1):
                Client.frame(here, payload, opcode)
                pings.extend([payload] if opcode == 10 else [])
                if len(pings) == 3 and opcode == 10:  # a silent client is pinged at most twice
                    here.send(type="ping", ref=5)
            here.frame = frame
            equal(here.receive(), {"type": "pong", "ref": 5})
            gone.frame = lambda payload, opcode: None
            try:
                gone.receive()
                check(False, "it goes on")
            except Closed:
                pass


def digest(directory):
    return {os.path.relpath(os.path.join(d, f), directory): hashlib.sha256(open(os.path.join(d, f), "rb").read()).hexdigest()
            for d, _, files in os.walk(directory) for f in files}


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as s:
            s.bind(("::1", 0))
        return True
    except OSError:
        return False


def test_startup():
    directory = tempfile.mkdtemp(prefix="tenka-e2e-")

    def path(name):
        return os.path.join(directory, name)

    def fails(name, arguments, code, *words):
        with case("startup: " + name):
            before = digest(directory)
            done = subprocess.run([PROGRAM, "serve", *arguments], capture_output=True, text=True, timeout=PATIENCE, cwd=directory,
                                  check=False)
            equal((done.returncode, done.stdout), (code, ""), done.stderr)
            lines = done.stderr.strip().splitlines()
            check(len(lines) == 1 if code == 1 else 1 <= len(lines) <= 3, "expected one sentence:", done.stderr)
            check(not any(w in done.stderr for w in harness.SANITIZED), done.stderr)
            check(all(w in done.stderr for w in words), "expected", repr(words), "in", done.stderr)
            equal(digest(directory), before, "something was changed on the disk:")

    listen = ["--listen", f"127.0.0.1:{free_port()}"]
    try:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            fails("the port is taken, and no database is created", ["--listen", f"127.0.0.1:{port}", "--store",
                  "sqlite:" + path("new.db")], 1, str(port))
            fails("the port is taken, and no data directory is created", ["--listen", f"127.0.0.1:{port}", "--data", path("data")],
                  1, str(port))
            with case("startup: a taken port leaves no directory behind"):
                check(not os.path.exists(path("data")), "there is a directory 'data'")
        fails("the store is a directory", [*listen, "--store", "sqlite:" + directory], 1, directory)
        with open(path("text"), "w", encoding="utf-8") as f:
            f.write("This is not a database.\n" * 100)
        fails("the store is a text file", [*listen, "--store", "sqlite:" + path("text")], 1, path("text"))
        fails("the store cannot be written", [*listen, "--store", "sqlite:/proc/tenka.db"], 1, "/proc/tenka.db")
        fails("the store is in a directory that does not exist", [*listen, "--store", "sqlite:" + path("no/tenka.db")], 1, "no/tenka.db")
        fails("the store is of an unknown kind", [*listen, "--store", "mysql:x"], 1, "mysql:x", "sqlite:FILE")
        fails("the store has no name", [*listen, "--store", "sqlite:"], 1, "sqlite:FILE")
        fails("the store does not answer", [*listen, "--store", f"postgres://u:geheim@127.0.0.1:{free_port()}/x"], 1)
        with case("startup: passwords of databases are not shown"):
            text = subprocess.run([PROGRAM, "serve", *listen, "--store", f"postgres://u:geheim@127.0.0.1:{free_port()}/x"], capture_output=True,
                                  text=True, check=False).stderr
            check("geheim" not in text and "'postgres://...'" in text, text)
        for text, line, column, *words in (("listen = 127.0.0.1:1\nrat = 5\n", 2, 1, "rat", "rate"), ("rate = many\n", 1, 8, "number"),
                                           ("rate 5\n", 1, 6, "'='"), ("rate=5x\n", 1, 6, "number"), ("config = x\n", None, None, "command line"), ("\n# x\nproxied = 1\n", 3, 11, "yes or no"),
                                           ("rate =\n", 1, 7, "value"), ("bot-ms = 60001\n", 1, 10, "60000"), ("=\n", 1, 1, "option")):
            with open(path("config"), "w", encoding="utf-8") as f:
                f.write(text)
            fails(f"the configuration {text!r}", [*listen, "--config", path("config"), "--store", "sqlite:" + path("new.db")], 1,
                  f"{path('config')}:{line}:{column}" if line else path("config"), *words)
        fails("the configuration file does not exist", [*listen, "--config", path("nothing")], 1, path("nothing"))
        for arguments, *words in ((["--rate", "x"], "rate"), (["--rate"], "rate"), (["--what"], "what"), (["thing"], "thing"),
                                  (["--rate", "-1"], "rate"), (["--tls-key", "x"], "--tls-certificate"), (["--threads", "0"], "threads")):
            fails(f"the command line {arguments}", arguments, 2, *words)
        for address in ("127.0.0.1", "127.0.0.1:", ":8600", "127.0.0.1:0", "127.0.0.1:99999", "nowhere.invalid:8600", "[::1:8600"):
            fails(f"the address {address}", ["--listen", address, "--store", "sqlite:" + path("new.db")], 1, address)
        for address, others in (("[::]", ("127.0.0.1", "::1")), ("0.0.0.0", ("127.0.0.1",)), ("[::1]", ("::1",))):
            if ":" in address and not has_ipv6():
                continue
            with case(f"startup: if it listens at {address}, it can be reached from {' and '.join(others)}"):
                port = free_port()
                server = Server(PROGRAM, "--listen", f"{address}:{port}")
                try:
                    for other in others:
                        with socket.create_connection((other, port), timeout=harness.PATIENCE) as s:
                            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            check(b" 200 " in s.recv(65536), other)
                finally:
                    server.remove()
        server = Server(PROGRAM)
        try:
            Player(server.port, name="Ann").create("zipang", 2)
            fails("another server uses the store", [*listen, "--store", server.store], 1, server.database)
            check(server.alive())
            server.stop()
            shutil.copy(server.database, path("newer.db"))
        finally:
            server.remove()
        db = sqlite3.connect(path("newer.db"))
        db.execute("UPDATE meta SET value = 99 WHERE key = 'version'")
        db.commit()
        db.execute("PRAGMA journal_mode = DELETE")
        db.close()
        db = sqlite3.connect(path("other.db"))
        db.execute("CREATE TABLE letters (text)")
        db.commit()
        db.close()
        fails("the store is the database of another program", [*listen, "--store", "sqlite:" + path("other.db")], 1, "other.db",
              "another program")
        fails("the store was made by a newer version", [*listen, "--store", "sqlite:" + path("newer.db")], 1, "99", "nothing was changed")
        fails("the certificate does not exist", [*listen, "--store", "sqlite:" + path("new.db"), "--tls-certificate", path("x"),
              "--tls-key", path("y")], 1)
    finally:
        shutil.rmtree(directory)


# ---- 12: random requests, in any order ----

def random_request(rng, client, tables, players):
    """A random request, which may be good or not."""
    kind = rng.choice([k for k in TYPES if k not in ("logout", "login", "keep")] + ["move"] * 12 + ["join"] * 3 + ["watch"] * 3)
    table = rng.choice(tables) if tables and rng.random() < 0.95 else "abcdefghjkmn"
    message = example(kind, table)
    if kind == "create":
        game, least, most = rng.choice(GAMES)
        count = rng.randrange(least, most + 1)
        message.update(game=game, players=count, clock=rng.choice(["none", "1s", "1h+5s", "1m"]), watched=rng.random() < 0.8,
                       strict=rng.random() < 0.3, rated=rng.random() < 0.5,
                       seats=["you"] + [rng.choice(["free", "random", "greedy", "1"]) for _ in range(count - 1)])
    elif kind == "move":
        mine = [t for t in tables if client.moves(t)]
        if mine and rng.random() < 0.9:
            table = rng.choice(mine)
            message.update(table=table, id=client.views[table]["id"], move=rng.choice(client.moves(table)))
    elif kind in ("watch", "join", "bot", "replay"):
        if rng.random() < 0.5 or kind == "bot":
            message["seat"] = rng.choice(["A", "B", "C", "F", "spectator", "all"])
        if kind == "watch" and rng.random() < 0.5:
            message["since"] = rng.randrange(60)
        if kind == "bot" and rng.random() < 0.7:
            message["bot"] = rng.choice(["random", "greedy", "2", "x"])
        if kind == "replay":
            message["ply"] = rng.randrange(30)
        if kind == "join":
            message["rated"] = rng.random() < 0.5
    elif kind == "undo":
        message["ply"] = rng.randrange(20)
    elif kind == "player":
        message["player"] = rng.choice(players)
    elif kind == "finished" and rng.random() < 0.5:
        message["player"] = rng.choice(players)
    elif kind == "name":
        message["name"] = rng.choice(["Ann", "Ben", "x", "天下", "y" * 63])
    elif kind in ("consent", "show", "lobby"):
        message["yes" if kind == "consent" else "on"] = rng.random() < 0.5
    elif kind == "chat":
        message["text"] = rng.choice(["", spoken("something or other")])
    if rng.random() < 0.03:
        message[rng.choice(list(message))] = rng.choice([None, 5, "x", [], {}, True, -1])
    return message


def test_anything(port):
    seconds = float(os.environ.get("E2E_SECONDS", "5"))
    with case(f"anything: 8 clients send requests of all kinds in any order; each gets one answer (seed {SEED})"):
        rng = random.Random(SEED)
        clients = [Player(port) for _ in range(8)]
        for c in clients:
            c.lenient = True  # they claim to know events that they do not know
        ids, tables = [c.id for c in clients], []
        waiting = [{} for _ in clients]  # requests without an answer, by ref
        counts = {}
        deadline, sent = time.monotonic() + seconds, 0

        def hear(i):
            clients[i].inbox.clear()
            m = clients[i].receive()
            ref = m.get("ref")
            if ref is not None:
                check(ref in waiting[i], "an answer without a request, or a second answer:", m)
                asked = waiting[i].pop(ref)
                counts[m["type"]] = counts.get(m["type"], 0) + 1
                if m["type"] == "refused":
                    check(m["clause"] and m["text"], m)
                    check(m["clause"] != "store", m)
                elif m["type"] == "created" and m["table"] not in tables:
                    tables.append(m["table"])
                    del tables[:-14]
                check(asked["type"] == m.get("request", asked["type"]), asked, m)
        while time.monotonic() < deadline:
            i = rng.randrange(8)
            if rng.random() < 0.01:  # a client leaves and comes back; its pending requests may be done or not
                clients[i].cut(reset=rng.random() < 0.5)
                clients[i] = clients[i].again()
                clients[i].lenient = True
                waiting[i] = {}
            for _ in range(rng.randrange(1, 6)):
                sent += 1
                message = random_request(rng, clients[i], tables, ids)
                if isinstance(message.get("type"), str) and message["type"] in TYPES:
                    message["ref"] = sent
                    waiting[i][sent] = message
                    clients[i].send(**message)
            for j in range(8):
                while clients[j].data or harness.select.select([clients[j].socket], [], [], 0)[0]:
                    hear(j)
        for i in range(8):
            while waiting[i]:
                hear(i)
            equal(clients[i].ask(type="ping")["type"], "pong")
        well(port)
        values = metrics(port)
        check(values["tenka_requests_total"] > sent / 2 and values["tenka_store_failures_total"] == 0, values)
        note(f"{sent} requests: {dict(sorted(counts.items()))}")
        for c in clients:
            c.close()


# ---- 13: logs ----

def test_logs():
    with case("logs: they contain no token, password, secret or word of the chat"):
        text = "\n".join(logs)
        for secret in sorted(s for s in hidden if s and len(s) > 5):
            at = text.find(secret)
            check(at < 0, "a log contains something that must be hidden:", text[max(0, at - 100):at + 100])
        for pattern in (r"\b[0-9a-f]{32,}\b", r"\$argon2"):
            found = re.search(pattern, text)
            check(not found, "a log contains something that looks like a secret:", found and found.group(0))
        note(f"{len(hidden)} secrets, {len(text)} bytes of {len(logs)} logs")


def main():
    only = os.environ.get("E2E_ONLY", "")

    def wanted(function):
        return only in function.__name__

    shared = [f for f in (test_hello, test_names, test_messages, test_tables, test_lobby, test_help, test_games, test_reconnect,
                          test_wrong_moves, test_undo, test_ratings, test_clocks, test_spectators, test_frames, test_http, test_anything)
              if wanted(f)]
    if shared:
        with serving(PROGRAM, store=STORE, name="the server of all these matches") as server:
            for function in shared:
                with case(function.__name__ + " comes to its end"):
                    function(server.port)
    for function in (test_limits, test_leaving, test_restart, test_secrecy, test_handshake, test_allowances, test_crowds, test_silence, test_startup):
        if wanted(function):
            with case(function.__name__ + " comes to its end"):
                function()
    test_logs()
    if not only:
        missing = documented() - refusals
        with case("every clause of the protocol came up, except those that no client can cause"):
            missing -= {"busy", "guesses", "logins", "session"}  # accounts.py and hall_test.c have these
            missing -= {"self", "mutes", "reports", "line", "removed", "sits"}  # people.py has these
            missing -= {"banned"}  # admin.py has this
            missing -= {"late"}  # table_test has this, where no time passes by itself
            equal(missing - {"closing"}, {"time", "large"}, "clauses:")  # a request at the end may be refused as closing, or come too late for that
    sys.exit(bool(harness.failures))


main()
