"""YAML, JSON and TOML that a stranger may have written, read within limits of size, nesting and numbers.

A few hundred bytes of YAML can expand to gigabytes, brackets without end exhaust the stack, and a whole number of
thousands of digits breaks whatever prints it. Everything that reads such a document goes through this module: it is
looked at before any value is made, so that reading takes bounded time and memory and ends in a value or in a
`DocumentError`.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any, Final

import yaml

from authoring.dseal.yaml_events import (
    COLLECTION_TAGS,
    MERGE_TAG,
    MOST_DIGITS,
    NUMBER_TAGS,
    STRING_TAG,
    DocumentLimits,
    EventLoader,
    first_excess,
)

_STRINGS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)', re.DOTALL)
"""Strings of JSON, and one that never ends, which is cut off there."""
_NO_BRACKET = re.compile(r"[^\[\]{}]+")
_LEVELS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
# Half of a pair of characters, as JSON can spell it, and no file in UTF-8 can hold it.
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
_LONE: Final = re.compile("[\ud800-\udfff]")
_LONG: Final = 20_000
"""Characters of YAML from which on the time of scanning matters."""
_MOST_DOTS: Final = 1_000
"""Full stops of one line of TOML: the time that its reader takes for a key grows with their square."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """The most that is read of one file; far more than a person writes or this toolkit does."""

    characters: int
    depth: int = 64
    nodes: int = 100_000
    expanded: int = 10_000_000


YAML_FILE: Final = FileLimits(2_000_000)
JSON_FILE: Final = FileLimits(50_000_000, depth=200, nodes=2_000_000, expanded=50_000_000)
TOML_FILE: Final = FileLimits(200_000)


class DocumentError(ValueError):
    """A document cannot be read, or is beyond a limit; the text says why in one line."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column


def load_yaml(
    text: str | bytes, *, limits: FileLimits = YAML_FILE, repeated_keys: bool = False, scalars_as_text: bool = False
) -> Any:
    """Return the plain values of one YAML document.

    Args:
        text: of the document.
        limits: of what is read.
        repeated_keys: whether a key may stand twice in a mapping, so that the last one counts, as PyYAML does it.
        scalars_as_text: whether numbers, dates and the like stay as they are written.

    Raises:
        DocumentError: it is no YAML, holds anything but plain values, repeats a key, or is beyond a limit.
    """
    source = _text(text, limits)
    # libyaml scans ten times as fast, where PyYAML was built with it.
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    read = partial(_read_yaml, source, limits, repeated_keys=repeated_keys, scalars_as_text=scalars_as_text)
    try:
        return read(fast)
    except DocumentError:
        if len(source) > _LONG:
            raise
    # It accepts a little less and says it in other words: where time does not matter, PyYAML has the last one.
    return read(yaml.SafeLoader)


def _read_yaml(
    source: str, limits: FileLimits, scanner: type[Any], *, repeated_keys: bool, scalars_as_text: bool
) -> Any:
    loader = EventLoader()
    try:
        _refuse_heavy(loader.recorded(yaml.parse(source, Loader=scanner)), limits)
        node = loader.get_single_node()
        if node is None:
            return None
        _refuse_odd(node, repeated_keys=repeated_keys, scalars_as_text=scalars_as_text)
        value = loader.construct_document(node)
        return _writable(value) if _HALF.search(source) else value
    except DocumentError:
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = ", ".join(part for part in (error.context, error.problem) if part)
        # libyaml scans ahead of its events, and from 0.2.6 on refuses a thousand open brackets by itself.
        if error.problem == "exceeded maximum nesting depth":
            reason = f"it is nested deeper than {limits.depth} levels"
        place = (mark.line + 1, mark.column + 1) if mark is not None else ()
        raise DocumentError(_line(reason), *place) from None
    # PyYAML's constructors raise these for impossible dates and for tags that do not fit their text.
    except (yaml.YAMLError, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise DocumentError(_line(str(error))) from None


def yaml_line(text: str, path: Sequence[str | int], *, limits: FileLimits = YAML_FILE) -> int:
    """Return the line of YAML that keys and numbers lead to, or the last one on their way; 1 for what is no YAML."""
    return yaml_place(text, path, limits=limits)[0]


def yaml_place(text: str, path: Sequence[str | int], *, limits: FileLimits = YAML_FILE) -> tuple[int, int]:
    """Return line and column, from 1, that keys and numbers lead to in YAML; see `yaml_line`."""
    loader = EventLoader()
    try:
        _refuse_heavy(loader.recorded(yaml.parse(_text(text, limits), Loader=yaml.SafeLoader)), limits)
        node = loader.get_single_node()
    except (DocumentError, yaml.YAMLError):
        return 1, 1
    mark = None
    for step in path:
        if isinstance(node, yaml.MappingNode):
            pair = next(((key, value) for key, value in node.value if key.value == step), None)
            if pair is None:
                break
            mark, node = pair[0].start_mark, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            mark = node.start_mark
        else:
            break
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)


