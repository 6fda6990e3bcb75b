"""A program on its own judges as a family of sessions does, and ends with all that it started."""

import base64
import contextlib
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal.model import Json
from authoring.records.evidence import Limits, Pins
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.standalone.program import read_part
from authoring.validators.base import Dialect
from authoring.validators.verdicts import classify
from tests.sandbox.inside.accounting.test_overtime import CASES as OVERTIME
from tests.sandbox.inside.accounting.test_overtime import HELP, LIMIT, LOOKING, busyness

START = "import pandas as pd\nt = pd.DataFrame({'x': [1, 2, 4]})"
LIMITS = Limits().model_dump()
MAIN = "from authoring.sandbox.inside.standalone.program import main; main({})"
HELD_UP = """
import time
from authoring.sandbox.inside.standalone import program
from authoring.sandbox.inside.accounting.processes import processor_seconds as used
bound = program.Overtime
def held_up(process, *others):
    before, deadline = used(process), time.monotonic() + 5
    while (used(process) or 0) < before + 0.6 and time.monotonic() < deadline:
        time.sleep(0.01)
    return bound(process, *others)
program.Overtime = held_up
"""
RESULT: dict[str, Json] = {"result": None}
FUNCTION: dict[str, Json] = {"table_test": {"function_name": "f", "test_cases": [[1], [3]]}}
CASES: list[tuple[dict[str, Json], str, str]] = [
    (RESULT, "t['x'].sum()", "4 + 2 + 1"),
    (RESULT, "t['x'].sum()", "8"),
    (RESULT, "t['x'].sum()", "print(7)"),
    (RESULT, "t['x'].sum()", "t['x'] += 1\n7"),
    (RESULT, "t['x'].sum()", "t['y']"),
    (RESULT, "t['x'].sum()", "t["),
    ({"namespace_check": {"t": None}}, "t['z'] = 1", "t['z'] = 1.5"),
    (FUNCTION, "def f(a):\n    return a + 1", "def f(a):\n    return 1 + a"),
    (FUNCTION, "def f(a):\n    return a + 1", "def f(a):\n    return 1 / 0"),
]


def part(content: object) -> bytes:
    """Return what the program reads."""
    text = json.dumps(content).encode()
    return b"%011d\n" % len(text) + text


def started(folder: Path, command: str, *parts: object) -> subprocess.CompletedProcess[bytes]:
    """Run the program."""
    pins = ", ".join(f"{name}={value!r}" for name, value in Pins().model_dump().items())
    (folder / "run.py").write_text(MAIN.format(pins))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])}
    line: list[str | Path] = [sys.executable, folder / "run.py", command, folder / "out"]
    return subprocess.run(line, input=b"".join(map(part, parts)), capture_output=True, check=False, env=environment)


def ran(
    folder: Path, code: str, block: object, request: object = None, **changes: object
) -> tuple[dict[str, Any], bytes]:
    """Run a chain."""
    (folder / "work" / "inputs").mkdir(parents=True, exist_ok=True)
    job: dict[str, object] = {"cells": [[START, []]], "code": code, "forbid_names": [], "validator": block}
    job |= {"dialect": "dseval", "modules": ["pandas"], "limits": LIMITS, "root": str(folder / "work")}
    job |= {"last_limits": {**LIMITS, "max_time": 20}, **changes}
    completed = started(folder, "run", job, {} if request is None else request)
    assert completed.returncode == 0, completed.stderr
    head, _, body = (folder / "out").read_bytes().partition(b"\n")
    return json.loads(head), body


def verdict(
    folder: Path,
    block: object,
    reference: str,
    submission: str,
    dialect: Dialect = "dseval",
    *,
    seconds: float = 60,
) -> dict[str, Any]:
    """Judge one piece of code by another."""
    reply, evidence = ran(folder, reference, block, dialect=dialect)
    assert reply["fault"] == ""
    asks, evidence = evidence[: reply["asks"]], evidence[reply["asks"] :]
    request = {"validator": block, "asks": base64.b64encode(asks).decode(), "look": reply["look"]}
    limits = {**LIMITS, "max_time": seconds}
    reply, result = ran(folder, submission, None, request, dialect=dialect, last_limits=limits)
    job = {"validator": block, "dialect": dialect, "ended": reply["ended"], "outcome": reply["outcome"]}
    job |= {"source": submission, "reference": base64.b64encode(evidence).decode()}
    completed = started(folder, "judge", {**job, "submission": base64.b64encode(result).decode()})
    assert completed.returncode == 0, completed.stderr
    answer: dict[str, Any] = json.loads(completed.stdout)
    return answer


@pytest.mark.exhaustive(most=9)
@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("dialect", ["dseval", "strict"])
def test_it_judges_as_a_family_does(number: int, dialect: Dialect, local: LocalSandbox, tmp_path: Path) -> None:
    """The same evidence is collected in the same order, so that the verdict and its reason are the same."""
    block, reference, submission = CASES[number]
    with local.session(dialect=dialect) as truth:
        truth.run(START, limits=Limits())
        truth.prepare(block)
        branch = truth.branch()
        truth.run(reference, limits=Limits())
        branch.confine()
        if dialect == "dseval":
            branch.separate()
        branch.prepare(None)
        branch.run(submission, limits=Limits())
        expected = classify(truth.judge(branch), dialect)
        branch.close()

    judged_verdict = verdict(tmp_path, block, reference, submission, dialect)

    assert (judged_verdict["verdict"], judged_verdict["subverdict"]) == (expected.verdict, expected.subverdict)
    assert _same(judged_verdict["reason"]) == _same(expected.reason)


