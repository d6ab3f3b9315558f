#!/usr/bin/env python3
"""backup.py PROGRAM: 'tenka backup' while people play, and 'tenka restore': for SQLite, for PostgreSQL, and from one to the
other."""
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading

from harness import PROGRAM, Player, Server, case, check, equal, failures, play, seated
from postgres import Postgres


def tenka(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def good(*arguments):
    result = tenka(*arguments)
    check(result.returncode == 0 and not result.stderr, " ".join(arguments), result.stdout, result.stderr)
    return result.stdout


def bad(part, *arguments, code=1):
    result = tenka(*arguments)
    check(result.returncode == code and part in result.stderr, f"expected '{part}':", result.stdout, result.stderr)
    equal(result.stderr.count("\n") <= 2, True, result.stderr)


class Crowd:
    """Players who play against bots, each in a thread, until they are told to stop."""

    def __init__(self, port, count=6):
        self.over, self.port, self.errors = threading.Event(), port, []
        self.acknowledged = [0] * count
        self.events = {}  # by table, how many events of it were acknowledged
        self.threads = [threading.Thread(target=self.keep_playing, args=(i,)) for i in range(count)]
        for thread in self.threads:
            thread.start()

    def keep_playing(self, i):
        rng = random.Random(i)
        try:
            player = Player(self.port)
            while not self.over.is_set():
                table = player.create("zipang", 2, seats=["you", "greedy"])
                play([player], table, rng, after=lambda *answer: self.count(i, table, answer), plies=40)
        except Exception as e:  # the main thread reports it
            self.errors.append(repr(e))

    def count(self, i, table, answer):
        self.acknowledged[i] += 1
        if answer[1]["type"] == "done":
            self.events[table] = self.events.get(table, 0) + 1

    def wait_for(self, more):
        """Waits until so many more moves were acknowledged."""
        least = sum(self.acknowledged) + more
        while sum(self.acknowledged) < least and not self.errors:
            self.over.wait(0.01)

    def stop(self):
        self.over.set()
        for thread in self.threads:
            thread.join()
        equal(self.errors, [])


def known_match(port):
    """A match of two people that has begun, and what they know of it."""
    players, table = seated(port, "glory", 2)
    play(players, table, random.Random(7), plies=20)
    for p in players:
        p.sync()
    return players, table


def goes_on(server, players, table):
    """The server has the match as the players know it, and it can be played to its end."""
    back = [Player(server.port, token=p.token) for p in players]
    for old, new in zip(players, back):
        new.good(type="watch", table=table)
        new.wait_view(table)
        equal(new.log[table], old.log[table])
        equal(new.id, old.id)
    play(back, table, random.Random(8), plies=30)
    for p in back:
        p.close()


def has_moves(path, known):
    """What was acknowledged before the backup began is in it."""
    with sqlite3.connect(path) as database:
        stored = dict(database.execute("SELECT id, count(*) FROM events WHERE type = 'move' AND player <> 0 GROUP BY id"))
    check(known, "nobody played")
    equal({table: stored.get(table, 0) for table, least in known.items() if stored.get(table, 0) < least}, {})


def rows(path):
    """All rows of all tables."""
    with sqlite3.connect(path) as database:
        names = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(database.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def under_load(store, others, files):
    """Backs up a server under load, and restores into all other stores."""
    server = Server(PROGRAM, store=store)
    kind = server.store.split(":")[0]
    path = os.path.join(files, kind)
    try:
        with case(f"{kind}: a backup while people play takes nothing from them"):
            players, table = known_match(server.port)
            crowd = Crowd(server.port)
            crowd.wait_for(200)
            for _ in range(3):  # each replaces the one before
                known = dict(crowd.events)
                good("backup", "--store", server.store, path)
                has_moves(path, known)
                crowd.wait_for(20)
            crowd.stop()
            check("event=store-failed" not in server.text(), server.text())
        with case(f"{kind}: only its owner can read a backup, which is one file"):
            equal(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            equal([name for name in os.listdir(files) if name.startswith(kind)], [kind])
        with case(f"{kind}: the backup is a store"):
            copy = Server(PROGRAM, store="sqlite:" + shutil.copy(path, path + ".copy"))
            goes_on(copy, players, table)
            copy.stop()
            copy.remove()
        for i, other in enumerate(others):
            moved(f"{kind} to {other.split(':')[0]}", path, other, players, table, os.path.join(files, f"again{i}"))
        with case(f"{kind}: the server goes on"):
            goes_on(server, players, table)
            server.stop()
    finally:
        server.remove()


def moved(what, path, store, players, table, again):
    with case(f"{what}: a restored service has everything, and goes on"):
        good("restore", "--store", store, path)
        good("backup", "--store", store, again)
        equal(rows(again), rows(path))
        os.unlink(again)
        server = Server(PROGRAM, store=store)
        goes_on(server, players, table)
        server.stop()
        server.remove()
    with case(f"{what}: a store that is not empty is refused"):
        bad("it is not empty", "restore", "--store", store, path)


def refused(files):
    """What cannot be backed up or restored."""
    server = Server(PROGRAM)
    path, store = os.path.join(files, "one"), os.path.join(files, "two")
    try:
        Player(server.port)
        good("backup", "--store", server.store, path)
        with case("a backup never replaces a store, and comes only from one"):
            bad("a server uses this file", "backup", "--store", server.store, server.database)
            bad("unable to open", "backup", "--data", os.path.join(files, "nowhere"), path)
            bad("not a regular file", "backup", "--store", server.store, files)
            bad("No such file", "backup", "--store", server.store, os.path.join(files, "no", "file"))
            bad("expected a file", "backup", code=2)
            bad("found both", "backup", "--store", server.store, "--data", files, path, code=2)
            bad("expected 'sqlite:FILE'", "backup", "--store", "mysql:x", path)
            equal(sorted(os.listdir(files)), ["one"])
        with case("a running server's store cannot be restored into"):
            bad("another process uses it", "restore", "--store", server.store, path)
        server.stop()
        with case("a stopped server's file is not replaced, either"):
            bad("the store itself", "backup", "--store", server.store, server.database)
    finally:
        server.remove()
    with case("a file that is no backup, is damaged or is too new is refused, and why is said"):
        broken = os.path.join(files, "broken")
        bad("No such file", "restore", "--store", "sqlite:" + store, broken)
        with open(broken, "w", encoding="ascii") as f:
            f.write("This is a letter, and longer than the head of a database is. " * 20)
        bad("not a database", "restore", "--store", "sqlite:" + store, broken)
        with open(path, "rb") as f:
            whole = f.read()
        with open(broken, "wb") as f:
            f.write(whole[:len(whole) // 2])
        bad("broken", "restore", "--store", "sqlite:" + store, broken)
        with open(broken, "wb") as f:
            f.write(whole[:4096] + b"\x55" * 4096 + whole[8192:])
        bad("is damaged", "restore", "--store", "sqlite:" + store, broken)
        with open(broken, "wb") as f:
            f.write(whole[:68] + b"abcd" + whole[72:])
        bad("another program", "restore", "--store", "sqlite:" + store, broken)
        shutil.copy(path, broken)
        with sqlite3.connect(broken) as database:
            database.execute("UPDATE meta SET value = 1000 WHERE key = 'version'")
        bad("version 1000", "restore", "--store", "sqlite:" + store, broken)
        good("restore", "--store", "sqlite:" + store, path)  # what was refused has left nothing behind
    with case("what SQLite itself adds to a file is not copied, and what others add is named"):
        shutil.copy(path, broken)
        with sqlite3.connect(broken) as database:
            database.execute("ANALYZE")
        good("restore", "--store", "sqlite:" + os.path.join(files, "analyzed"), broken)
        with sqlite3.connect(broken) as database:
            database.execute("CREATE TABLE other (number INTEGER)")
            database.execute("INSERT INTO other VALUES (1)")
        bad("other", "restore", "--store", "sqlite:" + os.path.join(files, "never"), broken)
    with case("--data names a directory, which is made if it is missing"):
        good("restore", "--data", os.path.join(files, "new"), path)
        equal(rows(os.path.join(files, "new", "tenka.db")), rows(path))


def for_a_service(files):
    """As root restores for a service that has a user of its own: the service must be able to open the files."""
    if os.geteuid() != 0:
        print("# only root can give files away")
        return
    path, directory = os.path.join(files, "source"), os.path.join(files, "service")
    server = Server(PROGRAM)
    good("backup", "--store", server.store, path)
    server.stop()
    server.remove()
    os.mkdir(directory, 0o700)
    os.chown(directory, 12345, 54321)

    def owned():
        found = {name: os.stat(os.path.join(directory, name)) for name in os.listdir(directory)}
        equal({(s.st_uid, s.st_gid) for s in found.values()}, {(12345, 54321)}, found)
        equal({stat.S_IMODE(s.st_mode) for s in found.values()}, {0o600}, found)
        return sorted(found)

    with case("what root restores belongs to the owner of the directory"):
        good("restore", "--data", directory, path)
        equal(owned(), ["tenka.db"])
    with case("what root's server makes belongs to the owner of the directory, too"):
        os.unlink(os.path.join(directory, "tenka.db"))
        server = Server(PROGRAM, store=f"sqlite:{directory}/tenka.db")
        Player(server.port)
        equal(owned(), ["tenka.db", "tenka.db-lock", "tenka.db-shm", "tenka.db-wal"])
        server.stop()
        server.remove()
    with case("root's own directory stays root's"):
        good("restore", "--data", os.path.join(files, "own"), path)
        equal(os.stat(os.path.join(files, "own", "tenka.db")).st_uid, 0)


def main():
    files = tempfile.mkdtemp(prefix="tenka-backup-")
    postgres = Postgres()
    try:
        refused(files)
        shutil.rmtree(files)
        os.mkdir(files)
        for_a_service(files)
        under_load(None, ["sqlite:" + os.path.join(files, "restored"), postgres.database("one")], files)
        under_load(postgres.database("two"), ["sqlite:" + os.path.join(files, "moved"), postgres.database("three")], files)
    finally:
        postgres.remove()
        shutil.rmtree(files, ignore_errors=True)
    sys.exit(bool(failures))


main()
