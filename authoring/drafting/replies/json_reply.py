"""Replies that should be JSON: their schemas, and a reply read as far as possible and made to fit its schema.

Schemas stay in the strict subset that servers enforce: every property is required, none may be added. In replies,
neighbouring types are converted, list items that do not fit are left out, and every change becomes a finding.
"""

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError

from authoring.drafting.replies import codes
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, text_of, writable
from authoring.drafting.replies.prose import without_reasoning
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json, YamlPath
from authoring.dseal.positions import lines_of, with_newlines
from authoring.dseal.spelling import closest_word
from authoring.llm.loose_json import LooseJson, read_loose_json
from authoring.records.sketch import Schema

LONGEST_REPLY = 2_000_000
"""Characters; longer replies are refused unread."""
TRIES = 12
"""Places of a reply at which JSON is looked for."""
MOST_FINDINGS = 50
# A fence that holds an object or a list, named json, jsonc, json5, jsonl or not at all.
_FENCED = re.compile(r"^[ ]{0,3}(?:`{3,}|~{3,})[ ]?(?:json[c5l]?)?[ \t]*\n\s*(?=[{\[])", re.MULTILINE | re.IGNORECASE)
Rules = dict[str, Any]
"""A JSON schema as Python values."""
TEXT: Final[Rules] = {"type": "string"}
INTEGER: Final[Rules] = {"type": "integer"}
NUMBER: Final[Rules] = {"type": "number"}


def object_of(properties: Mapping[str, Rules]) -> Rules:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*properties],
        "additionalProperties": False,
    }


def array_of(items: Rules, **rules: Any) -> Rules:
    """Return the schema of a list; `rules` are further keywords, such as a description."""
    return {"type": "array", "items": items, **rules}


def reply_schema(name: str, properties: Mapping[str, Rules]) -> Schema:
    """Return the schema of a whole reply, which is an object; its text is part of the hashes of requests."""
    return Schema(name=name, text=json.dumps(object_of(properties)))


def read_json(text: str, schema: Schema, *, open_texts: Container[str] = ()) -> tuple[Json, tuple[Diagnostic, ...]]:
    """Return the JSON that a reply holds, mended where that is plain, and what was mended, dropped or wrong.

    Of a list that is cut off, the whole items are kept; of a list with items that do not fit the schema, the others.
    The value fits the schema, or is None with an error among the findings. Texts with the keys in `open_texts` may be
    absent, and are read as empty: where an empty text leaves something open, so does none.
    """
    value, findings, _ = read_json_parts(text, schema, open_texts=open_texts)
    return value, findings


def read_json_parts(
    text: str, schema: Schema, *, open_texts: Container[str] = ()
) -> tuple[Json, tuple[Diagnostic, ...], tuple[YamlPath, ...]]:
    """Return what `read_json` does, and the places of list items that were left out.

    Each place counts what was left at that time, so that taking the items out in this order gives the value.
    """
    text = writable(text)
    reply = with_newlines(text[: LONGEST_REPLY + 1]).split("\n")
    notes: list[ReplyFinding] = []
    removed: list[YamlPath] = []
    value = _read(text, schema, notes, removed, open_texts)
    findings = (note.diagnostic(reply, None) for note in islice(notes, MOST_FINDINGS))
    return value, tuple(sorted(findings, key=lambda finding: (finding.line, finding.code))), tuple(removed)


def _read(
    text: str, schema: Schema, notes: list[ReplyFinding], removed: list[YamlPath], open_texts: Container[str]
) -> Json:
    if len(text) >= LONGEST_REPLY:
        message = f"the reply has {len(text):,} characters; fewer than {LONGEST_REPLY:,} are read"
        notes.append(ReplyFinding(codes.OVERSIZED, 1, message, "ask for less at once"))
        return None
    plain = with_newlines(text)
    lines = without_reasoning([ReplyLine(row, number) for number, row in enumerate(plain.split("\n"), 1)], [])
    body = text_of(lines).lstrip("\ufeff")
    rules = _schema(schema.text)
    root_type = rules.get("type")
    places = [line.number for line in lines] or [1]
    reading = _best_reading(body, root_type)
    if reading is None:
        message = "the reply holds no JSON" if body.strip() else "the reply is empty"
        notes.append(
            ReplyFinding(codes.UNFIT, 1, message, f"ask for a JSON value that fits the schema '{schema.name}'")
        )
        return None
    _tell_loose(body, reading, places, notes)
    fit = Fit(body, reading, places, rules, notes, open_texts)
    value = fit.run()
    removed += fit.gone
    return value


