"""A client that uses one sandbox hard from several threads while its processes are killed at random; see test_soak.

``python tests/sandbox/soaking.py SEED SESSIONS`` prints what it saw as JSON.
"""

import collections
import contextlib
import gc
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.kernel import adopt_orphans
from authoring.sandbox.port import Session

THREADS = 3
STUCK = 120.0
"""Seconds after which an act counts as hanging; no limit in it is longer than `LIMITS` say."""
STORM, CALM = 2.0, 4.0
"""Seconds in which processes are killed, and in which they are not, in turns."""
GRACE = 2.0
"""Seconds after a kill from which on an act has to end as its code says."""
KILLS = 0.15
"""Seconds between two kills, on average."""
ZYGOTES = 8
"""Which of the kills are of a zygote, which all its sessions and those in waiting go with."""
RANKS = ("zygote", "supervisor", "session or judge", "branch")
"""Who stands below whom."""
WARM = 60
"""Sessions after which the client's memory has to stay as it is."""
LIMITS = Limits(max_time=20, max_memory=300, max_output=10_000, max_processes=20, max_disk=5_000_000)
SHORT = LIMITS.model_copy(update={"max_time": 0.5})
CELLS: Mapping[str, tuple[str, Limits, frozenset[Outcome]]] = {
    "good": ("import pandas as pd\npd.DataFrame({'a': [1, 2]}).a.sum()", LIMITS, frozenset({Outcome.OK})),
    "writes": ("open('f', 'w').write('x' * 1000)", LIMITS, frozenset({Outcome.OK})),
    "fails": ("1 / 0", LIMITS, frozenset({Outcome.ERROR})),
    "loops": ("while True: pass", SHORT, frozenset({Outcome.TIMEOUT})),
    "ends itself": ("import os\nos.kill(os.getpid(), 9)", LIMITS, frozenset({Outcome.KILLED})),
    "exits": ("import os\nos._exit(3)", LIMITS, frozenset({Outcome.KILLED})),
    "floods": ("while True: print('x' * 100)", LIMITS, frozenset({Outcome.TOO_MUCH_OUTPUT})),
    "grows": ("x = bytearray(10**9)", LIMITS, frozenset({Outcome.OUT_OF_MEMORY})),
    "leaves children": (
        "import subprocess\nfor _ in range(3): subprocess.Popen(['sleep', '1000'], start_new_session=True)",
        LIMITS,
        frozenset({Outcome.OK, Outcome.ERROR, Outcome.KILLED}),
    ),
    "forks on": ("import os\nif os.fork() == 0:\n    while True: pass", LIMITS, frozenset(Outcome)),
    "garbles": (
        "import os\nfor n in range(3, 40):\n    try: os.write(n, b'\\xff' * 64)\n    except OSError: pass",
        LIMITS,
        frozenset({Outcome.KILLED, Outcome.OK}),
    ),
}


