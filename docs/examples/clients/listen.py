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
                with service.makefile("rb") as stream:
                    for line in map(json.loads, stream):
                        if line["type"] == "hello":
                            service.sendall(json.dumps(SUBSCRIBE).encode() + b"\n")
                        yield line
        except PermissionError:
            print(f"no permission for {PATH}: `flickctl doctor` shows how to get it", file=sys.stderr)
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
        print(f"bye: {line['reason']}: {line['detail']}", file=sys.stderr)
        if line["reason"] == "denied":
            sys.exit(77)  # Trying again is of no use.
