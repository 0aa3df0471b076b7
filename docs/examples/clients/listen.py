#!/usr/bin/env python3
"""Prints every decision; connects again when the service goes away."""
import json, os, socket, sys, time

PATH = os.environ.get("FLICKD_SOCKET", "/run/flickd/flickd.sock")
SUBSCRIBE = {"id": 1, "request": "subscribe", "phases": ["end", "cancel"], "unit": "pt"}


def lines():
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as service:
                service.connect(PATH)
                service.sendall(json.dumps(SUBSCRIBE).encode() + b"\n")
                with service.makefile("rb") as stream:
                    yield from map(json.loads, stream)
        except OSError as error:
            print("flickd is not there:", error, file=sys.stderr)
        time.sleep(1)


for line in lines():
    if line["type"] == "swipe" and "decision" in line:
        decision = line["decision"]
        print(decision["kind"], decision["direction"], decision["commit"], flush=True)
    elif line["type"] == "reply" and not line["ok"]:
        print("refused:", line["error"]["message"], file=sys.stderr)
    elif line["type"] == "bye":
        print("bye:", line["reason"], file=sys.stderr)
