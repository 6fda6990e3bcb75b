"""A submission that patches the harness in its own process is right only where its answer is."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.evidence import Judgement, Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.validators.base import Dialect

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "serialization" / "forgeries.yml").read_text("utf-8"))
LIMITS = Limits(max_time=30)
ANSWER = "secret = 987654321 * 3\nsecret"
"""What the reference does after the submission's session was forked."""


def judged(origin: LocalSession, code: str, block: dict[str, Any] | None = None) -> tuple[Judgement, Judgement]:
    """Return the judgement of a submission, and then of an honest one by the same reference and judge."""
    with origin.branch() as submission, origin.branch() as honest, origin.branch() as reference:
        submission.confine()
        reference.prepare(block or {})
        reference.run(ANSWER, limits=LIMITS)
        submission.run(code, limits=LIMITS)
        honest.run("987654321 + 987654321 + 987654321", limits=LIMITS)
        return reference.judge(submission), reference.judge(honest)


@pytest.mark.exhaustive(sample=6)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_no_forgery_is_right(local: LocalSandbox, case: dict[str, str]) -> None:
    """Whatever a submission's process answers, it is not right; and the next one is judged as if it had not been."""
    with local.session() as origin:
        origin.run("import pandas as pd", limits=LIMITS)
        forged, honest = judged(origin, case["code"])

    assert forged.correct != "yes"
    assert honest.correct == "yes"


SCAN = r"""
import ctypes, re
def planted():
    # The pattern does not match itself, so that what is searched for stands nowhere because it is searched for.
    words = set()
    for line in open("/proc/self/maps"):
        begin, end, access, *_, path = re.split("[- ]+", line.rstrip("\\n") + " ")[:9]
        # Pages of files hold what every process of this Python holds.
        if access.startswith("rw") and not path.startswith("/"):
            memory = ctypes.string_at(int(begin, 16), int(end, 16) - int(begin, 16))
            words |= {word.decode() for word in re.findall(b"PLANTE[D]-([a-z]+)", memory)}
    return sorted(words)
control = "".join(["PLANT", "ED-control"])
def function(number):
    open("collecting.txt", "w").write(repr(planted()))
    return number
answer = planted()
answer
"""
"""Says which planted words stand in the memory of its process; so does its function, for which it is collected from."""


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("dialect", ["dseval", "strict"])
def test_answer_is_nowhere_in_the_memory_of_a_submission(dialect: Dialect) -> None:
    """Neither while its cell runs nor while it is collected from does it hold the validator's text or the reference's.

    Words are planted wherever something may tell the answer. That its own word is seen proves that others would be.
    """
    comparison = "def compare_fn(a, b):\n    return str(b) == 'PLANTED-{}'"
    block: dict[str, Any] = {
        "result": {"compare_fn": comparison.format("result")},
        "namespace_check": {"answer": comparison.format("variable")},
        "namespace_intact": {"update": ["PLANTED-update"]},
        "table_test": {
            "function_name": "function",
            "test_cases": ["`(len('PLANTED-case'),)`", "```\n_test_case = (len('PLANTED-repeat'),)\n```", "//"],
            "input_validator": "def _validate(x):\n    return 'PLANTED-input' != x",
            "output_checker": comparison.format("output"),
        },
    }
    reference = "answer = 'PLANTED-reference'\ndef function(x):\n    return 'PLANTED-function'\nanswer"
    with closing(LocalSandbox(maximum_level=Level.LIMITS)) as sandbox, sandbox.session(dialect=dialect) as truth:
        truth.run("import pandas as pd", limits=LIMITS)
        with truth.branch() as submission:
            truth.prepare(block)
            truth.run(reference, limits=LIMITS)
            submission.confine()
            run = submission.run(SCAN, limits=LIMITS)
            judgement = truth.judge(submission)
            collecting = submission.run("open('collecting.txt').read()", limits=LIMITS)

    assert run.value is not None, run.error
    assert run.value.text == "['control']", run
    assert (judgement.correct, judgement.category) == ("no", "and")
    assert collecting.value is not None
    assert "control" in collecting.value.text
    assert collecting.value.text.strip('"') == "['control']"


