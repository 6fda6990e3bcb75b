"""The scan of tables for personal data, and for columns that hold nothing or one value only.

Nothing that is found is given out as it stands: an example keeps its first and last characters, so that a person knows
what is meant and finds it by its row, while journals, reports and models never hold the thing itself.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from authoring.tables.pii.names import is_addresses, is_names, words_of
from authoring.tables.pii.patterns import CARD, CARD_LIKE_NUMBER, PERSON, PHONE, POSSIBLE_CARD, find_pii, mask
from authoring.tables.reader import LATEST_TABLE, Column, evaluate_table
from authoring.tables.refusal import RefusedData

Span: TypeAlias = tuple[int, int]
"""Start and end in bytes."""
Spans: TypeAlias = dict[int, Span]
"""By the index of a distinct value: where in the joined text something was found in it."""
Codes: TypeAlias = "np.ndarray[Any, np.dtype[np.intp]]"
MAX_EXAMPLES = 3
# Not "mobile id" or "phone sales": those name or count phones.
_PHONE_HEADER = re.compile(
    r"\b(?:phones?|telephones?|tel|telefon\w*|msisdn|whatsapp|fax|handy|cellphone|(?:mobile|cell|contact)(?: phone)? "
    r"(?:number|num|no|nr)|mobile)\b(?! (?:id|service|model|brand|type|price|sales|users?|usage|minutes|plan))"
)
# Whole words only: "discard" is no card.
_CARD_HEADER = re.compile(r"\b(?:card|credit ?card|cc|pan|debit)\b(?: (?:number|num|no|nr))?")
_THING_HEADER = re.compile(
    r"\b(?:invoice|order|product|item|sku|part|case|ticket|serial|reference|transaction|batch|lot|article|model)\b"
)
"""Columns that number things; their numbers may well look like those of people."""
_SOCIAL_HEADER = re.compile(r"ssn|social security(?: (?:number|num|no|nr))?")
# Digits with the usual signs between them, seven characters or more, and perhaps an extension.
_PHONE = re.compile(r"[+(]?\d[\d ()./-]{5,20}\d(?: ?(?:x|ext\.?) ?\d{1,6})?")
_SHORTEST_BARE_PHONE, _LONGEST_PHONE = 9, 15
# The shortest card numbers have 15 digits.
_SMALLEST_CARD = 10**14
_MAX_CHANCE_CARDS = 3
"""Card numbers by chance that a column may hold."""


@dataclass(frozen=True, slots=True)
class _ColumnTexts:
    """The distinct values of a column as text, and where each stands."""

    distinct: list[str]
    codes: Codes
    """Per row the index of its value, -1 where it is missing."""
    is_text: bool


def scan_personal_data(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Look through tables for personal data, and for columns that say nothing.

    Args:
        arguments: ``tables``, a list of ``{"file": NAME, "reader": EXPRESSION}`` as `read_table` gave them.

    Returns:
        ``tables``, each with ``file``, ``rows``, ``columns`` (how many), ``empty`` and ``constant`` (names of columns),
        and ``personal``: ``column``, ``beside`` (a second column, or empty), ``kind``, ``rows`` (in how many it
        stands), ``examples`` (``row`` from 1, ``shown`` with most of it left out).

    Raises:
        RefusedData: when a reader does not read its file any more.
    """
    try:
        return {"tables": [_scan_table(str(table["file"]), str(table["reader"])) for table in arguments["tables"]]}
    except MemoryError:
        raise RefusedData(
            "looking through these tables takes more memory than a session may use", "take fewer rows"
        ) from None


def _scan_table(name: str, reader: str) -> dict[str, Any]:
    frame = LATEST_TABLE.take(reader)
    frame = evaluate_table(reader, name) if frame is None else frame
    empty, constant, personal = list[str](), list[str](), list[dict[str, Any]]()
    names, addresses = dict[str, _ColumnTexts](), dict[str, _ColumnTexts]()
    for position, label in enumerate(frame.columns):
        column, header = frame.iloc[:, position], str(label)
        if bool(column.isna().all()):
            empty.append(header)
            continue
        texts = _distinct_texts(column, header)
        if _is_constant(column, texts):
            constant.append(header)
        if texts is None:
            continue
        personal += _find_in_column(texts, header)
        if texts.is_text and is_names(header, texts.distinct):
            names[header] = texts
        elif texts.is_text and is_addresses(header, texts.distinct):
            addresses[header] = texts
    personal += _names_with_addresses(names, addresses)
    return {
        "file": name,
        "rows": len(frame),
        "columns": frame.shape[1],
        "empty": empty,
        "constant": constant,
        "personal": personal,
    }


def _is_constant(column: Column, texts: _ColumnTexts | None) -> bool:
    if bool(column.isna().any()):
        return False
    if texts is not None:
        return len(texts.distinct) == 1
    return bool(column.min() == column.max())


