#!/usr/bin/env python3
"""tls.py PROGRAM: the server itself uses TLS, for HTTP and WebSocket, and accepts no plain text on the same port."""
import os
import ssl
import subprocess
import sys
import tempfile

import client
from client import Client, http
from harness import Server, case, check, equal, failures

plain_connect = client.connect


def main():
    with tempfile.TemporaryDirectory(prefix="tenka-tls-") as directory:
        key, certificate = os.path.join(directory, "key.pem"), os.path.join(directory, "certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        context = ssl.create_default_context(cafile=certificate)
        server = Server(sys.argv[1], "--tls-certificate", certificate, "--tls-key", key)
        try:
            with case("a connection without TLS gets no answer"):
                try:
                    status = http(server.port, "/healthz")[0]
                except (IndexError, ValueError, OSError):
                    status = None
                check(status != 200, status)
            client.connect = lambda port, timeout=20: context.wrap_socket(plain_connect(port, timeout),
                                                                          server_hostname="localhost")
            with case("HTTP over TLS, with a valid certificate"):
                equal(http(server.port, "/healthz")[2], b"ok\n")
            with case("WebSocket over TLS: a match against a bot begins"):
                ann = Client(server.port)
                check(ann.hello()["type"] == "welcome")
                table = ann.ask(type="create", game="zipang", players=2, seats=["you", "1"])["table"]
                equal(ann.until_type("view", table=table)["seat"], "A")
                ann.close()
            client.connect = plain_connect
            with case("it stops well"):
                server.stop()
        finally:
            server.remove()
        with case("a file that is not a key is refused with one sentence"):
            made = subprocess.run([sys.argv[1], "serve", "--listen", f"127.0.0.1:{server.port}", "--data", directory,
                                   "--tls-certificate", certificate, "--tls-key", certificate], capture_output=True, text=True)
            check(made.returncode == 1 and len(made.stderr.splitlines()) == 1, made.stderr)
            check(not os.path.exists(directory + "/tenka.db"), "the store was created although the key is bad")
    sys.exit(bool(failures))


main()
