"""The drafter that needs no model: it fills the templates whose slots the profile satisfies."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.drafting.templates.filling import FilledTemplate, fill
from authoring.drafting.templates.format import ProblemTemplate, read_template
from authoring.drafting.templates.language import render_code, render_question, render_validator, spoken
from authoring.drafting.templates.naming import sayable
from authoring.drafting.templates.selection import FEWEST_PROBLEMS, Selection, size
from authoring.drafting.templates.state import State, beginning
from authoring.dseal.compose import compose_context, compose_problem
from authoring.errors import DraftError
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, Example, ProblemOrigin, Template
from authoring.records.profile import Profile
from authoring.records.seed import Seed

if TYPE_CHECKING:
    from authoring.dseal.model import Json

_IMPORTS = "import numpy as np\nimport pandas as pd"
# Values of a table beyond which a problem may take longer than the second that DSEval allows.
_LARGE = 200_000
# Seconds for a problem about such a table.
_TIME_FOR_LARGE = 30
_REASONS_TOLD = 4


class TemplateDrafter:
    """Writes problem sets from templates; the same arguments give the same bytes."""

    def __init__(self, templates: Sequence[Template]) -> None:
        # Read when a draft is written: a run whose draft is journaled needs the hashes only.
        self._texts = tuple(templates)
        hashes = sorted((template.name, sha256_of(template.text)) for template in templates)
        self._fingerprint = sha256_of("\n".join(" ".join(pair) for pair in hashes))

    @property
    def fingerprint(self) -> str:
        """A hash of all template texts."""
        return f"templates:{self._fingerprint}"

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1; the examples are for drafters that learn from them.

        Raises:
            TemplateError: when a template is broken, with file, line and column.
            DraftError: when no set of at least ten problems can be made; the message says what the data lacks.
        """
        del examples
        chosen: list[FilledTemplate] = []
        templates = tuple(read_template(template) for template in self._texts)
        title = seed.title if sayable(seed.title) else seed.name
        selections = [
            Selection(templates, beginning(profile, main), random_seed=random_seed, title=title)
            for main in profile.tables
        ]
        # Each table may be the main one; of equally good sets that of the first table is taken.
        for selection in selections:
            candidate = selection.choose()
            if _weight(candidate) > _weight(chosen):
                chosen = candidate
        if size(chosen) < FEWEST_PROBLEMS:
            raise _too_few(seed, selections, size(chosen))
        cells = [compose_context(_IMPORTS)]
        origins = []
        for filled in chosen:
            texts, sources = _rendered(filled)
            cells += texts
            origins += sources
        text = "\n".join(cells)
        return Draft(name=name, seed=seed.name, revision=1, text=text, origins=tuple(origins))


def _weight(filled: Sequence[FilledTemplate]) -> tuple[int, int]:
    """Return by what sets are compared: stages covered, then problems."""
    return len({template.template.header.stage for template in filled}), size(filled)


def _rendered(filled: FilledTemplate) -> tuple[list[str], list[ProblemOrigin]]:
    texts, origins = [], []
    template, table = filled.template, filled.after.table
    large = table.rows * len(table.columns) > _LARGE
    for part in template.parts:
        seconds = part.max_time or (_TIME_FOR_LARGE if large else None)
        execution: dict[str, Json] | None = None if seconds is None else {"max_time": int(seconds)}
        question = render_question(part.question, filled.context)
        code = render_code(part.code, filled.context)
        validator = render_validator(part.validator, filled.context)
        texts.append(compose_problem(question, code, validator=validator, execution=execution))
        knowledge = template.header.knowledge
        origins.append(ProblemOrigin(origin=f"template:{template.name}", knowledge=knowledge, level=part.level))
    return texts, origins


def _too_few(seed: Seed, selections: Sequence[Selection], count: int) -> DraftError:
    files = ", ".join(selection.state.table.file for selection in selections)
    if not selections:
        return DraftError(f"{seed.name}: the seed has no table", hint="add a file with rows and columns")
    _, refused = selections[0].walk(selections[0].templates)
    reasons: dict[str, list[str]] = {}
    for template, reason in refused:
        reasons.setdefault(reason, []).append(template.name)
    # Columns that cannot be named are left out of every template, which no single template's reason says.
    unsayable = [name for name in sorted(selections[0].state.table.names) if not sayable(name)]
    if unsayable:
        reason = f"has {len(unsayable)} columns whose names cannot be written in a question, such as {unsayable[0]!r}"
        reasons[reason] = [template.name for template, _ in refused]
    reasons_shown = sorted(reasons, key=lambda reason: (-len(reasons[reason]), reason))[:_REASONS_TOLD]
    lines = "; ".join(reasons_shown)
    return DraftError(
        f"{seed.name}: {count} problems can be made from {files}, at least {FEWEST_PROBLEMS} are needed; the table {lines}",
        hint="choose a table with more rows and columns of different kinds, or add templates that fit it",
    )
