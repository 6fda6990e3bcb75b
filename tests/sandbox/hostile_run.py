"""Running one hostile case: in a sandbox, where it must be contained, or in a bare Python, where it must not."""

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from authoring.errors import SandboxError
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome
from authoring.sandbox.port import Sandbox, Session
from tests.sandbox.hostile_cases import Case
from tests.sandbox.hostile_scene import Scene

LIMITS = Limits(
    max_time=1.2,
    max_cpu=3,
    max_memory=200,
    max_processes=24,
    max_open_files=64,
    max_output=20_000,
    max_repr=20_000,
    max_file=1_000_000,
    max_disk=4_000_000,
    max_files=200,
)
PATIENT = Limits(max_time=20)
"""For cells of ours that look at what is left."""
CLIENT_GROWTH = 400_000_000
"""Bytes by which the client may grow over a case: more, and a session made it hold what it claimed to send."""
ALONE = "__import__('ctypes').CDLL(None).unshare(0x20000)\n"
"""Mounts of its own, as root: an attack on them shall not spoil those of the cases after it."""
BARE_TIME = 20.0
NOTES = "notes of the origin"
PEAK = "VmHWM:"
READ_ALL = """
import os
for folder, _, files in os.walk("."):
    for name in files:
        path = os.path.join(folder, name)
        try:
            if not os.path.islink(path) and os.path.isfile(path):
                print(open(path, errors="replace").read(100))
        except OSError:
            pass
"""
"""What was copied into the working directory is read, what links of the cell lead to is not."""
LOOK = "(answer[-32:], sorted(__import__('os').listdir()), open('inputs/table.csv').readline().strip())"


class Result(BaseModel):
    """What became of one case."""

    model_config = ConfigDict(frozen=True)

    id: str
    breaches: tuple[str, ...]
    outcomes: tuple[Outcome, ...] = ()
    detail: str = ""


class Neighbour:
    """A session of the same sandbox that is there all the while, with a secret and a file."""

    def __init__(self, sandbox: Sandbox, scene: Scene) -> None:
        self._sandbox, self._scene = sandbox, scene
        self._session = self._open()

    def harm(self) -> list[str]:
        """Say what was done to it; open another one where there was."""
        run = self._session.run(LOOK, limits=PATIENT)
        text = run.value.text if run.value else f"{run.outcome} {run.detail}"
        if text == self._healthy:
            return []
        self._session.close()
        self._session = self._open()
        return [f"the session beside it was harmed: {text}"]

    def close(self) -> None:
        """End it."""
        self._session.close()

    def _open(self) -> Session:
        token, mark = self._scene.tokens["neighbour"], f"{self._scene.mark}-of-another"
        session = self._sandbox.session(inputs=[self._scene.inputs / "table.csv"])
        # Put together in the session, so that no copy of the cell's text holds it.
        session.run(f"answer = '{token[:9]}' + '{token[9:]}'\nopen('{mark}', 'w').write(answer)", limits=PATIENT)
        self._healthy = repr((token[-32:], [mark, "inputs"], "x,y"))
        return session


def in_sandbox(case: Case, sandbox: Sandbox, scene: Scene, neighbour: Neighbour) -> Result:
    """Run a case in a sandbox; say all that it reached outside, of others, or of the next session."""
    # What ends by itself, or by another limit, is given the time for it that a slow or busy machine needs.
    time = {} if Outcome.TIMEOUT in case.outcomes else {"max_time": PATIENT.max_time, "max_cpu": PATIENT.max_time}
    limits = LIMITS.model_copy(update={**time, **dict(case.limits)})
    breaches: list[str] = []
    runs: list[CellRun] = []
    peak_before = _peak(reset=True)
    try:
        with _opened(case, sandbox, scene, breaches) as session:
            session.run(scene.fill("@marked@"), limits=PATIENT)  # and with it whatever it forks
            runs += [session.run(scene.fill(code), limits=limits) for code in case.cells]
            breaches += _afterwards(case, session, scene)
        breaches += _in_the_next_session(case, sandbox, scene)
        breaches += neighbour.harm()
    except Exception as error:  # noqa: BLE001 - a client that a session makes fail is a breach, to be told
        breaches.append(f"the sandbox failed: {type(error).__name__}: {error}")
    breaches += _of_runs(case, runs, scene)
    breaches += scene.harm()
    if (grown := _peak() - peak_before) > CLIENT_GROWTH:
        breaches.append(f"the client grew by {grown} bytes")
    last = runs[-1] if runs else None
    detail = "" if last is None else last.detail or (last.error.message if last.error else last.stream[-200:])
    return Result(
        id=case.id, breaches=tuple(breaches), outcomes=tuple(run.outcome for run in runs), detail=detail[:300]
    )


def in_bare_python(case: Case, scene: Scene) -> Result:
    """Run a case where nothing stands in its way; its breaches show that it is a threat."""
    work = scene.base / "work"
    (work / "inputs").mkdir(parents=True, exist_ok=True)
    (work / "inputs" / "table.csv").write_bytes((scene.inputs / "table.csv").read_bytes())
    output = ""
    for code in filter(None, ("\n".join(case.cells), case.next)):
        output += _bare(scene.fill(code), work)
    return Result(id=case.id, breaches=(*scene.told(output), *scene.harm(patience=0.0)), detail=output[-300:])


