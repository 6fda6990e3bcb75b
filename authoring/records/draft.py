"""A problem set on its way to admission: templates, examples, imports, revisions, and the origin of each problem."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, Problem
from authoring.dseal.parse import parse
from authoring.records.base import Name, Record, sha256_of
from authoring.records.evidence import DryRun, ProblemRun


class Template(Record):
    """One problem-set template, as text; parsed by the template drafter."""

    name: Name
    text: str


class Example(Record):
    """An admitted problem set, offered to a drafter as a model of what is wanted."""

    name: Name
    text: str


class DraftWishes(Record):
    """What somebody wants of a set that templates draft, and what other sets of the benchmark are made of."""

    at_least: int | None = None
    """Problems below which the draft is refused; None for a short draft that says why."""
    about: tuple[str, ...] = ()
    """Columns that problems should rather be about."""
    levels: tuple[Literal["easy", "medium", "hard"], ...] = ()
    """Levels that problems may have; empty for any."""
    points: tuple[str, ...] = ()
    """Knowledge points of which problems have to have one; empty for any."""
    used_templates: tuple[tuple[str, int], ...] = ()
    """How many problems of other sets come from a template: what was used much is used less."""
    used_points: tuple[tuple[str, int], ...] = ()
    """How many problems of other sets have a knowledge point."""

    @property
    def stated(self) -> tuple[object, ...]:
        """What somebody said, without what other sets have."""
        return self.at_least, self.about, self.levels, self.points


PERSON = "person"
"""The origin of a problem that a person wrote or edited."""


class ProblemOrigin(Record):
    """Where one problem of a draft came from."""

    origin: str
    """``template:NAME``, ``model:NAME``, ``person`` or ``context``."""
    knowledge: tuple[str, ...] = ()
    """Knowledge points, for example ``missing values``."""
    level: Literal["easy", "medium", "hard"] | None = None


class LeftOutProblem(Record):
    """A planned problem that the reply of a model did not hold."""

    number: int
    """Its number in the plan, from 1."""
    follows: int
    """The number of the written problem behind which it belongs; 0 where it belongs before all of them."""
    task: str
    needs: tuple[int, ...] = ()
    gives: tuple[str, ...] = ()
    """As in the plan."""
    origin: ProblemOrigin
    """What the problem will have once the model has written it."""


class DraftingInputs(Record):
    """The model, guides, prompts and examples that a draft was made with; empty for templates.

    Yields are compared by them later.
    """

    model: str = ""
    guides: tuple[tuple[str, str], ...] = ()
    """Name and version of every guide."""
    prompts: tuple[tuple[str, str], ...] = ()
    examples: tuple[Name, ...] = ()


class Draft(Record):
    """A problem set that is not admitted yet. Every change makes a new revision; none is lost."""

    name: Name
    seed: Name
    revision: int
    """From 1."""
    text: str
    origins: tuple[ProblemOrigin, ...]
    """One per problem, in order; empty when a person's edit changed the number of problems and nothing is known."""
    made_with: DraftingInputs = DraftingInputs()
    came_from: str = ""
    """The hash of the draft that a model made this one from; empty where nobody or a person did."""
    mended: tuple[Diagnostic, ...] = ()
    """What had to be repaired in the reply of a model to read it, and what of it could not be used."""
    left_out: tuple[LeftOutProblem, ...] = ()
    """What the plan has and the text has not, in the order of the plan."""

    @model_serializer(mode="wrap")
    def _without_empty_list(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Journals know steps by what was written before there was this key.
        content: dict[str, Any] = serialize(self)
        if not self.left_out:
            content.pop("left_out", None)
        return content

    @property
    def sha256(self) -> str:
        """The identity of the exact text."""
        return sha256_of(self.text)


# --- imported sets ------------------------------------------------------------------------------------------------


class ImportedSet(Record):
    """A problem set made from existing material, before it is run or looked at by a person."""

    text: str
    """DSEAL."""
    origins: tuple[ProblemOrigin, ...]
    """One per problem, in order; ``import:KIND``."""
    findings: tuple[Diagnostic, ...] = ()
    """Choices that were uncertain (warnings, with the number of the problem), what was left out and why (notes).

    An importer need not know lines: `remaining_findings` points each finding at the question of its problem.
    """
    needs: tuple[str, ...] = ()
    """Files below ``inputs/`` that the code reads and that the importer was not given, in order of first use."""
    made_with: DraftingInputs = DraftingInputs()
    """What a text was made with that was drafted here before; empty for what was imported."""


def remaining_findings(imported: ImportedSet, text: str) -> tuple[Diagnostic, ...]:
    """Return what was found on the way in and still holds for a later text, in the order of its lines.

    A finding about a problem stands until a person changes that problem; one about the whole set always stands.
    """
    # Problems are recognised by their text, because an edit may have moved or renumbered them.
    first = {problem.number: cell.source.strip() for cell, problem in parse(imported.text).problems}
    cells = {cell.source.strip(): (cell, problem) for cell, problem in parse(text).problems}
    findings = []
    for finding in imported.findings:
        if finding.problem is None:
            findings.append(finding)
        elif (place := cells.get(first.get(finding.problem, ""))) is not None:
            findings.append(_pointing_at(finding, *place))
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.code)))


def _pointing_at(finding: Diagnostic, cell: Cell, problem: Problem) -> Diagnostic:
    span = problem.positions.get((problem.question_key,), problem.yaml_span)
    line = cell.source.splitlines()[span.line - cell.span.line]
    place = {"line": span.line, "column": span.column, "source_line": line}
    return finding.model_copy(update={"problem": problem.number, **place})


# --- problems of a set --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One problem of a set with what is known of it."""

    number: int
    level: str
    question: str
    run: ProblemRun | None


def conventions_in(text: str) -> tuple[str, ...]:
    """Return the conventions that a set states for all its questions."""
    return parse(text).conventions


def problem_lines(text: str, origins: Sequence[ProblemOrigin], run: DryRun | None) -> Iterator[ProblemLine]:
    """Yield the problems of a text in order.

    Args:
        text: DSEAL.
        origins: where problems come from, in order; it may be shorter than the text has problems.
        run: the dry run, if there was one.
    """
    runs = {cell.number: cell for cell in run.cells} if run else {}
    for _, problem in parse(text).problems:
        origin = origins[problem.number - 1] if problem.number <= len(origins) else None
        level = (origin.level or "") if origin else ""
        yield ProblemLine(problem.number, level, problem.question, runs.get(problem.number))
