"""Servers on every kind of line a snippet may call, which note each call."""

import contextlib
import fcntl
import os
import selectors
import socket
import struct
import termios
import threading
from collections.abc import Mapping
from pathlib import Path

LINES: Mapping[str, tuple[socket.AddressFamily, socket.SocketKind]] = {
    "tcp": (socket.AF_INET, socket.SOCK_STREAM),
    "tcp6": (socket.AF_INET6, socket.SOCK_STREAM),
    "udp": (socket.AF_INET, socket.SOCK_DGRAM),
    "names": (socket.AF_INET, socket.SOCK_DGRAM),
    "unix": (socket.AF_UNIX, socket.SOCK_STREAM),
    "abstract": (socket.AF_UNIX, socket.SOCK_STREAM),
}
NAMES = 53
"""The port that programs ask for names at."""


class Ears:
    """Listens until closed; a line that this machine lacks is no fact, and nothing can call it."""

    def __init__(self, path: Path, name: str, token: str) -> None:
        self._path, self._name, self._token = path, name, token
        self._calls: list[str] = []
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._lines = {line: self._listen(line) for line in LINES}
        self._master, slave = os.openpty()
        quiet = termios.tcgetattr(slave)
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(slave, termios.TCSANOW, quiet)
        self._slave = slave
        self._selector.register(self._master, selectors.EVENT_READ, "terminal")
        self._asked, self._asking = os.pipe()
        self._selector.register(self._asked, selectors.EVENT_READ, "asked")
        self._all_heard = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def facts(self) -> Mapping[str, str]:
        """Where each line is."""
        ports = {line: str(self._port(line)) for line in ("tcp", "tcp6", "udp")}
        return {**ports, "unix": str(self._path), "abstract": self._name, "terminal": os.ttyname(self._slave)}

    def heard(self) -> list[str]:
        """Return the calls since this was last asked; every one that was made before is among them."""
        self._all_heard.clear()
        os.write(self._asking, b"?")
        self._all_heard.wait(5)
        with self._lock:
            calls, self._calls = self._calls, []
        if (waiting := _waiting(self._slave)) > 0:
            termios.tcflush(self._slave, termios.TCIFLUSH)
            calls.append(f"{waiting} characters typed into the terminal")
        return calls

    def close(self) -> None:
        """Stop listening."""
        os.close(self._asking)
        self._thread.join()
        for line in filter(None, self._lines.values()):
            line.close()
        for descriptor in (self._master, self._slave, self._asked):
            os.close(descriptor)
        self._selector.close()

    def _port(self, line: str) -> int:
        listening = self._lines[line]
        return 9 if listening is None else int(listening.getsockname()[1])

    def _listen(self, line: str) -> socket.socket | None:
        family, kind = LINES[line]
        addresses: Mapping[str, str | tuple[str, int]] = {
            "unix": str(self._path),
            "abstract": f"\0{self._name}",
            "tcp6": ("::1", 0),
            "names": ("127.0.0.1", NAMES),
        }
        listening = socket.socket(family, kind)
        try:
            listening.bind(addresses.get(line, ("127.0.0.1", 0)))
        except OSError:
            listening.close()
            return None
        if kind is socket.SOCK_STREAM:
            listening.listen()
        self._selector.register(listening, selectors.EVENT_READ, line)
        return listening

    def _serve(self) -> None:
        request = b"?"
        while request:
            lines = {key.data for key, _ in self._selector.select()}
            for line in sorted(lines - {"asked"}):
                call = self._terminal() if line == "terminal" else self._answer(line)
                with self._lock:
                    self._calls.append(f"{line} {call[:80]!r}")
            if "asked" in lines:
                request = os.read(self._asked, 1)
                self._all_heard.set()

    def _terminal(self) -> bytes:
        return os.read(self._master, 1_000)

    def _answer(self, line: str) -> bytes:
        listening = self._lines[line]
        assert listening is not None
        if listening.type == socket.SOCK_DGRAM:
            return listening.recvfrom(2_000)[0]
        caller, _ = listening.accept()
        with caller, contextlib.suppress(OSError):
            caller.settimeout(3.0)
            output = caller.recv(2_000)
            body = f"x\n{self._token}\n"
            caller.sendall(f"HTTP/1.0 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            return output
        return b""


def _waiting(terminal: int) -> int:
    """Return how many characters wait to be read from a terminal."""
    (count,) = struct.unpack("i", fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)))
    return int(count)