def _same(reason: str) -> str:
    return reason.replace("<cell 1>", "<cell 2>")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("code", "expected", "said"),
    [
        ("while True:\n    pass", "TIMEOUT", "did not end within max_time = 2 seconds"),
        ("import os\nos._exit(0)", "CRASH", "its process ended before it was done"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "TIMEOUT", "did not end within"),
    ],
)
def test_a_cell_that_ends_otherwise_is_wrong(code: str, expected: str, said: str, tmp_path: Path) -> None:
    """A process that is late or gone is the submission's own doing."""
    judged_verdict = verdict(tmp_path, RESULT, "1", code, seconds=2)

    assert judged_verdict["verdict"] == expected
    assert said in judged_verdict["reason"]


@pytest.mark.exhaustive(most=4)
@pytest.mark.parametrize("case", OVERTIME, ids=lambda case: case["idea"])
def test_answer_wins_no_time_after_its_cell(case: dict[str, Any], tmp_path: Path) -> None:
    """What our own judge does not give, the exported program gives neither; nor does it wait for longer."""
    block: dict[str, Json] = {"result": {"ignore_order": True} if case.get("unordered") else None}
    reference = "[[['x']] * 3000] * 300" if case.get("unordered") else "42"
    code = f"open({str(tmp_path / 'began')!r}, 'w').close()\n" + HELP + case["code"]

    judged_verdict = verdict(tmp_path, block, reference, code, seconds=LIMIT)

    held = (tmp_path / "out").stat().st_mtime - (tmp_path / "began").stat().st_mtime
    assert judged_verdict["verdict"] not in {"", "CORRECT"}
    # Judging in another process may take three more.
    assert held < (LIMIT + 2) * busyness()


STOPPING = """
import os, signal, time
watch = os.getppid()
def stopping(seconds):
    os.kill(watch, signal.SIGSTOP)
    value = work(seconds)
    if not os.fork():
        time.sleep(0.5)
        os.kill(watch, signal.SIGCONT)
        os._exit(0)
    return value
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("place", ["in the cell", "while it is looked at"])
def test_stopped_watch_believes_no_late_report(place: str, tmp_path: Path) -> None:
    """Who stops the process that watches, and sends it on once the work is done, has won no time by that."""
    looking = """
kind, before = type(session), type(session)._inspect
def look(self, result, *others):
    object.__setattr__(result, "value", stopping(4))
    return before(self, result, *others)
kind._inspect = look
0
"""
    code = HELP + STOPPING + ("stopping(4)" if place == "in the cell" else looking)

    judged_verdict = verdict(tmp_path, RESULT, "42", code, seconds=LIMIT)

    assert judged_verdict["verdict"] not in {"", "CORRECT"}


@pytest.mark.exhaustive
def test_time_counts_from_the_end_of_the_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an answer computes while the program is held up, before its look is bounded, counts all the same."""
    monkeypatch.setitem(globals(), "MAIN", HELD_UP + MAIN)

    assert verdict(tmp_path, RESULT, "42", HELP + LOOKING, seconds=LIMIT)["verdict"] not in {"", "CORRECT"}


@pytest.mark.exhaustive
def test_honest_answers_have_the_time_that_the_reference_took(tmp_path: Path) -> None:
    """Test cases that take long for the reference's function may take as long for an answer's."""
    code = "import time\ndef f(x):\n    end = time.process_time() + 0.8\n"
    code += "    while time.process_time() < end:\n        pass\n    return x"

    assert verdict(tmp_path, FUNCTION, code, code, seconds=LIMIT)["verdict"] == "CORRECT"


def sleeping() -> list[bytes]:
    """Return the processes that sleep for that long."""
    results = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            results.append(path.read_bytes())
    return [line for line in results if b"86399" in line]


@pytest.mark.exhaustive
def test_nothing_is_left_running(tmp_path: Path) -> None:
    """What a cell starts ends with it, in a session of its own too."""
    code = "import subprocess\nsubprocess.Popen(['sleep', '86399'], start_new_session=True).pid"
    assert verdict(tmp_path, {"template": "basic"}, "1", code)["verdict"] == "CORRECT"

    limit = time.monotonic() + 60
    while processes := sleeping():
        assert time.monotonic() < limit, processes
        time.sleep(0.02)


@pytest.mark.exhaustive
def test_faults_are_no_verdicts(tmp_path: Path) -> None:
    """A cell before, a reference or a validator that fails is told as that."""
    broken: dict[str, object] = {"cells": [["1 / 0", []]]}
    assert "cell 1 of the session raises ZeroDivisionError" in ran(tmp_path, "1", RESULT, **broken)[0]["fault"]
    assert "the reference raises KeyError" in ran(tmp_path, "t['y']", RESULT)[0]["fault"]
    assert "`nobody`" in verdict(tmp_path, {"namespace_check": {"nobody": None}}, "1", "1")["fault"]


def test_a_part_is_read_and_no_more(tmp_path: Path) -> None:
    """What comes behind a part stays where it is; a part that is cut off is an error."""
    (tmp_path / "parts").write_bytes(part({"a": 1}) + part({"b": 2}) + b"000")
    with io.FileIO(tmp_path / "parts") as file:
        assert [read_part(file.fileno()), read_part(file.fileno())] == [{"a": 1}, {"b": 2}]
        with pytest.raises(EOFError):
            read_part(file.fileno())
