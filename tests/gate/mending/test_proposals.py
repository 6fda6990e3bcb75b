"""Proposals of mends: the smallest change first, and each about what the certificate accuses."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.dseal.model import Json
from authoring.dseal.parse import parse
from authoring.gate.mending.proposals import FORGIVING, VALUE, asked_matters, exchanged, proposals
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.certificate.trial import Side, Trial
from authoring.validators.comparison import Comparison

TEXT = '''# %%
"""
question: Store the means as `means`, and show them.
validator:
  result: {{atol: 100}}
  namespace_check:
    means:
      ignore_dtypes: true
    {other}
"""

means = {{"a": 1.0}}
other = 3
means
'''
PROBLEM = parse(TEXT.format(other="other:"))
READING = ReadingTrial(
    kind="spread",
    taken="divides by n",
    other="divides by n - 1",
    settles="Divide by n.",
    settles_other="Divide by n - 1.",
    is_customary=False,
    code="1",
    outcome="differs",
)


def accused(*subjects: str, side: Side = "wrong", readings: tuple[ReadingTrial, ...] = ()) -> ProblemCertificate:
    """Return a certificate that accuses these subjects."""
    outcome = "accepted" if side == "wrong" else "refused"
    trials = [Trial(side=side, operator="x", description="", subject=name, outcome=outcome) for name in subjects]
    return ProblemCertificate(number=1, cell=0, trials=tuple(trials), readings=readings)


def test_nothing_is_proposed_where_nothing_is_accused() -> None:
    """A sound problem stays as it is, and so does a reading that most people share."""
    customary = READING.model_copy(update={"is_customary": True})

    assert list(proposals(*PROBLEM.problems[0], accused(readings=(customary,)))) == []


def test_a_reading_is_settled_by_its_sentence() -> None:
    """The validator stays, and the sentence says what the reference does."""
    (proposal,) = proposals(*PROBLEM.problems[0], accused(readings=(READING,)))

    assert (proposal.block, proposal.sentences) == (None, ("Divide by n.",))


def test_flags_go_before_code_comes() -> None:
    """First the flags that let wrong answers pass, then other ways; each once, and each with the sentences."""
    found = list(proposals(*PROBLEM.problems[0], accused("means", readings=(READING,))))
    blocks = [proposal.block or {} for proposal in found]

    assert blocks[0]["namespace_check"] == {"means": None, "other": None}
    assert blocks[0]["result"] == {"atol": 100}
    assert any("compare_fn" in str(block["namespace_check"]) for block in blocks[1:])
    assert len({repr(block) for block in blocks}) == len(blocks)
    assert all(proposal.sentences == ("Divide by n.",) for proposal in found)


@pytest.mark.parametrize(
    ("subjects", "changed"),
    [((VALUE,), {"result", "means"}), (("",), {"result", "means", "other"}), (("other",), {"other"})],
)
def test_what_is_accused_is_compared_otherwise(subjects: tuple[str, ...], changed: set[str]) -> None:
    """A value that is a variable is both; an answer that ran as code accuses all that is compared."""
    by_code = next(
        proposal.block or {}
        for proposal in proposals(*PROBLEM.problems[0], accused(*subjects, side="right"))
        if proposal.what[0].endswith("as a table whose form does not count")
    )
    checked = by_code["namespace_check"]
    names = (
        {name for name, options in checked.items() if isinstance(options, str)} if isinstance(checked, dict) else set()
    )

    assert names | ({"result"} if isinstance(by_code["result"], str) else set()) == changed


@pytest.mark.parametrize(
    ("block", "subjects", "expected"),
    [
        ({}, {VALUE}, {"result": "code"}),
        ({"result": {"atol": 1}}, {VALUE}, {"result": "code"}),
        ({"execute_result": None}, {VALUE}, {"execute_result": "code"}),
        ({"namespace_check": {"a": None}}, {"a"}, {"namespace_check": {"a": "code"}}),
        ({"template": "basic"}, {"a"}, {"template": "basic", "namespace_check": {"a": "code"}}),
        ({"or": {"result": None, "stream": None}}, {VALUE}, {"or": {"result": "code", "stream": None}}),
    ],
)
def test_blocks_are_changed_where_the_subject_stands(
    block: dict[str, Json], subjects: set[str], expected: dict[str, Json]
) -> None:
    """Wherever in the block it is compared, and by whatever name; what is not compared yet is added."""
    assert exchanged(block, subjects, lambda _: "code") == expected


def test_an_exact_result_is_the_templates_own() -> None:
    """A block that would say what the template says is left out."""
    assert exchanged({"result": {"atol": 1}}, {VALUE}, lambda _: None) == {}


FORMS: Mapping[str, tuple[Any, Any]] = {
    "ignore_names": (
        pd.DataFrame({"a": [1.5, 2.5], "b": [3, 4]}),
        pd.DataFrame({"x": [1.5, 2.5], "y": [3, 4]}, index=pd.Index([0, 1], name="row")),
    ),
    "ignore_index": (pd.Series([1.5, 2.5], index=["a", "b"]), pd.Series([1.5, 2.5], index=[7, 8])),
    "ignore_order": (pd.Series({"a": 1.5, "b": 2.5, "c": 1.0}), pd.Series({"c": 1.0, "b": 2.5, "a": 1.5})),
    "ignore_order of numbered rows": (pd.Series([1.5, 2.5, 1.0]), pd.Series([1.0, 2.5, 1.5])),
    "atol": (np.array([1.0, 2.0]), np.array([1.04, 2.0])),
}
"""Right answers in another form, each beside the reference and under the flag that forgives it."""
QUESTIONS = (
    "What is the mean of each kind?",
    "Give a Series of the means, with kinds as its labels.",
    "Give a table with the columns `a` and `b`, sorted by `a` in ascending order, indexed by `kind`.",
)


@pytest.mark.parametrize("form", [*FORMS])
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("side", ["wrong", "right"])
@pytest.mark.parametrize("operator", ["number-as-text", "row-labels-exchanged", "columns-exchanged", "rows-exchanged"])
def test_no_mend_takes_away_what_a_flag_forgives(form: str, question: str, side: Side, operator: str) -> None:
    """Whatever is proposed, a right answer that was accepted stays so, unless the question asks for its form.

    A matter also counts where the certificate shows an answer that is accepted and wrong in this matter alone.
    """
    reference, answer = FORMS[form]
    flag, _, numbered = form.partition(" ")
    own: dict[str, Json] = {flag: 0.05 if flag == "atol" else True, "value_only": False}
    text = f'# %%\n"""\nquestion: {question}\nvalidator:\n  result: {json.dumps(own)}\n"""\n\nanswer()\n'
    trial = Trial(
        side=side,
        operator=operator,
        description="",
        subject=VALUE,
        outcome="accepted" if side == "wrong" else "refused",
    )
    certificate = ProblemCertificate(number=1, cell=0, trials=(trial,))
    counting = asked_matters(question) | {name for name, operators in FORGIVING.items() if operator in operators}
    if flag == "atol" and side == "wrong":
        # A tolerance may be what lets the wrong answer pass.
        counting |= {"atol"}
    verdicts = {}
    for proposal in proposals(*parse(text).problems[0], certificate):
        result = dict(proposal.block or {}).get("result")
        comparison = Comparison.read(result, "result")
        if comparison.judge(reference, reference, "result").correct == "yes":
            verdicts[proposal.what[0]] = comparison.judge(reference, answer, "result").correct

    assert Comparison.read(own, "result").judge(reference, answer, "result").correct == "yes"
    if flag not in counting and not (numbered and "ignore_index" in counting):
        assert set(verdicts.values()) <= {"yes"}, verdicts


def test_a_sentence_that_tells_nothing_stands_in_no_question() -> None:
    """Where only its author can say what is meant, a problem is left to the author."""
    reading = READING.model_copy(update={"tells": False})

    assert list(proposals(*PROBLEM.problems[0], accused("means", readings=(reading,)))) == []


def test_what_a_function_gives_is_compared_otherwise() -> None:
    """The outputs of `table_test` have a comparison of their own, which a mend replaces beside the test cases."""
    text = TEXT.format(other="other:").replace(
        "  result: {atol: 100}\n", "  table_test:\n    function_name: f\n    test_cases: [[1]]\n"
    )
    (cell, problem) = parse(text).problems[0]
    blocks = [proposal.block for proposal in proposals(cell, problem, accused("output", side="right"))]
    tests = [block["table_test"] for block in blocks if block is not None]

    assert all(isinstance(test, dict) and test["test_cases"] == [[1]] for test in tests)
    assert [test["output_checker"] for test in tests if isinstance(test, dict)][:1] == [{"ignore_order": True}]
    assert any("compare_fn" in str(test) for test in tests)
