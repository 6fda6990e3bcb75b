"""Helpers get names of their own throughout a set, and nothing else is renamed."""

import pytest

from authoring.gate.alignment.registry import align
from authoring.gate.mending.helper_names import with_own_names

BEFORE = "# %%\nvalues = [1, 2, 3]\n\n"
FIRST = '# %%\n"""\nquestion: How many are over 2?\n"""\n\n{code}\n\n'
LATER = '# %%\n"""\nquestion: How many are under 2?\n"""\n\n{code}\n'


def _set(code: str, later: str = "sum(v < 2 for v in values)") -> str:
    return BEFORE + FIRST.format(code=code) + LATER.format(code=later)


def test_a_helper_is_renamed_wherever_it_is_read() -> None:
    """Keywords, attributes and longer names that look the same stay, and the finding is gone."""
    code = "result = dict(result=[v for v in values if v > 2])\nresults_of = result.get('x', 'ü'); len(result)"

    text, mends = with_own_names(_set(code, "len(result) + 1"), {1})

    expected = (
        "result_1 = dict(result=[v for v in values if v > 2])\nresults_of = result_1.get('x', 'ü'); len(result_1)"
    )
    assert text == _set(expected, "len(result_1) + 1")
    assert [(mend.number, mend.what) for mend in mends] == [(1, ("the helper `result` is called `result_1`",))]
    assert "DS658" not in {finding.code for finding in align(text)}


def test_variables_of_functions_stay() -> None:
    """A function that binds the name has a variable of its own; one that reads it means the session's."""
    later = "def double():\n    result = 2\n    return result\n\ndef triple():\n    return 3 * {}\n\ndouble()"

    text, _ = with_own_names(_set("result = 3\nresult", later.format("result")), {1})

    assert text == _set("result_1 = 3\nresult_1", later.format("result_1"))


@pytest.mark.parametrize(
    ("code", "later"),
    [
        ("result = 3\nf'{result}'", "1"),
        ("result = 3\ndf.query('a > @result')", "1"),
        ("result = 3\ndef double(result):\n    return 2 * result\ndouble(result)", "1"),
        ("result = 3\nresult", "result_1 = 2\nresult_1"),
        ("result = 3\nresult", "globals()['result']"),
        ("result = 3\nresult", "exec('result')"),
    ],
)
def test_a_name_that_may_be_meant_otherwise_stays(code: str, later: str) -> None:
    """Texts, signatures and names that are taken are left alone."""
    text = _set(code, later)

    assert with_own_names(text, {1}) == (text, ())


def test_a_name_that_a_problem_forbids_stays() -> None:
    """What is forbidden is meant by its name."""
    text = _set("result = 3\nresult") + LATER.format(code="1").replace(
        "2?\n", "4?\nexecution:\n  forbid_names: [result]\n"
    )

    assert with_own_names(text, {1}) == (text, ())


def test_problems_of_others_stay() -> None:
    """Only the problems that are named are changed."""
    text = _set("result = 3\nresult")

    assert with_own_names(text, {2}) == (text, ())


@pytest.mark.parametrize(("name", "is_renamed"), [("b", True), ("s2", True), ("parts", True), ("over_two", False)])
def test_short_names_that_few_would_choose_are_renamed_too(name: str, *, is_renamed: bool) -> None:
    """A name of one letter or word costs nothing to rename; one of several words is chosen by nobody else."""
    text, _ = with_own_names(_set(f"{name} = max(values)\n{name}"), {1})

    assert (f"{name}_1" in text) is is_renamed
    assert "DS658" not in {finding.code for finding in align(_set(f"{name} = max(values)\n{name}"))}
