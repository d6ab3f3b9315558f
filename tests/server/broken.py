#!/usr/bin/env python3
"""broken.py PROGRAM: a store in which something cannot be read. The server starts, names the table once in its log, treats it
as missing, and serves everything else."""
import random
import sqlite3
import sys
import time

from harness import PROGRAM, Player, Server, case, check, equal, failures, play, seated

FAR = 2**63 - 1
HARMS = {  # what is done to the last event of a table
    "an unknown type": "UPDATE events SET type = 'dance' WHERE id = ? AND seq = ?",
    "no move of the game": "UPDATE events SET type = 'move', text = 'fly to the moon' WHERE id = ? AND seq = ?",
    "text that is not UTF-8": "UPDATE events SET text = CAST(x'ff00fe' AS TEXT) WHERE id = ? AND seq = ?",
    "a seat that is not there": "UPDATE events SET seat = 77 WHERE id = ? AND seq = ?",
    "a seat that is no number": "UPDATE events SET seat = 'B' || char(0), type = 'sit' WHERE id = ? AND seq = ?",
    "a number beyond all bounds": f"UPDATE events SET number = {FAR} WHERE id = ? AND seq = ?",
    "the last of all times": f"UPDATE events SET time = {FAR} WHERE id = ? AND seq = ?",
    "the first of all times": f"UPDATE events SET time = {-FAR - 1} WHERE id = ? AND seq = ?",
    "a time two days ahead": "UPDATE events SET time = time + 172800000 WHERE id = ? AND seq = ?",
    "another number": "UPDATE events SET seq = seq + 1 WHERE id = ? AND seq = ?",
}


def change(server, *statement):
    with sqlite3.connect(server.database) as database:
        return list(database.execute(*statement))


def saved_time(server):
    return change(server, "SELECT value FROM meta WHERE key = 'time'")[0][0]


def unreadable(server):
    return [line.split("event=table-unreadable ")[1] for line in server.text().splitlines() if "table-unreadable" in line]


def broken_event(server, what, harm):
    (good, bad), table = seated(server.port, "zipang", 2)
    others, whole = seated(server.port, "zipang", 2)
    play([good, bad], table, random.Random(1), plies=4)
    play(others, whole, random.Random(2), plies=4)
    server.stop()
    last, = change(server, "SELECT max(seq) FROM events WHERE id = ?", (table,))[0]
    change(server, harm, (table, last))
    before = saved_time(server)
    server.start()
    told = [f"table={table} event={last}"]
    with case(f"{what}: the server starts and names the table"):
        equal(unreadable(server), told)
    with case(f"{what}: the table is missing, and is not named again"):
        p = Player(server.port, token=good.token)
        for _ in range(2):
            p.bad("table", type="watch", table=table)
        equal(unreadable(server), told)
    with case(f"{what}: the others play on, and time goes on as ever"):
        again = [Player(server.port, token=o.token) for o in others]
        for p in again:
            p.good(type="watch", table=whole)
            p.wait_view(whole)
        play(again, whole, random.Random(3))
        deadline = time.monotonic() + 30
        while saved_time(server) == before and time.monotonic() < deadline:
            time.sleep(0.05)
        check(0 < saved_time(server) - before < 3600000, before, saved_time(server))
    change(server, "DELETE FROM events WHERE id = ?", (table,))


def broken_time(server):
    for value in (FAR, -FAR - 1):
        (a, b), table = seated(server.port, "zipang", 2)
        play([a, b], table, random.Random(4), plies=4)
        server.stop()
        before = saved_time(server)
        change(server, "UPDATE meta SET value = ? WHERE key = 'time'", (value,))
        server.start()
        with case(f"a saved time of {value} is replaced by that of the last event"):
            check("event=time-unreadable" in server.text(), server.text())
            equal(unreadable(server), [])
            back = [Player(server.port, token=p.token) for p in (a, b)]
            for p in back:
                p.good(type="watch", table=table)
                p.wait_view(table)
            play(back, table, random.Random(5))
            server.restart()
            check(abs(saved_time(server) - before) < 3600000, before, saved_time(server))


def broken_settings(server):
    (a, b), table = seated(server.port, "zipang", 2)
    b.sync()
    server.stop()
    change(server, "UPDATE tables SET settings = 'chess players=2' WHERE id = ?", (table,))
    server.start()
    with case("settings that cannot be read: the same"):
        equal(unreadable(server), [f"table={table} event=0"])
        Player(server.port, token=a.token).bad("table", type="watch", table=table)
    change(server, "DELETE FROM events WHERE id = ?", (table,))


def main():
    server = Server(PROGRAM)
    try:
        for what, harm in HARMS.items():
            broken_event(server, what, harm)
        broken_settings(server)
        broken_time(server)
        with case("the server stops well"):
            server.stop()
    finally:
        server.remove()
    sys.exit(bool(failures))


main()
