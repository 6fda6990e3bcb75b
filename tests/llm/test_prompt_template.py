"""Templates of prompts: every name is known, values are text, and a page's parts become messages."""

import pytest

from authoring.errors import TemplateError
from authoring.llm.prompt_template import check_prompt, render, render_messages
from authoring.records.sketch import Guide


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
