"""Reading a docstring's YAML safely: limits are checked first, then values are read with the place of every key.

A few lines of YAML can expand to gigabytes, and its loader can build any Python object; neither may happen to a text
that a model has written. Nothing here knows which keys a problem has: that belongs to `schema` and `problem_reader`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from authoring.dseal import codes
from authoring.dseal.diagnostic import RuleInfo
from authoring.dseal.model import Json, YamlPath
from authoring.dseal.yaml_events import (
    COLLECTION_TAGS,
    MERGE_TAG,
    MOST_DIGITS,
    NUMBER_TAGS,
    STRING_TAG,
    EventLoader,
    first_excess,
)


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """The most that reading a text may cost; all limits are far above what a problem set needs."""

    text: int = 500_000
    """Characters of the whole text."""
    cells: int = 1000
    yaml: int = 100_000
    """Characters of one docstring."""
    depth: int = 24
    """Levels of mappings and sequences in one docstring."""
    nodes: int = 10_000
    """Nodes of one docstring, aliases expanded."""
    expanded: int = 1_000_000
    """Characters of all scalars of one docstring, aliases expanded."""


@dataclass(frozen=True, slots=True)
class DocstringFinding:
    """A finding about a docstring; `start` and `end` are offsets in the docstring's text, which knows no file yet."""

    info: RuleInfo
    start: int
    end: int
    message: str
    hint: str = ""


@dataclass(slots=True)
class DocstringYaml:
    """What a YAML text says, and where; `value` is None when the text cannot be read at all (`fatal`)."""

    value: Json = None
    fatal: bool = False
    keys: dict[YamlPath, tuple[int, int]] = field(default_factory=dict)
    """Where each key, and each item of a sequence, stands."""
    plain: dict[YamlPath, str] = field(default_factory=dict)
    """Unquoted scalars that YAML does not read as text, as they are written."""
    findings: list[DocstringFinding] = field(default_factory=list)


LONGEST_NUMBER = 1024
"""Bits. Python refuses to print numbers of thousands of digits."""
SCALAR_ERRORS = (ValueError, KeyError, IndexError, AttributeError, TypeError, OverflowError, yaml.YAMLError)
"""What PyYAML's own constructors raise for scalars such as ``2001-99-99`` or ``!!int ''``."""


def read_yaml(source: str, limits: ParseLimits) -> DocstringYaml:
    """Read one YAML document; never raises for any text."""
    reading = DocstringYaml()
    if len(source) > limits.yaml:
        return _refused(
            reading,
            DocstringFinding(
                codes.YAML_TOO_LARGE,
                0,
                0,
                f"the docstring has {len(source):,} characters; at most {limits.yaml:,} are read",
                "move data into a file below inputs/",
            ),
        )
    try:
        loader = EventLoader()
        # Counted on events, before there are nodes: walking aliased nodes is what could take gigabytes.
        # Not libyaml's events, which end elsewhere: findings point at them.
        excess = first_excess(loader.recorded(yaml.parse(source, Loader=yaml.SafeLoader)), limits)
        if excess is not None:
            info, hint = (
                (codes.UNREADABLE_YAML, "write the value out")
                if excess.is_broken
                else (codes.YAML_TOO_LARGE, "write it shorter, or as code")
            )
            start, message = excess.start, excess.reason
            # The reason speaks of the document, which is a docstring here.
            message = f"the docstring{message.removeprefix('it')}" if message.startswith("it ") else message
            return _refused(reading, DocstringFinding(info, start, start + 1, message, hint))
        node = loader.get_single_node()
    except yaml.YAMLError as error:
        return _refused(reading, _unreadable(error))
    except (ValueError, OverflowError) as error:
        # PyYAML lets these through for escapes and version numbers out of range, without a position.
        return _refused(reading, DocstringFinding(codes.UNREADABLE_YAML, 0, 1, f"the docstring is no YAML: {error}"))
    if node is not None:
        reading.value = _Builder(loader, reading).value(node, ())
    return reading


def _refused(reading: DocstringYaml, fault: DocstringFinding) -> DocstringYaml:
    reading.fatal = True
    reading.findings.append(fault)
    return reading


def _unreadable(error: yaml.YAMLError) -> DocstringFinding:
    hint = "quote values that hold `: ` or ` #`, or begin with a sign such as [ { * & ! | > % @ `; indent with spaces"
    if isinstance(error, yaml.reader.ReaderError):
        # PyYAML gives the character as a number or as text, depending on where it met it.
        character = error.character if isinstance(error.character, int) else ord(error.character[:1] or "\0")
        message = f"the docstring holds a character YAML does not allow (U+{character:04X})"
        return DocstringFinding(
            codes.UNREADABLE_YAML, error.position, error.position + 1, message, "remove it or escape it"
        )
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        message = ", ".join(part for part in (error.context, error.problem) if part)
        start = mark.index if mark is not None else 0
        return DocstringFinding(codes.UNREADABLE_YAML, start, start + 1, f"the docstring is no YAML: {message}", hint)
    return DocstringFinding(codes.UNREADABLE_YAML, 0, 1, f"the docstring is no YAML: {error}", hint)


