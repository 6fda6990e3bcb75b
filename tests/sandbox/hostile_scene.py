"""What stands around a hostile cell, made for it: secrets to find, files to spoil, processes to hurt, lines to call.

Whatever happens to them is harm, and is told in words.
"""

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from tests.sandbox.hostile_ears import Ears
from tests.sandbox.hostile_kernel import drop_memory, share_memory

WON = "BREACH"
"""What a snippet prints when it reached something; its source never holds the word in one piece."""
ABSENT = "this machine has no such thing"
"""What a snippet prints where there is nothing to attack."""
VICTIM = "import sys, time\nkept = sys.stdin.read()\nprint(flush=True)\ntime.sleep(10**6)"
TOKENS = (
    "home",
    "file",
    "environment",
    "arguments",
    "memory",
    "descriptor",
    "web",
    "shared memory",
    "segment",
    "origin",
    "neighbour",
)
PATIENCE = 30.0
"""Seconds that a process which was killed may take to be gone."""
SHARED = Path("/dev/shm")  # noqa: S108 - POSIX shared memory lies there
Seen = dict[str, tuple[object, ...]]


class Scene:
    """One folder with all of it; to be built anew where a case did harm."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.mark = f"hx{secrets.token_hex(5)}"
        self.tokens = {name: f"k3y-{secrets.token_hex(16)}" for name in TOKENS}
        self.tokens["environment"] = os.environ.get("HOSTILE_API_KEY", self.tokens["environment"])
        self.home, self.outside, self.inputs = (base / name for name in ("home", "outside", "inputs"))
        self._shared = SHARED / self.mark
        self._key = secrets.randbelow(2**30) + 1
        self._segment = share_memory(self._key, self.tokens["segment"].encode())
        self._plant()
        self.ears = Ears(base / f"{self.mark}.socket", self.mark, self.tokens["web"])
        self._victim = self._start_victim()
        self._descriptor = os.open(self.outside / "secret.txt", os.O_RDONLY)
        os.set_inheritable(self._descriptor, True)  # noqa: FBT003 - positional only
        self._before = self._look()

    @property
    def facts(self) -> Mapping[str, str]:
        """What ``@name@`` in a snippet stands for."""
        return {
            "won": 'print("BRE" "ACH", flush=True)',
            "marked": f"__import__('ctypes').CDLL(None).prctl(15, b'{self.mark}', 0, 0, 0)",
            "absent": f"print({ABSENT!r}, flush=True)",
            "home": str(self.home),
            "outside": str(self.outside),
            "mark": self.mark,
            "victim": str(self._victim.pid),
            "client": str(os.getpid()),
            "shared": str(self._shared),
            "segment": str(self._key),
            "base": str(self.base),
            **self.ears.facts,
        }

    def fill(self, code: str) -> str:
        """Return a snippet with the facts in it."""
        for name, fact in self.facts.items():
            code = code.replace(f"@{name}@", fact)
        return code

    def told(self, text: str) -> list[str]:
        """Say which secrets stand in what came out of the sandbox."""
        reports = [f"the secret in the {name} came out" for name, token in self.tokens.items() if token in text]
        return [*reports, *(["the snippet says that it succeeded"] if WON in text else [])]

    def harm(self, patience: float = PATIENCE) -> list[str]:
        """Say what happened outside since the scene was built, or harm was last asked for."""
        reports = [f"outside changed: {name}" for name in _differences(self._before, self._look())]
        reports += [f"a call came in: {call}" for call in self.ears.heard()]
        state = _state(self._victim.pid)
        reports += [] if state == "S" else [f"another process of the user was hurt: its state is {state or 'gone'}"]
        reports += [f"a process is left: {name}" for name in self._strays(patience)]
        return reports + [f"left in the interpreter's folder: {path}" for path in self._poison()]

    def rebuild(self) -> None:
        """Undo harm."""
        self._plant()
        if _state(self._victim.pid) != "S":
            self._end_victim()
            self._victim = self._start_victim()
        for process in self._strays(0):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process.split()[0]), 9)
        for path in self._poison():
            path.unlink()
        self.ears.heard()
        self._before = self._look()

    def close(self) -> None:
        """End what was started."""
        self._end_victim()
        self.ears.close()
        os.close(self._descriptor)
        self._shared.unlink(missing_ok=True)
        drop_memory(self._segment)

    def _plant(self) -> None:
        for folder in (self.home, self.outside, self.inputs):
            if folder.is_symlink() or folder.is_file():
                folder.unlink()
            shutil.rmtree(folder, ignore_errors=True)
        for path, text in {
            self.home / ".kaggle/kaggle.json": self.tokens["home"],
            self.home / ".netrc": self.tokens["home"],
            self.outside / "secret.txt": self.tokens["file"],
            self.outside / "kept.txt": "kept\n" * 100,
            self.outside / "folder/inner.txt": "inner\n",
            self.outside / "run.sh": "#!/bin/sh\nexit 0\n",
            self.inputs / "table.csv": "x,y\n1,2\n3,4\n",
        }.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.outside / "secret.txt").chmod(0o600)
        self._shared.write_text(self.tokens["shared memory"])
        self._shared.chmod(0o600)

    def _start_victim(self) -> subprocess.Popen[str]:
        """Start another process of the same user, which holds secrets wherever a process can."""
        command = [sys.executable, "-S", "-E", "-c", VICTIM, self.tokens["arguments"]]
        victim = subprocess.Popen(
            command,
            env={"KEY": self.tokens["environment"]},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert victim.stdin is not None
        assert victim.stdout is not None
        victim.stdin.write(self.tokens["memory"])
        victim.stdin.close()
        victim.stdout.readline()
        _settled(victim.pid)
        return victim

    def _end_victim(self) -> None:
        self._victim.kill()
        if self._victim.stdout is not None:
            self._victim.stdout.close()
        self._victim.wait()

    def _look(self) -> Seen:
        """Return what tells a change of any file; what was only read looks as before."""
        observed: Seen = {}
        for top in (self.home, self.outside, self.inputs, self._shared):
            for path in sorted([top, *top.rglob("*")]):
                try:
                    about = path.lstat()
                except OSError:
                    continue
                text = sha256(path.read_bytes()).hexdigest() if path.is_file() and not path.is_symlink() else ""
                marks = tuple(os.listxattr(path, follow_symlinks=False))
                owner = (about.st_uid, about.st_gid, about.st_nlink, marks)
                observed[str(path)] = (about.st_ino, about.st_mode, about.st_mtime_ns, text, *owner)
        return observed

    def _strays(self, patience: float) -> list[str]:
        """Return the processes that carry the mark and do not end."""
        deadline = time.monotonic() + patience
        while (processes := _marked(self.mark)) and time.monotonic() < deadline:
            time.sleep(0.02)
        return processes

    def _poison(self) -> list[Path]:
        places = {Path(sys.prefix), Path(sys.base_prefix)}
        lower = ("", "bin", f"lib/python{sys.version_info[0]}.{sys.version_info[1]}")
        folders = [place / name for place in places for name in lower]
        folders += [folder / "site-packages" for folder in folders]
        return [path for folder in folders for path in folder.glob(f"*{self.mark}*")]


def _differences(before: Seen, after: Seen) -> list[str]:
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def _state(process: int) -> str:
    """Return the letter of a process's state; empty for one that is not there."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def _settled(process: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while _state(process) != "S" and time.monotonic() < deadline:
        time.sleep(0.005)


def _marked(mark: str) -> list[str]:
    results = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal() or int(folder.name) == os.getpid():
            continue
        try:
            words = (folder / "comm").read_text() + (folder / "cmdline").read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if mark in words and _state(int(folder.name)) not in {"Z", "X", ""}:
            results.append(f"{folder.name} {words.splitlines()[0]}")
    return results
