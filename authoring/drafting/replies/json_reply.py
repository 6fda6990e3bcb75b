"""A reply that should be JSON: found, read as far as it goes, and held against its schema."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from authoring.drafting.replies import codes
from authoring.drafting.replies.json_fit import Fit, line_at
from authoring.drafting.replies.lines import Line, Note, text_of, writable
from authoring.drafting.replies.prose import without_reasoning
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json, YamlPath
from authoring.dseal.places import with_newlines
from authoring.llm.loose_json import LooseJson, read_loose_json
from authoring.records.sketch import Schema

LONGEST_REPLY = 2_000_000
"""Characters; longer replies are refused unread."""
TRIES = 12
"""Places of a reply at which JSON is looked for."""
MOST_FINDINGS = 50
_FENCED = re.compile(r"^[ ]{0,3}(?:`{3,}|~{3,})[ ]?(?:json[c5l]?)?[ \t]*\n\s*(?=[{\[])", re.MULTILINE | re.IGNORECASE)
_OPENING = re.compile(r"[{\[]")


def read_json(text: str, schema: Schema) -> tuple[Json, tuple[Diagnostic, ...]]:
    """Return the JSON that a reply holds, mended where that is plain, and what was mended, dropped or wrong.

    Of a list that is cut off, the whole items are kept; of a list with items that do not fit the schema, the others.

    Args:
        text: the reply.
        schema: what the value has to look like.

    Returns:
        A value that fits the schema, or None with an error among the findings.
    """
    value, found, _ = read_json_parts(text, schema)
    return value, found


def read_json_parts(text: str, schema: Schema) -> tuple[Json, tuple[Diagnostic, ...], tuple[YamlPath, ...]]:
    """Return what `read_json` does, and the places of list items that were left out.

    Each place counts what was left at that time, so that taking the items out in this order gives the value.
    """
    text = writable(text)
    reply = with_newlines(text[: LONGEST_REPLY + 1]).split("\n")
    notes: list[Note] = []
    gone: list[YamlPath] = []
    value = _read(text, schema, notes, gone)
    found = (note.diagnostic(reply, None) for note in islice(notes, MOST_FINDINGS))
    return value, tuple(sorted(found, key=lambda each: (each.line, each.code))), tuple(gone)


def _read(text: str, schema: Schema, notes: list[Note], gone: list[YamlPath]) -> Json:
    if len(text) >= LONGEST_REPLY:
        message = f"the reply has {len(text):,} characters; fewer than {LONGEST_REPLY:,} are read"
        notes.append(Note(codes.OVERSIZED, 1, message, "ask for less at once"))
        return None
    plain = with_newlines(text)
    lines = without_reasoning([Line(row, number) for number, row in enumerate(plain.split("\n"), 1)], [])
    body = text_of(lines).lstrip("\ufeff")
    rules = _schema(schema.text)
    wanted = rules.get("type")
    places = [line.number for line in lines] or [1]
    reading = _found(body, wanted)
    if reading is None:
        message = "the reply holds no JSON" if body.strip() else "the reply is empty"
        notes.append(Note(codes.UNFIT, 1, message, f"ask for a JSON value that fits the schema '{schema.name}'"))
        return None
    _tell_loose(body, reading, places, notes)
    fit = Fit(body, reading, places, rules, notes)
    value = fit.run()
    gone += fit.gone
    return value


@lru_cache(maxsize=64)
def _schema(text: str) -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = json.loads(text)
    return loaded


def _found(body: str, wanted: object) -> LooseJson | None:
    """Return the reading that goes furthest of those that give what is wanted, from the likeliest places."""
    whole = body.lstrip()
    starts = [len(body) - len(whole)] if whole[:1] in {"{", "["} else []
    starts += [match.end() for match in islice(_FENCED.finditer(body), TRIES)]
    starts += [match.start() for match in islice(_OPENING.finditer(body), TRIES)]
    best: LooseJson | None = None
    for start in dict.fromkeys(starts):
        if best is not None and start < best.end:
            continue
        reading = read_loose_json(body, start)
        right = isinstance(reading.value, list if wanted == "array" else dict) and bool(reading.value)
        if right and not reading.stopped:
            return reading
        # A bare list may be what an object should have held.
        bare = best is None and wanted == "object" and isinstance(reading.value, list) and bool(reading.value)
        if bare or (right and (best is None or len(reading.places) > len(best.places))):
            best = reading
    return best


def _tell_loose(body: str, reading: LooseJson, places: Sequence[int], notes: list[Note]) -> None:
    start = reading.places.get((), 0)
    around = body[:start].strip() or (not reading.stopped and body[reading.end :].strip())
    if around:
        line = line_at(body, places, start)
        notes.append(Note(codes.LOOSE_JSON, line, "the JSON stands in a fence or in prose, which is left out"))
    for offset, kind in reading.loose:
        line = line_at(body, places, offset)
        notes.append(Note(codes.LOOSE_JSON, line, f"{kind} is not allowed in JSON; it is read as it was meant"))
    if reading.stopped:
        line = line_at(body, places, reading.end)
        message = f"the JSON cannot be read to its end: {reading.stopped}; what is whole before it is kept"
        notes.append(Note(codes.ITEM, line, message, "ask for a shorter reply, or for more tokens"))