def _distinct_texts(column: Column, header: str) -> _ColumnTexts | None:
    """A column's values as text; None for numbers and dates that can hold nothing that is looked for."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(object)
    if pd.api.types.is_object_dtype(column.dtype) or isinstance(column.dtype, pd.StringDtype):
        try:
            codes, values = pd.factorize(column)
        except TypeError:  # lists and dicts, which have no hash
            codes, values = pd.factorize(column.map(str, na_action="ignore"))
        values_as_text = values.tolist()
        if not isinstance(column.dtype, pd.StringDtype):
            values_as_text = [value if isinstance(value, str) else str(value) for value in values_as_text]
        return _ColumnTexts(values_as_text, codes, is_text=True)
    if not pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_bool_dtype(column.dtype):
        return None
    words = words_of(header)
    has_number_header = _PHONE_HEADER.search(words) or _SOCIAL_HEADER.fullmatch(words)
    # Without such a header only numbers that are long enough for a card can be personal.
    if not has_number_header and not float(column.max()) >= _SMALLEST_CARD:
        return None
    codes, values = pd.factorize(column)
    if not all(float(value).is_integer() and abs(float(value)) < _SMALLEST_CARD * 10**5 for value in values[:1_000]):
        return None
    values_as_text = [str(int(value)) if float(value).is_integer() else "" for value in values]
    return _ColumnTexts(values_as_text, codes, is_text=False)


def _find_in_column(texts: _ColumnTexts, header: str) -> list[dict[str, Any]]:
    """Return a finding for each kind of mark in a column."""
    # One search through all values at once is far faster than one for each value.
    text = _join(texts.distinct)
    ends = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    matches_by_kind = defaultdict[str, list[Span]](list)
    for kind, start, end in find_pii(text):
        matches_by_kind[kind].append((start, end))
    spans_by_kind = dict[str, Spans]()
    for kind, spans in matches_by_kind.items():
        spans.reverse()  # of several in one value the first is kept
        # Which value a place lies in: the number of line feeds before it.
        values = np.searchsorted(ends, np.fromiter((start for start, _ in spans), dtype=np.intp, count=len(spans)))
        spans_by_kind[kind] = dict(zip(values.tolist(), spans, strict=True))
    words = words_of(header)
    _resolve_card_matches(spans_by_kind, words)
    for kind, values_at in _matches_by_header(texts, words):
        whole_values = {index: (int(ends[index - 1]) + 1 if index else 0, int(ends[index])) for index in values_at}
        spans_by_kind[kind] = whole_values | spans_by_kind.get(kind, {})
    return [_finding(header, kind, spans, texts, text) for kind, spans in spans_by_kind.items()]


def _join(values: list[str]) -> bytes:
    """All values, each ended by a line feed; those within them become spaces."""
    text = "\n".join(values) + "\n"
    if text.count("\n") != len(values):
        text = "\n".join(value.replace("\n", " ") for value in values) + "\n"
    return text.encode("utf-8", "replace")


def _resolve_card_matches(spans_by_kind: dict[str, Spans], words: str) -> None:
    """Take out what chance or the name of the column explains better."""
    # Invoice 123-45-6789 is no social security number.
    if _THING_HEADER.search(words):
        spans_by_kind.pop(PERSON, None)
    possible, failing = spans_by_kind.pop(POSSIBLE_CARD, {}), spans_by_kind.pop(CARD_LIKE_NUMBER, {})
    if len(possible) > len(failing) and (len(possible) >= _MAX_CHANCE_CARDS or _CARD_HEADER.search(words)):
        spans_by_kind[CARD] = possible | spans_by_kind.get(CARD, {})


def _matches_by_header(texts: _ColumnTexts, words: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the values that count as personal numbers only because of the name of their column."""
    for kind, header, is_valid in (
        (PHONE, _PHONE_HEADER.search, _is_phone if texts.is_text else _is_bare_phone),
        (PERSON, _SOCIAL_HEADER.fullmatch, re.compile(r"\d{8,9}").fullmatch),
    ):
        if header(words):
            values_at = [index for index, value in enumerate(texts.distinct) if is_valid(value)]
            # A header alone may mislead, so at least half of the values must look right.
            if values_at and len(values_at) * 2 >= len(texts.distinct):
                yield kind, values_at


def _is_phone(value: str) -> bool:
    return _PHONE.fullmatch(value.strip()) is not None and sum(map(str.isdigit, value)) <= _LONGEST_PHONE


def _is_bare_phone(value: str) -> bool:
    return value.isdigit() and _SHORTEST_BARE_PHONE <= len(value) <= _LONGEST_PHONE


def _names_with_addresses(
    names: Mapping[str, _ColumnTexts], addresses: Mapping[str, _ColumnTexts]
) -> list[dict[str, Any]]:
    """A finding for each column of names where the table has addresses too, in the rows that have both."""
    if not addresses:
        return []
    # One column of addresses is enough to find the people.
    address_header, address_texts = next(iter(addresses.items()))
    findings = []
    for header, texts in names.items():
        # A name without an address beside it does not say who is meant.
        rows = np.flatnonzero((texts.codes >= 0) & (address_texts.codes >= 0))
        if len(rows):
            pairs = [
                (texts.distinct[texts.codes[row]], address_texts.distinct[address_texts.codes[row]])
                for row in rows[:MAX_EXAMPLES]
            ]
            examples = [
                {"row": int(row) + 1, "shown": f"{initials_of(name)}, {initials_of(address)}"}
                for row, (name, address) in zip(rows, pairs, strict=False)
            ]
            findings.append(
                {"column": header, "beside": address_header, "kind": "name", "rows": len(rows), "examples": examples}
            )
    return findings


def _finding(header: str, kind: str, spans: Spans, texts: _ColumnTexts, text: bytes) -> dict[str, Any]:
    rows = np.flatnonzero(np.isin(texts.codes, list(spans)))
    examples = []
    for row in rows[:MAX_EXAMPLES]:
        start, end = spans[int(texts.codes[row])]
        examples.append({"row": int(row) + 1, "shown": mask(text[start:end].decode("utf-8", "replace"), kind)})
    return {"column": header, "beside": "", "kind": kind, "rows": len(rows), "examples": examples}


def initials_of(value: str) -> str:
    """Return the first character of each of the first words: ``J… S…``."""
    return " ".join(f"{word[0]}…" for word in value.split()[:3])
