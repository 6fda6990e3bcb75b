"""Sessions hold whatever their code does, and behave as a notebook where it is well meant."""

import time
from pathlib import Path

import pytest

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.evidence import REPEAT, Limits, Outcome, Pins
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession

TABLE_TEST: dict[str, Json] = {"table_test": {"function_name": "f", "test_cases": [[1], [2]]}}
WRITE_EVERYWHERE = """
import os
for number in range(3, 64):
    try:
        os.write(number, {bytes})
    except OSError:
        pass
"""
FAULTS = {
    "infinite loop": ("while True:\n    pass", Outcome.TIMEOUT),
    "loop that swallows everything": (
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
        Outcome.TIMEOUT,
    ),
    "sleep": ("import time\ntime.sleep(60)", Outcome.TIMEOUT),
    "all signals blocked": (
        "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))\ntime.sleep(60)",
        Outcome.TIMEOUT,
    ),
    "work in C": ("import itertools\nsum(itertools.repeat(1))", Outcome.TIMEOUT),
    "a thread that is waited for": (
        "import threading, time\nt = threading.Thread(target=time.sleep, args=(60,))\nt.start()\nt.join()",
        Outcome.TIMEOUT,
    ),
    "os._exit": ("import os\nos._exit(0)", Outcome.KILLED),
    "abort": ("import os\nos.abort()", Outcome.KILLED),
    "segmentation fault": ("import ctypes\nctypes.string_at(0)", Outcome.KILLED),
    "signal to itself": ("import os\nos.kill(os.getpid(), 9)", Outcome.KILLED),
    "every descriptor closed": ("import os\nos.closerange(0, 256)", Outcome.KILLED),
    "garbage on the control line": (WRITE_EVERYWHERE.format(bytes="b'x' * 64"), Outcome.KILLED),
    "huge claims on the control line": (WRITE_EVERYWHERE.format(bytes="b'\\xff' * 8"), Outcome.KILLED),
    "sys.exit": ("import sys\nsys.exit(0)", Outcome.ERROR),
    "keyboard interrupt": ("raise KeyboardInterrupt", Outcome.ERROR),
    "recursion": ("def f():\n    f()\nf()", Outcome.ERROR),
    "null byte": ("x = '\0'", Outcome.ERROR),
    "question for input": ("input()", Outcome.ERROR),
    "error whose text fails": (
        "class E(Exception):\n    def __str__(self):\n        raise SystemExit\nraise E",
        Outcome.ERROR,
    ),
    "growing list": ("x = []\nwhile True:\n    x.append(bytearray(10**7))", Outcome.OUT_OF_MEMORY),
    "big array": ("import numpy as np\nnp.ones(10**9)", Outcome.OUT_OF_MEMORY),
    "flood of prints": ("while True:\n    print('x' * 100)", Outcome.TOO_MUCH_OUTPUT),
    "flood of prints, swallowed": (
        "for _ in range(10_000):\n    try:\n        print('x' * 100)\n    except BaseException:\n        pass",
        Outcome.TOO_MUCH_OUTPUT,
    ),
    "flood of raw writes": (
        "import os\ntry:\n    while True:\n        os.write(2, b'x' * 10_000)\nexcept OSError:\n    pass",
        Outcome.TOO_MUCH_OUTPUT,
    ),
    "flood from a child process": (
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', \"print('x' * 50_000)\"])",
        Outcome.TOO_MUCH_OUTPUT,
    ),
    "file that is too large": ("with open('f', 'wb') as f:\n    f.write(bytes(2_000_000))", Outcome.TOO_MUCH_DISK),
    "closed stdout": ("import sys, os\nsys.stdout.close()\nos.close(1)", Outcome.OK),
    "working directory removed": ("import os, shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)", Outcome.OK),
    "forked child that runs on": ("import os\nchild = os.fork()\nx = 1 if child else 2", Outcome.OK),
    "value whose repr fails": ("class A:\n    def __repr__(self):\n        raise SystemExit\nA()", Outcome.OK),
    "value whose repr is no text": ("class A:\n    def __repr__(self):\n        return 5\nA()", Outcome.OK),
    "value whose repr is huge": ("class A:\n    def __repr__(self):\n        return 'x' * 10**8\nA()", Outcome.OK),
    "value that cannot be pickled": (
        "class A:\n    def __reduce__(self):\n        raise KeyboardInterrupt\na = A()\na",
        Outcome.OK,
    ),
    "value that is equal to nothing": (
        "class A:\n    def __eq__(self, other):\n        raise SystemExit\n    __hash__ = None\na = A()\na",
        Outcome.OK,
    ),
    "lone surrogate": ("print('\\ud800')\n'\\ud800'", Outcome.OK),
    "list that holds itself": ("x = []\nx.append(x)\nx", Outcome.OK),
    "trace function": ("import sys\nsys.settrace(lambda *a: (_ for _ in ()).throw(ValueError))", Outcome.OK),
    "low recursion limit": ("import sys\nsys.setrecursionlimit(60)", Outcome.OK),
    "streams that were replaced": ("import sys\nsys.stdout = sys.stderr = None", Outcome.OK),
    "patched pickle and json": (
        "import json, pickle\nfor m in (json, pickle):\n    for n in list(vars(m)):\n        setattr(m, n, None)",
        Outcome.KILLED,
    ),
}


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_an_outcome(fault: str, local: LocalSandbox) -> None:
    """Whatever code does ends in time with its own outcome, and the sandbox opens the next session."""
    code, outcome = FAULTS[fault]
    seconds = 1.5 if outcome is Outcome.TIMEOUT else 30
    limits = Limits(max_time=seconds, max_memory=200, max_output=10_000, max_file=1_000_000)
    start = time.monotonic()
    with local.session() as session:
        session.prepare({})
        run = session.run(code, limits=limits)
        run_again = session.run("'fine'", limits=limits)

    assert run.outcome is outcome
    assert time.monotonic() - start < 50  # no code here would end by itself before
    expected = Outcome.KILLED if outcome in {Outcome.TIMEOUT, Outcome.KILLED} else Outcome.OK
    assert run_again.outcome is expected
    assert bool(run.detail) is (outcome not in {Outcome.OK, Outcome.ERROR})
    with local.session() as session:
        assert session.run("1", limits=limits).outcome is Outcome.OK


