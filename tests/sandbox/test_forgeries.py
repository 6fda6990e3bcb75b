"""A submission that patches the harness in its own process is right only where its answer is."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.evidence import Judgement, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession

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


@pytest.mark.exhaustive(sample=12)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_no_forgery_is_right(local: LocalSandbox, case: dict[str, str]) -> None:
    """Whatever a submission's process answers, it is not right; and the next one is judged as if it had not been."""
    with local.session() as origin:
        origin.run("import pandas as pd", limits=LIMITS)
        forged, honest = judged(origin, case["code"])

    assert forged.correct != "yes"
    assert honest.correct == "yes"


@pytest.mark.exhaustive(sample=8)
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
