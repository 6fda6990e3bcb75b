"""Views show values as far as they can be shown, and resist those that resist."""

import pandas as pd
import pytest

from authoring.records.evidence import ErrorView, ValueView
from authoring.sandbox.inside.views import MAX_TEXT, error_view, value_view


class Rude:
    """Objects whose every method fails."""

    def __repr__(self) -> str:
        raise SystemExit

    def __str__(self) -> str:
        raise KeyboardInterrupt


def view(value: object) -> ValueView:
    """Return the record that the client makes of a view."""
    return ValueView.model_validate(value_view(value))


def test_small_values_are_shown_as_they_are() -> None:
    """A small value is its own representation, whole."""
    assert [(view(value).text, view(value).truncated) for value in (1, "a", {"b": [2]}, {3})] == [
        ("1", False),
        ("'a'", False),
        ("{'b': [2]}", False),
        ("{3}", False),
    ]


@pytest.mark.parametrize("value", [[0] * 10**6, "x" * 10**6, {n: n for n in range(10**5)}, [[0] * 2000] * 2000])
def test_large_values_are_cut(value: object) -> None:
    """A large value is cut, and says so."""
    view_shown = view(value)

    assert view_shown.truncated
    assert len(view_shown.text) <= MAX_TEXT


@pytest.mark.parametrize(
    "value", ["x" * 10**6, b"x" * 10**6, bytearray(10**6), 10**90, type("A", (), {"__repr__": lambda _: "x" * 99})()]
)
def test_text_is_cut_where_it_is_said(value: object) -> None:
    """A limit that is given counts, whatever kind of value its text is of, and a text as long as that is whole."""
    cut, whole = value_view(value, 80), value_view("x" * 78, 80)

    assert (len(cut["text"]), cut["truncated"]) == (80, True)
    assert (len(whole["text"]), whole["truncated"]) == (80, False)


def test_rude_values_are_shown_by_type() -> None:
    """What cannot be shown is shown by its type, in tables too."""
    assert "Rude" in view(Rude()).text
    table = view(pd.DataFrame({"a": [Rude()]})).table
    assert table is not None
    assert table.cells == (("?",),)


def test_series_is_a_table_of_one_column() -> None:
    """A series is shown under its name."""
    table = view(pd.Series([1.5, None], name="price")).table

    assert table is not None
    assert (table.header, table.cells, table.dtypes) == (("price",), (("1.5",), ("nan",)), ("float64",))


def test_table_with_equal_names_is_shown() -> None:
    """Columns of one name are shown by position, labels of many levels as text."""
    frame = pd.DataFrame([[1, 2]], columns=["a", "a"], index=pd.MultiIndex.from_tuples([("x", 1)]))
    table = view(frame).table

    assert table is not None
    assert (table.header, table.index, table.cells) == (("a", "a"), ("('x', 1)",), (("1", "2"),))


def test_lone_surrogates_become_text() -> None:
    """Text that UTF-8 cannot carry is written out."""
    assert view("\ud800").text == "'\\ud800'"
    assert view(type("A", (), {"__repr__": lambda _: "\ud800"})()).text == "\\ud800"


def test_error_without_a_text_is_shown() -> None:
    """An error whose own methods fail still has a type and a traceback."""
    error = type("Rude", (Rude, Exception), {})()
    view_shown = ErrorView.model_validate(error_view(error, "<cell 1>"))

    assert view_shown.type == "Rude"
    assert view_shown.line is None


def test_frames_are_drawn_only_when_that_is_asked_for() -> None:
    """A frame has its table as HTML beside its text, whatever a subclass says of itself; nothing else has."""

    class Lying(pd.DataFrame):
        def _repr_html_(self) -> str:
            return "<script>"

    frame = Lying({"a": ["<b>", "x" * 10_000]})

    assert value_view(frame)["html"] == ""
    assert value_view(pd.Series([1]), drawn=True)["html"] == ""
    assert "<td>&lt;b&gt;</td>" in value_view(frame, drawn=True)["html"]
    with pd.option_context("display.max_colwidth", None):
        assert len(value_view(pd.DataFrame({"a": ["x" * 10_000] * 60}), drawn=True)["html"]) == 0
