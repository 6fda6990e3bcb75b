"""A docstring's keys, validators and options, renamed as DSEval knows them and shaped as the schema requires."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from json import loads
from math import ceil
from typing import Any

from authoring.drafting.replies import codes
from authoring.drafting.replies.docstrings import ReadDocstring
from authoring.drafting.replies.lines import ReplyFinding, excerpt
from authoring.drafting.replies.packed import CODE_KEYS, QUESTIONS
from authoring.dseal.model import Json, YamlPath
from authoring.dseal.schema import apply_schema, schema_text
from authoring.dseal.spelling import closest_word
from authoring.dseal.yaml_reader import DocstringYaml
from authoring.validators import PAPER_NAMES
from authoring.validators.figures.requirements import SWITCHES

VALIDATOR_KEYS = frozenset({"validator", "validators", "validation", "validator_config", "validater"})
"""Keys under which models put the validator block."""

_NEAREST = {
    "result": "exact_match exact equals equal dataframe_equal frame_equal series_equal value output output_check "
    "return_value numeric number close approx compare comparison assert_equal",
    "namespace_check": "variable variable_check variables_check check_variables namespace var_check",
    "table_test": "function_test unit_tests test_cases tests function_check",
    "namespace_intact": "unchanged immutable no_side_effects inplace",
    "model": "model_score score metric model_check",
    "stream": "stdout print printed",
    "vis": "plot figure chart visual",
}
INVENTED: Mapping[str, str] = {word: name for name, words in _NEAREST.items() for word in words.split()}
"""What models call validators that do not exist, and what comes nearest: a suggestion, never a replacement."""
_SYNONYMS = {
    "atol": "tolerance tol abs_tol atolerance absolute_tolerance eps epsilon",
    "rtol": "rel_tol rtolerance relative_tolerance",
    "ignore_order": "ignore_row_order ignore_sort any_order unordered",
    "ignore_names": "ignore_column_names ignore_columns_names",
    "ignore_dtypes": "ignore_dtype ignore_types",
}
OPTIONS: Mapping[str, str] = {word: name for name, words in _SYNONYMS.items() for word in words.split()}
"""What models call flags that have another name; the meaning is the same."""
# Seconds or megabytes; larger numbers are no limit.
_LARGEST_LIMIT = 1_000_000
# Likeness from which on a name is taken for a misspelled one.
_LEAST_SIMILARITY = 0.8


@dataclass(slots=True)
class Fitted:
    """The content of a docstring under the right names, with its code where the YAML held it."""

    question: str = ""
    code: str = ""
    validator: dict[str, Json] | None = None
    execution: dict[str, Json] | None = None
    data: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=1)
def _names() -> Mapping[str, tuple[str, ...]]:
    """Return the options of every validator, and those of flags, by the schema's own names."""
    definitions: Mapping[str, Any] = loads(schema_text())["$defs"]
    return {name: tuple(rule["properties"]) for name, rule in definitions.items() if "properties" in rule}


def fit_docstring(read: ReadDocstring, notes: list[ReplyFinding]) -> Fitted:
    """Return the content of a docstring as far as the schema accepts it; findings tell what is renamed or left out."""
    fitting = _Fitting(read, notes)
    before = len(notes)
    mapping = read.reading.value
    options_by_name = fitting.top(mapping if isinstance(mapping, dict) else {})
    code = next((str(options_by_name.pop(key)) for key in CODE_KEYS if isinstance(options_by_name.get(key), str)), "")
    question = options_by_name.pop("question", None)
    fitting.drop_keys(options_by_name)
    # The schema wants a question; a docstring without one is still read for its validator and limits.
    accepted, troubles = apply_schema({"question": str(question or ""), **options_by_name}, fitting.reading())
    for trouble in troubles:
        hint = fitting.hints.get(trouble.message, trouble.hint)
        notes.append(
            ReplyFinding(codes.VALIDATOR, read.line_of(trouble.start), f"{trouble.message}; it is left out", hint)
        )
    fitted = Fitted(question=question if isinstance(question, str) else "", code=code)
    for key in ("validator", "execution", "data"):
        value = accepted.get(key)
        if isinstance(value, dict) and value:
            setattr(fitted, key, value)
    # The schema may shape values silently, such as an empty text into nothing: the cell is then written anew.
    if len(notes) == before and isinstance(mapping, dict) and _differ(accepted, mapping):
        message = "options are shaped as DSEval wants them"
        notes.append(ReplyFinding(codes.NAMES, read.line_of(0), message))
    return fitted


def _differ(accepted: Mapping[str, Json], original: Mapping[str, Json]) -> bool:
    """Return whether two mappings say different things, order apart."""
    # As written, for 1 is equal to True.
    return {key: repr(value) for key, value in accepted.items()} != {key: repr(original[key]) for key in original}


