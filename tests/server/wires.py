#!/usr/bin/env python3
"""wires.py PROGRAM STUCK: what the server does below the messages. Limits and deadlines of connections, floods of small frames, close
codes, timers, how the process ends, and what systemd is told. STUCK is the library made of stuck.c."""
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

from client import Client, Closed, connect, http
from harness import PATIENCE, PROGRAM, Player, Server, case, check, equal, failures, ready, serving

STUCK = os.path.abspath(sys.argv[2])
HALF = (b"", b"G", b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
CONNECT = (b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"CONNECT /ws HTTP/1.1\r\n\r\n",
           b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\nsome bytes for another server")


def eventually(test, *details):
    """Waits until the test is true."""
    deadline = time.monotonic() + PATIENCE
    while not test():
        check(time.monotonic() < deadline, *details)
        time.sleep(0.02)


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def well(port):
    """Checks that another client is served."""
    p = Player(port)
    equal(p.ask(type="ping")["type"], "pong")
    p.close()
    equal(http(port, "/healthz")[0], 200)


def connect_from(source, port):
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))


def answer(s):
    """What the server sends until it ends the connection, or b"" if it ends it at once."""
    data = b""
    try:
        while piece := s.recv(65536):
            data += piece
    except ConnectionError:
        pass
    return data