@lru_cache(maxsize=64)
def _schema(text: str) -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = json.loads(text)
    return loaded


def _best_reading(body: str, root_type: object) -> LooseJson | None:
    """Return the reading that goes furthest of those that give what is wanted, from the likeliest places."""
    whole = body.lstrip()
    starts = [len(body) - len(whole)] if whole[:1] in {"{", "["} else []
    starts += [match.end() for match in islice(_FENCED.finditer(body), TRIES)]
    starts += [match.start() for match in islice(re.finditer(r"[{\[]", body), TRIES)]
    best: LooseJson | None = None
    for start in dict.fromkeys(starts):
        # Inside of what was read already.
        if best is not None and start < best.end:
            continue
        reading = read_loose_json(body, start)
        right = isinstance(reading.value, list if root_type == "array" else dict) and bool(reading.value)
        if right and not reading.stopped:
            return reading
        # A bare list may be what an object should have held.
        bare = best is None and root_type == "object" and isinstance(reading.value, list) and bool(reading.value)
        if bare or (right and (best is None or len(reading.places) > len(best.places))):
            best = reading
    return best


def _tell_loose(body: str, reading: LooseJson, places: Sequence[int], notes: list[ReplyFinding]) -> None:
    start = reading.places.get((), 0)
    surroundings = body[:start].strip() or (not reading.stopped and body[reading.end :].strip())
    if surroundings:
        line = line_at(body, places, start)
        notes.append(ReplyFinding(codes.LOOSE_JSON, line, "the JSON stands in a fence or in prose, which is left out"))
    for offset, kind in reading.loose:
        line = line_at(body, places, offset)
        notes.append(ReplyFinding(codes.LOOSE_JSON, line, f"{kind} is not allowed in JSON; it is read as it was meant"))
    if reading.stopped:
        line = line_at(body, places, reading.end)
        message = f"the JSON cannot be read to its end: {reading.stopped}; what is whole before it is kept"
        notes.append(ReplyFinding(codes.ITEM, line, message, "ask for a shorter reply, or for more tokens"))


ROUNDS = 8
"""How often what does not fit is taken out before the reply is given up."""


def line_at(body: str, places: Sequence[int], offset: int) -> int:
    """Return the reply's line at an offset of the text that was read; `places` holds the lines' numbers."""
    return places[min(lines_of(body).locate(offset)[0], len(places)) - 1]


