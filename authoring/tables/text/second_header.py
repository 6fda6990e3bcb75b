"""A second header: a first row that says what columns hold, such as units or questions, as survey tools write it."""

from dataclasses import replace

import pandas as pd

from authoring.tables.reader import Column, Reader, shortened
from authoring.tables.refusal import RefusedData

_FEWEST_ROWS, _FEWEST_SIGNS = 30, 3
# Share of the values of the row that no other row has and that are no number among numbers.
_MOSTLY = 0.6
# Different values of a category at most.
_MOST_LEVELS = 40


def skip_second_header(reader: Reader) -> None:
    """Say in the reader that the first row is left out where it holds words about the columns and no values.

    A row of units makes text of every number below it, and one of a survey tool is counted as an answer.
    """
    if reader.suffix or reader.whole or {"skiprows", "header", "nrows"} & reader.options.keys():
        return
    frame = reader.read()
    if len(frame) < _FEWEST_ROWS or not _is_second_header(frame):
        return
    trial = replace(reader, options={**reader.options, "skiprows": [1]}, cached=None)
    try:
        remaining = trial.read()
    except RefusedData:
        return
    # Where the header has lines of its own in quotes, the second line is no row.
    if len(remaining) != len(frame) - 1 or list(remaining.columns) != list(frame.columns):
        return
    words = next(str(value) for value in frame.iloc[0].tolist() if isinstance(value, str))
    reader.options["skiprows"], reader.cached = [1], trial.cached
    reader.repairs.append(
        f"read with skiprows=[1]: the line below the header says what columns hold, such as {shortened(words, 60)!r}"
    )


def _is_second_header(frame: pd.DataFrame) -> bool:
    first = frame.iloc[0]
    filled = [(value, frame.iloc[1:, place]) for place, value in enumerate(first.tolist()) if isinstance(value, str)]
    # One number among numbers, and the row is a row like others.
    if not filled or len(filled) < int(first.notna().sum()):
        return False
    signs = [_sign_of(value, remaining) for value, remaining in filled]
    if len([sign for sign in signs if sign]) < max(_FEWEST_SIGNS, _MOSTLY * len(signs)):
        return False
    texts = [value for value, _ in filled]
    # That a row has levels of its own in many columns is no sign yet; it is one of words that stand in several.
    return "unit" in signs or len(texts) - len(set(texts)) >= _FEWEST_SIGNS - 1 or _are_questions(texts, filled)


def _sign_of(value: str, remaining: Column) -> str:
    """Return what speaks for a second header: a word above numbers, or a level that stands nowhere else."""
    values = remaining.dropna()
    if values.empty or not value.strip():
        return ""
    numbers = pd.to_numeric(values, errors="coerce")
    if bool(numbers.notna().all()):
        return "unit" if pd.isna(pd.to_numeric(value, errors="coerce")) else ""
    return "level" if values.nunique() <= _MOST_LEVELS and not bool((values == value).any()) else ""


def _are_questions(texts: list[str], filled: list[tuple[str, Column]]) -> bool:
    """Return whether the words of a row are several times as long as what stands below them."""
    lengths = [float(remaining.dropna().astype(str).str.len().median()) for _, remaining in filled]
    longer = sum(len(text) > 3 * length for text, length in zip(texts, lengths, strict=True))
    return longer >= _MOSTLY * len(texts)
