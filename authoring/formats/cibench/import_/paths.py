"""Paths of a CIBench tree, made those of a problem set: ``data/NAME`` becomes ``inputs/NAME``."""

import re
from collections.abc import Sequence
from functools import lru_cache

from authoring.dseal.code import parse_code

_IN_CODE = re.compile(r"""(?P<quote>["'])(?:\./)?data/""")
_FOLDER_IN_CODE = re.compile(
    r"""(?P<before>(?:listdir|scandir|walk|Path|join|chdir)\(\s*)(?P<quote>["'])(?:\./)?data(?P=quote)"""
)


def inputs_in_code(code: str, files: Sequence[str]) -> str:
    """Return code that reads from ``inputs/`` what it read from ``data/``.

    Args:
        code: Python.
        files: the data files, as paths below ``data/``; names in texts that are longer than a path are exchanged too.
    """
    changed = _FOLDER_IN_CODE.sub(r"\g<before>\g<quote>inputs\g<quote>", _IN_CODE.sub(r"\g<quote>inputs/", code))
    changed = inputs_in_question(changed, files)
    return changed if parse_code(code).error is not None or parse_code(changed).error is None else code


def inputs_in_question(question: str, files: Sequence[str]) -> str:
    """Return a question that names the data files where they stand in a problem set; other words are kept."""
    moved = _pattern(tuple(files)).sub("inputs/", question) if files else question
    # Without a slash it may be a variable that is called so.
    return re.sub(r"`(?:\./)?data/`", "`inputs/`", moved)


@lru_cache(maxsize=8)
def _pattern(files: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(files, key=len, reverse=True))
    return re.compile(rf"(?<![\w/.-])(?:\./)?data/(?=(?:{names})(?!\w|\.\w))")