@pytest.mark.exhaustive
def test_output_of_a_killed_cell_is_kept(session: LocalSession) -> None:
    """What was written before a time-out is not lost, and stands in its order whatever wrote it."""
    code = "import os, sys\nprint('a')\nos.write(1, b'b\\n')\nprint('c', file=sys.stderr)\nwhile True: pass"

    assert session.run(code, limits=Limits(max_time=3)).stream == "a\nb\nc\n"


def test_output_is_cut_to_the_limit(session: LocalSession, limits: Limits) -> None:
    """Of too much output exactly the limit is kept."""
    assert session.run("print('x' * 10**6)", limits=limits).stream == "x" * limits.max_output


def test_last_expression_is_the_value(session: LocalSession, limits: Limits) -> None:
    """A last expression gives the value, an assignment or None gives none."""
    values = [session.run(code, limits=limits).value for code in ("x = 3\nx + 1", "x = 3", "None", "# only a remark")]

    assert [None if value is None else value.text for value in values] == ["4", None, None, None]


def test_names_of_cells_are_names_of_main(session: LocalSession, limits: Limits) -> None:
    """Classes of a cell can be pickled, as in a notebook."""
    code = "import pickle\nclass A:\n    pass\nisinstance(pickle.loads(pickle.dumps(A())), A), __name__"
    value = session.run(code, limits=limits).value

    assert value is not None
    assert value.text == "(True, '__main__')"


def test_traceback_shows_the_cell_and_nothing_of_ours(session: LocalSession, limits: Limits) -> None:
    """A traceback begins in the cell, with its source lines, and names the line in which it was raised."""
    session.run("def half(x):\n    return 1 / x", limits=limits)
    error = session.run("y = 1\n\nhalf(0)", limits=limits).error

    assert error is not None
    assert error.line == 3
    assert [line for line in error.traceback.splitlines() if "^" not in line and "~" not in line] == [
        "Traceback (most recent call last):",
        '  File "<cell 2>", line 3, in <module>',
        "    half(0)",
        '  File "<cell 1>", line 2, in half',
        "    return 1 / x",
        "ZeroDivisionError: division by zero",
    ]


