"""Shared by the tests of the table server: their own servers, players that remember what they were sent, matches that are
played to the end, and the report of results."""
import json
import os
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import contextmanager

from client import Client, Closed, http

PATIENCE = 40  # seconds to wait for something before the test fails
SANITIZED = ("AddressSanitizer", "LeakSanitizer", "UndefinedBehavior", "ThreadSanitizer", "runtime error:")

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
failures = []
refusals = set()  # the clauses of all refusals that were received
hidden = set()  # what no log may contain: tokens, passwords, secrets, chat
logs = []       # of all servers


def all_games():
    """What the program says about its games: id, players and more."""
    return json.loads(subprocess.run([PROGRAM, "games", "--json"], check=True, capture_output=True, text=True).stdout)


def ok(name):
    print("ok -", name, flush=True)


def not_ok(name, details):
    failures.append(name)
    print("not ok -", name)
    for line in str(details).splitlines():
        print("#", line[:600])
    sys.stdout.flush()


def note(text):
    print("#", text, flush=True)


@contextmanager
def case(name):
    """A test. Any exception makes it fail."""
    begun = time.monotonic()
    try:
        yield
    except Exception as e:  # a test may fail in any way
        where = traceback.extract_tb(e.__traceback__)
        steps = "\n".join(f"{os.path.basename(f.filename)}:{f.lineno}: {f.line}" for f in where[1:4] + where[4:][-2:])
        not_ok(name, f"{type(e).__name__}: {e}\n{steps}")
    else:
        ok(name)
    if time.monotonic() - begun > 3 and os.environ.get("E2E_TIMES"):
        note(f"{name}: {time.monotonic() - begun:.1f} s")


def check(good, *details):
    if not good:
        raise AssertionError(" ".join(d if isinstance(d, str) else json.dumps(d, ensure_ascii=False)[:900] for d in details))


def equal(a, b, *details):
    check(a == b, *details, repr(a)[:700], "is not", repr(b)[:700])


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


# ---- Servers ----

