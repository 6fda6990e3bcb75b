"""Proposals of mends: the smallest change first, and each about what the certificate accuses."""

import pytest

from authoring.dseal.comparison_code import SAME_TABLE
from authoring.dseal.model import Json
from authoring.dseal.parse import parse
from authoring.gate.mending.proposals import VALUE, exchanged, proposals
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.certificate.trial import Side, Trial

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
        if SAME_TABLE in str(proposal.block).encode().decode("unicode_escape")
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