class _Fitting:
    def __init__(self, read: ReadDocstring, notes: list[ReplyFinding]) -> None:
        self.read = read
        self.notes = notes
        self.origins: dict[YamlPath, YamlPath] = {}
        """Where what stands under a new path stood before."""
        self.hints: dict[str, str] = {}

    def reading(self) -> DocstringYaml:
        """Return the places of the docstring under the new names."""
        old = self.read.reading
        keys = {new: old.keys[before] for new, before in self.origins.items() if before in old.keys}
        return DocstringYaml(value=old.value, keys=old.keys | keys, plain=old.plain)

    def renamed(self, path: YamlPath, name: str) -> None:
        message = f"'{excerpt(str(path[-1]))}' is read as '{name}'"
        self.notes.append(ReplyFinding(codes.NAMES, self.line(path), message))

    def line(self, path: YamlPath) -> int:
        while path and path not in self.read.reading.keys:
            path = path[:-1]
        return self.read.line_of(self.read.reading.keys.get(path, (0, 0))[0])

    def top(self, mapping: Mapping[str, Json]) -> dict[str, Json]:
        """Return the docstring's keys under their right names, with the validator block mended."""
        renamed: dict[str, Json] = {}
        keys = ("question", "validator", "data", "execution")
        for key, value in mapping.items():
            name = key
            plain = key.strip().lower()
            if key not in keys:
                if plain in QUESTIONS and not {"question", "query"} & {*mapping} - {key}:
                    name = "question"
                elif plain in VALIDATOR_KEYS:
                    name = "validator"
                elif plain not in CODE_KEYS:
                    name = closest_word(plain, keys, cutoff=_LEAST_SIMILARITY) or key
            # A key under its right name is never overwritten by one that only resembles it.
            if name != key and name in {*renamed, *mapping}:
                name = key
            if name != key:
                self.renamed((key,), name)
            self.origins[(name,)] = (key,)
            renamed[name] = value
        block = renamed.get("validator")
        if block is not None:
            renamed["validator"] = self.block(block, ("validator",), self.origins[("validator",)])
        if "execution" in renamed:
            renamed["execution"] = self.limits(renamed["execution"])
        return renamed

    def limits(self, value: Json) -> Json:
        """Return the limits of a problem as whole numbers: seconds as text, or with a fraction, are rounded up."""
        if not isinstance(value, dict):
            return value
        limits = dict(value)
        for key in ("max_time", "max_memory"):
            item = value.get(key)
            number = _number(item.strip().rstrip("s "), item) if isinstance(item, str) else item
            if isinstance(number, float) and 0 < number < _LARGEST_LIMIT:
                limits[key] = ceil(number)
                message = f"'{key}' is read as {limits[key]}"
                self.notes.append(ReplyFinding(codes.NAMES, self.line(("execution", key)), message))
        return limits

    def drop_keys(self, options_by_name: dict[str, Json]) -> None:
        """Take out the keys that a problem cannot have."""
        for key in [key for key in options_by_name if key not in {"validator", "data", "execution"}]:
            del options_by_name[key]
            message = f"a problem has no key '{excerpt(key)}'; it is left out"
            self.notes.append(ReplyFinding(codes.KEY, self.line(self.origins.get((key,), (key,))), message))

    def block(self, block: Json, path: YamlPath, before: YamlPath) -> Json:
        """Return a validator block as a mapping under the released names."""
        if isinstance(block, str | list):
            mapped = _merged(block)
            if mapped is None:
                return block
            self.notes.append(ReplyFinding(codes.NAMES, self.line(before), "the validators are read as a mapping"))
            block = mapped
        if not isinstance(block, dict):
            return block
        validators = [name for name in _names()["validators"] if name not in PAPER_NAMES]
        fitted: dict[str, Json] = {}
        for key, value in block.items():
            name = _validator_name(key, validators)
            if name != key and name in {*fitted, *block}:
                name = key
            if name != key:
                self.renamed((*before, key), name)
            self.origins[(*path, name)] = (*before, key)
            if name not in validators and name != "template":
                near = INVENTED.get(_plain(key), closest_word(key, validators, cutoff=0.5))
                hint = f"the nearest is '{near}'" if near else "known: " + ", ".join(validators)
                self.hints[f"unknown validator '{excerpt(key)}'"] = hint
            fitted[name] = self.options(name, value, (*path, name), (*before, key))
        return fitted

    def options(self, name: str, value: Json, path: YamlPath, before: YamlPath) -> Json:
        """Return a validator's options under their right names and with the types they have."""
        if name in {"and", "or"}:
            return self.block(value, path, before)
        if name == "template" and isinstance(value, str):
            return value.strip().lower()
        if name == "namespace_check":
            return self.variables(value, path, before)
        flag_names = _names().get(name)
        # A validator without options is written with nothing behind it; models write `true` or an empty text.
        if flag_names is None or not isinstance(value, dict):
            return None if value in ("", [], True) else value
        return self.flags(value, flag_names, path, before)

    def variables(self, value: Json, path: YamlPath, before: YamlPath) -> Json:
        """Return the variables to be checked as a mapping to their flags."""
        if isinstance(value, str | list):
            items = value if isinstance(value, list) else [part.strip() for part in value.split(",")]
            if not items or not all(isinstance(item, str) and item.isidentifier() for item in items):
                return value
            message = "the variables are read as a mapping"
            self.notes.append(ReplyFinding(codes.NAMES, self.line(before), message))
            return {str(item): None for item in items}
        if not isinstance(value, dict):
            return value
        fitted: dict[str, Json] = {}
        for name, flags in value.items():
            self.origins[(*path, name)] = (*before, name)
            flag_names = _names()["flags"]
            inner = self.flags(flags, flag_names, (*path, name), (*before, name)) if isinstance(flags, dict) else flags
            fitted[name] = None if inner in ("", True, "exact") else inner
        return fitted

    def flags(self, value: dict[str, Json], flag_names: tuple[str, ...], path: YamlPath, before: YamlPath) -> Json:
        """Return options under their right names."""
        fitted: dict[str, Json] = {}
        for key, item in value.items():
            plain = _plain(key)
            synonym = OPTIONS.get(plain, "")
            name = (
                key
                if key in flag_names
                else (synonym if synonym in flag_names else closest_word(plain, flag_names, cutoff=_LEAST_SIMILARITY))
                or key
            )
            if name != key and name in {*fitted, *value}:
                name = key
            if name != key:
                self.renamed((*before, key), name)
            self.origins[(*path, name)] = (*before, key)
            if name == "output_checker" and isinstance(item, dict):
                fitted[name] = self.flags(item, _names()["flags"], (*path, name), (*before, key))
            else:
                fitted[name] = self.typed(item, name, (*before, key))
        return fitted

    def typed(self, value: Json, name: str, before: YamlPath) -> Json:
        """Return a text as the number or boolean that an option requires, where it holds one."""
        # These hold code and text as they are.
        if not isinstance(value, str) or name in {"test_cases", "input_validator", "compare_fn"}:
            return value
        plain = value.strip().strip("“”\u2018\u2019\"'")
        changed: Json = plain if name.endswith(("_name", "_type")) else value
        if name in SWITCHES or name.startswith(("ignore_", "match_", "value_", "type_", "strict_", "input_checker")):
            changed = {"true": True, "yes": True, "false": False, "no": False}.get(plain.lower(), value)
        elif name in {"atol", "rtol", "metrictol", "tolerance", "similarity"}:
            changed = _number(plain, value)
        if changed != value:
            self.notes.append(
                ReplyFinding(codes.NAMES, self.line(before), f"'{name}' is read as {excerpt(str(changed))}")
            )
        return changed