def test_forbidden_names_are_looked_for_where_no_answer_ran(local: LocalSandbox) -> None:
    """An attempt that has replaced the check in its process does not free the next one from it."""
    replaced = "import authoring.sandbox.inside.cell as cell\ncell.refuse_forbidden = lambda *_: None\n0"
    with local.session(dialect="strict") as truth:
        truth.run("hidden = 42", limits=LIMITS)
        with truth.branch() as submission:
            truth.prepare({"template": "empty", "result": None, "namespace_check": {"hidden": None}})
            truth.run("42", limits=LIMITS)
            submission.confine()
            first = submission.run(replaced, limits=LIMITS, forbid_names=["hidden"])
            run = submission.run("hidden", limits=LIMITS, forbid_names=["hidden"])
            judgement = truth.judge(submission)
            honest = submission.run("40 + 2", limits=LIMITS, forbid_names=["hidden"])
            right = truth.judge(submission)

    assert first.outcome is Outcome.OK
    assert run.error is not None
    assert (run.outcome, run.error.type) == (Outcome.ERROR, "ForbiddenNameError")
    assert "`hidden` (line 1), so the code was not run" in run.error.message
    assert judgement.correct == "no"
    assert (honest.outcome, right.correct) == (Outcome.OK, "yes")


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["code"].endswith("\n0\n") and "line that is open" not in case["case"]],
    ids=lambda case: case["case"],
)
def test_no_forgery_is_right_about_a_variable(local: LocalSandbox, case: dict[str, str]) -> None:
    """The same where variables and a function are judged."""
    block = {
        "namespace_check": {"secret": None},
        "table_test": {"function_name": "double", "test_cases": [[987654321]]},
        "result": None,
    }
    with local.session() as origin:
        origin.run("def double(x):\n    return x * 2", limits=LIMITS)
        forged, _ = judged(origin, "secret = 1\ndef double(x):\n    return x\n" + case["code"], block)

    assert forged.correct != "yes"


def test_right_answer_is_right_whatever_was_patched(local: LocalSandbox) -> None:
    """Patches that leave the answer alone are nobody's concern."""
    with local.session() as origin:
        judgement, _ = judged(origin, "import numpy\nnumpy.isclose = None\nsecret = 987654321 * 3\nsecret")

    assert judgement.correct == "yes"


def test_judge_is_one_process_for_a_family(local: LocalSandbox) -> None:
    """It is forked when it is first needed, serves the branches too, and is replaced where it ended."""
    with local.session() as origin:
        assert origin._tree._judge is None  # noqa: SLF001 - there is nothing to see from outside
        judged(origin, "0")
        first = origin._tree._judge  # noqa: SLF001 - as above
        judged(origin, "1")
        assert origin._tree._judge is first  # noqa: SLF001 - as above
        assert first is not None
        first.end("a test wanted it")
        repeated, honest = judged(origin, "0")
        second = origin._tree._judge  # noqa: SLF001 - as above

    assert (repeated.correct, honest.correct) == ("no", "yes")
    assert second is not first


def test_equal_executions_need_no_judge(local: LocalSandbox) -> None:
    """The reference judges itself where two digests are equal, in its own process."""
    with local.session() as first, local.session() as second:
        for session in (first, second):
            session.prepare({"namespace_check": {"x": None}})
            session.run("x = [1, 2]\nx", limits=LIMITS)
        judgement = first.judge(second)

        assert (judgement.correct, first._tree._judge) == ("yes", None)  # noqa: SLF001 - there is nothing to see from outside


@pytest.mark.parametrize(
    ("code", "correct"),
    [("float('nan')", "no"), ("(x for x in [1])", "no"), ("[1.5, 'a']", "yes"), ("import re", "yes")],
)
def test_reference_that_its_validator_refuses_is_found(local: LocalSandbox, code: str, correct: str) -> None:
    """Equal digests do not hide that a value is not equal to itself."""
    with local.session() as first, local.session() as second:
        for session in (first, second):
            session.prepare({})
            session.run(code, limits=LIMITS)

        assert first.judge(second).correct == correct


def test_judging_itself_changes_nothing(local: LocalSandbox) -> None:
    """Neither random numbers, nor streams, nor settings."""
    setup = "import random, warnings, sys, numpy as np, pandas as pd\ndf = pd.DataFrame({'a': [1.0, None]})"
    probe = (
        "import gc\n(random.random(), np.random.rand(), sys.stdout is sys.__stdout__, warnings.filters, "
        "gc.isenabled(), sys.getrecursionlimit(), str(df))"
    )
    results = []
    for judges in (False, True):
        with local.session() as session:
            session.run(setup, limits=LIMITS)
            session.prepare({"namespace_check": {"df": None}})
            session.run("df", limits=LIMITS)
            if judges:
                assert session.judge(session).correct == "yes"
            session.prepare(None)
            value = session.run(probe, limits=LIMITS).value
            results.append(value and value.text)

    assert results[0]
    assert results[0] == results[1]