def test_requests(port):
    with case("requests: another protocol after other requests on the same connection"):
        for path, upgrade in (("/", "foo"), ("/healthz", "foo"), ("/ws", "foo"), ("/", "x" * 3000), ("/", "h2c"), ("/", "")):
            for before in (0, 1, 3):
                with connect(port, PATIENCE) as s:
                    for _ in range(before):
                        s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        data = b""
                        while not data.endswith(b"\r\n\r\nok\n"):
                            piece = s.recv(65536)
                            check(piece, "the connection ended after", repr(data))
                            data += piece
                    s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: {upgrade}\r\nConnection: close\r\n\r\n".encode())
                    check(b" 101 " not in answer(s), path, upgrade[:9])
        well(port)
    with case("requests: many in one packet, with upgrades between them"):
        for last in (b"Upgrade: foo\r\n", b"Upgrade: websocket\r\n", b"Upgrade: h2c\r\n"):
            with connect(port, PATIENCE) as s:
                plain = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                s.sendall(plain * 3 + b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n" + last + b"\r\n" + plain)
                s.shutdown(socket.SHUT_WR)
                check(b" 101 " not in answer(s), last.decode())
        well(port)


def test_refusals():
    """A proxy takes a connection that ends without an answer for a server that has failed."""
    with serving(PROGRAM, "--per-address", "3", name="the server that refuses") as server:
        for why, path, origin, status in (("another path", "/", "", 404), ("another site", "/ws", "Origin: http://evil\r\n", 403),
                                          ("too many", "/ws", "", 429)):
            with case(f"refusals: a WebSocket that is refused is answered: {why}"):
                request = (f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{origin}"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode()
                for _ in range(100):  # soon there are too many
                    with send(server.port, request) as s:
                        first = s.recv(65536).split(b"\r\n")[0].decode()
                    if " 101 " not in first:
                        break
                check(f" {status} " in first, first)
                equal(http(server.port, "/healthz")[0], 200)


def send(port, data):
    s = connect(port, PATIENCE)
    s.sendall(data)
    return s


def slow_reader(port, path):
    """Asks for something large and does not read it."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.settimeout(PATIENCE)
    s.connect(("127.0.0.1", port))
    s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20)
    return s


def test_deadlines():
    with serving(PROGRAM, "--http-ms", "1000", name="the server with a short deadline") as server:
        base = descriptors(server) + 1  # with the player
        page = http(server.port, "/")[2].decode()
        script = page.split('src="')[1].split('"')[0]
        player = Player(server.port)
        for name, make in (("slow requests", lambda i: send(server.port, HALF[i % len(HALF)])),
                           ("CONNECT", lambda i: send(server.port, CONNECT[i % len(CONNECT)])),
                           ("slow readers", lambda i: slow_reader(server.port, script)),
                           ("idle after an answer", lambda i: send(server.port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"))):
            with case(f"deadlines: {name} are dropped, and others are served meanwhile"):
                eventually(lambda: descriptors(server) <= base, f"{descriptors(server)} descriptors, expected {base}")
                held = [make(i) for i in range(60)]
                well(server.port)
                equal(player.ask(type="ping")["type"], "pong")
                eventually(lambda: descriptors(server) <= base, f"{descriptors(server)} descriptors, expected {base}")
                equal(player.ask(type="ping")["type"], "pong")
                for s in held:
                    s.close()
        with case("deadlines: a request that comes byte by byte has the same deadline"):
            with connect(server.port, PATIENCE) as s:
                try:
                    for byte in b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 2000:
                        s.sendall(bytes([byte]))
                        time.sleep(0.05)
                    check(False, "it can go on for ever")
                except ConnectionError:
                    pass
        with case("deadlines: a WebSocket has none"):
            equal(player.ask(type="ping")["type"], "pong")


def test_deadlines_tls():
    with tempfile.TemporaryDirectory(prefix="tenka-wires-") as directory:
        key, certificate = os.path.join(directory, "key.pem"), os.path.join(directory, "certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                        "-subj", "/CN=localhost"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with serving(PROGRAM, "--http-ms", "1000", "--tls-certificate", certificate, "--tls-key", key, name="the server with TLS") as server:
            with case("deadlines: handshakes of TLS that are not completed"):
                base = descriptors(server)
                held = [send(server.port, (b"", b"\x16\x03\x01", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")[i % 3]) for i in range(60)]
                eventually(lambda: descriptors(server) > base, "no connection is accepted")
                eventually(lambda: descriptors(server) <= base, f"{descriptors(server)} descriptors, expected {base}")
                for s in held:
                    s.close()


# ---- Limits of addresses ----

def served(port, source="127.0.0.1"):
    """Whether a new connection from this address gets an answer."""
    try:
        with connect_from(source, port) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return b"ok" in answer(s)
    except ConnectionError:
        return False


def forwarded(port, address):
    """A WebSocket through a proxy, or None if it is refused."""
    try:
        return Client(port, headers=f"X-Forwarded-For: {address}\r\n", timeout=PATIENCE)
    except (Closed, ConnectionError):
        return None


def test_addresses():
    with serving(PROGRAM, "--per-address", "8", "--http-ms", "3600000", name="the server with few connections") as server:
        for name, data in (("silent", b""), ("half a request", HALF[2]), ("idle", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")):
            with case(f"addresses: every connection counts ({name}), and other addresses are served"):
                eventually(lambda: served(server.port), "no connection is possible")
                held = []
                while served(server.port):
                    check(len(held) <= 8, "there is no limit")
                    held.append(send(server.port, data))
                check(served(server.port, "127.0.0.2"), "another address is not served")
                for s in held:
                    s.close()
                eventually(lambda: served(server.port), "no connection is possible after the others have ended")
    with serving(PROGRAM, "--per-address", "4", "--proxied", name="the server behind a proxy") as server:
        for name, same, other in (("IPv4", ["192.0.2.1"], "192.0.2.2"), ("IPv4, mapped", ["::ffff:192.0.2.9", "192.0.2.9"], "::ffff:192.0.2.10"),
                                  ("IPv6 by /64", ["2001:db8::1", "2001:db8:0:0:ffff::2", "2001:DB8::3"], "2001:db8:0:1::1")):
            with case(f"addresses: {name}"):
                held = [forwarded(server.port, same[i % len(same)]) for i in range(4)]
                check(all(held), "too few connections are possible")
                check(not forwarded(server.port, same[-1]), "there is no limit")
                held.append(forwarded(server.port, other))
                check(held[-1], "another address is refused")
                for c in held:
                    c.close()


# ---- Floods of small frames ----

def frames(opcode, payload, count, final=True):
    """Masked frames as bytes; the mask is zero."""
    return (bytes([opcode | (0x80 if final else 0), 0x80 | len(payload)]) + bytes(4) + payload) * count


def flood(p, data):
    """Sends the data again and again until the server does not take more, or ends the connection."""
    deadline = time.monotonic() + PATIENCE
    p.socket.settimeout(3)
    try:
        while time.monotonic() < deadline:
            p.socket.sendall(data)
    except (ConnectionError, TimeoutError):
        return
    raise AssertionError("the flood goes on")


def test_floods():
    with serving(PROGRAM, "--rate", "20", name="the server with a flood") as server:
        for name, first, data in (("pings", b"", frames(9, b"", 5000)), ("pings with a payload", b"", frames(9, b"x" * 100, 500)),
                                  ("empty pongs", b"", frames(10, b"", 5000)), ("pongs", b"", frames(10, b"x", 5000)),
                                  ("empty fragments", frames(1, b"", 1, False), frames(0, b"", 5000, False)),
                                  ("fragments of one byte", frames(1, b" ", 1, False), frames(0, b"", 500, False) + frames(0, b" ", 1, False))):
            with case(f"flood: {name}: the client is slowed down or dropped, and others are served"):
                loud = Player(server.port)
                loud.socket.sendall(first)
                flood(loud, data)
                well(server.port)
                loud.cut(reset=True)
        with case("flood: a few pings a second, and a message in many fragments, are no flood"):
            calm = Player(server.port)
            for _ in range(3):
                calm.socket.sendall(frames(9, b"are you there", 40))
                equal(calm.ask(type="ping")["type"], "pong")
            text = b'{"type":"ping","ref":17}'
            for i in range(len(text)):
                calm.socket.sendall(frames(1 if i == 0 else 0, text[i:i + 1], 1, i == len(text) - 1))
            equal(calm.receive(), {"type": "pong", "ref": 17})


# ---- Close codes ----

def code_of(client):
    try:
        while True:
            client.receive_text()
    except Closed as e:
        return e.args[0]


def test_codes(port):
    pings = frames(9, b"\x0f\xa1", 1)  # as a close code it would be 4001
    for name, data, code in (("binary", frames(2, b"{}", 1), 1003), ("too long", frames(1, b" " * 100, 1, False) + frames(0, b" " * 100, 41, False), 1009)):
        with case(f"codes: {code} ({name}), whatever pings come before and after it"):
            for before, after in ((0, 1), (1, 0), (1, 1), (0, 3000), (3000, 3000), (5, 20000)):
                for _ in range(5):
                    p = Player(port)
                    p.frame = lambda payload, opcode=1, final=True: None
                    try:
                        p.socket.sendall(pings * before + data + pings * after)
                    except ConnectionError:
                        pass
                    equal(code_of(p), code, f"{before} pings before, {after} after")
                    p.close()
    with case("codes: 1008 after five wrong passwords, whatever pings come"):
        for _ in range(3):
            p = Player(port)
            for _ in range(5):
                p.send(type="login", name="nobody here", password="a wrong password")
            p.frame = lambda payload, opcode=1, final=True: None
            for _ in range(50):
                try:
                    p.socket.sendall(pings * 100)
                    time.sleep(0.01)
                except ConnectionError:
                    break
            equal(code_of(p), 1008)
            p.close()


# ---- Timers ----

def test_timers():
    """The time of an answer cannot be tested, but which of two servers at the same time is faster."""
    with serving(PROGRAM, "--bot-ms", "100", name="the server with fast bots") as fast, \
            serving(PROGRAM, "--bot-ms", "1500", name="the server with slow bots") as slow:
        with case("timers: bots of an idle server answer after --bot-ms"):
            players, tables = [Player(s.port) for s in (fast, slow)], []
            for p in players:
                tables.append(p.create("kenjin", 3, seats=["you", "greedy", "greedy"]))
                p.good(type="watch", table=tables[-1])
                p.wait_view(tables[-1])
                p.send(type="leave", table=tables[-1])
            start = [p.views[t]["ply"] for p, t in zip(players, tables)]
            made = [0, 0]
            while made[1] < 4:
                ready(players)
                made = [p.views[t]["ply"] - s for p, t, s in zip(players, tables, start)]
            check(made[0] >= 3 * made[1], f"{made[0]} plies, and {made[1]} on the slow server")


# ---- The process ----

@contextmanager
def environment(**more):
    before = {name: os.environ.get(name) for name in more}
    os.environ.update(more)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def stuck_server(directory):
    """A server whose disk hangs while the file exists."""
    file = os.path.join(directory, "stuck")
    with environment(LD_PRELOAD=STUCK, TENKA_STUCK=file, ASAN_OPTIONS="verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", "")):
        server = Server(PROGRAM)
    try:
        yield server, file
    finally:
        server.remove()


def test_stop():
    with tempfile.TemporaryDirectory(prefix="tenka-wires-") as directory:
        with stuck_server(directory) as (server, file):
            with case("stop: a server whose store hangs ends all the same, and says so"):
                player = Player(server.port)
                with open(file, "w", encoding="ascii"):
                    pass
                player.send(type="create", game="zipang", seats=["you", "free"], players=2)
                server.terminate()
                equal(server.process.wait(PATIENCE), 1)
                check("event=stop-forced" in server.text(), server.text()[-500:])
        with case("stop: a server that is told to stop twice stops well"):
            server = Server(PROGRAM)
            try:
                server.terminate()
                server.process.send_signal(15)
                server.wait()
            finally:
                server.remove()


def test_notify():
    with tempfile.TemporaryDirectory(prefix="tenka-wires-") as directory, \
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, environment(WATCHDOG_USEC="200000"):
        manager.settimeout(PATIENCE)
        for name in (os.path.join(directory, "notify"), "\0tenka-wires-%d" % os.getpid()):
            with case("notify: ready, watchdog, stopping, on a " + ("file" if name[0] == "/" else "name that is not a file")):
                with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
                    listener.settimeout(PATIENCE)
                    listener.bind(name)
                    with environment(NOTIFY_SOCKET=name.replace("\0", "@")):
                        server = Server(PROGRAM)
                    try:
                        equal(listener.recv(100), b"READY=1")
                        for _ in range(5):
                            equal(listener.recv(100), b"WATCHDOG=1")
                        server.terminate()
                        while (said := listener.recv(100)) == b"WATCHDOG=1":
                            pass
                        equal(said, b"STOPPING=1")
                        server.wait()
                    finally:
                        server.remove()
        manager.bind(os.path.join(directory, "manager"))
        with environment(NOTIFY_SOCKET=os.path.join(directory, "manager")), stuck_server(directory) as (server, file):
            with case("notify: no watchdog while the store hangs"):
                equal(manager.recv(100), b"READY=1")
                equal(manager.recv(100), b"WATCHDOG=1")
                with open(file, "w", encoding="ascii"):
                    pass
                manager.settimeout(5)
                deadline = time.monotonic() + PATIENCE
                try:
                    while manager.recv(100):
                        check(time.monotonic() < deadline, "it goes on")
                except TimeoutError:
                    pass
                equal(http(server.port, "/metrics")[0], 200)  # the loop is alive


def main():
    with serving(PROGRAM) as server:
        test_requests(server.port)
        test_codes(server.port)
    for test in (test_refusals, test_deadlines, test_deadlines_tls, test_addresses, test_floods, test_timers, test_stop, test_notify):
        with case(test.__name__ + " comes to its end"):
            test()
    sys.exit(bool(failures))


main()
