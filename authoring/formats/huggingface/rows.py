"""One row per problem, and one per set: what the data files hold, and what is said of their fields."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import Field

from authoring.dseal import parse
from authoring.dseal.diagnostic import Diagnostic
from authoring.formats.base.claims import reviewed_problems
from authoring.formats.base.questions import exported_question
from authoring.formats.huggingface.licences import LicenceTerms, terms_of
from authoring.records.base import Record, sha256_of
from authoring.records.bundle import AdmittedSet
from authoring.records.decision import Action
from authoring.records.provenance import AdmittedProblem, Provenance, read_provenance
from authoring.validators import DEFAULT_TEMPLATE

INPUTS, SETS = "inputs", "problemsets"
"""Folders of the export."""


class ProblemRow(Record):
    """A problem that stands for itself: with the code that has to run before it."""

    id: str = Field(description="Name of the set and number of the problem")
    problemset: str = Field(description="Name of the set")
    number: int = Field(description="Place in the set, from 1")
    question: str = Field(description="What is asked")
    setup: str = Field(description="Code that runs before: context and the references of earlier problems")
    reference: str = Field(description="Code that is right by definition; its last expression is the answer")
    validator: str = Field(description="How a submission is compared with the reference: DSEAL's block, as JSON")
    forbidden: tuple[str, ...] = Field(description="Names that a submission must not use")
    max_time: float | None = Field(description="Seconds that a submission may take; null for the evaluator's limit")
    max_memory: float | None = Field(description="Megabytes that it may take; null for the evaluator's limit")
    level: str = Field(description="easy, medium or hard; empty where nobody said")
    knowledge: tuple[str, ...] = Field(description="What the problem is about")
    origin: str = Field(description="Who wrote it first: a template, a model, or a person")
    inputs: tuple[str, ...] = Field(
        description="Data files of the set in this data set; code finds them as inputs/FILE"
    )
    licence: str = Field(description="Of the data")


class SetRow(Record):
    """A set: where its data come from, and how it came to be."""

    name: str = Field(description="Name of the set")
    title: str = Field(description="Of the data")
    problems: int = Field(description="How many the set has")
    source: str = Field(description="Where the data came from, as they were fetched")
    url: str = Field(description="Page of the data")
    licence: str = Field(description="Of the data")
    conditions: str = Field(description="What the licence asks for, in short")
    revision: int = Field(description="Of the draft that was admitted")
    sha256: str = Field(description="Of the set's text")
    admitted: date | None = Field(description="Day of the decision to admit it; null where none is recorded")
    reviewers: int = Field(description="How many names decisions on it are recorded under")
    reviewed: int = Field(description="How many of its problems a person marked as good, as far as it is recorded")
    model: str = Field(description="Model that drafted it; empty for templates and persons")
    guides: tuple[str, ...] = Field(description="Name and version of each guide that the model was given")
    python: str = Field(description="Version that its references ran with")
    packages: tuple[str, ...] = Field(description="Name and version of the packages that they ran with")
    files: tuple[str, ...] = Field(description="Its data files in this data set")


@dataclass(frozen=True, slots=True)
class DescribedSet:
    """A set with its rows."""

    problemset: AdmittedSet
    about: Provenance
    terms: LicenceTerms
    row: SetRow
    problems: tuple[ProblemRow, ...]
    findings: tuple[Diagnostic, ...]
    """Findings about its questions in another language."""


def describe_set(problemset: AdmittedSet, language: str) -> DescribedSet:
    """Return the rows of a set, with questions in a language.

    Raises:
        WorkspaceError: the record of its origin cannot be read.
    """
    about = read_provenance(problemset.meta, path=f"problemsets/_meta/{problemset.name}.yaml")
    terms = terms_of(about.seed.licence)
    files = tuple(f"{INPUTS}/{problemset.name}/{file.path}" for file in problemset.inputs)
    findings: list[Diagnostic] = []
    rows: list[ProblemRow] = []
    # Levels and knowledge points stand in the set's provenance, not in its text.
    admitted = {problem.number: problem for problem in about.problems}
    before: list[str] = []
    for cell in parse(problemset.text).runnable:
        if (problem := cell.problem) is not None:
            question, untranslated = exported_question(problemset, problem.number, language)
            findings += untranslated
            origin = admitted.get(problem.number) or AdmittedProblem(number=0)
            rows.append(
                ProblemRow(
                    id=f"{problemset.name}/{problem.number}",
                    problemset=problemset.name,
                    number=problem.number,
                    question=question,
                    setup="\n\n".join(before),
                    reference=cell.code,
                    validator=json.dumps(problem.validator or {"template": DEFAULT_TEMPLATE}, ensure_ascii=False),
                    forbidden=problem.forbid_names,
                    max_time=problem.max_time,
                    max_memory=problem.max_memory,
                    level=origin.level,
                    knowledge=origin.knowledge,
                    origin=origin.origin,
                    inputs=files,
                    licence=terms.name,
                )
            )
        # The reference of a problem is setup for those behind it, as context is.
        before.append(cell.code)
    row = _set_row(problemset, about, terms, files)
    return DescribedSet(problemset, about, terms, row, tuple(rows), tuple(findings))


def json_lines(rows: Sequence[Record]) -> bytes:
    """Return rows as JSON, one a line."""
    lines = (json.dumps(row.model_dump(mode="json"), ensure_ascii=False) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", "backslashreplace")


def _set_row(problemset: AdmittedSet, about: Provenance, terms: LicenceTerms, files: tuple[str, ...]) -> SetRow:
    admitted = [decision for decision in about.decisions if decision.action is Action.ADMIT]
    return SetRow(
        name=problemset.name,
        title=about.seed.title,
        problems=len(parse(problemset.text).problems),
        source=about.seed.source,
        url=about.seed.url,
        licence=terms.name,
        conditions=terms.licence.why,
        revision=about.revision,
        sha256=sha256_of(problemset.text),
        admitted=max(decision.time for decision in admitted).date() if admitted else None,
        reviewers=len({decision.reviewer for decision in about.decisions if decision.reviewer}),
        reviewed=reviewed_problems(about),
        model=about.model,
        guides=about.guides,
        python=about.environment.python,
        packages=tuple(f"{name} {version}" for name, version in sorted(about.environment.packages.items())),
        files=files,
    )
