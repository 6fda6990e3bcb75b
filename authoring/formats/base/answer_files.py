"""Limits of the files that hold an agent's answers, seen to before a file is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from authoring.errors import ResultsError

MOST_BYTES: Final = 50_000_000
"""``predictions_file``: bytes of one file of answers that is scored; those of known agents have a few."""
MOST_PARTS: Final = 10_000
"""``predictions_parts``: files that the answers to one dataset are split into."""


def refuse_large(path: Path) -> None:
    """Refuse a file of answers that is larger than any that is scored.

    Raises:
        ResultsError: it is.
    """
    try:
        size = path.stat().st_size
    except OSError:
        # Reading it says what is wrong.
        return
    if size > MOST_BYTES:
        limit = f"{MOST_BYTES // 1_000_000} MB (limit predictions_file)"
        raise ResultsError(f"{path}: is larger than {limit}", hint="is it the right file? split the run into parts")


def refuse_many(paths: Sequence[Path]) -> None:
    """Refuse answers that are split into more files than any run has.

    Raises:
        ResultsError: they are.
    """
    if len(paths) > MOST_PARTS:
        message = f"{paths[0].parent}: more than {MOST_PARTS:,} files of answers (limit predictions_parts)"
        raise ResultsError(message, hint="name the folder of one run")