class Fit:
    """Takes out of a value, or mends, what its schema refuses."""

    def __init__(
        self,
        body: str,
        reading: LooseJson,
        places: Sequence[int],
        rules: Mapping[str, Any],
        notes: list[ReplyFinding],
        open_texts: Container[str] = (),
    ) -> None:
        self.body = body
        self.reading = reading
        self.places = places
        self.rules = rules
        self.notes = notes
        self.open_texts = open_texts
        self.renamed = False
        """Whether the outermost object had keys that are not in the schema."""
        self.gone: list[YamlPath] = []
        """List items that were taken out, in that order."""

    def run(self) -> Json:
        """Return a value that fits, or None with an error noted."""
        value = self._wrapped(self.reading.value)
        for _ in range(ROUNDS):
            # A long reply may have any number of faults.
            errors = sorted(
                islice(Draft202012Validator(self.rules).iter_errors(value), 1000),
                # A key under another name is found before the right one is missed.
                key=lambda error: (
                    error.validator != "additionalProperties",
                    [(isinstance(part, str), part) for part in error.absolute_path],
                ),
            )
            if not errors:
                return value
            if not self._mend(value, errors):
                return None
        self._refuse("the JSON does not fit the schema, whatever is left out", 1)
        return None

    def _wrapped(self, value: Json) -> Json:
        """Return a bare list as the object around it, where the schema has exactly one place for it."""
        if isinstance(value, list) and self.rules.get("type") == "object":
            kind = "object" if all(isinstance(item, dict) for item in value) else "string"
            lists = [
                key
                for key, rule in self.rules.get("properties", {}).items()
                if rule.get("type") == "array" and rule.get("items", {}).get("type", kind) == kind
            ]
            if len(lists) == 1:
                self.notes.append(
                    ReplyFinding(codes.LOOSE_JSON, self._line(()), f"a bare list is read as the value of '{lists[0]}'")
                )
                return {lists[0]: value}
        return value

    def _mend(self, value: Json, errors: list[ValidationError]) -> bool:
        """Change the value so that the errors go; return whether that was possible."""
        removed: list[YamlPath] = []
        for error in errors:
            path: YamlPath = tuple(error.absolute_path)
            # It goes together with the item that it stands in.
            if any(path[: len(removed_path)] == removed_path for removed_path in removed):
                continue
            if error.validator == "additionalProperties":
                self._drop_keys(value, path, error)
            elif (error.validator in {"type", "enum"} and self._retype(value, path, error)) or (
                error.validator == "required" and self._fill(value, path, error)
            ):
                continue
            elif error.validator == "maxItems" and isinstance(error.validator_value, int):
                self._shorten(value, path, error.validator_value)
            elif (item := _item(path)) is not None:
                removed.append(item)
                message = f"{_name(item)} does not fit: {excerpt(_reason(error, path))}"
                self.notes.append(ReplyFinding(codes.ITEM, self._line(item), message, "it is left out"))
            else:
                self._refuse(f"the JSON does not fit: {_name(path)}: {_reason(error, path)}", self._line(path))
                return False
        # The last item first, so that the places of those before it hold.
        for path in sorted(
            removed, key=lambda removed_path: [part if isinstance(part, int) else 0 for part in removed_path]
        )[::-1]:
            holder: Any = _at(value, path[:-1])
            del holder[path[-1]]
            self.gone.append(path)
        return True

    def _drop_keys(self, value: Json, path: YamlPath, error: ValidationError) -> None:
        holder: Any = _at(value, path)
        schema_keys = list(error.schema.get("properties", {})) if isinstance(error.schema, Mapping) else []
        for key in [key for key in holder if key not in schema_keys]:
            line = self._line((*path, key))
            lacking = [name for name in schema_keys if name not in holder]
            near = closest_word(key.lower().replace(" ", "_"), lacking, cutoff=0.7)
            if near:
                self.notes.append(ReplyFinding(codes.LOOSE_JSON, line, f"the key '{excerpt(key)}' is read as '{near}'"))
                holder[near] = holder.pop(key)
                continue
            self.renamed = self.renamed or not path
            message = f"the key '{excerpt(key)}' is not in the schema"
            self.notes.append(ReplyFinding(codes.ITEM, line, message, "it is left out"))
            del holder[key]

    def _retype(self, value: Json, path: YamlPath, error: ValidationError) -> bool:
        """Convert a value to the neighbouring type of the schema, where nothing is lost by it."""
        if not path:
            return False
        holder: Any = _at(value, path[:-1])
        current, expected = holder[path[-1]], error.validator_value
        changed = _as_member(current, expected) if isinstance(expected, list) else _as_type(current, str(expected))
        if changed is None:
            return False
        holder[path[-1]] = changed
        message = f"{_name(path)} is not as the schema wants it, and is read as {excerpt(json.dumps(changed))}"
        self.notes.append(ReplyFinding(codes.LOOSE_JSON, self._line(path), message))
        return True

    def _fill(self, value: Json, path: YamlPath, error: ValidationError) -> bool:
        """Add lists, and texts that may be absent, as empty ones; return whether that was all that lacked."""
        holder: Any = _at(value, path)
        rules = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
        required: Any = error.validator_value
        absent = [key for key in required if key not in holder]
        # A whole reply with keys of its own has said something: it is no reply that says nothing.
        if self.renamed and not path:
            return False
        # Nothing else can be made up without saying what the model did not say.
        if not all(_may_lack(key, rules.get(key, {}), self.open_texts) for key in absent):
            return False
        for key in absent:
            is_list = rules[key]["type"] == "array"
            holder[key] = [] if is_list else ""
            message = f"{_name(path)} lacks '{key}', which is read as an empty {'list' if is_list else 'text'}"
            self.notes.append(ReplyFinding(codes.LOOSE_JSON, self._line(path), message))
        return True

    def _shorten(self, value: Json, path: YamlPath, limit: int) -> None:
        holder: Any = _at(value, path)
        message = f"{_name(path)} has {len(holder)} entries; at most {limit} are taken"
        self.notes.append(ReplyFinding(codes.ITEM, self._line((*path, limit)), message, "the last ones are left out"))
        del holder[limit:]

    def _refuse(self, message: str, line: int) -> None:
        self.notes.append(ReplyFinding(codes.UNFIT, line, message, "ask again, and show the schema"))

    def _line(self, path: YamlPath) -> int:
        while path and path not in self.reading.places:
            path = path[:-1]
        offset = self.reading.places.get(path, 0)
        return line_at(self.body, self.places, offset)


