"""A problem-set template as text: a header in YAML, then DSEAL cells with placeholders. See guides/templates.md."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import TemplateSyntaxError
from pydantic import ValidationError

from authoring.drafting.templates.header import LAST_TO_PREPARE, STAGES, TemplateEffects, TemplateHeader
from authoring.drafting.templates.language import CODE, PLAIN, TEXT, names_in, names_in_text
from authoring.dseal.diagnostic import Severity
from authoring.dseal.model import CellKind, Json
from authoring.dseal.parse import parse
from authoring.dseal.positions import lines_of
from authoring.dseal.yaml_reader import ParseLimits, read_yaml
from authoring.errors import TemplateError
from authoring.records.draft import Template

_OF_ANSWERS = frozenset({"answer", "shown", "spread", "numbers", "differs"})
BUILT_IN = frozenset({
    "table", "title", "row", "rows", "new", "pick", "comparable", "foresees", "akin", "listed_words", "step_groups",
    "tidied",
})  # fmt: skip
"""Names that every template may use."""
_CALL = re.compile(r"`\w+\((\w+(?:, \w+)*)\)`")
_MARKER = re.compile(r"^# %%", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ProblemPart:
    """One problem of a template, with its placeholders still in it."""

    question: str
    code: str
    validator: Json
    max_time: float | None


@dataclass(frozen=True, slots=True)
class ProblemTemplate:
    """A template that was read and found in order."""

    name: str
    header: TemplateHeader
    parts: tuple[ProblemPart, ...]

    @property
    def links(self) -> bool:
        """Whether its problems build on earlier ones, or later ones may build on them."""
        header = self.header
        return bool(header.gives) or self.changes_table or len(header.needs) > 1

    @property
    def changes_table(self) -> bool:
        """Whether later templates find another table."""
        return self.header.effects != TemplateEffects()

    @property
    def variables(self) -> frozenset[str]:
        """The variables that its questions ask for, and the arguments of functions."""
        validators = [part.validator for part in self.parts if isinstance(part.validator, Mapping)]
        checks = [validator.get("namespace_check") for validator in validators]
        arguments = [name for part in self.parts for call in _CALL.findall(part.question) for name in call.split(", ")]
        return frozenset((*arguments, *(name for check in checks if isinstance(check, Mapping) for name in check)))

    @property
    def prepares(self) -> bool:
        """Whether its problems make the table ready, and come first whatever their level."""
        return STAGES.index(self.header.stage) <= STAGES.index(LAST_TO_PREPARE)

    @property
    def order(self) -> tuple[int, str]:
        """Where its problems stand among those that are as hard."""
        return STAGES.index(self.header.stage), self.name


@lru_cache(512)
def read_template(template: Template) -> ProblemTemplate:
    """Read a template.

    Raises:
        TemplateError: when it is broken; the message begins with file, line and column.
    """
    return _Reader(template).run()


class _Reader:
    def __init__(self, template: Template) -> None:
        self.name = template.name
        self.text = template.text
        self.lines = lines_of(template.text)
        self.known: set[str] = set(BUILT_IN)

    def fail(self, offset: int, message: str, hint: str) -> NoReturn:
        line, column = self.lines.locate(offset)
        raise TemplateError(f"templates/{self.name}.py:{line}:{column}: {message}", hint=hint)

    def run(self) -> ProblemTemplate:
        marker = _MARKER.search(self.text)
        if marker is None:
            self.fail(0, "the template has no cell", "write `# %%` on a line of its own before the first problem")
        header = self.header(marker.start())
        return ProblemTemplate(self.name, header, self.parts(marker.start()))

    def header(self, end: int) -> TemplateHeader:
        hint = 'begin the file with a docstring in """ that holds title, stage, level and knowledge'
        start = self.text.find('"""', 0, end)
        stop = self.text.find('"""', start + 3, end)
        if start < 0 or stop < 0:
            self.fail(0, "the template has no header", hint)
        source, base = self.text[start + 3 : stop], start + 3
        reading = read_yaml(source, ParseLimits())
        if reading.findings:
            trouble = reading.findings[0]
            self.fail(base + trouble.start, trouble.message, trouble.hint or hint)
        try:
            header = TemplateHeader.model_validate(reading.value)
        except ValidationError as error:
            first = error.errors()[0]
            # pydantic puts the name of a validator into the path, which is no key of the header.
            path = tuple(part for part in first["loc"] if not str(part).startswith("function-"))
            # A missing key has no place: the nearest one above it is named.
            while path and path not in reading.keys:
                path = path[:-1]
            key = ".".join(str(part) for part in first["loc"])
            self.fail(base + reading.keys.get(path, (0, 0))[0], f"{key}: {first['msg']}", "see guides/templates.md")
        self.check_names(header, lambda *path: base + reading.keys.get(path, (0, 0))[0])
        return header

    def check_names(self, header: TemplateHeader, place: Any) -> None:
        """Refuse expressions that do not parse or use what is not there, in the order in which they are evaluated."""
        further = {name for name, given in (("join", header.join), ("panel", header.panel)) if given}
        self.known |= {*header.slots, *header.needs, *further}
        for name, expression in header.let.items():
            self.expression(expression, place("let", name))
            # Only now: an expression may use those above it, and not itself.
            self.known.add(name)
        for index, condition in enumerate(header.where):
            self.expression(condition.test, place("where", index))
        for output, values in header.gives.items():
            for name, expression in values.items():
                self.expression(expression, place("gives", output, name))
        self.placeholders(header.shows, place("shows"), CODE)
        if header.worth:
            self.known |= _OF_ANSWERS
            self.expression(header.worth, place("worth"))
            self.known -= _OF_ANSWERS
        self.check_slots(header, place)

    def check_slots(self, header: TemplateHeader, place: Any) -> None:
        """Refuse effects on what is no slot, pools of no slot, and slots of a table that is not joined."""
        for name in header.pools:
            if name not in header.slots:
                self.fail(place("pools"), f"pools names {name}, which is no slot", "name a slot")
        for field, names in header.effects:
            for name in names if isinstance(names, tuple | dict) else ():
                if name not in self.known:
                    self.fail(place("effects", field), f"{field} names {name}, which is no slot", "name a slot")
        for name, slot in header.slots.items():
            if slot.of == "partner" and not header.join:
                self.fail(place("slots", name), "there is no partner without a join", "add `join: true`")

    def expression(self, text: str, offset: int) -> None:
        try:
            used = names_in(text)
        except TemplateSyntaxError as error:
            self.fail(offset, f"{text!r} is no expression: {error.message}", "write a Jinja expression")
        self.undefined(used, offset)

    def undefined(self, used: frozenset[str], offset: int) -> None:
        for name in sorted(used - self.known):
            self.fail(offset, f"{name} is not defined", f"known here: {', '.join(sorted(self.known))}")

    def parts(self, start: int) -> tuple[ProblemPart, ...]:
        # Blank lines in the header's place: the parser then tells the lines of the file.
        blank = re.sub(r"[^\n]", "", self.text[:start])
        parsed = parse(blank + self.text[start:])
        for finding in parsed.diagnostics:
            if finding.severity is Severity.ERROR:
                place = f"templates/{self.name}.py:{finding.line}:{finding.column}"
                raise TemplateError(f"{place}: {finding.message}", hint=finding.hint)
        # What to add to an offset of the parsed text for that of the file.
        shift = start - len(blank)
        for cell in parsed.cells:
            if cell.kind is CellKind.CONTEXT:
                self.fail(cell.span.start + shift, "a template holds problems only", "put the code into a problem")
        parts = []
        for cell, problem in parsed.problems:
            self.placeholders(problem.question, problem.yaml_span.start + shift, TEXT)
            self.placeholders(cell.code, cell.code_span.start + shift, CODE)
            validator: Json = None if problem.validator is None else dict(problem.validator)
            for text in _texts(validator):
                self.placeholders(text, problem.yaml_span.start + shift, PLAIN)
            parts.append(ProblemPart(problem.question, cell.code, validator, problem.max_time))
        return tuple(parts)

    def placeholders(self, text: str, offset: int, environment: Any) -> None:
        try:
            used = names_in_text(text, environment)
        except TemplateSyntaxError as error:
            preceding = "".join(line + "\n" for line in text.split("\n")[: error.lineno - 1])
            self.fail(
                offset + len(preceding), f"a placeholder cannot be read: {error.message}", "see guides/templates.md"
            )
        self.undefined(used, offset)


def _texts(value: Json) -> list[str]:
    """Return every text in a validator block, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in (*_texts(key), *_texts(item))]
    return []


def knowledge_of(templates: Sequence[Template]) -> tuple[str, ...]:
    """Return the knowledge points of templates, each once, sorted.

    Raises:
        TemplateError: a template is broken.
    """
    return tuple(sorted({point for template in templates for point in read_template(template).header.knowledge}))
