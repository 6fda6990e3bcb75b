"""The JSON Schema of a problem's docstring, and its violations as findings at the key they are about.

Nearly every docstring fits the schema, and to see that takes a fraction of what loading jsonschema does: `fits` knows
the keywords that the schema is written with. What is wrong with a docstring that does not fit is for jsonschema to say,
and so is every verdict about a keyword that is not known here.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from authoring.dseal import codes
from authoring.dseal.diagnostic import RuleInfo
from authoring.dseal.model import Json, YamlPath
from authoring.dseal.spelling import closest_word
from authoring.dseal.yaml_reader import DocstringFinding, DocstringYaml
from authoring.validators import PAPER_NAMES, VALIDATORS

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

Schema: TypeAlias = Mapping[str, Any]
Fit: TypeAlias = Callable[[Any, Any, Schema, Schema], bool]
"""Takes the value, what the keyword says, the schema that it stands in, and the whole document."""

TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    # JSON Schema lets 2.0 pass for a whole number; DSEval hands it to an alarm, which does not.
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "null": lambda value: value is None,
}
"""Whether a value is of a type of JSON Schema."""
SILENT = frozenset({"$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "deprecated"})
"""Keywords that refuse nothing by themselves; `then` stands with `if`."""
DEFINITIONS = "#/$defs/"
ROUNDS = 8
"""How often refused values are taken out before a block that still does not fit is dropped whole."""

_TYPE_WORDS = {
    "string": "text",
    "object": "a mapping",
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "null": "nothing",
}


@dataclass(frozen=True, slots=True)
class _Violation:
    """`remove` is what must go from the value so that the rest fits."""

    remove: YamlPath
    at: YamlPath
    info: RuleInfo
    message: str
    hint: str


@lru_cache(maxsize=1)
def schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) of a problem's docstring, as an editor can use it."""
    return files(__name__).joinpath("dseal.schema.json").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def schema_document() -> dict[str, Any]:
    """Return the schema with validators of installed packages; their options are read by the validators alone."""
    document: dict[str, Any] = json.loads(schema_text())
    # Members of `and` and `or` are described apart, because a template cannot stand there.
    for block in (document["properties"]["validator"], document["$defs"]["validators"]):
        for alias in VALIDATORS:
            block["properties"].setdefault(alias, True)
    return document


@lru_cache(maxsize=1)
def schema_validator() -> "Draft202012Validator":
    """Return what holds a docstring's mapping against the schema; made once, because that takes time."""
    # It takes as long to import as all of dseal, and only a docstring that does not fit needs it.
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.validators import extend  # noqa: PLC0415

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: TYPES["integer"](value))
    strict: Any = extend
    validator: Draft202012Validator = strict(Draft202012Validator, type_checker=checker)(schema_document())
    return validator


def apply_schema(value: dict[str, Json], reading: DocstringYaml) -> tuple[dict[str, Json], list[DocstringFinding]]:
    """Return what the schema accepts of a docstring's mapping, and a finding for each thing it refuses."""
    findings: list[DocstringFinding] = []
    accepted = copy.deepcopy(value)
    if _fits(accepted):
        return accepted, findings
    # Taking out what is refused can uncover further violations; only the first round is reported, because those of
    # later rounds follow from it.
    for turn in range(ROUNDS):
        violations = [violation for error in _errors(accepted) for violation in _violations(error, reading)]
        if not violations:
            return accepted, findings
        if turn == 0:
            findings = [_finding(violation, reading) for violation in violations]
        for violation in violations:
            _remove(accepted, violation.remove)
    return {key: item for key, item in accepted.items() if key in {"question", "query"}}, findings


def _fits(value: dict[str, Json]) -> bool:
    document = schema_document()
    try:
        return fits(value, document, document)
    # A schema that says more than is understood here, or a text that nests deeper than Python calls.
    except (UnknownKeywordError, RecursionError):
        return False


class UnknownKeywordError(Exception):
    """A schema says something that is not understood here."""


def fits(value: Any, schema: Any, document: Schema) -> bool:
    """Tell whether a value fits a schema.

    Args:
        value: as YAML or JSON gives it.
        schema: what it is held against.
        document: the schema whose definitions are referred to.

    Raises:
        UnknownKeywordError: only jsonschema can say.
    """
    if isinstance(schema, bool):
        return schema
    for keyword, rule in schema.items():
        if keyword in SILENT or keyword == "then":
            continue
        fit = KEYWORDS.get(keyword)
        if fit is None:
            raise UnknownKeywordError(keyword)
        if not fit(value, rule, schema, document):
            return False
    return True