def load_json(text: str | bytes, *, limits: FileLimits = JSON_FILE) -> Any:
    """Return what a JSON document says; half characters become U+FFFD, because no file could hold them.

    Raises:
        DocumentError: it is no JSON, or beyond a limit.
    """
    source = _text(text, limits)
    skeleton = _STRINGS.sub('""', source)
    _refuse_deep(skeleton, limits)
    if skeleton.count(",") + skeleton.count("[") + skeleton.count("{") > limits.nodes:
        raise DocumentError(f"it has more than {limits.nodes:,} values")
    try:
        value = json.loads(source, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        raise DocumentError(f"{error.msg[:1].lower()}{error.msg[1:]}", error.lineno, error.colno) from None
    return _writable(value) if _HALF.search(source) or _LONE.search(source) else value


def load_toml(text: str | bytes, *, limits: FileLimits = TOML_FILE) -> dict[str, Any]:
    """Return what a TOML document says.

    Raises:
        DocumentError: it is no TOML, or beyond a limit.
    """
    source = _text(text, limits)
    for number, line in enumerate(source.split("\n"), start=1):
        if line.count(".") > _MOST_DOTS:
            raise DocumentError(f"it has more than {_MOST_DOTS:,} full stops", number)
    try:
        document = tomllib.loads(source)
        # Measured afterwards: tomllib stops by itself where nesting would exhaust the stack.
        _refuse_beyond(document, limits)
    except RecursionError:
        raise DocumentError(f"it is nested deeper than {limits.depth} levels") from None
    except DocumentError:
        raise
    # A number of too many digits is a ValueError of Python's own.
    except ValueError as error:
        raise DocumentError(_line(str(error))) from None
    return document


def _refuse_heavy(events: Iterable[yaml.Event], limits: DocumentLimits) -> None:
    excess = first_excess(events, limits)
    if excess is not None:
        raise DocumentError(excess.reason, excess.line)


def _refuse_odd(root: yaml.Node, *, repeated_keys: bool, scalars_as_text: bool) -> None:
    """Refuse collections that are no mapping or list, numbers that are too long, and keys that stand twice."""
    pending, known = [root], set[int]()
    while pending:
        node = pending.pop()
        # A node with an alias is looked at once.
        if id(node) in known:
            continue
        known.add(id(node))
        line = node.start_mark.line + 1
        if isinstance(node, yaml.CollectionNode) and node.tag not in COLLECTION_TAGS:
            raise DocumentError(f"a collection tagged {node.tag[:60]} is no plain mapping or list", line)
        if isinstance(node, yaml.MappingNode):
            pending += [part for pair in node.value for part in pair]
            if not repeated_keys:
                _refuse_repeated(node)
        elif isinstance(node, yaml.SequenceNode):
            pending += node.value
        elif scalars_as_text:
            node.tag = STRING_TAG
        elif node.tag in NUMBER_TAGS and len(node.value) > MOST_DIGITS:
            raise DocumentError(f"a number has more than {MOST_DIGITS} characters", line)


def _refuse_repeated(mapping: yaml.MappingNode) -> None:
    keys = set[tuple[str, str]]()
    for key, _ in mapping.value:
        if not isinstance(key, yaml.ScalarNode) or key.tag == MERGE_TAG:
            continue
        if (key.tag, key.value) in keys:
            raise DocumentError(f"the key '{key.value[:60]}' stands twice", key.start_mark.line + 1)
        keys.add((key.tag, key.value))


def _text(text: str | bytes, limits: FileLimits) -> str:
    if len(text) > limits.characters:
        raise DocumentError(f"it has more than {limits.characters:,} characters")
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(f"byte {error.start} is not UTF-8") from None


def _refuse_deep(skeleton: str, limits: FileLimits) -> None:
    """Refuse JSON without its strings that is nested too deep; its reader recurses."""
    brackets = _NO_BRACKET.sub("", skeleton)
    if max(accumulate(map(_LEVELS.__getitem__, brackets)), default=0) > limits.depth:
        raise DocumentError(f"it is nested deeper than {limits.depth} levels")


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise DocumentError(f"a number has more than {MOST_DIGITS} characters")
    return int(digits)


def _refuse_beyond(value: Any, limits: FileLimits) -> None:
    """Refuse values of a document that was read: too deep, too many, or too long a number."""
    level, depth, nodes = [value], 0, 0
    while level:
        nodes += len(level)
        if depth > limits.depth:
            raise DocumentError(f"it is nested deeper than {limits.depth} levels")
        if nodes > limits.nodes:
            raise DocumentError(f"it has more than {limits.nodes:,} values")
        for item in level:
            # Three bits make a little less than a digit.
            if isinstance(item, int) and item.bit_length() > 3 * MOST_DIGITS:
                raise DocumentError(f"a number has more than {MOST_DIGITS} characters")
        level = [part for item in level if isinstance(item, dict | list) for part in _parts(item)]
        depth += 1


def _parts(item: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return item.values() if isinstance(item, dict) else item


def _writable(value: Any) -> Any:
    """Return plain values whose texts can be written as UTF-8; the depth is bounded."""
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_writable(item) for item in value]
    if isinstance(value, dict):
        return {_writable(key): _writable(item) for key, item in value.items()}
    return value


def _line(reason: str) -> str:
    return " ".join(reason.split())[:300]
