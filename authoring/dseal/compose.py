"""Writing one cell of canonical DSEAL from its parts, so that parsing gives the parts back exactly."""

import math
import re
from collections.abc import Mapping

from authoring.dseal.model import Cell, CellKind, Json
from authoring.dseal.parse import parse
from authoring.dseal.positions import with_newlines
from authoring.errors import DraftError

# Text that YAML reads as text without quotes: words, no signs or digits in front, single spaces between.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*\Z")
# YAML 1.1 reads these as truth values or as nothing, in any case, so as text they need quotes.
_YAML_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_BLOCK_SAFE = re.compile(r"[\n\x20-\x7E\xA0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\U00010000-\U0010FFFF]*\Z")
"""Characters that survive in a YAML block scalar as they are: printable, and no line break but the newline."""
_LONGEST_ROW = 100
"""Characters of a list that is written on one line."""


def compose_problem(
    question: str,
    code: str,
    *,
    validator: Mapping[str, Json] | None = None,
    execution: Mapping[str, Json] | None = None,
    data: Mapping[str, str] | None = None,
) -> str:
    """Return one problem cell, marker line included, that parses back to exactly these parts.

    Args:
        question: any text; what YAML cannot hold as it is gets escaped.
        code: the reference code; white space around it is not kept, line endings become newlines.
        validator: the validator block as YAML values, or None for DSEval's default.
        execution: `max_time` (whole seconds), `max_memory` (megabytes), `forbid_names`.
        data: file name below ``inputs/`` to URL.

    Raises:
        DraftError: when the parts cannot stand in one cell: no code, code that holds a cell marker, or a validator
            block that the schema refuses.
    """
    code = with_newlines(code).strip()
    parts: dict[str, Json] = {"question": question}
    if validator is not None:
        parts["validator"] = dict(validator)
    if data:
        parts["data"] = dict(data)
    if execution:
        parts["execution"] = dict(execution)
    yaml = "\n".join(yaml_lines(parts))
    # In a plain docstring Python would read the backslashes of the YAML as escapes, and warn of some.
    prefix = "r" if "\\" in yaml else ""
    text = f'# %%\n{prefix}"""\n{yaml}\n"""\n\n{code}\n'
    # Read back at once: what cannot be written exactly is refused, and never stored as something else.
    cell = _only_cell(text)
    problem = cell.problem
    if problem is None:
        raise _refusal("the parts make no readable problem", text)
    written = None if validator is None else dict(validator)
    # Compared as written: a NaN is not equal to itself, and 1 would be equal to true.
    if problem.question != question or cell.code != code or repr(problem.validator) != repr(written):
        raise _refusal("the parts cannot be written so that they read the same", text)
    return text


def compose_context(code: str) -> str:
    """Return one context cell, marker line included.

    Raises:
        DraftError: when the code would not read as one context cell.
    """
    code = with_newlines(code).strip()
    text = f"# %%\n{code}\n"
    if _only_cell(text).kind is not CellKind.CONTEXT:
        raise _refusal("the code makes no context cell", text)
    return text


def _only_cell(text: str) -> Cell:
    problemset = parse(text)
    errors = [
        diagnostic
        for diagnostic in problemset.diagnostics
        if diagnostic.name not in {"no-problems", "surprising-number"}
    ]
    if errors or len(problemset.cells) != 1:
        raise _refusal("the parts cannot stand in one cell", text)
    return problemset.cells[0]


def _refusal(message: str, text: str) -> DraftError:
    diagnostics = parse(text).diagnostics
    reason = diagnostics[0].message if diagnostics else "it holds what would end a docstring or a cell"
    return DraftError(f"{message}: {reason}", hint="change the code, the question or the validator block")


def yaml_lines(mapping: Mapping[str, Json], indent: int = 0) -> list[str]:
    """Return a mapping as lines of YAML that give it back, and hold nothing that would end a docstring or a cell."""
    lines: list[str] = []
    for key, value in mapping.items():
        head = " " * indent + _word(key) + ":"
        lines += _entry(head, value, indent)
    return lines


def _entry(head: str, value: Json, indent: int) -> list[str]:
    """Return `head` with the value behind it, or below it and further in."""
    if isinstance(value, dict) and value:
        return [head, *yaml_lines(value, indent + 2)]
    if isinstance(value, list) and value:
        row = _row(value)
        return [f"{head} {row}"] if row else [head, *_sequence_lines(value, indent + 2)]
    # A question is a block even where it has one line, as a person would write it.
    if isinstance(value, str) and (value.count("\n") or head == "question:") and _fits_block(value):
        return _block(head, value, indent + 2)
    return [head] if value is None else [f"{head} {_scalar(value)}"]


def _sequence_lines(items: list[Json], indent: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        if isinstance(item, dict) and item:
            inner = yaml_lines(item, indent + 2)
            # The first key stands behind the dash, the others below it.
            lines += [" " * indent + "- " + inner[0].lstrip(" "), *inner[1:]]
        else:
            # A dash with nothing behind it would read the lines below as its value, so null is written out.
            lines += _entry(" " * indent + "-", item, indent) if item is not None else [" " * indent + "- null"]
    return lines


def _row(items: list[Json]) -> str:
    """Return a list of plain scalars as one line, or nothing where it does not fit."""
    if any(isinstance(item, dict | list) or (isinstance(item, str) and "\n" in item) for item in items):
        return ""
    row = "[" + ", ".join("null" if item is None else _scalar(item) for item in items) + "]"
    return row if len(row) <= _LONGEST_ROW else ""


def _scalar(value: Json) -> str:
    if isinstance(value, str):
        return _word(value)
    # Before numbers, because Python counts truth values among them.
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return str(value) if isinstance(value, int) else _number(value)
    return "[]" if isinstance(value, list) else "{}"


def _number(value: float) -> str:
    if math.isnan(value):
        return ".nan"
    if math.isinf(value):
        return ".inf" if value > 0 else "-.inf"
    text = repr(value)
    # YAML 1.1 reads 1e-05 as text: it wants a point and a sign.
    return text if "." in text or "e" not in text else text.replace("e", ".0e")


def _word(text: str) -> str:
    return text if _PLAIN.match(text) and text.lower() not in _YAML_WORDS else _quoted(text)


def _quoted(text: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(short.get(character) or _escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    code = ord(character)
    # The sign of a comment could become a cell marker.
    if character != "#" and character.isprintable() and not 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004 - surrogates
        return character
    if code <= 0xFF:  # noqa: PLR2004 - the widths of YAML's three escapes
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"  # noqa: PLR2004 - as above


def _fits_block(text: str) -> bool:
    # Either would end the docstring or the cell, whatever YAML makes of it.
    if '"""' in text or "# %%" in text or not _BLOCK_SAFE.match(text):
        return False
    return bool(text.strip(" \n")) and not text.startswith("\n")


def _block(head: str, text: str, indent: int) -> list[str]:
    body = text.rstrip("\n")
    trailing = len(text) - len(body)
    # `-` gives no line ending to the text, none gives it one, and `+` all those that follow.
    chomping = "-" if trailing == 0 else "" if trailing == 1 else "+"
    # A first line that begins with a space hides how far the text is indented.
    hint = "2" if body.startswith(" ") else ""
    lines = [" " * indent + line if line else "" for line in body.split("\n")]
    return [f"{head} |{hint}{chomping}", *lines, *[""] * max(0, trailing - 1)]
