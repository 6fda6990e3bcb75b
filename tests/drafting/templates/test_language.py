"""A value is written in one way in questions, in another in code, and never breaks either."""

import ast
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from authoring.drafting.templates.columns import Column, LevelValue
from authoring.drafting.templates.language import (
    Verbatim,
    drift,
    evaluate,
    literal,
    names_in,
    reader_options,
    reader_suffix,
    render_code,
    render_question,
    render_validator,
    spoken,
    unlike_rows,
)
from authoring.drafting.templates.naming import sayable
from authoring.records.dictionary import ColumnEntry, ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile


def column(name: str) -> Column:
    """Return a column of this name."""
    return Column(ColumnProfile(name=name, kind=ColumnKind.TEXT, dtype="str", missing=0, distinct=5), rows=5)


def test_columns_in_questions_and_code() -> None:
    """In a question names stand in backticks, in code they are literals."""
    context = {"x": column("Body Mass (g)"), "xs": (column("a"), column("b"), column("c")), "n": 3}

    assert (
        render_question("Is {{ x }} of {{ xs }} over {{ n }}?", context)
        == "Is `Body Mass (g)` of `a`, `b` and `c` over 3?"
    )
    assert render_code("df[{{ x }}].head({{ n }})[{{ xs }}]", context) == 'df["Body Mass (g)"].head(3)[["a", "b", "c"]]'
    assert render_validator({"f": ["{{ x }}", 2, None], "g": "{{ n }}"}, context) == {
        "f": ["Body Mass (g)", 2, None],
        "g": "3",
    }


@given(st.text(max_size=70))
def test_whatever_can_be_said_survives_in_code(name: str) -> None:
    """Evaluating the literal gives the name back, for every text, sayable or not."""
    assert ast.literal_eval(literal(name)) == name


@given(st.lists(st.text(alphabet="ab (-,", min_size=1, max_size=60).filter(sayable), min_size=1, max_size=8))
def test_wrapping_breaks_no_name(names: list[str]) -> None:
    """However long a question is, every name stands in it in one piece."""
    question = render_question("Compare {{ xs }} with each other .", {"xs": tuple(map(column, names))})

    assert all(f"`{name}`" in question for name in names)
    assert question.endswith("other.")


@given(st.text(min_size=1, max_size=70))
def test_every_name_can_be_said(name: str) -> None:
    """A name stands in backticks as it is, or as a literal that gives it back and that the question explains."""
    question = render_question("What is {{ x }}?", {"x": column(name)}).replace("\n", " ")
    quoted = re.fullmatch(
        r"What is `(.*?)`\?( What stands in double quotes is a Python string\.)?", question, re.DOTALL
    )

    assert quoted is not None
    assert (ast.literal_eval(quoted[1]) if quoted[2] and quoted[1] != name else quoted[1]) == name


def test_phrasings_are_chosen_by_their_seed() -> None:
    """A seed always gives the same words, all ways are taken by some seed, and without one the first is."""
    text = "[[How many? || What number of\n rows?]] Answer with an integer."
    said = {render_question(text, {}, phrasing=str(number)) for number in range(20)}

    assert said == {"How many? Answer with an integer.", "What number of rows? Answer with an integer."}
    assert render_question(text, {}, phrasing="7") == render_question(text, {}, phrasing="7")
    assert render_question(text, {}) == "How many? Answer with an integer."


def test_a_column_is_called_by_its_meaning_once() -> None:
    """Where the dictionary knows what a column means, it says so where the column stands first."""
    entry = ColumnEntry(name="mass", kind=ValueKind.AMOUNT, meaning="Body mass.")

    assert (
        render_question("Is {{ x }} above the mean of {{ x }}?", {"x": replace(column("mass"), entry=entry)})
        == "Is body mass (`mass`) above the mean of `mass`?"
    )


@pytest.mark.parametrize("meaning", ["the mean of 3 trials", "ask `rm`", "first name", "mass", "x" * 80, "a\nb (c)"])
def test_meanings_that_would_ask_for_something_are_left_out(meaning: str) -> None:
    """Numbers, signs and words that a question asks with would be read as part of it."""
    entry = ColumnEntry(name="mass", kind=ValueKind.AMOUNT, meaning=meaning)

    assert replace(column("mass"), entry=entry).meaning == ""


def test_no_line_begins_with_a_minus() -> None:
    """A line that did would be an item of a list."""
    words = "word " * 19

    assert render_question(f"{words}n - 1 of them", {}).splitlines()[1:] == ["of them"]
    assert render_question(f"{words}ten n - 1 of them", {}).splitlines()[1:] == ["n - 1 of them"]


def test_paragraphs_stay_apart() -> None:
    """Line breaks of a template do not matter, blank lines do."""
    assert render_question("one\n  two\n\nthree", {}) == "One two\n\nthree"


