"""Docstrings to problems."""

from authoring.dseal.problem_reader import read_problem
from authoring.dseal.yaml_reader import ParseLimits


def test_offsets_are_those_of_the_text() -> None:
    """A docstring in the middle of a text has its keys' places in that text, and findings count from its start."""
    text = "....question: a\nbogus: 1\n...."
    problem, findings = read_problem(text, 4, len(text) - 4, number=7, limits=ParseLimits())
    assert problem is not None
    assert (problem.number, problem.question) == (7, "a")
    span = problem.positions["question",]
    assert text[span.start : span.end] == "question"
    assert [(fault.info.code, text[4 + fault.start : 4 + fault.end]) for fault in findings] == [("DS126", "bogus")]


def test_a_limit_is_one_that_a_caller_can_set() -> None:
    """A docstring beyond the caller's limit is refused, not read in part."""
    problem, findings = read_problem("question: abc", 0, 13, number=1, limits=ParseLimits(yaml=12))
    assert problem is None
    assert [fault.info.code for fault in findings] == ["DS122"]
