"""A client of the table server for tests: plain sockets, so that a test can also misbehave."""
import base64
import json
import os
import socket
import struct


class Closed(Exception):
    """The server ended the connection. The argument is the close code, if there was one."""


def connect(port, timeout=20):
    return socket.create_connection(("127.0.0.1", port), timeout=timeout)


def http(port, path, headers="", method="GET"):
    """Status, headers and body of an answer."""
    with connect(port) as s:
        s.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n".encode())
        data = b""
        while piece := s.recv(65536):
            data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split()[1]), {k.lower(): v for k, v in fields.items()}, body


class Client:
    def __init__(self, port, path="/ws", headers="", timeout=20):
        self.socket = connect(port, timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n".encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self._more()
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(head.split(b"\r\n")[0].decode())
        self.ref = 0
        self.inbox = []

    def _more(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise Closed("end of stream")
        self.data += piece

    def _take(self, count):
        while len(self.data) < count:
            self._more()
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def frame(self, payload, opcode=1, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([opcode | (0x80 if final else 0)])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += b"\xfe" + struct.pack(">H", size)
        else:
            head += b"\xff" + struct.pack(">Q", size)
        full = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(full, "big")).to_bytes(size, "big") if size else b""
        self.socket.sendall(head + mask + masked)

    def send(self, **message):
        self.frame(json.dumps(message, ensure_ascii=False).encode())

    def receive_text(self):
        """The next message as bytes. Answers pings on the way."""
        whole = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7f
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            opcode = first & 15
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if size >= 2 else None)
            if opcode == 9:
                self.frame(payload, 10)
                continue
            if opcode == 10:
                continue
            whole += payload
            if first & 0x80:
                return whole

    def receive(self):
        return self.inbox.pop(0) if self.inbox else json.loads(self.receive_text())

    def until(self, test):
        """The first message that passes the test. Other messages stay in the inbox."""
        kept = []
        while True:
            message = self.receive()
            if test(message):
                self.inbox = kept + self.inbox
                return message
            kept.append(message)

    def until_type(self, kind, **fields):
        return self.until(lambda m: m["type"] == kind and all(m.get(k) == v for k, v in fields.items()))

    def ask(self, **message):
        """Sends a request and waits for its answer."""
        self.ref += 1
        self.send(ref=self.ref, **message)
        return self.until(lambda m: m.get("ref") == self.ref)

    def hello(self, **more):
        self.me = self.ask(type="hello", version=1, **more)
        return self.me

    def close(self):
        self.socket.close()
