"""What tables say of people, and what they do not say at all: looked for inside, because their bytes are a stranger's.

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
from authoring.tables.pii.patterns import CARD, LIKELY_CARD, NO_CARD, PERSON, PHONE, marks, masked
from authoring.tables.reader import Column, evaluate
from authoring.tables.refusal import RefusedData

Span: TypeAlias = tuple[int, int]
"""Start and end in bytes."""
Spans: TypeAlias = dict[int, Span]
"""By the index of a distinct value: where in the joined text something was found in it."""
Codes: TypeAlias = "np.ndarray[Any, np.dtype[np.intp]]"

EXAMPLES = 3
_PHONE_HEADER = re.compile(
    r"\b(?:phones?|telephones?|tel|telefon\w*|msisdn|whatsapp|fax|handy|cellphone|(?:mobile|cell|contact)(?: phone)? "
    r"(?:number|num|no|nr)|mobile)\b(?! (?:id|service|model|brand|type|price|sales|users?|usage|minutes|plan))"
)
_CARD_HEADER = re.compile(r"\b(?:card|credit ?card|cc|pan|debit)\b(?: (?:number|num|no|nr))?")
_THING_HEADER = re.compile(
    r"\b(?:invoice|order|product|item|sku|part|case|ticket|serial|reference|transaction|batch|lot|article|model)\b"
)
"""Columns that number things; their numbers may well look like those of people."""
_SOCIAL_HEADER = re.compile(r"ssn|social security(?: (?:number|num|no|nr))?")
_PHONE = re.compile(r"[+(]?\d[\d ()./-]{5,20}\d(?: ?(?:x|ext\.?) ?\d{1,6})?")
_SHORTEST_BARE_PHONE, _LONGEST_PHONE = 9, 15
_LEAST_CARD = 10**14
_FEW = 3
"""Card numbers by chance that a column may hold."""


@dataclass(frozen=True, slots=True)
class _Texts:
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
        return {"tables": [_table(str(table["file"]), str(table["reader"])) for table in arguments["tables"]]}
    except MemoryError:
        raise RefusedData(
            "looking through these tables takes more memory than a session may use", "take fewer rows"
        ) from None


def _table(name: str, reader: str) -> dict[str, Any]:
    frame = evaluate(reader, name)
    empty, constant, personal = list[str](), list[str](), list[dict[str, Any]]()
    names, addresses = dict[str, _Texts](), dict[str, _Texts]()
    for at, label in enumerate(frame.columns):
        column, header = frame.iloc[:, at], str(label)
        if bool(column.isna().all()):
            empty.append(header)
            continue
        texts = _texts(column, header)
        if _one_value(column, texts):
            constant.append(header)
        if texts is None:
            continue
        personal += _look(texts, header)
        if texts.is_text and is_names(header, texts.distinct):
            names[header] = texts
        elif texts.is_text and is_addresses(header, texts.distinct):
            addresses[header] = texts
    personal += _people(names, addresses)
    return {
        "file": name,
        "rows": len(frame),
        "columns": frame.shape[1],
        "empty": empty,
        "constant": constant,
        "personal": personal,
    }


def _one_value(column: Column, texts: _Texts | None) -> bool:
    if bool(column.isna().any()):
        return False
    if texts is not None:
        return len(texts.distinct) == 1
    return bool(column.min() == column.max())


def _texts(column: Column, header: str) -> _Texts | None:
    """A column's values as text; None for numbers and dates that can hold nothing that is looked for."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(object)
    if pd.api.types.is_object_dtype(column.dtype) or isinstance(column.dtype, pd.StringDtype):
        try:
            codes, values = pd.factorize(column)
        except TypeError:  # lists and dicts, which have no hash
            codes, values = pd.factorize(column.map(str, na_action="ignore"))
        plain = values.tolist()
        if not isinstance(column.dtype, pd.StringDtype):
            plain = [value if isinstance(value, str) else str(value) for value in plain]
        return _Texts(plain, codes, is_text=True)
    if not pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_bool_dtype(column.dtype):
        return None
    words = words_of(header)
    named = _PHONE_HEADER.search(words) or _SOCIAL_HEADER.fullmatch(words)
    if not named and not float(column.max()) >= _LEAST_CARD:
        return None
    codes, values = pd.factorize(column)
    if not all(float(value).is_integer() and abs(float(value)) < _LEAST_CARD * 10**5 for value in values[:1_000]):
        return None
    whole = [str(int(value)) if float(value).is_integer() else "" for value in values]
    return _Texts(whole, codes, is_text=False)