class Server:
    """A server on its own port. Without a store its data are in a directory that `remove` deletes."""

    def __init__(self, program, *options, store=None):
        self.program, self.options = program, options
        self.directory = tempfile.mkdtemp(prefix="tenka-e2e-")
        self.database = os.path.join(self.directory, "tenka.db")
        self.store = store or "sqlite:" + self.database
        self.port, self.process, self.runs = free_port(), None, 0
        self.start()

    def command(self):
        return [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store, "--rate", "0",
                "--per-address", "0", "--bot-ms", "0", "--tables-per-player", "1000", "--debug", *self.options]

    def start(self):
        self.runs += 1
        self.log = os.path.join(self.directory, f"log{self.runs}")
        env = dict(os.environ)
        env["ASAN_OPTIONS"] = "detect_leaks=1:quarantine_size_mb=1:" + env.get("ASAN_OPTIONS", "")
        env["UBSAN_OPTIONS"] = "print_stacktrace=1:" + env.get("UBSAN_OPTIONS", "")
        with open(self.log, "wb") as log:  # with SIGXFSZ ignored, a file that is too large is an error and does not end the process
            self.process = subprocess.Popen(self.command(), stderr=log, stdout=log, env=env,
                                            preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        deadline = time.monotonic() + PATIENCE
        while "event=listening" not in self.text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError("the server does not start: " + self.text()[-2000:])
            time.sleep(0.01)

    def text(self):
        with open(self.log, encoding="utf-8", errors="replace") as f:
            return f.read()

    def alive(self):
        return self.process.poll() is None and http(self.port, "/healthz")[0] == 200

    def memory(self):
        """The memory of the process, in bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def terminate(self):
        check(self.process.poll() is None, f"the server has ended by itself, with code {self.process.returncode}:",
              self.text()[max(0, self.text().find("ERROR: ")):][:3000])
        self.process.send_signal(signal.SIGTERM)

    def wait(self):
        """Sends SIGTERM. The exit code must be 0, and the sanitizers must not report anything."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the server does not stop") from None
        text = self.text()
        logs.append(text)
        lines = [line for line in text.splitlines() if any(word in line for word in SANITIZED)]
        check(code == 0 and not lines, f"exit code {code};", text[max(0, text.find("ERROR: ")):][:3000] if code or lines else "")
        check("event=closed" in text, "it was not closed well:", text[-500:])

    def stop(self):
        self.terminate()
        self.wait()

    def restart(self):
        self.stop()
        self.start()

    def remove(self):
        """Ends the process in any case, and deletes its data."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


@contextmanager
def serving(program, *options, store=None, name="a server"):
    """A server for a group of tests. That it stops well is also a test."""
    server = Server(program, *options, store=store)
    try:
        yield server
        with case(f"{name} stops with exit code 0 and no report of a sanitizer"):
            server.stop()
    finally:
        server.remove()


# ---- Players ----

class Player(Client):
    """A client that remembers, for each table, the last `table` and `view`, the whole log and the largest id."""

    def __init__(self, port, say_hello=True, **more):
        self.tables, self.views, self.log, self.since, self.chat, self.messages = {}, {}, {}, {}, {}, []
        self.closing, self.lenient, self.deadline = False, False, time.monotonic() + PATIENCE
        super().__init__(port, timeout=PATIENCE)
        self.port = port
        if say_hello:
            self.hello(**more)

    def hello(self, **more):
        answer = super().hello(**more)
        if answer["type"] == "welcome":
            self.token = answer.get("token", more.get("token"))
            hidden.add(self.token)
            self.id, self.name = answer["player"]["id"], answer["player"]["name"]
        return answer

    def _more(self):
        if time.monotonic() > self.deadline:  # pings alone do not count as progress
            raise TimeoutError("no more messages come")
        super()._more()

    def receive_text(self):
        self.deadline = time.monotonic() + PATIENCE
        text = super().receive_text()
        message = json.loads(text)
        self.messages.append(text)
        self.learn(message)
        return text

    def learn(self, message):
        kind, table = message["type"], message.get("table")
        self.closing |= kind == "closing"
        if kind == "refused":
            refusals.add(message["clause"])
        if kind in ("table", "view", "chat"):
            self.since[table] = max(self.since.get(table, 0), message["id"])
        if kind == "table":
            self.tables[table] = message
            if "secret" in message:
                hidden.add(message["secret"])
        elif kind == "chat":
            self.chat.setdefault(table, []).extend(message["lines"])
        if kind in ("view", "log"):
            log = self.log.setdefault(table, [])
            if message["log"]:  # plies that come again replace those that were taken back
                del log[message["log"][0]["ply"] - 1:]
            for entry in message["log"]:
                check(self.lenient or entry["ply"] == len(log) + 1, "plies are missing from the log:", [e["ply"] for e in message["log"]],
                      f"after {len(log)}")
                log.append(entry)
        if kind == "view":
            del log[message["ply"]:]
            self.views[table] = message

    def ask(self, **message):
        if "password" in message:
            hidden.add(message["password"])
        return super().ask(**message)

    def good(self, **message):
        answer = self.ask(**message)
        check(answer["type"] != "refused", "refused:", message, answer)
        return answer

    def bad(self, clause, **message):
        answer = self.ask(**message)
        check(answer["type"] == "refused" and answer["clause"] == clause, f"expected the clause '{clause}':", message, answer)
        check(answer.get("request", message["type"]) == message["type"] and answer["text"], answer)
        return answer

    def sync(self, times=4):
        """A barrier: afterwards, everything that the server had to send at the time of the call has been received. Answers
        are sent before news, so one ping is not enough. A table where bots play may wait for the store; then nothing of it
        is sent until the store has answered."""
        for _ in range(times):
            self.ask(type="ping")
        self.inbox.clear()
        return self

    def create(self, game, players, **more):
        return self.good(type="create", game=game, players=players, **more)["table"]

    def join(self, table, **more):
        self.good(type="join", table=table, **more)

    def moves(self, table):
        return [m["move"] for m in self.views.get(table, {}).get("moves", [])]

    def move(self, table, move=None):
        """Makes the move, or the first legal one, and returns the answer."""
        view = self.views[table]
        return self.ask(type="move", table=table, id=view["id"], move=move or self.moves(table)[0])

    def wait_for(self, test):
        """Waits until the test of what was received is true."""
        while not test(self):
            self.inbox.clear()
            self.receive()
        return self

    def wait_view(self, table, test=lambda v: True):
        return self.wait_for(lambda p: table in p.views and test(p.views[table])).views[table]

    def wait_table(self, table, test=lambda t: True):
        return self.wait_for(lambda p: table in p.tables and test(p.tables[table])).tables[table]

    def wait_turn(self, table):
        return self.wait_view(table, lambda v: "moves" in v)

    def cut(self, reset=False):
        """Ends the connection without a close frame: with the end of the stream, or with a reset."""
        if reset:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def again(self, **more):
        """Another connection of the same player."""
        return Player(self.port, token=self.token, **more)

    def drain(self):
        """Takes the messages that have already come."""
        while self.data or select.select([self.socket], [], [], 0)[0]:
            self.inbox.clear()
            self.receive()


def over(player, table):
    return player.tables.get(table, {}).get("state") == "over"


def ready(players, patience=PATIENCE):
    """Waits until one of the players has something to read, and takes what has come for all."""
    waiting = [p for p in players if not p.data]
    if len(waiting) == len(players):
        found = select.select([p.socket for p in players], [], [], patience)[0]
        check(found, "no more messages come")
        waiting = found
    else:
        waiting = []
    for p in players:
        if p.data or p.socket in waiting:
            p.inbox.clear()
            p.receive()


def play(players, table, rng=None, plies=None, after=None):
    """Plays the match with the first legal moves, or with random ones, until it is over or so many moves were made. A move
    that is too late because the match has moved on is tried again. Returns how many moves were made."""
    made = 0
    while plies is None or made < plies:
        actor = next((p for p in players if p.moves(table)), None)
        if actor:
            move = rng.choice(actor.moves(table)) if rng else actor.moves(table)[0]
            view = actor.views[table]
            answer = actor.ask(type="move", table=table, id=view["id"], move=move)
            check(answer["type"] == "done" or answer["clause"] in ("stale", "away"), answer, view["prompt"], move)
            if actor.views[table] is view:
                view.pop("moves", None)
            made += answer["type"] == "done"
            if after:
                after(actor, answer)
        elif all(over(p, table) and p.views[table].get("actor") is None for p in players):
            break
        else:
            ready(players)
    return made


def seated(port, game, count, names=None, host=None, **settings):
    """So many people at a new table, in the order of their seats. The first one has opened it."""
    players = [Player(port, name=(names or ["Ann", "Ben", "Cat", "Dan", "Eve", "Fox"])[i]) for i in range(count)]
    table = players[0].create(game, settings.pop("players", count), **settings)
    for p in players[1:]:
        p.join(table)
    return players, table