def test_values_of_other_types() -> None:
    """Levels, readers, truth values and numbers each have their form; a text that looks like a number is quoted."""
    assert [spoken(value) for value in (LevelValue("a b", 1), Verbatim("f(x)"), 2.5, "text")] == [
        "`a b`",
        "`f(x)`",
        "2.5",
        "text",
    ]
    assert [
        spoken(LevelValue(level, 1))
        for level in ("1", "-2.5e3", 1, "true", "A  1", "A`", "1A", '"A"', "1_000", "0x1F", "-inf", "²")
    ] == [
        '`"1"`',
        '`"-2.5e3"`',
        "`1`",
        '`"true"`',
        '`"A \\x201"`',
        '`"A\\x60"`',
        "`1A`",
        '`"\\"A\\""`',
        '`"1_000"`',
        '`"0x1F"`',
        '`"-inf"`',
        '`"²"`',
    ]
    assert [literal(value) for value in (LevelValue(value=True, count=1), Verbatim("f(x)"), 2.5, "text")] == [
        "True",
        "f(x)",
        "2.5",
        '"text"',
    ]


def test_code_conditions_are_comments() -> None:
    """Code with conditions stays Python that an editor reads."""
    text = "a = 1\n#: if yes\nb = {{ a }}\n#: else\nb = 0\n#: endif\nb"
    ast.parse(text)

    assert render_code(text, {"yes": True, "a": 5}) == "a = 1\nb = 5\nb"
    assert render_code(text, {"yes": False, "a": 5}) == "a = 1\nb = 0\nb"


def test_what_is_not_there_is_an_error() -> None:
    """A misspelled attribute never becomes an empty text."""
    with pytest.raises(UndefinedError):
        render_question("{{ x.nmae }}", {"x": column("a")})


def test_expressions_run_in_a_sandbox() -> None:
    """A template reaches no internals of Python."""
    with pytest.raises(SecurityError):
        evaluate("x.__class__.__mro__[0]()", {"x": "a"})


def test_names_in_an_expression() -> None:
    """What an expression uses is known before it is evaluated."""
    assert names_in("a.b > c and d|length") == {"a", "c", "d"}


@pytest.mark.parametrize(
    ("reader", "options"),
    [
        ('pd.read_csv("inputs/a.csv")', ""),
        ('pd.read_csv("inputs/a.csv", sep=";", encoding="cp1252")', 'sep=";", encoding="cp1252"'),
        ('pd.read_csv("inputs/a.csv", header=None).add_prefix("column_")', "header=None"),
        ("reader", ""),
    ],
)
def test_reader_options(reader: str, options: str) -> None:
    """A question says with which options a file is read."""
    assert reader_options(reader) == options


@pytest.mark.parametrize(
    ("reader", "suffix"),
    [
        ('pd.read_csv("inputs/a.csv")', ""),
        ('pd.read_csv("inputs/a.csv", header=None).add_prefix("column_")', '.add_prefix("column_")'),
        ('pd.read_pickle("a.pkl").reset_index().rename(columns=str)', ".reset_index().rename(columns=str)"),
        ("reader", ""),
    ],
)
def test_reader_suffix(reader: str, suffix: str) -> None:
    """A question says what becomes of the table when it was read."""
    assert reader_suffix(reader) == suffix


def test_code_that_asks_the_data() -> None:
    """Shares of variance, correlations of ranks and drifts are what pandas says of the table at hand."""
    frame = pd.DataFrame({"kind": ["a", "a", "b", "b"], "mass": [1.0, 1.0, 3.0, 3.0], "size": [4.0, 2.0, 1.0, 3.0]})
    context = {name: column(name) for name in ("kind", "mass", "size")}

    def shown(text: str) -> float:
        value = eval(render_code(text, context), {"df": frame, "np": np, "pd": pd})  # noqa: S307 - code of ours
        return round(float(value), 2)

    assert shown("{{ explained_share(kind, mass) }}") == 1.0
    assert shown("{{ explained_share([kind, mass], size) }}") == 0.2
    assert shown("{{ rank_correlation(mass, size) }}") == -0.45
    assert shown("{{ drift(size) }}") == -0.4
    assert shown('{{ drift(size, "mass") }}') == -0.45
    # A time that is not there has no rank: 4, 1 and 3 beside the third, first and second day.
    frame["day"] = pd.to_datetime(["2024-01-03", "NaT", "2024-01-01", "2024-01-02"])
    assert shown('{{ drift(size, "day") }}') == 1.0
    assert shown("{{ farthest(size) }}") == 1.0
    assert shown("{{ flattest([mass, size]) }}") == 0.55
    assert shown("{{ flattest([mass, mass]) }}") == 0.0
    assert shown("{{ commonest([size, mass]) }}") == 0.5
    # The size is keyed the other way: 4, 2, 1, 3 beside the sums 2, 2, 6, 5.5 of the other two.
    frame["depth"] = [1.0, 1.0, 3.0, 2.5]
    context["depth"] = column("depth")
    assert shown("{{ weakest_item([mass, size, depth]) }}") == -0.5
    frame["size"] = [1.0, 3.0, 2.0, 4.0]
    assert shown("{{ autocorrelation(size) }}") == -0.5
    # Rows that are sorted need not follow each other.
    frame["size"] = [1.0, 2.0, 3.0, 4.0]
    assert shown("{{ autocorrelation(size) }}") == 0.0
    frame["kind"] = ["a b", "a b", "a", None]
    assert shown("{{ words_each(kind) }}") == 1.67
    frame["mass"] = ["x", "y", "x", "y"]
    assert shown("{{ rarest_pair(kind, mass) }}") == 0
    assert shown("{{ rarest_pair(kind, mass, 1) }}") == 1


