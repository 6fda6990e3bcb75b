"""JSON as models write it is read as far as it goes; what is JSON is read as JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.llm.loose_json import DEEPEST, Json, read_loose_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.sampled_from([None, 1]))
def test_strict_json_is_read_as_it_is(value: Json, indent: int | None) -> None:
    """A document that the standard reader takes gives the same value, and nothing about it is called loose."""
    text = json.dumps([value], indent=indent, ensure_ascii=False)
    result = read_loose_json(text)

    assert (result.value, result.stopped, result.loose, result.end) == ([value], "", [], len(text))


@given(st.text(max_size=200), st.integers(0, 50))
def test_any_text_gives_an_answer(text: str, start: int) -> None:
    """Nothing is raised, and reading ends within the text."""
    assert 0 <= read_loose_json(text, min(start, len(text))).end <= len(text)


@given(VALUES, st.data())
def test_a_cut_document_gives_its_beginning(value: Json, data: st.DataObject) -> None:
    """Of a list that is cut off, the items that are whole come out, and that it ends too soon is said."""
    items = [value, "x" * 3, value]
    text = json.dumps(items)
    result = read_loose_json(text[: data.draw(st.integers(1, len(text) - 1))])

    assert result.stopped
    assert isinstance(result.value, list)
    assert result.value == items[: len(result.value)]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("{a: 1}", {"a": 1}, "a key without quotes"),
        ("{'a': 1}", {"a": 1}, "other quotes than double ones"),
        ("[1, 2,]", [1, 2], "a comma too many"),
        ("[1, // one\n2]", [1, 2], "a comment"),
        ("[True, None]", [True, None], "the word True"),
    ],
)
def test_what_is_not_strict_is_named_with_its_place(text: str, value: Json, kind: str) -> None:
    """A slip is read over, and the caller can point at it."""
    result = read_loose_json(text)

    assert result.value == value
    assert kind in [noted for _, noted in result.loose]
    assert all(0 <= at < len(text) for at, _ in result.loose)


def test_every_value_has_its_place() -> None:
    """The offsets lead to where the values stand."""
    text = '{"a": [10, {"b": "x"}]}'
    places = read_loose_json(text).places

    assert text[places["a", 0] :].startswith("10")
    assert text[places["a", 1, "b"] :].startswith('"x"')


def test_nesting_is_bounded() -> None:
    """What is nested too deep ends the reading in words, and not the program."""
    assert "nested too deep" in read_loose_json("[" * (DEEPEST + 2)).stopped