@dataclass(slots=True)
class Soak:
    """One run, and what it saw."""

    seed: int
    sessions: int
    table: Path
    """An input file."""
    sandbox: LocalSandbox = field(default_factory=LocalSandbox)
    seen: "collections.Counter[str]" = field(default_factory=collections.Counter)
    broken: list[str] = field(default_factory=list)
    """Laws that were broken, in words."""
    memory: list[int] = field(default_factory=list)
    """Bytes of the client, with the number of sessions growing."""
    begun: dict[int, tuple[int, float]] = field(default_factory=dict)
    """By thread: the act it is at, and since when."""
    _next: int = 0
    _over: bool = False
    _killed: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self) -> None:
        """Act until all sessions were opened; then the sandbox has to work as it did."""
        threads = [threading.Thread(target=self._act_on, daemon=True) for _ in range(THREADS)]
        killer = threading.Thread(target=self._kill_on, daemon=True)
        for thread in (*threads, killer):
            thread.start()
        while any(thread.is_alive() for thread in threads) and not self._stuck():
            time.sleep(0.2)
        self._over = True
        killer.join()
        for number in range(THREADS):
            try:
                with self.sandbox.session() as session:
                    run = session.run("1", limits=LIMITS)
                if run.outcome is not Outcome.OK:
                    self.broken.append(f"session {number} after all kills: {run.outcome} {run.detail}")
            except SandboxError as error:
                if number:  # the first may be the one that finds out
                    self.broken.append(f"session {number} after all kills: {error}")

    def _stuck(self) -> bool:
        for act, since in list(self.begun.values()):
            if time.monotonic() - since > STUCK:
                stacks = {name: "".join(traceback.format_stack(frame)) for name, frame in sys._current_frames().items()}  # noqa: SLF001 - the only way to say where it hangs
                self.broken.append(f"act {act} hangs: {stacks}")
                return True
        return False

    def _act_on(self) -> None:
        while True:
            with self._lock:
                number, self._next = self._next, self._next + 1
                if number >= self.sessions:
                    return
                if number % WARM == 0:
                    self.memory.append(_resident())
            self.begun[threading.get_ident()] = (number, time.monotonic())
            try:
                self._act(random.Random(f"{self.seed} {number}"))
            except SandboxError as error:
                self._failed(number, error)
            except Exception:  # noqa: BLE001 - the law is that there is no other
                self.broken.append(f"act {number}: {traceback.format_exc()}")
            del self.begun[threading.get_ident()]

    def _act(self, chance: random.Random) -> None:
        """Open a session, run cells in it and in branches, and ask what can be asked."""
        with self.sandbox.session(inputs=[self.table], modules=chance.choice([(), ("json",)])) as session:
            session.prepare({"result": {}})
            for _ in range(chance.randrange(1, 4)):
                self._cell(session, chance)
            match chance.randrange(5):
                case 0:
                    self._judge(session, chance)
                case 1:
                    with session.branch() as branch, branch.branch() as further:
                        self._cell(further, chance)
                        self._cell(branch, chance)
                    self._cell(session, chance)
                case 2:
                    session.variables()
                case 3:
                    session.separate()
                case _:
                    with contextlib.suppress(SeedError):
                        session.call("read_table", {"path": "inputs/table.csv", "format": "csv"}, limits=LIMITS)

    def _judge(self, session: Session, chance: random.Random) -> None:
        with session.branch() as submission:
            self._cell(submission, chance)
            judgement = session.judge(submission)
        self.seen[f"judged {judgement.correct}"] += 1

    def _cell(self, session: Session, chance: random.Random) -> None:
        name = chance.choice([*CELLS, *["good"] * 8])
        code, limits, expected = CELLS[name]
        began = time.monotonic()
        lived = session.run("1", limits=LIMITS).outcome is Outcome.OK
        run = session.run(code, limits=limits)
        self.seen[f"{name}: {run.outcome}"] += 1
        if run.outcome in {Outcome.KILLED, Outcome.TIMEOUT} and not run.detail:
            self.broken.append(f"{name}: {run.outcome} without a word")
        if lived and run.outcome not in expected and began - self._killed > GRACE:
            self.broken.append(f"{name} in a calm: {run.outcome} {run.detail} {run.error}")

    def _failed(self, number: int, error: SandboxError) -> None:
        self.seen[f"SandboxError: {error.message.partition(':')[0][:60]}"] += 1
        since = self.begun[threading.get_ident()][1]
        if since - self._killed > GRACE and "ended session" not in error.message:
            self.broken.append(f"act {number} in a calm: {error.message} {error.hint}")

    def _kill_on(self) -> None:
        """Kill processes of the sandbox at random, in storms; which ones depends on the seed and on the hour."""
        chance = random.Random(self.seed)
        start, kills = time.monotonic(), 0
        # Where there are namespaces, a process stands between the client and the zygote and waits for it.
        top = 2 if self.sandbox.protection.level is Level.NAMESPACES else 1
        while not self._over:
            time.sleep(chance.uniform(0, 2 * KILLS))
            if (time.monotonic() - start) % (STORM + CALM) > STORM:
                continue
            ranks: dict[int, list[int]] = {}
            for process, depth in _below(os.getpid()):
                ranks.setdefault(depth - top, []).append(process)
            # Of those that are there, the rank that was hit least: branches are short-lived.
            available = sorted({1, 2, 3} & ranks.keys(), key=lambda rank: self.seen[f"killed: {RANKS[rank]}"])
            kills += bool(available)
            rank = 0 if kills % ZYGOTES == 0 else next(iter(available), 0)
            ranked = ranks.get(rank) if available else None
            if ranked:
                self._killed = time.monotonic()
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(ranked), signal.SIGKILL)
                    self.seen[f"killed: {RANKS[rank]}"] += 1
                self._killed = time.monotonic()


def _below(root: int) -> Iterator[tuple[int, int]]:
    """Yield the processes below one with their depth, which is 1 for its children."""
    waiting = collections.deque([(root, 0)])
    while waiting:
        process, depth = waiting.popleft()
        if depth:
            yield process, depth
        for task in _listed(Path(f"/proc/{process}/task")):
            with contextlib.suppress(OSError):
                waiting.extend((int(word), depth + 1) for word in (task / "children").read_text().split())


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _living() -> list[str]:
    """Return the processes below this one that still run; those that ended are waited for."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    results = []
    for process, depth in _below(os.getpid()):
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            if words[0] != "Z":
                command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ")[-60:].decode()
                results.append(f"{process} at depth {depth}: {command}")
    return results


def _kept(folder: Path) -> dict[str, Any]:
    """Return what a sandbox must not leave behind."""
    gc.collect()
    groups = [str(path) for path in Path("/sys/fs/cgroup").glob(f"**/*{os.getpid()}*") if path.is_dir()]
    return {
        "descriptors": sorted(_descriptors()),
        "files": sorted(str(path) for path in folder.rglob("*")),
        "mounts": [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if str(folder) in line],
        "cgroups": groups,
        "threads": sorted(thread.name for thread in threading.enumerate()),
    }


def _descriptors() -> Iterator[str]:
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            yield f"{entry.name} {entry.readlink()}"


def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Tell whether something comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


def main() -> None:
    """Soak a sandbox; say what was seen, and what is left."""
    seed, sessions = map(int, sys.argv[1:])
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, "table.csv")
        table.write_text("x,y\n1,2\n3,4\n")
        tempfile.tempdir = folder
        before = _kept(Path(folder))
        soak = Soak(seed, sessions, table)
        start = time.monotonic()
        soak.run()
        seconds = time.monotonic() - start
        soak.memory.append(_resident())
        soak.sandbox.close()
        eventually(lambda: not _living() and _kept(Path(folder)) == before)
        after = _kept(Path(folder))
        left = {name: [item for item in after[name] if item not in before[name]] for name in before}
    summary = {"seconds": seconds, "seen": soak.seen, "broken": soak.broken, "memory": soak.memory}
    print(json.dumps({**summary, "left": left, "living": _living()}))  # noqa: T201 - this is its answer
    sys.stdout.flush()
    os._exit(0)  # a thread that hangs must not keep the answer back


if __name__ == "__main__":
    main()