def _validator_name(key: str, validators: list[str]) -> str:
    if key in validators or key == "template":
        return key
    plain = _plain(key)
    paper = {_plain(paper): name for paper, name in PAPER_NAMES.items()}
    if plain in paper:
        return paper[plain]
    # A name that models invent is not taken for a misspelling of whatever comes nearest by its letters.
    return key if plain in INVENTED else closest_word(plain, [*validators, "template"], cutoff=_LEAST_SIMILARITY) or key


def _plain(key: str) -> str:
    return key.strip().lower().replace("-", "_").replace(" ", "_")


def _merged(block: str | list[Json]) -> dict[str, Json] | None:
    """Return a name, or a list of names and mappings, as one mapping; None where it is something else."""
    merged: dict[str, Json] = {}
    for item in block if isinstance(block, list) else [block]:
        if isinstance(item, str) and item.strip() and len(item) < 40:  # noqa: PLR2004 - a name, not a text
            merged[item.strip()] = None
        elif isinstance(item, dict):
            kind = next((str(item[key]) for key in ("type", "name", "validator") if isinstance(item.get(key), str)), "")
            options = {key: value for key, value in item.items() if key not in {"type", "name", "validator", "options"}}
            inner = item.get("options")
            merged |= {kind: {**options, **(inner if isinstance(inner, dict) else {})} or None} if kind else item
        else:
            return None
    return merged or None


def _number(text: str, otherwise: str) -> Json:
    try:
        return float(text) if len(text) < 40 else otherwise  # noqa: PLR2004 - longer texts are no tolerance
    except ValueError:
        return otherwise
