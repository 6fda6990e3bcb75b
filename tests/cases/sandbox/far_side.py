"""A far side that lies: started with the name of a lie and the version to claim, it speaks the protocol up to there."""

import json
import os
import struct
import sys
import time

LIE, VERSION = sys.argv[1:]
PREFIX = struct.Struct("!II")
PROTECTION = {"level": "namespaces", "layers": []}
BEGUN = {"protocol": 3, "version": VERSION, "fingerprint": "lying/1", "protection": PROTECTION}
CELL = {"outcome": "ok", "seconds": 0.1, "peak_memory": 1}


def say(content):
    os.write(1, content)


def read(size):
    parts = b""
    while len(parts) < size:
        part = os.read(0, size - len(parts))
        if not part:
            sys.exit(0)
        parts += part
    return parts


def ask():
    header, body = PREFIX.unpack(read(PREFIX.size))
    request = json.loads(read(header))
    read(body)
    return request


def frame(header, body=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    say(PREFIX.pack(len(text), len(body)) + text + body)


def answer(request, content):
    frame({"id": request["id"]}, content if isinstance(content, bytes) else json.dumps(content).encode())


BEFORE = {
    "says nothing": lambda: time.sleep(600),
    "speaks of something else": lambda: [say(b"hello\n" * 10_000) for _ in range(100)],
    "ends": lambda: (sys.stderr.write("no such host\n"), sys.exit(3)),
}
FRAMES = {
    "claims too much": lambda request: say(struct.pack("!II", 4_000_000_000, 4_000_000_000)),
    "claims too large an answer": lambda request: say(struct.pack("!II", 2, 500_000_000) + b"{}"),
    "sends no JSON": lambda request: frame(b"{nonsense"),
    "sends no object": lambda request: frame([1, 2]),
    "nests deep": lambda request: frame(b"[" * 1_000_000),
    "answers another": lambda request: frame({"id": 77}),
    "answers nobody": lambda request: frame({}),
    "answers with an odd number": lambda request: frame({"id": [1]}),
    "answers with nothing": lambda request: answer(request, b""),
    "answers deep": lambda request: answer(request, b"[" * 1_000_000),
    "answers with a list": lambda request: answer(request, [1]),
    "refuses oddly": lambda request: frame({"id": request["id"], "refused": {"kind": "SystemExit", "message": "x"}}),
    "refuses nothing": lambda request: frame({"id": request["id"], "refused": 5}),
    "refuses at length": lambda request: frame(
        {"id": request["id"], "refused": {"kind": "SandboxError", "message": "x" * 1_000_000}}
    ),
    "is another version": lambda request: answer(request, {**BEGUN, "version": "0.0.0"}),
    "speaks another protocol": lambda request: answer(request, {**BEGUN, "protocol": 1}),
    "has a level of its own": lambda request: answer(request, {**BEGUN, "protection": {"level": "perfect"}}),
    "has too little": lambda request: answer(request, {**BEGUN, "protection": {"level": "limits"}}),
    "says more than is asked": lambda request: answer(request, {**BEGUN, "more": 1}),
    "closes its ears": lambda request: (os.close(0), time.sleep(600)),
}
OPENED = {
    "wants another file": {"session": None, "missing": ["0" * 64]},
    "wants a path": {"session": None, "missing": ["../../etc/passwd"]},
    "never opens": {"session": None, "missing": []},
    "opens oddly": {"session": "one"},
}
RAN = {
    "runs oddly": {**CELL, "outcome": "fine"},
    "runs without end": {**CELL, "stream": "x" * 2_000_000},
    "runs with more": {**CELL, "secret": 1},
    "runs and is no cell": None,
}

BEFORE.get(LIE, lambda: None)()
say(b"\0authoring serve\0\n")
while True:
    request = ask()
    command = request["command"]
    if command == "begin":
        FRAMES.get(LIE, lambda request: answer(request, BEGUN))(request)
    elif command == "open":
        answer(request, OPENED.get(LIE, {"session": 1}))
    elif command == "run" and LIE == "ends while code runs":
        sys.stderr.write("the machine goes down\n")
        sys.exit(4)
    elif command == "run":
        answer(request, RAN.get(LIE, CELL))
        if LIE == "answers twice":
            answer(request, CELL)
    elif command == "branch":
        answer(request, {"session": None})
    else:
        answer(request, None)