def test_warnings_go_to_the_stream(session: LocalSession, limits: Limits) -> None:
    """A warning is shown, with the line it came from."""
    assert "UserWarning: look" in session.run("import warnings\nwarnings.warn('look')", limits=limits).stream


def test_forbidden_name_comes_back(session: LocalSession, limits: Limits) -> None:
    """A forbidden name cannot be used while the code runs, and is what it was afterwards."""
    session.run("a = 1", limits=limits)
    used = session.run("a + 1", limits=limits, forbid_names=["a"])
    after = session.run("a + 1", limits=limits)

    assert used.error is not None
    assert used.error.type == "TypeError"
    assert after.value is not None
    assert after.value.text == "2"


def test_table_is_shown_in_part(session: LocalSession, limits: Limits) -> None:
    """Of a frame the first ten rows and twelve columns are shown, beside its whole size."""
    code = "import pandas as pd\npd.DataFrame({f'c{i}': range(30) for i in range(20)})"
    value = session.run(code, limits=limits).value

    assert value is not None
    assert value.table is not None
    assert (value.table.rows, value.table.columns) == (30, 20)
    assert (len(value.table.cells), len(value.table.cells[0]), value.table.header[0]) == (10, 12, "c0")


def test_memory_is_measured_per_cell(session: LocalSession, limits: Limits) -> None:
    """The peak of one cell is not that of the next."""
    first = session.run("x = b'x' * (2 * 10**8)\ndel x", limits=limits)
    second = session.run("1", limits=limits)

    assert first.peak_memory - second.peak_memory > 10**8


def test_working_directory_holds_inputs_only(local: LocalSandbox, limits: Limits, tmp_path: Path) -> None:
    """A session sees its inputs, which it cannot change, nothing of the caller's folder, and its files are reported."""
    (tmp_path / "a.csv").write_text("x\n1\n")
    code = "import os\nsorted(os.path.join(d, f) for d, _, files in os.walk('.') for f in files)"
    with local.session(inputs=[tmp_path / "a.csv"], dialect="strict") as session:
        value = session.run(code, limits=limits).value
        refused = session.run("open('inputs/a.csv', 'w').close()", limits=limits)
        wrote = session.run("open('b', 'w').close()", limits=limits)
        following_run = session.run("1", limits=limits)

    assert value is not None
    assert value.text == "['./inputs/a.csv']"
    assert refused.error is not None
    assert refused.error.type in {"OSError", "PermissionError"}
    assert wrote.files_written == ("b",)
    assert following_run.files_written == ()
    assert (tmp_path / "a.csv").read_text() == "x\n1\n"


def test_branch_has_its_own_files(local: LocalSandbox, limits: Limits, tmp_path: Path) -> None:
    """A branch begins with the files its origin had, and what it writes is its own."""
    (tmp_path / "a.csv").write_text("x\n1\n")
    with local.session(inputs=[tmp_path / "a.csv"]) as origin:
        origin.run("import os\nopen('mine', 'w').close()", limits=limits)
        with origin.branch() as branch:
            origin.run("open('later', 'w').close()", limits=limits)
            branch.run("open('other', 'w').close()", limits=limits)
            observed = [s.run("sorted(os.listdir())", limits=limits).value for s in (origin, branch)]

    assert [value.text for value in observed if value] == ["['inputs', 'later', 'mine']", "['inputs', 'mine', 'other']"]


def test_branch_of_a_session_that_removed_its_folder(local: LocalSandbox, limits: Limits) -> None:
    """A session whose working directory is gone, or is not where it was, can still branch."""
    with local.session() as origin:
        origin.run("import os, shutil\nos.mkdir('d')\nos.chdir('d')", limits=limits)
        with origin.branch() as branch:
            moved = branch.run("os.path.basename(os.getcwd())", limits=limits).value
        origin.run("os.chdir('..')\nos.mkfifo('pipe')\nshutil.rmtree(os.getcwd())", limits=limits)
        with origin.branch() as branch:
            alive = branch.run("1", limits=limits)

    assert moved is not None
    assert moved.text == "'d'"
    assert alive.outcome is Outcome.OK


