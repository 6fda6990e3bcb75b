"""Prompts: templates in which every name is known, and untrusted text made visible, cut and fenced in.

Descriptions, cell values, notebooks, tracebacks and earlier replies are written by strangers. A fence's ID is made from
what it holds, so that the same text gives the same prompt, and no text can close its own fence.
"""

import re
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from authoring import errors
from authoring.llm.port import Message
from authoring.records.base import sha256_of
from authoring.records.sketch import Guide
from authoring.records.wording import visible

CUT = "…"
FARTHEST = 24
"""Characters by which a cut moves so that it falls between words and not into a number."""
LINES = 6
"""The part of a limit, a sixth, by which a cut in the middle moves so that it falls between lines."""
ID_LENGTH = 12
"""Hexadecimal digits of a fence's ID."""
# A line of nothing but three dashes separates the parts of a page, each of which becomes a message.
_SEPARATOR = re.compile(r"^---\n", re.MULTILINE)

# Sandboxed, because a workspace may come from a stranger; strict, so that a misspelt name fails and is not left empty.
_ENVIRONMENT = SandboxedEnvironment(
    undefined=StrictUndefined,
    # A prompt is no HTML, and escaped quotes would reach the model as they are.
    autoescape=False,
    trim_blocks=True,
    lstrip_blocks=True,
)


def make_visible(text: str, *, lines: bool = True) -> str:
    r"""Return a text in which everything can be seen; what steers or hides becomes an escape such as ``\x1b``.

    Args:
        text: from anywhere.
        lines: whether line ends (made ``\n``) and tabs stay; if not they are escaped as well.
    """
    return visible(text.replace("\r\n", "\n").replace("\r", "\n") if lines else text, lines=lines)


def cut(text: str, limit: int) -> str:
    """Return at most `limit` characters of a text, the last of them a mark where something is left out."""
    return text if len(text) <= limit else text[: _end_of_word(text, limit - len(CUT))].rstrip() + CUT


def cut_middle(text: str, limit: int) -> str:
    """Return a text without its middle where it is longer than `limit` characters: both ends of an output matter."""
    if len(text) <= limit:
        return text
    # The end of an output is kept longer than its beginning: that is where errors stand.
    head = limit // 3
    first = len(text) - (limit - head)
    # Half a row of a table is read as another one, so that the cuts fall between rows where these are short.
    end = text.rfind("\n", head - limit // LINES, head)
    tail = text.find("\n", first, first + limit // LINES)
    return (
        f"{text[: end if end > 0 else _end_of_word(text, head)].rstrip()}\n{CUT}\n"
        f"{text[tail + 1 :] if tail > 0 else text[_start_of_word(text, first) :].lstrip()}"
    )


def _is_inside_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and all(char.isalnum() or char in "._-+" for char in text[place - 1 : place + 1])


def _end_of_word(text: str, limit: int) -> int:
    """Return the last place up to a limit that is not inside of a word or a number; the limit where there is none."""
    places = range(limit, max(limit - FARTHEST, 0), -1)
    return next((place for place in places if not _is_inside_word(text, place)), limit)


def _start_of_word(text: str, first: int) -> int:
    """Return the first place from one on that is not inside of a word or a number; that one where there is none."""
    places = range(first, min(first + FARTHEST, len(text)))
    return next((place for place in places if not _is_inside_word(text, place)), first)


def fenced(name: str, text: str) -> str:
    """Return a text as a data block, every character of it visible.

    Args:
        name: what it is, for the reader: ours, never taken from data.
        text: what it holds, from anywhere.
    """
    return _block("data", f"data {name}", text)


def commented(text: str) -> str:
    """Return a reviewer's words as a block of their own kind."""
    return _block("comment", "comment", text)


def _block(kind: str, opening: str, text: str) -> str:
    content = make_visible(text).strip("\n")
    identity = _identity(content)
    return f"<{opening} {identity}>\n{content}\n</{kind} {identity}>"


def _identity(content: str) -> str:
    """Return an ID that does not stand in a text, and is the same for the same text."""
    seed = content
    # Twelve digits can be searched for: a text made to hold the beginning of its own hash gets another ID.
    while (identity := sha256_of(seed)[:ID_LENGTH]) in content:
        seed = identity + seed
    return identity


def render(prompt: Guide, **values: Any) -> str:
    """Return a prompt with its values filled in. Values are text, never templates.

    Raises:
        TemplateError: when the prompt is no template, or asks for a value that this stage does not have.
    """
    template = _compiled(prompt.name, prompt.text)
    try:
        return template.render(values).strip("\n")
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise _broken(prompt.name, str(error), 0) from error


def render_messages(prompt: Guide, **values: Any) -> tuple[Message, ...]:
    """Return the parts of a page as messages: the first the system's, the others a user's; lines ``---`` separate them.

    The first part is the same for every subject, so that a provider's cache keeps it; what changes comes last. A page
    is split before its values are filled in, so that no value can end a part.

    Raises:
        TemplateError: as for `render`.
    """
    system, *parts = [render(Guide(name=prompt.name, text=part), **values) for part in _SEPARATOR.split(prompt.text)]
    return (Message(role="system", content=system), *(Message(role="user", content=part) for part in parts))


def check_prompt(prompt: Guide) -> None:
    """Raise a TemplateError when a prompt is no template."""
    _compiled(prompt.name, prompt.text)


@lru_cache(maxsize=64)
def _compiled(name: str, text: str) -> Template:
    try:
        return _ENVIRONMENT.from_string(text)
    except TemplateSyntaxError as error:
        raise _broken(name, str(error.message), error.lineno) from error


def _broken(name: str, reason: str, line: int) -> errors.TemplateError:
    place = f"templates/prompts/{name}.md{f':{line}' if line else ''}"
    hint = "mend it; or remove the file and restore the one that comes with the toolkit: authoring init ."
    return errors.TemplateError(f"{place}: {reason}", hint=hint)