def _may_lack(key: str, rule: Rules, open_texts: Container[str]) -> bool:
    """Return whether a property that is absent says the same as an empty one."""
    return (rule.get("type") == "array" and "minItems" not in rule) or (
        rule.get("type") == "string" and key in open_texts
    )


def _as_type(value: Json, type_name: str) -> Json:
    """Return a value as another type, or None where it is none of that type."""
    if type_name == "array" and isinstance(value, str | int | float | dict) and not isinstance(value, bool):
        return [value]
    if type_name == "array" and value is None:
        return []
    if type_name == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if type_name in {"integer", "number"} and isinstance(value, str):
        # One number with few signs around it, such as "about 3" or "12 %"; two numbers are not one.
        digits = re.fullmatch(r"\D{0,12}(-?\d{1,12}(?:\.\d{1,12})?)\D{0,12}", value)
        if digits is None:
            return None
        number = float(digits[1])
        return int(number) if number.is_integer() else number if type_name == "number" else None
    return None


def _as_member(value: Json, members: list[Json]) -> Json:
    """Return the one of some words that a text is, but for case and spaces."""
    plain = value.strip().casefold() if isinstance(value, str) else None
    return next((word for word in members if isinstance(word, str) and word.casefold() == plain), None)


def _item(path: YamlPath) -> YamlPath | None:
    """Return the path of the outermost list item that a path leads into, which can go alone."""
    return next((path[: length + 1] for length, part in enumerate(path) if isinstance(part, int)), None)


def _at(value: Json, path: YamlPath) -> Json:
    holder: Any = value
    for part in path:
        holder = holder[part]
    result: Json = holder
    return result


def _name(path: YamlPath) -> str:
    parts: Iterator[str] = (f"item {part + 1}" if isinstance(part, int) else f"'{excerpt(part)}'" for part in path)
    return " of ".join(reversed(list(parts))) or "the value"


def _reason(error: ValidationError, path: YamlPath) -> str:
    rule: Any = error.validator_value
    instance: Any = error.instance
    if error.validator == "required":
        absent = [key for key in rule if key not in instance]
        return "it lacks " + ", ".join(f"'{key}'" for key in absent)
    if error.validator == "enum":
        return "it must be one of " + ", ".join(map(str, rule))
    if error.validator == "type":
        return f"it must be of type {rule}"
    if error.validator == "minItems":
        return f"it has {len(instance)} entries, and needs at least {rule}"
    return excerpt(error.message) if path else "it is of another kind"
