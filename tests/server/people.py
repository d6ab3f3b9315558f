#!/usr/bin/env python3
"""people.py PROGRAM: what players can do about each other: mute, report, and remove spectators; with two nodes if
TENKA_TEST_STORE names a shared store."""
import os
import sys

from harness import PROGRAM, Player, Server, case, check, equal, failures, refusals

CLAUSES = ("self", "mutes", "reports", "line", "removed", "sits")  # those that belong to these requests


def table_of(host, *others):
    """A table where the host sits, and the others have a seat, too."""
    table = host.create("zipang", 3, seats=["you"])
    for p in others:
        p.join(table)
    return table


def words(player, table):
    return [line["text"] for line in player.chat.get(table, [])]


def say(player, table, text):
    player.good(type="chat", table=table, text=text)


def hears(player, table, text):
    player.wait_for(lambda p: text in words(p, table))


def mutes(nodes):
    here, there = nodes[0], nodes[-1]
    ann, phone, ben, cat = Player(here.port, name="Ann"), None, Player(there.port, name="Ben"), Player(here.port, name="Cat")
    phone = Player(there.port, token=ann.token)
    table = table_of(ann, ben, cat)
    phone.good(type="watch", table=table)
    with case("mute: the words of whoever is muted reach no device of the player; others get them"):
        ann.good(type="mute", player=ben.id, on=True)
        phone.wait_for(lambda p: p.ask(type="mutes")["players"])
        phone.sync()
        say(ben, table, "unheard")
        say(cat, table, "heard")
        for p in (ann, phone, cat, ben):
            hears(p, table, "heard")
        equal([words(p, table) for p in (ann, phone)], [["heard"], ["heard"]])
        equal([words(p, table) for p in (cat, ben)], [["unheard", "heard"]] * 2)
    with case("mute: nor do they come with a new connection, or in a message of the past"):
        late = Player(there.port, token=ann.token)
        late.good(type="watch", table=table)
        hears(late, table, "heard")
        equal(words(late, table), ["heard"])
    with case("mute: the list names the muted ones, and only the player has it"):
        equal(ann.ask(type="mutes")["players"], [{"id": ben.id, "name": "Ben", "kept": False}])
        equal(ben.ask(type="mutes")["players"], [])
    with case("mute: the muted player is sent nothing, and sees what everybody sees"):
        check(not [m for m in ben.messages if b"mute" in m and b'"mutes"' not in m])
    with case("mute: an unknown player and oneself are refused"):
        ann.bad("player", type="mute", player=12345, on=True)
        ann.bad("self", type="mute", player=ann.id, on=True)
    with case("mute: after it is undone, new words come, and the old ones with the next watch"):
        phone.good(type="mute", player=ben.id, on=False)
        ann.wait_for(lambda p: not p.ask(type="mutes")["players"])
        ann.sync()
        say(ben, table, "again")
        hears(ann, table, "again")
        late = Player(here.port, token=ann.token)
        late.good(type="watch", table=table)
        hears(late, table, "again")
        equal(words(late, table), ["unheard", "heard", "again"])
    with case("mute: at most 200 players, with a clear sentence"):
        for i in range(200):
            p = Player(here.port, name="Many")
            ann.good(type="mute", player=p.id, on=True)
            p.close()
        check("200" in ann.bad("mutes", type="mute", player=cat.id, on=True)["text"])


