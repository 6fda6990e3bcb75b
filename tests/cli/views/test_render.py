"""Whatever a stranger wrote, a terminal shows it and is not steered by it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from authoring.cli.views.render import block, emit, first_line, flowing, next_command, plain, show, show_error
from authoring.records.decision import Comment
from authoring.records.wording import visible

STEERING = ["\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\ud800", "\U000e0041"]


@given(st.text(st.sampled_from([*"[]/bold red#*`", "\x1b", "\u202e", "x"]), max_size=30))
def test_markup_is_never_read(text: str) -> None:
    """Square brackets of a stranger are square brackets, in lines, blocks and everywhere else."""
    console = Console(width=1000, no_color=True)
    with console.capture() as caught:
        console.print(plain(text), block(text), sep="|", end="")

    assert caught.get().replace("\n", "") == f"{visible(text)}|{visible(text)}"


def test_json_is_one_document_of_plain_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """What --json prints can be parsed, and printed by a terminal, whatever stands in it."""
    emit([Comment(problem=1, text="\x1b[31m\u202eé")])
    printed = capsys.readouterr().out

    assert json.loads(printed) == [{"problem": 1, "text": "\x1b[31m\u202eé"}]
    assert printed.isascii()
    assert "\x1b" not in printed


def test_error_names_cause_and_cure(capsys: pytest.CaptureFixture[str]) -> None:
    """An error is a line that says what was wrong and a line that says what to do, on standard error."""
    show_error("no [seed]\x1b", "add one", 4)

    assert capsys.readouterr() == ("", "error: no [seed]\\x1b\nhint: add one\n")


def test_error_without_a_cure_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """No hint is printed where there is none."""
    show_error("stopped", "", 130)

    assert capsys.readouterr().err == "error: stopped\n"


def test_error_as_json_holds_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that reads JSON learns what a person would have read."""
    show_error("no seed", "add one", 4, as_json=True)

    assert json.loads(capsys.readouterr().err) == {"error": {"message": "no seed", "hint": "add one", "exit_code": 4}}


def test_next_command_is_not_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    """A long command can be copied as one line."""
    next_command("authoring review " + "x" * 200)

    assert capsys.readouterr().out == f"next: authoring review {'x' * 200}\n"


def test_width_comes_from_the_environment(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS decides where lines break, and a pipe without it has a width of its own."""
    show(plain("word " * 60))
    fixed = capsys.readouterr().out
    monkeypatch.delenv("COLUMNS")
    show(plain("word " * 60))

    assert max(map(len, fixed.splitlines())) <= 100
    assert capsys.readouterr().out == fixed


def test_first_line_is_cut() -> None:
    """A long question takes one line of a table."""
    assert first_line("\n  How many?  \nrows") == "How many?"
    assert first_line("x" * 100, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one\ntwo `x`\n`y` three", "one two `x` `y` three"),
        ("one\n\ntwo", "one\n\ntwo"),
        ("list:\n- a\n- b", "list:\n- a\n- b"),
        ("steps:\n1. a\n2. b\n100 more", "steps:\n1. a\n2. b 100 more"),
        ("code:\n    x = 1\nthen", "code:\n    x = 1\nthen"),
        ("fence:\n```\nx\n```", "fence:\n```\nx\n```"),
    ],
)
def test_prose_flows(text: str, shown: str) -> None:
    """A file's margin is not the screen's; what is set apart on purpose stays apart."""
    assert flowing(text).plain == shown
