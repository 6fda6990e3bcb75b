"""A session that lies to the client harms nobody but itself: every answer it gives is held against what can be."""

import contextlib
import gc
import json
import os
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from authoring.errors import AuthoringError, SandboxError, SeedError
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome, Variable
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session

LIMITS = Limits(max_time=3, max_memory=600, max_output=10_000, max_file=1_000_000)
EASY = LIMITS.model_copy(update={"max_time": 60})
"""For cells that nobody lies about."""
SILENCE = 100.0
"""Seconds after which an answer counts as never coming: no lie here makes the harness wait for its own limits."""
KINDS = (
    *("ran", "run", "fork", "enter", "variables", "separate", "evidence", "collect", "judge", "call", "reap"),
    "rewind",
)
"""The answers of a session that the client reads, by the command; ``ran`` is the first of the two that a cell gets."""
CHECK: Mapping[str, Any] = {"result": {}}
HOW = ("value", "drop", "more", "twice", "stranger", "body", "empty", "list", "half", "fail")
VALUES = (
    *("None", "True", "-1", "0", "10**30", "10**400", "1e308 * 10", "-1e308 * 10", "float('nan')", "''", "'x' * 10**6"),
    *("'\\ud800'", "'\\x1b[2J'", "[]", "{}", "[[]] * 1000", "{'a': {'b': {}}}", "'../../etc'", "1", "os.getppid()"),
)
LIAR = """
import os, random, socket, stat, sys
wire = sys.modules["authoring.sandbox.inside.protocol"]
kind, how, place, value, seed = {job}
real_send, real_receive, asked = wire.FrameSocket.send, wire.FrameSocket.receive, ["run"]

def receive(self, **more):
    frame = real_receive(self, **more)
    asked.append(frame.header.get("command"))
    return frame

def places(thing, path=()):
    found = [path] if path else []
    inner = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for name, one in inner:
        found += places(one, (*path, name))
    return found

def changed(header):
    import json
    header = json.loads(json.dumps(header))
    if how == "more":
        header["more"] = eval(value)
        return header
    paths = places(header)
    if not paths:
        return header
    *path, last = paths[place % len(paths)]
    inner = header
    for name in path:
        inner = inner[name]
    if how == "drop":
        del inner[last]
    else:
        inner[last] = eval(value)
    return header

def send(self, frame, **more):
    told = "ran" if "ran" in frame.header else asked[-1]
    if told != kind:
        return real_send(self, frame, **more)
    header, body, passed = frame.header, b"".join((frame.body, *frame.tail)), frame.descriptors
    if how == "twice":
        real_send(self, frame, **more)
    elif how == "stranger":
        numbers = [os.open("/", os.O_RDONLY), os.open(os.devnull, os.O_RDWR)]
        real_send(self, wire.Frame(header, body, tuple(numbers[: 1 + place % 2])), **more)
        return
    elif how == "body":
        body = random.Random(seed).randbytes(1000) if place % 2 else b"[" * 100_000
    elif how == "empty":
        header, passed = {{}}, ()
    elif how == "fail":
        header, passed = {{"failed": eval(value), "traceback": eval(value), "refused": eval(value)}}, ()
    elif how == "list":
        self._end.sendall(wire.PREFIX.pack(2, 0) + b"[]")
        return
    elif how == "half":
        self._end.sendall(wire.PREFIX.pack(100, 0) + b"{{")
        os._exit(0)
    else:
        header = changed(header)
    real_send(self, wire.Frame(header, body, passed), **more)

wire.FrameSocket.send, wire.FrameSocket.receive = send, receive
"""


@dataclass(frozen=True, slots=True)
class Lie:
    """One way of not telling the truth."""

    kind: str
    how: str
    place: int
    """Which field, of all that the answer has."""
    value: str
    seed: int

    @property
    def code(self) -> str:
        """The cell that makes its session tell it from then on."""
        return LIAR.format(job=repr((self.kind, self.how, self.place, self.value, self.seed)))


def lies(kind: str, count: int, seed: int) -> list[Lie]:
    """Choose lies; the same seed chooses the same."""
    chance = random.Random(f"{kind} {seed}")
    hows = [*HOW, *["value"] * 12]
    return [
        Lie(kind, chance.choice(hows), chance.randrange(1_000), chance.choice(VALUES), chance.randrange(10**6))
        for _ in range(count)
    ]


