"""Variables that hold the answer before its problem, and those that hold something like it by chance."""

import pytest

from authoring.gate.certificate.standing_answers import standing_answers
from authoring.records.evidence import TableView, ValueView, Variable

TABLE = TableView(rows=2, columns=1, header=("mass",), index=("a", "b"), cells=(("20.0",), ("75.625",)))
TELLING = TableView(rows=2, columns=1, header=("mass",), index=("a", "b"), cells=(("20.25",), ("75.63",)))


def _variable(text: str, *, shape: tuple[int, ...] = (), head: str = "") -> Variable:
    return Variable(name="left", type="any", size=1, text=text, shape=shape, head=head)


@pytest.mark.parametrize(
    ("answer", "variable", "is_found"),
    [
        (ValueView(type="float", text="12.35"), _variable("12.3461"), True),
        (ValueView(type="float", text="12.35"), _variable("np.float64(12.354)"), True),
        (ValueView(type="float", text="12.35"), _variable("12.36"), False),
        (ValueView(type="int", text="347"), _variable("347"), True),
        (ValueView(type="int", text="347"), _variable("346.8"), False),
        # Small and round numbers, years and words are no surprise.
        (ValueView(type="int", text="34"), _variable("34"), False),
        (ValueView(type="float", text="0.5"), _variable("0.5"), False),
        (ValueView(type="int", text="2019"), _variable("2019"), False),
        (ValueView(type="str", text="'Thursday'"), _variable("'Thursday'"), False),
        (ValueView(type="bool", text="True"), _variable("True"), False),
        (ValueView(type="list", text="[3, 1, 2]"), _variable("[3, 1, 2]"), True),
        (ValueView(type="list", text="[3, 1]"), _variable("[3, 1]"), False),
        (
            ValueView(type="DataFrame", text="", table=TELLING),
            _variable("", shape=(2,), head="a    20.25\nb    75.6251"),
            True,
        ),
        (
            ValueView(type="DataFrame", text="", table=TELLING),
            _variable("", shape=(3,), head="a    20.25\nb    75.6251\nc    1.5"),
            False,
        ),
        (
            ValueView(type="DataFrame", text="", table=TABLE),
            _variable("", shape=(2,), head="a    20.0\nb    75.625"),
            False,
        ),
    ],
)
def test_an_answer_that_tells_stands_in_a_variable(answer: ValueView, variable: Variable, *, is_found: bool) -> None:
    """A variable holds an answer that is equal to it as far as the answer shows; trivial answers count for nothing."""
    assert standing_answers(answer, [variable], spoken=()) == (("left",) if is_found else ())


def test_a_variable_of_which_somebody_speaks_is_meant_to_be_used() -> None:
    """A name that a question says, or that the reference reads, gives nothing away."""
    assert standing_answers(ValueView(type="int", text="347"), [_variable("347")], spoken={"left"}) == ()


@pytest.mark.parametrize(
    ("answer", "text", "is_found"),
    [
        (ValueView(type="int", text="36"), "36", True),
        (ValueView(type="int", text="6"), "6", False),
        (ValueView(type="str", text="'Thursday'"), "'Thursday'", True),
        (ValueView(type="str", text="'A'"), "'A'", False),
    ],
)
def test_what_is_bound_and_never_read_holds_an_answer_by_no_chance(
    answer: ValueView, text: str, *, is_found: bool
) -> None:
    """In a variable that no code reads, a number of two digits and a text count as well."""
    assert standing_answers(answer, [_variable(text)], spoken=(), idle={"left"}) == (("left",) if is_found else ())
