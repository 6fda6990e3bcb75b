"""Replies that are packed into something else: JSON, notebooks, escaped line ends, HTML entities."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from authoring.drafting.replies import codes
from authoring.drafting.replies.characters import without_entities
from authoring.drafting.replies.fences import ReplyBlock
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, renumbered, text_of
from authoring.drafting.replies.markers import PLAIN, marker_of
from authoring.dseal.model import Json, YamlPath
from authoring.dseal.positions import lines_of
from authoring.llm.loose_json import LooseJson, read_loose_json

QUESTIONS = ("question", "query", "prompt", "task", "instruction", "instructions", "problem")
"""Keys under which models put a question."""
CODE_KEYS = ("code", "reference", "reference_code", "solution", "reference_solution", "answer_code", "python", "answer")
"""Keys under which models put the reference code."""
_LISTS = ("problems", "cells", "problem_set", "problemset", "items", "tasks", "questions", "data", "steps")
_CONTEXTS = ("context", "setup", "imports", "preamble", "context_code", "setup_code")
_OTHER_KEYS = ("validator", "validators", "execution", "data")
# A marker whose line ends in a backslash and an n, however often escaped.
_ESCAPED_MARKER = re.compile(r"# ?%%\\+n")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
# Carriage returns vanish: a line feed comes with them.
_ESCAPES = {"n": "\n", "t": "\t", "r": "", '"': '"', "'": "'", "\\": "\\"}
# Lines that begin with a bracket, behind a sentence that announces the JSON.
_JSON_BEGINS = re.compile(r"^(?=[ \t]{0,4}[{\[])", re.MULTILINE)
_TRIES = 3


def unescaped(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    r"""Return lines in which ``\n`` written as two characters, or ``&quot;`` for a quote, is what it stands for."""
    unpacked_lines = list(lines)
    place = next((line.number for line in unpacked_lines if _ESCAPED_MARKER.search(line.text)), None)
    if place is not None:
        notes.append(ReplyFinding(codes.PACKED, place, "line ends are written as \\n, and are read as such"))
        unpacked_lines = [
            new
            for line in unpacked_lines
            for new in renumbered(
                _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[0]), line.text.strip().strip('"')), line.number
            )
        ]
    html = next(
        (line.number for line in unpacked_lines if "&quot;&quot;&quot;" in line.text or "&#34;&#34;" in line.text), None
    )
    if html is not None:
        notes.append(ReplyFinding(codes.PACKED, html, "HTML entities are read as the characters they stand for"))
        unpacked_lines = [ReplyLine(without_entities(line.text), line.number) for line in unpacked_lines]
    return unpacked_lines


def unpacked(block: ReplyBlock, notes: list[ReplyFinding]) -> ReplyBlock:
    """Return a block with the cells that its JSON holds; the block itself where it holds none."""
    body = text_of(block.lines)
    start = body.lstrip()[:1]
    if any(marker_of(line.text) for line in block.lines) or (start not in {"{", "[", '"'} and block.language):
        return block
    # A docstring, and no JSON string.
    if start == '"' and body.lstrip()[:3] == '"""':
        return block
    starts = [len(body) - len(body.lstrip())] if start in {"{", "[", '"'} else []
    starts += [match.end() for match in islice(_JSON_BEGINS.finditer(body), _TRIES)]
    for offset in dict.fromkeys(starts):
        reading = read_loose_json(body, offset)
        lines = list(_Unpacking(body, block.lines, reading).run())
        if lines:
            kind = "a notebook" if isinstance(reading.value, dict) and "cells" in reading.value else "JSON"
            message = f"the reply is packed into {kind}; its cells are taken out"
            notes.append(ReplyFinding(codes.PACKED, lines[0].number, message))
            if reading.stopped:
                last = block.lines[min(body.count("\n", 0, reading.end), len(block.lines) - 1)].number
                message = f"the JSON cannot be read to its end: {reading.stopped}; what is whole before it is kept"
                notes.append(ReplyFinding(codes.CUT, last, message))
            return ReplyBlock("python", tuple(lines))
    return block