def test_missing_input_is_a_sandbox_error(local: LocalSandbox, tmp_path: Path) -> None:
    """An input that cannot be copied is told by name."""
    with pytest.raises(SandboxError, match=r"gone\.csv"):
        local.session(inputs=[tmp_path / "gone.csv"])


def test_unseeded_randomness_differs_between_pins(local: LocalSandbox, limits: Limits) -> None:
    """Random states and hash seeds differ between pins, and are the same in each session of the same pins."""
    code = "import random, numpy as np\n(random.random(), np.random.rand(), hash('a'))"
    texts = []
    for pins in (Pins(), Pins(), REPEAT):
        with local.session(pins=pins) as session:
            value = session.run(code, limits=limits).value
            texts.append(value.text if value else "")

    assert texts[0] == texts[1] != texts[2]


def test_judging_leaves_both_sessions_as_they_are(local: LocalSandbox, limits: Limits) -> None:
    """Test cases call functions of both sides, and neither session notices."""
    code = "calls = []\ndef f(x):\n    calls.append(x)\n    return x + 1"
    with local.session(pins=Pins()) as first, local.session(pins=REPEAT) as second:
        for session, text in ((first, code), (second, code.replace("x + 1", "1 + x"))):
            session.prepare(TABLE_TEST)
            session.run(text, limits=limits)
        judgement = first.judge(second)
        observed = [session.run("calls", limits=limits).value for session in (first, second)]

    assert judgement.correct == "yes"
    assert [value.text for value in observed if value] == ["[]", "[]"]


SUBMISSIONS = {
    "calls os._exit": "import os\ndef f(x):\n    os._exit(0)",
    "never returns": "import time\ndef f(x):\n    raise SystemExit",
    "returns what cannot be read elsewhere": "class A:\n    pass\ndef f(x):\n    return A()",
    "is not there": "g = 1",
    "was killed": "import os\nos._exit(1)",
    "has an error": "1 / 0",
}


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_broken_submission_is_wrong(submission: str, local: LocalSandbox, limits: Limits) -> None:
    """A submission that breaks while it is run or tested is wrong, and the validator is not blamed."""
    with local.session() as reference, local.session(pins=REPEAT) as second:
        reference.prepare(TABLE_TEST)
        reference.run("def f(x):\n    return x", limits=limits)
        second.run(SUBMISSIONS[submission], limits=limits)
        judgement = reference.judge(second)

    assert (judgement.correct, judgement.category != "validator_error") == ("no", True)


def test_same_value_of_another_session_is_right(local: LocalSandbox, limits: Limits) -> None:
    """A submission that was not prepared for the validator is judged by what it left behind."""
    with local.session() as reference, local.session() as second:
        reference.prepare({"namespace_check": {"t": None}})
        reference.run("import pandas as pd\nt = pd.DataFrame({'a': [1, 2]})", limits=limits)
        second.run("import pandas\nt = pandas.DataFrame([[1], [2]], columns=['a'])", limits=limits)
        judgement = reference.judge(second)

    assert [part.correct for part in judgement.parts if part.category == "namespace_check"] == ["yes"]


def test_missing_numbers_may_stand_in_test_cases(local: LocalSandbox) -> None:
    """What YAML writes as ``.nan`` reaches the function, and ends no process."""
    cases: list[Json] = [[float("nan")], [2.0]]
    with local.session(dialect="strict") as reference, local.session(dialect="strict") as submission:
        for session, code in (
            (reference, "def f(x): return 0 if x != x else x"),
            (submission, "def f(x): return x if x == x else 0"),
        ):
            session.prepare({"table_test": {"function_name": "f", "test_cases": cases}})
            assert session.run(code, limits=Limits()).outcome is Outcome.OK
        assert reference.judge(submission).correct == "yes"
