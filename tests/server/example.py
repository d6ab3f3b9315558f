#!/usr/bin/env python3
"""example.py PROGRAM DIRECTORY: a store in the directory for the examples of docs/OPERATIONS.md, as a server leaves it: Ann, Ben and
Cat play, and Ann has reported Ben for a line of chat."""
import os
import sys

from harness import PROGRAM, Player, Server

os.makedirs(sys.argv[2], mode=0o700)
server = Server(PROGRAM, store=f"sqlite:{sys.argv[2]}/tenka.db")
try:
    ann, ben, cat = (Player(server.port, name=name) for name in ("Ann", "Ben", "Cat"))
    table = ann.create("zipang", 3, seats=["you"])
    ben.join(table)
    cat.join(table)
    ben.good(type="chat", table=table, text="You play badly!")
    ann.wait_for(lambda p: p.chat.get(table))
    ann.good(type="report", table=table, line=ann.chat[table][0]["id"], text="Ben is rude.")
    server.stop()
finally:
    server.remove()