class _Unpacking:
    def __init__(self, body: str, lines: Sequence[ReplyLine], reading: LooseJson) -> None:
        self.body = body
        self.lines = lines
        self.reading = reading

    def run(self) -> Iterator[ReplyLine]:
        """Yield the lines of the cells, with a marker above each; nothing where no problems are inside."""
        value = self.reading.value
        if isinstance(value, str):
            yield from self.text(value, ())
        elif isinstance(value, list):
            yield from self.items(value, ())
        elif isinstance(value, dict):
            yield from self.mapping(value)

    def mapping(self, value: Mapping[str, Json]) -> Iterator[ReplyLine]:
        list_key = next((key for key in _LISTS if isinstance(value.get(key), list)), None)
        if list_key is not None:
            items = value[list_key]
            cell_lines = list(self.items(items, (list_key,))) if isinstance(items, list) else []
            if cell_lines:
                for key in _CONTEXTS:
                    yield from self.context(value.get(key), (key,))
                yield from cell_lines
            return
        text = next((key for key, item in value.items() if isinstance(item, str) and "%%" in item), None)
        if text is not None:
            yield from self.text(str(value[text]), (text,))
        elif self.question_key(value):
            yield from self.item(value, ())

    def text(self, text: str, path: YamlPath) -> Iterator[ReplyLine]:
        """Yield the lines of a text that holds cells."""
        rows = renumbered(text.replace("\r\n", "\n"), self.number(path))
        if any(marker_of(row.text) for row in rows):
            yield from rows

    def items(self, items: Sequence[Json], path: YamlPath) -> Iterator[ReplyLine]:
        """Yield the cells of a list, if any of them asks something or is a notebook's."""
        if not any(self.asks(item) for item in items):
            return
        for index, item in enumerate(items):
            if isinstance(item, str):
                rows = renumbered(item, self.number((*path, index)))
                yield from rows if marker_of(rows[0].text) else [ReplyLine(PLAIN, rows[0].number), *rows]
            elif isinstance(item, dict):
                yield from self.item(item, (*path, index))

    def asks(self, item: Json) -> bool:
        if isinstance(item, str):
            return "question:" in item or "query:" in item or PLAIN in item
        return isinstance(item, dict) and ("cell_type" in item or bool(self.question_key(item)))

    def question_key(self, item: Mapping[str, Json]) -> str:
        code = any(isinstance(item.get(key), str) for key in CODE_KEYS)
        return next((key for key in QUESTIONS if isinstance(item.get(key), str) and code), "")

    def item(self, item: Mapping[str, Json], path: YamlPath) -> Iterator[ReplyLine]:
        """Yield one cell: a notebook's, a problem, or context."""
        if "cell_type" in item:
            yield from self.notebook_cell(item, path)
            return
        code = next((key for key in CODE_KEYS if isinstance(item.get(key), str)), "")
        question = self.question_key(item)
        if not question:
            yield from self.context(item.get(code), (*path, code))
            return
        # What a problem can have comes first; the others are shown to the reader of docstrings, which drops them and
        # says so. JSON is YAML, so that the docstring needs no quoting of ours.
        head: dict[str, Json] = {"question": item[question]}
        head |= {key: item[key] for key in item if key in _OTHER_KEYS and item[key] is not None}
        head |= {key: item[key] for key in item if key not in {*head, *CODE_KEYS, *QUESTIONS} and item[key] is not None}
        number = self.number((*path, question))
        yield ReplyLine(PLAIN, number)
        yield ReplyLine('"""', number)
        yield ReplyLine(json.dumps(head), number)
        yield ReplyLine('"""', number)
        yield from renumbered(str(item[code]).strip("\n"), self.number((*path, code)))

    def notebook_cell(self, cell: Mapping[str, Json], path: YamlPath) -> Iterator[ReplyLine]:
        source = cell.get("source", "")
        text = "".join(map(str, source)) if isinstance(source, list) else str(source)
        number = self.number((*path, "source"))
        rows = renumbered(text, number)
        if cell.get("cell_type") == "code":
            yield from rows if marker_of(rows[0].text) else [ReplyLine(PLAIN, number), *rows]
        else:
            yield from [ReplyLine(f"{PLAIN} [markdown]", number), *rows]

    def context(self, code: Json, path: YamlPath) -> Iterator[ReplyLine]:
        if isinstance(code, str) and code.strip():
            yield from [ReplyLine(PLAIN, self.number(path)), *renumbered(code, self.number(path))]

    def number(self, path: YamlPath) -> int:
        """Return the reply's line at which a value stands."""
        line, _ = lines_of(self.body).locate(self.reading.places.get(path, 0))
        return self.lines[min(line, len(self.lines)) - 1].number