def test_rows_of_unlike_things_are_told() -> None:
    """An amount that goes on with the rows, or that a class nearly tells, is not taken from all rows together."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"kind": ["car", "shop"] * 30, "side": ["left"] * 15 + ["right"] * 45})
    frame["plain"] = rng.normal(size=60)
    frame["rising"] = np.arange(60) + frame.plain
    frame["traffic"] = np.where(frame.kind == "car", 90_000, 40) + 10 * frame.plain
    classes = [column(name) for name in ("kind", "side")]

    def told(*names: str) -> object:
        code = unlike_rows([column(name) for name in names], classes)
        return eval(code, {"df": frame, "np": np, "pd": pd})  # noqa: S307 - code of ours

    assert told("plain") == "alike"
    assert told("rising") == told("traffic") == told("plain", "traffic") == "unlike"
    # What a class is made of says nothing of other rows.
    own = replace(column("traffic"), related=frozenset({"kind"}))
    assert eval(unlike_rows([own], classes), {"df": frame, "pd": pd}) == "alike"  # noqa: S307 - code of ours


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        ([0, 2, 3, None], [1, 2, 5, 4], True),
        ([1, 2, 5, 4], [0, 2, 3, None], True),
        # An age is less than an income by their scales alone.
        ([20, 30, 40, 50], [900, 800, 950, 990], False),
        ([0, 2, 6, 3], [1, 2, 5, 4], False),
    ],
)
def test_a_part_is_never_larger_than_its_whole(part: list[float], whole: list[float], *, expected: bool) -> None:
    """What holds in every row of two amounts of one scale is built in; missing values say nothing."""
    context = {name: column(name) for name in ("part", "whole", "other")}
    code = render_code("{{ bounded([other, part, whole]) }}", context)
    frame = pd.DataFrame({"part": part, "whole": whole, "other": [-5, 9, -3, 7]})

    assert eval(code, {"df": frame}) is expected  # noqa: S307 - code of ours


def test_rows_that_an_amount_sorts_do_not_drift_by_it() -> None:
    """Children sorted by age are no series: height drifts with the rows, but not where it is held against age."""
    rng = np.random.default_rng(0)
    ages = np.sort(rng.gamma(2, 4, 60).round(0))
    frame = pd.DataFrame({"age": ages, "height": 60 + 5 * ages + rng.normal(size=60)})
    profile = column("age").profile.model_copy(update={"distinct": 25, "histogram": (20, 15, 12, 8, 5)})
    age, height = replace(column("age"), profile=profile, rows=60, sorts=True), column("height")

    def told(*amounts: Column, are_related: bool = False) -> object:
        code = unlike_rows(amounts, [], are_related=are_related)
        return eval(code, {"df": frame, "np": np, "pd": pd})  # noqa: S307 - code of ours

    assert drift(age) == "0.0"
    assert told(age) == told(age, height, are_related=True) == "alike"
    assert told(height) == told(age, height) == "unlike"
    # A time, even steps, and a value of its own for nearly every row may be a clock.
    assert replace(age, profile=profile.model_copy(update={"name": "days"})).orders_rows is False
    assert replace(age, profile=profile.model_copy(update={"histogram": (12, 12, 12, 12, 12)})).orders_rows is False
    assert replace(age, profile=profile.model_copy(update={"distinct": 58})).orders_rows is False


def test_seasons_are_told_by_changes() -> None:
    """What a trend alone makes of the months of a year is no season."""
    dates = pd.date_range("2001-01-01", periods=96, freq="MS")
    noise = np.random.default_rng(0).normal(size=96)
    frame = pd.DataFrame({"when": dates, "trend": np.arange(96) + noise, "season": 9 * (dates.month == 7) + noise})

    def share(name: str) -> float:
        code = render_code('{{ seasonality(amount, when, "month") }}', {"amount": column(name), "when": column("when")})
        return float(eval(code, {"df": frame, "pd": pd}))  # noqa: S307 - code of ours

    assert share("trend") < 0.2
    assert share("season") > 0.8