class _Builder:
    """Turns nodes into plain values. Recursion is bounded by `ParseLimits.depth`."""

    def __init__(self, loader: EventLoader, reading: DocstringYaml) -> None:
        self._loader = loader
        self._reading = reading

    def value(self, node: yaml.Node, path: YamlPath) -> Json:
        if isinstance(node, yaml.CollectionNode) and node.tag not in COLLECTION_TAGS:
            message = f"a collection tagged {node.tag[:60]} is no plain mapping or list"
            self._report(codes.UNREADABLE_YAML, node, message, "remove the tag")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, path)
        return self._scalar(node, path)

    def _sequence(self, node: yaml.SequenceNode, path: YamlPath) -> Json:
        for index, item in enumerate(node.value):
            self._reading.keys[*path, index] = (item.start_mark.index, item.end_mark.index)
        return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]

    def _mapping(self, node: yaml.MappingNode, path: YamlPath) -> Json:
        keys: set[str] = set()
        result: dict[str, Json] = {}
        merged: list[yaml.Node] = []
        for key_node, value_node in node.value:
            # Merges wait for all own keys, wherever they stand, because own keys win.
            if key_node.tag == MERGE_TAG:
                merged.append(value_node)
                continue
            key = self._key(key_node)
            if key is None:
                continue
            if key in keys:
                self._report(codes.DUPLICATE_KEY, key_node, f"the key '{key}' stands twice", "keep one of them")
            keys.add(key)
            self._reading.keys[*path, key] = (key_node.start_mark.index, key_node.end_mark.index)
            result[key] = self.value(value_node, (*path, key))
        for pair_key, pair_value in self._merged_pairs(merged):
            key = self._key(pair_key)
            if key is not None and key not in result:
                self._reading.keys[*path, key] = (pair_key.start_mark.index, pair_key.end_mark.index)
                result[key] = self.value(pair_value, (*path, key))
        return result

    def _merged_pairs(self, nodes: list[yaml.Node]) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        # In the order of the text, because of merged mappings the earlier one wins.
        pending = list(reversed(nodes))
        while pending:
            node = pending.pop()
            if isinstance(node, yaml.MappingNode):
                yield from (pair for pair in node.value if pair[0].tag != MERGE_TAG)
                pending.extend(value for key, value in reversed(node.value) if key.tag == MERGE_TAG)
            elif isinstance(node, yaml.SequenceNode):
                pending.extend(reversed(node.value))
            else:
                self._report(codes.UNREADABLE_YAML, node, "'<<' wants a mapping to merge", "write the keys out")

    def _key(self, node: yaml.Node) -> str | None:
        if isinstance(node, yaml.ScalarNode) and node.tag == STRING_TAG:
            return str(node.value)
        written = str(node.value) if isinstance(node, yaml.ScalarNode) else "a collection"
        message = f"the key '{written}' is no text"
        hint = f'YAML reads {written} as {_kind_of(node.tag)}; put it in quotes: "{written}"'
        self._report(codes.ILL_TYPED_VALUE, node, message, hint)
        return None

    def _scalar(self, node: yaml.Node, path: YamlPath) -> Json:
        text = str(node.value)
        if node.tag == STRING_TAG:
            return text
        self._reading.plain[path] = text
        if node.tag in NUMBER_TAGS and len(text) > MOST_DIGITS:
            # Also of base 60, whose time grows with the square of its length.
            self._report(codes.ILL_TYPED_VALUE, node, "a number is too long to be one", "put it in quotes")
            return text
        try:
            # PyYAML's own constructors of safe values, which know all spellings of numbers and truth values.
            value: object = self._loader.construct_object(node, deep=True)
        except SCALAR_ERRORS:
            message = f"'{text[:60]}' cannot be read as {_kind_of(node.tag)}"
            self._report(codes.UNREADABLE_YAML, node, message, "put it in quotes")
            return text
        if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
            self._report(codes.ILL_TYPED_VALUE, node, "a whole number is too long to be one", "put it in quotes")
            return text
        if node.tag in NUMBER_TAGS and isinstance(value, int | float):
            self._surprise(node, text, value)
        # Dates, bytes and sets are what YAML can hold beyond JSON, and a problem cannot.
        if value is None or isinstance(value, bool | int | float | str):
            return value
        message = f"'{text[:60]}' is read as {_kind_of(node.tag)}, which a problem cannot hold"
        self._report(
            codes.ILL_TYPED_VALUE, node, message, 'put it in quotes, or write code: `pd.Timestamp("2024-01-31")`'
        )
        return text

    def _surprise(self, node: yaml.Node, text: str, value: float) -> None:
        digits = text.lstrip("+-")
        # A leading zero means base 8, colons base 60; neither is what a person means by them.
        octal = len(digits) > 1 and digits.startswith("0") and digits.isdigit() and isinstance(value, int)
        if octal or ":" in digits:
            self._report(
                codes.SURPRISING_NUMBER,
                node,
                f"YAML reads {text[:40]} as {value}",
                f'write {value} if that is meant, or put it in quotes: "{text[:40]}"',
            )

    def _report(self, info: RuleInfo, node: yaml.Node, message: str, hint: str) -> None:
        start = node.start_mark.index
        # An empty value has no extent, and a finding points at one character at least.
        self._reading.findings.append(DocstringFinding(info, start, max(start + 1, node.end_mark.index), message, hint))


def _kind_of(tag: str) -> str:
    kinds = {
        "bool": "true or false",
        "null": "nothing",
        "int": "a whole number",
        "float": "a number",
        "timestamp": "a date",
        "value": "a special key",
        "binary": "binary data",
    }
    return kinds.get(tag.rpartition(":")[2], f"a value tagged {tag}")