def _is_of_type(value: Any, rule: Any, _schema: Schema, _document: Schema) -> bool:
    return any(TYPES[kind](value) for kind in ([rule] if isinstance(rule, str) else rule))


def _is_one_of(value: Any, rule: Any, _schema: Schema, _document: Schema) -> bool:
    # In Python 1 is True and 1.0; what that means in a schema is left to jsonschema.
    if any(choice == value and type(choice) is not type(value) for choice in rule):
        raise UnknownKeywordError("enum")
    return value in rule


def _is_as_defined(value: Any, rule: str, _schema: Schema, document: Schema) -> bool:
    if not rule.startswith(DEFINITIONS):
        raise UnknownKeywordError(rule)
    return fits(value, document["$defs"][rule.removeprefix(DEFINITIONS)], document)


def _properties_fit(value: Any, rule: Schema, _schema: Schema, document: Schema) -> bool:
    return not isinstance(value, dict) or all(
        fits(value[key], described, document) for key, described in rule.items() if key in value
    )


def _other_properties_fit(value: Any, rule: Any, schema: Schema, document: Schema) -> bool:
    described = schema.get("properties", {})
    return not isinstance(value, dict) or all(
        fits(item, rule, document) for key, item in value.items() if key not in described
    )


def _follows(value: Any, rule: Schema, schema: Schema, document: Schema) -> bool:
    return not fits(value, rule, document) or fits(value, schema.get("then", True), document)


def _dependents_fit(value: Any, rule: Schema, _schema: Schema, document: Schema) -> bool:
    return not isinstance(value, dict) or all(
        fits(value, dependent, document) for key, dependent in rule.items() if key in value
    )


KEYWORDS: Mapping[str, Fit] = {
    "type": _is_of_type,
    "enum": _is_one_of,
    "$ref": _is_as_defined,
    "properties": _properties_fit,
    "additionalProperties": _other_properties_fit,
    "propertyNames": lambda value, rule, _, document: (
        not isinstance(value, dict) or all(fits(key, rule, document) for key in value)
    ),
    "required": lambda value, rule, *_: not isinstance(value, dict) or all(key in value for key in rule),
    "minProperties": lambda value, rule, *_: not isinstance(value, dict) or len(value) >= rule,
    "maxProperties": lambda value, rule, *_: not isinstance(value, dict) or len(value) <= rule,
    "dependentSchemas": _dependents_fit,
    "items": lambda value, rule, _, document: (
        not isinstance(value, list) or all(fits(item, rule, document) for item in value)
    ),
    "minItems": lambda value, rule, *_: not isinstance(value, list) or len(value) >= rule,
    "minimum": lambda value, rule, *_: not TYPES["number"](value) or not value < rule,
    "maximum": lambda value, rule, *_: not TYPES["number"](value) or not value > rule,
    "pattern": lambda value, rule, *_: not isinstance(value, str) or re.search(rule, value) is not None,
    "not": lambda value, rule, _, document: not fits(value, rule, document),
    "if": _follows,
}
"""What each keyword lets pass."""


def _errors(value: dict[str, Json]) -> "list[ValidationError]":
    # Sorted, because jsonschema gives errors in the order of the schema's keywords.
    return sorted(schema_validator().iter_errors(value), key=lambda error: [str(part) for part in error.absolute_path])


def _violations(error: "ValidationError", reading: DocstringYaml) -> Iterator[_Violation]:
    path: YamlPath = tuple(error.absolute_path)
    match error.validator:
        case "additionalProperties":
            yield from _unknown_keys(error, path)
        case "required":
            required: Any = error.validator_value
            instance: Any = error.instance
            for key in (key for key in required if key not in instance):
                message = f"{_name_of(path)} lacks '{key}'"
                yield _Violation(path, path, codes.MISSING_OPTION, message, f"add `{key}:` with a value")
        case "maxProperties" | "dependentSchemas":
            hint = "DSEval drops flags that stand beside compare_fn: move them into compare_fn, or leave it out"
            yield _Violation(
                path,
                (*path, "compare_fn"),
                codes.CONFLICTING_OPTIONS,
                "compare_fn and flags exclude each other",
                hint,
            )
        # Beside `replacement`, the schema leaves false or nothing.
        case "enum" if path and path[-1] == "treat_replacement_as_update":
            message = "'replacement' is given, and 'treat_replacement_as_update' is true"
            yield _Violation(path, path, codes.CONFLICTING_OPTIONS, message, "leave one of them out")
        case _:
            yield _ill_typed(error, path, reading)