def reports(nodes):
    here, there = nodes[0], nodes[-1]
    ann, ben, cat = (Player(node.port, name=name) for node, name in ((here, "Ann"), (there, "Ben"), (here, "Cat")))
    table = table_of(ann, ben)
    with case("report: only from somebody who has a seat or follows the table"):
        cat.bad("follow", type="report", table=table, seat="B", text="rude")
        cat.good(type="watch", table=table)
        for p in (ann, cat):
            p.wait_table(table, lambda t: t["seats"][1]["is"] == "player")
        cat.good(type="report", table=table, seat="B", text="rude")
    with case("report: needs a player and some words"):
        ann.bad("long", type="report", table=table, seat="B", text="  ")
        ann.bad("seat", type="report", table=table, seat="C", text="an empty seat")
        ann.bad("seat", type="report", table=table, text="nobody")
        ann.bad("self", type="report", table=table, seat="A", text="me")
        equal(ann.ask(type="report", table=table, seat="B")["clause"], "message")
    with case("report: a line of chat by its number, if the player may read it"):
        say(ben, table, "rude words")
        say(cat, table, "whispered")
        hears(cat, table, "whispered")
        ids = {line["text"]: line["id"] for line in cat.chat[table]}
        ann.good(type="report", table=table, line=ids["rude words"], text="see there")
        ann.bad("line", type="report", table=table, line=ids["whispered"], text="cannot know it")
        ann.bad("line", type="report", table=table, line=1, text="not a line")
    with case("report: ten within a day, and then a clear sentence"):
        for _ in range(9):
            ann.good(type="report", table=table, seat="B", text="again")
        check("too often" in ann.bad("reports", type="report", table=table, seat="B", text="again")["text"])
    with case("report: the reported player is sent nothing of it"):
        ben.sync()
        check(not [m for m in ben.messages if b"report" in m])


def spectators(nodes):
    here, there = nodes[0], nodes[-1]
    ann, ben, cat = (Player(node.port, name=name) for node, name in ((here, "Ann"), (here, "Ben"), (there, "Cat")))
    table = table_of(ann, ben)
    near = Player(here.port, name="Near")
    near.good(type="watch", table=table)
    cat.good(type="watch", table=table)
    with case("spectators: only the host has their names"):
        equal(ann.ask(type="spectators", table=table)["players"][0]["name"] in ("Near", "Cat"), True)
        names = {p["name"] for p in ann.ask(type="spectators", table=table)["players"]}
        check("Near" in names and not names & {"Ann", "Ben"}, names)
        ben.bad("host", type="spectators", table=table)
        cat.bad("host", type="spectators", table=table)
    with case("remove: only by the host, and only somebody without a seat"):
        ben.bad("host", type="remove", table=table, player=cat.id)
        ann.bad("sits", type="remove", table=table, player=ben.id)
        ann.bad("self", type="remove", table=table, player=ann.id)
        ann.bad("message", type="remove", table=table, player="Cat")
    with case("remove: whoever is removed follows the table no more, on any node and device"):
        phone = Player(here.port, token=cat.token)
        phone.good(type="watch", table=table)
        ann.good(type="remove", table=table, player=cat.id)
        for p in (cat, phone):
            p.until_type("removed", table=table)
            p.bad("removed", type="watch", table=table)
            p.bad("removed", type="join", table=table)
        phone.bad("follow", type="chat", table=table, text="hello")
        say(ben, table, "after that")
        hears(near, table, "after that")
        check("after that" not in words(cat.sync(), table) + words(phone.sync(), table))
    with case("remove: is stored, and holds after a restart"):
        for node in nodes:
            node.restart()
        Player(there.port, token=cat.token).bad("removed", type="watch", table=table)
        Player(here.port, token=near.token).good(type="watch", table=table)


def main():
    store = os.environ.get("TENKA_TEST_STORE")
    nodes = []
    try:
        nodes = [Server(PROGRAM, "--rate", "0", "--per-address", "0", store=store) for _ in range(2 if store else 1)]
        for group in (mutes, reports, spectators):
            group(nodes)
        with case("all clauses of these requests have come up"):
            equal([clause for clause in CLAUSES if clause not in refusals], [])
        for i, node in enumerate(nodes):
            with case(f"node {i + 1} stops well, and its log has no words of players"):
                node.stop()
                check(not [word for word in ("unheard", "rude", "whispered") if word in node.text()])
    finally:
        for node in nodes:
            node.remove()
    sys.exit(bool(failures))


main()