@pytest.fixture
def honest(local: LocalSandbox) -> Iterator[Session]:
    """Open a session that was there before the liar, holds something and has judged."""
    with local.session() as session:
        session.prepare(CHECK)
        session.run("kept = [1, 2]\nkept", limits=EASY)
        with local.session() as second:
            second.run("kept", limits=EASY)
            session.judge(second)
        yield session


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file for the inputs."""
    file = tmp_path_factory.mktemp("inputs") / "table.csv"
    file.write_text("x,y\n1,2\n3,4\n")
    return file


@pytest.fixture
def nothing_left_open(local: LocalSandbox, honest: Session) -> Iterator[None]:
    """Hold the descriptors that are open after a test against those before."""
    del honest  # what it holds open counts as there before
    before = descriptors(local)
    yield
    assert descriptors(local) <= before


def descriptors(local: LocalSandbox) -> int:
    """Return how many descriptors this process has open, once the sandbox rests and has nothing for sessions to come.

    It forks one ahead, and keeps emptied ones: how many depends on who was quicker.
    """
    local.session().close()
    for zygote in local._zygotes.values():  # noqa: SLF001 - nobody else knows what it has
        if zygote._ahead.is_alive():  # noqa: SLF001 - as above
            zygote._ahead.join()  # noqa: SLF001 - as above
        with zygote._lock:  # noqa: SLF001 - as above
            zygote._drop_ready()  # noqa: SLF001 - as above
    counts: list[int] = []
    for number in range(20):
        gc.collect()
        counts.append(len(list(Path("/proc/self/fd").iterdir())))
        # At uneven times: a thread that looks at processes, and opens a file for that, does so at even ones.
        time.sleep(0.02 + 0.003 * number)
    return min(counts)


def live_with(liar: Session, honest: Session, code: str) -> list[object]:
    """Ask a liar everything that a client can ask; return what was answered."""
    results: list[object] = []
    liar.prepare(CHECK)
    results.append(liar.run(code, limits=LIMITS))
    liar.prepare(CHECK)
    results.append(liar.run("kept = [1, 2]\nkept", limits=LIMITS))
    for call in (
        lambda: honest.judge(liar),
        lambda: liar.judge(honest),
        liar.variables,
        liar.separate,
        lambda: liar.call("read_table", {"path": "inputs/table.csv", "format": "csv"}, limits=LIMITS),
        lambda: liar.run("1 / 0", limits=LIMITS),
        lambda: branched(liar),
        lambda: attempted(liar),
        lambda: honest.judge(liar),
    ):
        with contextlib.suppress(SandboxError, SeedError):
            results.append(call())
    return results


def branched(session: Session) -> CellRun:
    """Run a cell in a branch that then branches itself and is left open while its origin ends."""
    with session.branch() as branch, branch.branch() as further:
        further.run("2", limits=LIMITS)
        return branch.run("open('f', 'w').write('x')", limits=LIMITS)


def attempted(session: Session) -> CellRun:
    """Run a cell in an attempt behind another one, in whose process it may run."""
    with session.attempt() as attempt:
        attempt.run("kept = 1", limits=LIMITS)
    with session.attempt() as attempt:
        return attempt.run("kept", limits=LIMITS)


def well_formed(answer: object) -> bool:
    """Tell whether an answer is one of ours that can be written down and read again."""
    match answer:
        case CellRun() | Judgement():
            return type(answer).model_validate_json(answer.model_dump_json()) is not None
        case tuple():
            return all(isinstance(item, Variable) and item.model_dump_json() for item in answer)
        case _:
            json.dumps(answer)
            return True


def survive(lie: Lie, local: LocalSandbox, honest: Session, table: Path) -> list[object]:
    """Live with a liar for a while; nobody but the liar may notice."""
    began = time.monotonic()
    with local.session(inputs=[table]) as liar:
        answers = live_with(liar, honest, lie.code)

    assert time.monotonic() - began < SILENCE, lie
    assert all(well_formed(answer) for answer in answers), lie
    assert honest.run("kept", limits=EASY).outcome is Outcome.OK, lie
    with local.session() as fresh:
        assert fresh.run("1", limits=EASY).outcome is Outcome.OK, lie
    return answers


@pytest.mark.exhaustive(most=6)
@pytest.mark.usefixtures("nothing_left_open")
@pytest.mark.parametrize("kind", KINDS)
def test_lies_harm_only_the_liar(kind: str, local: LocalSandbox, honest: Session, table: Path) -> None:
    """Wrong, missing, immense, doubled and strange answers end in an outcome or in one of the sandbox's own errors."""
    for lie in lies(kind, 4, seed=1):
        survive(lie, local, honest, table)


@pytest.mark.soak
@pytest.mark.usefixtures("nothing_left_open")
@pytest.mark.parametrize("kind", KINDS)
def test_many_lies_harm_only_the_liar(kind: str, local: LocalSandbox, honest: Session, table: Path) -> None:
    """As above, with the lies of another seed, and AUTHORING_LONG=1 for many more of them."""
    seed = int(os.environ.get("AUTHORING_SEED", "2"))
    for lie in lies(kind, 300 if os.environ.get("AUTHORING_LONG") else 15, seed):
        survive(lie, local, honest, table)


def test_a_liar_is_found_out(local: LocalSandbox, honest: Session, table: Path) -> None:
    """The lies are really told: an empty answer ends the session, and its outcome says why."""
    answers = survive(Lie("run", "empty", 0, "", 0), local, honest, table)

    assert isinstance(answers[0], CellRun)
    assert answers[0].outcome is Outcome.KILLED
    assert answers[0].detail


def test_a_verdict_cannot_be_sent_early(local: LocalSandbox, honest: Session) -> None:
    """An answer that comes before it is due does not stand in for the evidence of the cell behind it."""
    ahead = {"outcome": "ok", "seconds": 0.1, "peak_memory": 1, "value": None, "error": None, "changes": []}
    ahead |= {"reads": [], "digest": ""}
    code = (
        "import gc, sys\ngc.unfreeze()\nnode = [o for o in gc.get_objects() if type(o).__name__ == 'FrameSocket'][-1]\n"
        "wire = sys.modules['authoring.sandbox.inside.protocol']\n"
        f"for told in ({{'ran': 0.1}}, {ahead!r}, {{'fault': ''}}, {{'correct': 'yes'}}):\n"
        "    node.send(wire.Frame(told))\n'wrong'"
    )
    honest.prepare(CHECK)
    honest.run("'right'", limits=LIMITS)
    with local.session() as liar:
        liar.prepare(CHECK)
        liar.run(code, limits=LIMITS)
        with contextlib.suppress(AuthoringError):
            assert honest.judge(liar).correct != "yes"
        repeated = liar.run("'right'", limits=LIMITS)

    assert repeated.outcome in {Outcome.KILLED, Outcome.OK}
    assert honest.run("kept", limits=LIMITS).outcome is Outcome.OK
