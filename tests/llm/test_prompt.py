"""Values stay text in a template, and untrusted text stays inside its fence, whatever it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import TemplateError
from authoring.llm.prompt import (
    check_prompt,
    commented,
    cut,
    cut_middle,
    fenced,
    make_visible,
    render,
    render_messages,
)
from authoring.records.sketch import Guide
from authoring.records.wording import BLANKS

ANY = st.text(st.characters())  # surrogates included


@given(ANY)
def test_a_text_cannot_close_its_own_fence(text: str) -> None:
    """The closing line stands once, at the end; so does the ID, but for the opening line."""
    block = fenced("cell", text)
    first, *_, last = block.splitlines()
    identity = first.removeprefix("<data cell ").removesuffix(">")

    assert last == f"</data {identity}>"
    assert block.count(identity) == 2


@given(ANY)
def test_a_block_within_a_block_is_content(text: str) -> None:
    """Text that looks like a whole block, with a true ID of its own, has not the ID of the block it stands in."""
    inner = fenced("seed", text)
    outer = fenced("seed", inner)

    assert outer.splitlines()[0] != inner.splitlines()[0]
    assert outer.split("\n", 1)[1].rsplit("\n", 1)[0] == make_visible(inner)


@given(ANY)
def test_nothing_hidden_reaches_a_model(text: str) -> None:
    """Every character has a picture, or ends a line, or is a tab; and the text can be sent as UTF-8."""
    seen = make_visible(text)

    assert all(char.isprintable() or char in "\n\t" or ord(char) > 127 for char in seen)
    assert not set(seen) & (BLANKS | set("\u200b\u202e\ufeff\x1b\r\x00\u2028"))
    assert seen.encode().decode() == seen


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\u202eevil", "\\u202eevil"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("Zürich 東京", "Zürich 東京"),
    ],
)
def test_what_is_shown(text: str, seen: str) -> None:
    """Escapes say which character it was; letters of any script stay."""
    assert make_visible(text) == seen


def test_one_line_stays_one_line() -> None:
    """A name or a value cannot begin a line of its own."""
    assert make_visible("a\nb\tc\rd", lines=False) == "a\\nb\\tc\\rd"


def test_a_comment_is_no_data() -> None:
    """A reviewer's words have a kind of block of their own."""
    assert commented("harder").startswith("<comment ")


def test_the_same_text_gives_the_same_fence() -> None:
    """Prompts are cached by what they say, so nothing about them is random."""
    assert fenced("cell", "x") == fenced("cell", "x") != fenced("cell", "y")


@given(ANY, st.integers(2, 50))
def test_a_cut_keeps_the_limit(text: str, most: int) -> None:
    """What is too long is cut, with a mark; what is not stays as it is."""
    short = cut(text, most)

    assert len(short) <= most
    assert short == text or short.endswith("…")


def test_output_keeps_both_ends() -> None:
    """Of a long output the beginning and, more of it, the end are make_visible."""
    text = "begin " + "x" * 5_000 + " end"
    short = cut_middle(text, 100)

    assert short.startswith("begin")
    assert short.endswith(" end")
    assert len(short) <= 110
    assert cut_middle("short", 100) == "short"


@pytest.mark.parametrize("width", [10, 30, 60])
def test_rows_are_not_cut_in_two(width: int) -> None:
    """Where rows are short, both cuts fall between them, indents included."""
    rows = [f"  {number:>{width}} {number:>{width // 2}}" for number in range(1_000)]
    short = cut_middle("\n".join(rows), 1_000).splitlines()

    assert short.count("…") == 1
    assert set(short) - {"…"} <= set(rows)
    assert sum(map(len, short)) > 600


@given(st.lists(st.integers(10**6, 10**12), min_size=40), st.integers(60, 200))
def test_no_number_is_cut_in_two(numbers: list[int], most: int) -> None:
    """A part of a number would be another number, at either side of what is left out."""
    text = " ".join(map(str, numbers))
    for short in (cut(text, most), cut_middle(text, most)):
        assert {int(word) for word in short.replace("…", " ").split()} <= set(numbers)


def page(text: str) -> Guide:
    """Return a page of templates/prompts."""
    return Guide(name="page", text=text)


def test_parts_become_messages() -> None:
    """The first part is the system's and the others are a user's, in order."""
    messages = render_messages(
        page("Rules.\n---\nAbout {{ subject }}.\n---\nNow {{ count }}.\n"), subject="ties", count=3
    )

    assert [(message.role, message.content) for message in messages] == [
        ("system", "Rules."),
        ("user", "About ties."),
        ("user", "Now 3."),
    ]


def test_values_end_no_part() -> None:
    """A value that holds a separator, or a placeholder, stays the text that it is."""
    [_, user] = render_messages(page("Rules.\n---\n{{ text }}\n"), text="a\n---\n{{ b }}")

    assert user.content == "a\n---\n{{ b }}"


@pytest.mark.parametrize("text", ["{{ unknown }}", "{{ 1 / 0 }}", "{{ 'a'.upper.__globals__ }}"])
def test_broken_templates_are_named(text: str) -> None:
    """The error names the page and says how to restore it, whatever goes wrong while it is filled in."""
    with pytest.raises(TemplateError, match=r"templates/prompts/page\.md") as raised:
        render(page(text))

    assert "authoring init" in raised.value.hint


def test_syntax_is_checked_before_values_are_there() -> None:
    """A page that is no template is found without filling it in, with its line."""
    with pytest.raises(TemplateError, match=r"page\.md:2"):
        check_prompt(page("fine\n{% if %}\n"))