def _bare(code: str, work: Path) -> str:
    """Run code and return what it said; to a file, for what it leaves running would hold a pipe open."""
    with tempfile.TemporaryFile() as output:
        command = [sys.executable, "-c", ALONE + code]
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command,
                cwd=work,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=BARE_TIME,
                check=False,
                close_fds=False,
            )
        output.seek(0)
        return output.read().decode("utf-8", "replace")


@contextlib.contextmanager
def _opened(case: Case, sandbox: Sandbox, scene: Scene, breaches: list[str]) -> Iterator[Session]:
    """Open the session that the cells run in, and see what became of those it has to do with."""
    with sandbox.session(inputs=[scene.inputs / "table.csv"]) as origin:
        match case.place:
            case "session":
                yield origin
            case "branch":
                with _branch(origin, case.origin, scene, breaches) as branch:
                    yield branch
            case "judged":
                with _judged(case, origin, breaches) as submission:
                    yield submission


@contextlib.contextmanager
def _branch(origin: Session, before: str, scene: Scene, breaches: list[str]) -> Iterator[Session]:
    """Open a branch; then its origin gets a secret, and must be as it was once the branch has done its worst."""
    origin.run(f"open('notes', 'w').write('{NOTES}')", limits=PATIENT)
    origin.run(before, limits=PATIENT)
    with origin.branch() as branch:
        token = scene.tokens["origin"]
        origin.run(f"answer = '{token[:9]}' + '{token[9:]}'", limits=PATIENT)
        branch.confine()
        yield branch
        observed = origin.run(f"(open('notes').read(), {LOOK})", limits=PATIENT)
    expected = repr((NOTES, (token[-32:], ["inputs", "notes"], "x,y")))
    text = observed.value.text if observed.value else f"{observed.outcome} {observed.detail}"
    if text != expected:
        breaches.append(f"the origin is not as it was: {text[:200]}")


@contextlib.contextmanager
def _judged(case: Case, truth: Session, breaches: list[str]) -> Iterator[Session]:
    """Open a submission, judge it, and see that a right one is still judged right by the same reference."""
    with truth.branch() as submission, truth.branch() as right:
        truth.prepare(dict(case.validator))
        truth.run(case.reference, limits=PATIENT)
        submission.confine()
        yield submission
        judgement = truth.judge(submission)
        right.run(case.reference, limits=PATIENT)
        fair = truth.judge(right)
    if judgement.correct != "no":
        breaches.append(f"judged {judgement.correct}: {_words(judgement)}")
    if fair.correct != "yes":
        breaches.append(f"a right submission is judged {fair.correct} afterwards: {_words(fair)}")


def _afterwards(case: Case, session: Session, scene: Scene) -> list[str]:
    """Ask of the session what a client may ask; a session that ended says so, and nothing else may fail."""
    results = []
    for step in case.then:
        try:
            if step == "variables":
                session.variables()
            else:
                with session.branch() as branch:
                    results += scene.told(branch.run(READ_ALL, limits=PATIENT).stream)
        except SandboxError:
            continue
        except Exception as error:  # noqa: BLE001 - whatever else comes is a breach, to be told
            results.append(f"{step} failed with {type(error).__name__}: {error}")
    return results


def _in_the_next_session(case: Case, sandbox: Sandbox, scene: Scene) -> list[str]:
    """Open another session and run what looks for left-overs; it must work as if nothing had been."""
    with sandbox.session(inputs=[scene.inputs / "table.csv"]) as session:
        plain = session.run("import json, pandas as pd\nint(pd.read_csv('inputs/table.csv').y.sum())", limits=PATIENT)
        looked = session.run(scene.fill(case.next), limits=PATIENT)
    text = plain.value.text if plain.value else f"{plain.outcome} {plain.detail} {plain.error}"
    reports = [f"in the next session: {report}" for report in scene.told(looked.model_dump_json(exclude={"error"}))]
    if plain.stream or text != "6":
        reports.append(f"the next session does not work: {text} {plain.stream[:200]}")
    if case.next and looked.outcome is not Outcome.OK:
        reports.append(f"the next session's look failed: {looked.outcome} {looked.error} {looked.detail}")
    return reports


def _of_runs(case: Case, runs: list[CellRun], scene: Scene) -> list[str]:
    """Return what the records of the cells show."""
    if not runs:
        return []
    # A traceback quotes the snippet's own lines, and holds no other secrets than the message does.
    parts = [run.model_dump_json(exclude={"error": {"traceback"}}) for run in runs]
    reports = scene.told("\n".join(parts))
    if runs[-1].outcome not in case.outcomes:
        reports.append(f"ended as {runs[-1].outcome}, which is none of {', '.join(case.outcomes)}: {runs[-1].detail}")
    if case.shows and not any(case.shows in run.stream for run in runs):
        reports.append(f"the snippet did not come as far as {case.shows!r}: {runs[-1].stream[-300:]} {runs[-1].error}")
    reports += [f"no word on {run.outcome}" for run in runs if not run.detail and run.outcome not in _EXPLAINED]
    return reports


_EXPLAINED = frozenset((Outcome.OK, Outcome.ERROR))
"""Outcomes that need no words of the sandbox's own."""


def _words(judgement: Judgement) -> str:
    return f"{judgement.category} {judgement.reason}"[:200]


def _peak(*, reset: bool = False) -> int:
    """Return the most bytes that this process held since the peak was last reset."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5")
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1_024 for line in lines if line.startswith(PEAK))
