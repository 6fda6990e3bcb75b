"""Findings about a draft, shown alike by the terminal, the review screen and a repair prompt."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Severity(StrEnum):
    """How much a finding weighs: an error keeps a draft from admission, a warning wants a look, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Diagnostic(BaseModel):
    """One coded finding.

    Codes: DS1xx the text cannot be read, DS2xx question and reference code, DS3xx validator block, DS4xx dry run,
    DS5xx checks beyond the run, DS60x certificates of validators, DS61x questions that can be read in two
    ways, DS62x and DS63x probes of data and models, DS64x, DS65x and DS67x questions against references, DS66x causes
    of results, DS68x facts of tables and mends,
    DS7xx exports, DS8xx what a model replied, DS90x to DS92x the seed gate, DS93x notebooks, DS94x to DS96x imports,
    DS97x pilots.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    """For example ``DS201``; `authoring explain CODE` says more."""
    name: str
    """What is wrong, in kebab case, for example ``empty-question``."""
    severity: Severity
    message: str
    """What is wrong, in one sentence without a final full stop."""
    hint: str = ""
    """What to do about it; may be empty."""
    path: str = ""
    """The file as the user named it, or empty for a text that has no file."""
    line: int = 1
    """From 1."""
    column: int = 1
    """From 1, in characters."""
    end_column: int | None = None
    """Exclusive, on the same line; None where the extent is unknown."""
    source_line: str = ""
    """The line of text the finding points at, without its line ending."""
    problem: int | None = None
    """The problem's number as DSEval counts (complete problems only, from 1); None for the whole text."""


def errors_in(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that are errors."""
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def faults_in(findings: Iterable[Diagnostic]) -> list[str]:
    """Return the messages of the findings that are more than notes, those of errors first."""
    faults = [finding for finding in findings if finding.severity is not Severity.NOTE]
    return [finding.message for finding in sorted(faults, key=lambda fault: fault.severity is not Severity.ERROR)]


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A kind of finding: what `authoring explain CODE` prints, and the maker of its diagnostics."""

    code: str
    name: str
    """What is wrong, never the cure, in kebab case; reads well after "allow"."""
    severity: Severity
    what: str
    """What is looked for, in a sentence or two."""
    why: str
    """Why it harms a problem set."""
    bad: str
    """A text (or a description, for what only a dry run shows) that has the defect."""
    good: str
    """The same without it."""

    def diagnostic(
        self,
        message: str,
        *,
        hint: str = "",
        line: int = 1,
        column: int = 1,
        end_column: int | None = None,
        source_line: str = "",
        problem: int | None = None,
    ) -> Diagnostic:
        """Return a diagnostic of this kind; `path` is filled in by whoever knows the file."""
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=self.severity,
            message=message,
            hint=hint,
            line=line,
            column=column,
            end_column=end_column,
            source_line=source_line,
            problem=problem,
        )
