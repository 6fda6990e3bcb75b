"""Writing cells: what is composed reads the same."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from authoring.dseal import CellKind, parse
from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.model import Json
from authoring.errors import DraftError
from tests.examples import examples

PIECES = [
    '"""',
    "# %%",
    "# %%\n",
    "\\",
    "\n",
    "  ",
    ": ",
    "#",
    "- ",
    "'",
    '"',
    "|",
    "`a`",
    "\r",
    "\x85",
    "\u2028",
    "\t",
    "\0",
    "é",
    "\ufeff",
    "\ud800",
]
QUESTIONS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=12).map("".join)
WORDS = st.one_of(
    QUESTIONS, st.sampled_from(["yes", "null", "1", "1e5", "~", "", "2024-01-31", "on", "0x1", "=", "<<"])
)
LEAVES: st.SearchStrategy[Json] = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.floats(allow_nan=False), WORDS
)
CASES: st.SearchStrategy[Json] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=8,
)
TABLE_TESTS = st.lists(
    st.one_of(st.lists(CASES, max_size=3), st.dictionaries(WORDS, CASES, max_size=2), WORDS), min_size=1, max_size=4
)


@given(QUESTIONS)
@settings(max_examples=examples(400), deadline=None)
def test_any_question_comes_back(question: str) -> None:
    """Every text is a question that can be written and read again, exactly."""
    problemset = parse(compose_problem(question, "x = 1\nx"))
    assert [problem.question for _, problem in problemset.problems] == [question]
    assert problemset.problems[0][0].code == "x = 1\nx"


@pytest.mark.exhaustive
@given(TABLE_TESTS)
@settings(max_examples=examples(300), deadline=None)
def test_any_test_case_comes_back(cases: list[Json]) -> None:
    """Nested lists, mappings and odd words in a validator block come back exactly."""
    validator: dict[str, Json] = {"template": "basic", "table_test": {"function_name": "f", "test_cases": cases}}
    problem = parse(compose_problem("Write f.", "def f(x):\n    return x", validator=validator)).problems[0][1]
    assert problem.validator == validator


@given(st.text(max_size=40))
@settings(max_examples=examples(200), deadline=None)
def test_code_comes_back_or_is_refused(code: str) -> None:
    """Code comes back stripped; only code that would end its cell, or none, is refused."""
    try:
        text = compose_problem("Do it.", code)
    except DraftError:
        assume("%%" not in code)
        assert not code.strip()
        return
    assert parse(text).problems[0][0].code == code.replace("\r\n", "\n").replace("\r", "\n").strip()


def test_the_canonical_form() -> None:
    """A plain problem looks as a person would write it."""
    text = compose_problem(
        "Fit `m`.\nUse 2 columns.",
        "m = 1\n",
        validator={"namespace_check": {"m": {"atol": 1e-5}}, "result": None},
        execution={"max_time": 30},
    )
    assert text == (
        '# %%\n"""\nquestion: |-\n  Fit `m`.\n  Use 2 columns.\nvalidator:\n  namespace_check:\n    m:\n'
        '      atol: 1.0e-05\n  result:\nexecution:\n  max_time: 30\n"""\n\nm = 1\n'
    )


def test_a_backslash_makes_a_raw_docstring() -> None:
    """Python does not warn of an escape in the docstring that none was meant to be."""
    assert 'r"""' in compose_problem("Match \\d.", "1")
    assert 'r"""' not in compose_problem("Match.", "'\\\\d'")


def test_special_numbers() -> None:
    """Infinite numbers and no numbers are written as YAML wants them."""
    cases: list[Json] = [[math.inf, -math.inf, math.nan, 1e300]]
    text = compose_problem(
        "f", "def f(*x):\n    return x", validator={"table_test": {"function_name": "f", "test_cases": cases}}
    )
    assert "[.inf, -.inf, .nan, 1.0e+300]" in text


@pytest.mark.parametrize("code", ["", "   \n", "x = 1\n# %%\ny = 2", "x = 1  # %%\ny = 2", "#%% a\n1"])
def test_code_that_cannot_stand_in_one_cell(code: str) -> None:
    """No code, or code that holds a cell marker, is refused with a reason."""
    with pytest.raises(DraftError) as refusal:
        compose_problem("a", code)
    assert refusal.value.hint


def test_a_block_the_schema_refuses() -> None:
    """A validator that does not exist is refused, and the reason names it."""
    with pytest.raises(DraftError, match="bogus"):
        compose_problem("a", "1", validator={"bogus": None})


def test_context() -> None:
    """Context code comes back as one context cell; what would read as something else is refused."""
    cell = parse(compose_context("import math\n")).cells[0]
    assert (cell.kind, cell.code) == (CellKind.CONTEXT, "import math")
    for code in ("", '"""\nquestion: a\n"""\n1', "x = 1\n# %%\ny = 2"):
        with pytest.raises(DraftError):
            compose_context(code)