def _look(texts: _Texts, header: str) -> list[dict[str, Any]]:
    """Return a finding for each kind of mark in a column."""
    text = _joined(texts.distinct)
    ends = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    places = defaultdict[str, list[Span]](list)
    for kind, start, end in marks(text):
        places[kind].append((start, end))
    found = dict[str, Spans]()
    for kind, spans in places.items():
        spans.reverse()  # of several in one value the first is kept
        values = np.searchsorted(ends, np.fromiter((start for start, _ in spans), dtype=np.intp, count=len(spans)))
        found[kind] = dict(zip(values.tolist(), spans, strict=True))
    words = words_of(header)
    _weigh(found, words)
    for kind, said in _by_header(texts, words):
        whole = {at: (int(ends[at - 1]) + 1 if at else 0, int(ends[at])) for at in said}
        found[kind] = whole | found.get(kind, {})
    return [_finding(header, kind, spans, texts, text) for kind, spans in found.items()]


def _joined(values: list[str]) -> bytes:
    """All values, each ended by a line feed; those within them become spaces."""
    text = "\n".join(values) + "\n"
    if text.count("\n") != len(values):
        text = "\n".join(value.replace("\n", " ") for value in values) + "\n"
    return text.encode("utf-8", "replace")


def _weigh(found: dict[str, Spans], words: str) -> None:
    """Take out what chance or the name of the column explains better."""
    if _THING_HEADER.search(words):
        found.pop(PERSON, None)
    chance, missed = found.pop(LIKELY_CARD, {}), found.pop(NO_CARD, {})
    if len(chance) > len(missed) and (len(chance) >= _FEW or _CARD_HEADER.search(words)):
        found[CARD] = chance | found.get(CARD, {})


def _by_header(texts: _Texts, words: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the values of numbers that only the name of their column tells from others."""
    for kind, header, fits in (
        (PHONE, _PHONE_HEADER.search, _is_phone if texts.is_text else _is_bare_phone),
        (PERSON, _SOCIAL_HEADER.fullmatch, re.compile(r"\d{8,9}").fullmatch),
    ):
        if header(words):
            said = [at for at, value in enumerate(texts.distinct) if fits(value)]
            if said and len(said) * 2 >= len(texts.distinct):
                yield kind, said


def _is_phone(value: str) -> bool:
    return _PHONE.fullmatch(value.strip()) is not None and sum(map(str.isdigit, value)) <= _LONGEST_PHONE


def _is_bare_phone(value: str) -> bool:
    return value.isdigit() and _SHORTEST_BARE_PHONE <= len(value) <= _LONGEST_PHONE


def _people(names: Mapping[str, _Texts], addresses: Mapping[str, _Texts]) -> list[dict[str, Any]]:
    """A finding for each column of names where the table has addresses too, in the rows that have both."""
    if not addresses:
        return []
    beside, where = next(iter(addresses.items()))
    found = []
    for header, texts in names.items():
        rows = np.flatnonzero((texts.codes >= 0) & (where.codes >= 0))
        if len(rows):
            pairs = [(texts.distinct[texts.codes[row]], where.distinct[where.codes[row]]) for row in rows[:EXAMPLES]]
            examples = [
                {"row": int(row) + 1, "shown": f"{initials(name)}, {initials(address)}"}
                for row, (name, address) in zip(rows, pairs, strict=False)
            ]
            found.append({"column": header, "beside": beside, "kind": "name", "rows": len(rows), "examples": examples})
    return found


def _finding(header: str, kind: str, spans: Spans, texts: _Texts, text: bytes) -> dict[str, Any]:
    rows = np.flatnonzero(np.isin(texts.codes, list(spans)))
    examples = []
    for row in rows[:EXAMPLES]:
        start, end = spans[int(texts.codes[row])]
        examples.append({"row": int(row) + 1, "shown": masked(text[start:end].decode("utf-8", "replace"), kind)})
    return {"column": header, "beside": "", "kind": kind, "rows": len(rows), "examples": examples}


def initials(value: str) -> str:
    """Return the first character of each of the first words: ``J… S…``."""
    return " ".join(f"{word[0]}…" for word in value.split()[:3])
