"""What IPython reads and Python does not: magics, shell commands, questions for help."""

import re
from dataclasses import dataclass

from authoring.dseal.python_code import parse_code

_TRANSPARENT = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "memit"})
"""Magics whose argument, or cell, is Python that runs as it stands."""
# %%time and the like in the first line speak for the whole cell.
_CELL_MAGIC = re.compile(r"\s*%%(\w*)[^\n]*\n?")
# %timeit -n 10 f(x): the options go, the statement stays.
_LINE_MAGIC = re.compile(r"(\s*)%(time|timeit|prun|memit)\s+(?:-\w+(?:\s+\d+)?\s+)*(\S.*)")
# %pip, !ls, ?help, x = !ls, x = %env HOME, get_ipython() and help? at the end of a line.
_FOREIGN = re.compile(
    r"(?P<indent>[ \t]*)"
    r"(?:%{1,2}[A-Za-z]|[!?]|(?:[\w,. \t]+=\s*)?get_ipython\(\)|[\w,. \t]+=\s*[%!]\s*\w|[\w.\[\]'\"()]+\?{1,2}\s*$)"
)
# For lines longer than `_LONGEST`, on which `_FOREIGN` would backtrack for long.
_LONG = re.compile(r"(?P<indent>[ \t]*)[%!]")
_LONGEST = 300
"""Characters of a line in which more than a command at its beginning is looked for."""
# Valid Python that runs in IPython only.
_OWN = re.compile(r"get_ipython\(\)|__IPYTHON__")


@dataclass(frozen=True, slots=True)
class PlainCode:
    """The code of a cell as Python reads it."""

    code: str
    removed: tuple[str, ...] = ()
    """The lines that were left out, in order; the whole cell as one where it is none of Python's."""


def without_magics(source: str) -> PlainCode:
    """Return the Python of a cell, line by line as it stands there; what times or hides code leaves that code behind.

    Code that is Python already comes back unchanged, but for calls of IPython's own shell.
    """
    if parse_code(source).error is None and not _OWN.search(source):
        return PlainCode(source)
    if cell := _CELL_MAGIC.match(source):
        # A cell of bash, HTML or another language.
        if cell[1] not in _TRANSPARENT:
            return PlainCode("", (source,))
        body = without_magics(source[cell.end() :])
        return PlainCode(body.code, (cell[0].rstrip("\n"), *body.removed))
    python_lines, removed = list[str](), list[str]()
    continued = False
    for line in source.split("\n"):
        if magic := _LINE_MAGIC.match(line):
            python_lines.append(magic[1] + magic[3])
            removed.append(line)
        elif continued:
            continued = line.rstrip().endswith("\\")
            removed.append(line)
        elif foreign := _FOREIGN.match(line) if len(line) <= _LONGEST else _LONG.match(line):
            # A shell command goes on behind a backslash at the end of its line.
            continued = line.rstrip().endswith("\\")
            removed.append(line)
            if foreign["indent"]:
                # A block must not lose its only statement.
                python_lines.append(foreign["indent"] + "pass")
        else:
            python_lines.append(line)
    return PlainCode("\n".join(python_lines).strip("\n"), tuple(removed))