def _unknown_keys(error: "ValidationError", path: YamlPath) -> Iterator[_Violation]:
    allowed = list(error.schema.get("properties", {})) if isinstance(error.schema, dict) else []
    instance: Any = error.instance
    for key in instance:
        if key in allowed:
            continue
        # The paper's spellings are read, and not recommended.
        close = closest_word(key, (name for name in allowed if name not in PAPER_NAMES))
        listed = ", ".join(name for name in allowed if name not in PAPER_NAMES and name != "query")
        hint = f"did you mean '{close}'?" if close else f"known here: {listed or 'nothing'}"
        if not path:
            info, message = codes.UNKNOWN_KEY, f"unknown key '{_short(key)}'"
        elif path[-1] in {"and", "or", "validator"}:
            info, message = codes.UNKNOWN_VALIDATOR, f"unknown validator '{_short(key)}'"
        elif path[0] == "validator":
            info, message = codes.UNKNOWN_OPTION, f"unknown option '{_short(key)}' of {_name_of(path)}"
        else:
            info, message = codes.UNKNOWN_KEY, f"unknown key '{_short(key)}' in {_name_of(path)}"
        yield _Violation((*path, key), (*path, key), info, message, hint)


def _ill_typed(error: "ValidationError", path: YamlPath, reading: DocstringYaml) -> _Violation:
    info = codes.ILL_TYPED_OPTION if path and path[0] == "validator" else codes.ILL_TYPED_VALUE
    name = _name_of(path)
    hint = ""
    rule: Any = error.validator_value
    match error.validator:
        case "type":
            types = [rule] if isinstance(rule, str) else rule
            expected = " or ".join(_TYPE_WORDS[kind] for kind in types)
            message = f"{name} must be {expected}, not {_describe(error.instance)}"
            hint = _yaml_hint(reading.plain.get(path), expected)
        case "enum":
            choices = [str(choice) for choice in rule]
            close = closest_word(str(error.instance), choices)
            message = f"{name} cannot be '{_short(str(error.instance))}'"
            hint = f"did you mean '{close}'?" if close else "one of " + ", ".join(choices)
        case "minimum":
            message = f"{name} must be at least {rule}, not {error.instance}"
        case "minItems" | "minProperties":
            message = f"{name} is empty"
            hint = "give it at least one entry"
        case "pattern":
            message = f"{name} cannot be '{_short(str(error.instance))}'"
            hint = "a plain name is wanted here: no folders, no signs"
        case _:
            message = f"{name}: {error.message[:200]}"
    # A list with one bad item is no list the author meant: all of it goes.
    remove = path
    while remove and isinstance(remove[-1], int):
        remove = remove[:-1]
    # jsonschema points at the mapping, not at the key whose name is refused.
    if error.parent is None and "propertyNames" in error.absolute_schema_path:
        remove = path = (*path, str(error.instance))
    return _Violation(remove, path, info, message, hint)


def _yaml_hint(written: str | None, expected: str) -> str:
    if written is None or "text" not in expected:
        return ""
    if written == "":
        return "nothing stands behind the colon; write the text there, or below it after `|`"
    return f'YAML reads {_short(written)} without quotes as something else than text; write "{_short(written)}"'


def _finding(violation: _Violation, reading: DocstringYaml) -> DocstringFinding:
    at = violation.at
    # A key that is missing has no place; the nearest one above it has.
    while at and at not in reading.keys:
        at = at[:-1]
    start, end = reading.keys.get(at, (0, 1))
    return DocstringFinding(violation.info, start, end, violation.message, violation.hint)


def _remove(value: dict[str, Json], path: YamlPath) -> None:
    if not path:
        value.clear()
        return
    holder: Any = value
    for part in path[:-1]:
        if isinstance(holder, dict) and part in holder:
            holder = holder[part]
        else:
            # Something that was refused in the same round held it, and is gone already.
            return
    if isinstance(holder, dict):
        holder.pop(path[-1], None)


def _name_of(path: YamlPath) -> str:
    if not path:
        return "the docstring"
    names = [f"item {part + 1}" if isinstance(part, int) else f"'{_short(part)}'" for part in path[-2:]]
    return " of ".join(reversed(names)) if isinstance(path[-1], int) and len(path) > 1 else names[-1]


def _describe(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"text ('{_short(value)}')"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else f"the number {_short(str(value))}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"  # noqa: PLR2004 - the number is the limit itself
