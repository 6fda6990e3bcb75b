"""The drafter that needs no model: it fills the templates whose slots the profile and the dictionary satisfy."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.conventions import CONVENTIONS, worthwhile
from authoring.drafting.templates.filling import NOTHING_REHEARSED, WIDE, RehearsedFillings
from authoring.drafting.templates.format import ProblemTemplate, read_template
from authoring.drafting.templates.language import (
    conventions_named_in,
    render_code,
    render_question,
    render_validator,
    unlike_rows,
)
from authoring.drafting.templates.naming import sayable
from authoring.drafting.templates.rows import are_designed
from authoring.drafting.templates.selection import SHARED, Candidate, Selection, size
from authoring.drafting.templates.state import State, beginning
from authoring.drafting.templates.worth import is_worth, repeats
from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.conventions import convention_comments
from authoring.dseal.mutation.base import read_code
from authoring.dseal.parse import parse
from authoring.dseal.readings import near_halves
from authoring.dseal.readings.base import edited
from authoring.errors import DraftError, nearest_hint
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, DraftWishes, Example, ProblemOrigin, Template
from authoring.records.profile import ColumnKind, Profile, TableProfile
from authoring.records.seed import Seed
from authoring.records.wording import counted

if TYPE_CHECKING:
    from authoring.dseal.model import Json

Rehearsal = Callable[[str], Mapping[int, str | None]]
"""Runs a problem set once; returns each problem's answer as text, by its number, and None where it fails or its answer
says nothing of the data. A table stands as a list of its rows, each with its label first."""
_IMPORTS = "import numpy as np\nimport pandas as pd"
# Values of a table beyond which a problem may take longer than the second that DSEval allows.
_LARGE = 200_000
# Seconds for a problem about such a table.
_TIME_FOR_LARGE = 30
_REASONS_TOLD = 4
_SHOWN = "What do the data show?"
_MOST_COPIED = 100_000
"""Rows of a table that is copied to be changed a second time; of so many a mean is hardly half of a last decimal."""
"""The question of what only a rehearsal asks."""
# Tables of a seed that are tried as the main one: more of them would take longer and are seldom better.
_TRIED_TABLES = 6
# Rows of each level of a category that rows are told apart by, at least, and such categories that are looked at.
_ROWS_OF_CLASS, _MOST_CLASSES = 8, 6
# Rehearsals of one draft; a template whose problems said nothing twice is left out.
_REHEARSALS = 10
# Rehearsals of all templates that fit: the second is of those that said nothing in the first.
_TRIES_OF_ALL = 2


class TemplateDrafter:
    """Writes problem sets from templates; the same arguments give the same bytes.

    Args:
        templates: as texts.
        wishes: what somebody wants of the set.
        rehearsal: runs a set in the sandbox, so that no problem is drafted whose answer says nothing of these data;
            None where nothing can be run.
    """

    def __init__(
        self,
        templates: Sequence[Template],
        wishes: DraftWishes = DraftWishes(),  # noqa: B008 - frozen
        rehearsal: Rehearsal | None = None,
    ) -> None:
        # Read when a draft is written: a run whose draft is journaled needs the hashes only.
        self._texts = tuple(templates)
        self._wishes = wishes
        self._rehearsal = rehearsal
        hashes = sorted((template.name, sha256_of(template.text)) for template in templates)
        self._fingerprint = sha256_of("\n".join(" ".join(pair) for pair in hashes))

    @property
    def fingerprint(self) -> str:
        """A hash of all template texts, and of what is wanted where anything is."""
        wishes = "" if self._wishes == DraftWishes() else f":{sha256_of(self._wishes.model_dump_json())}"
        return f"templates:{self._fingerprint}{wishes}"

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1; the examples are for drafters that learn from them.

        Raises:
            TemplateError: when a template is broken, with file, line and column.
            DraftError: there is nothing to draft from, fewer problems can be made than are wanted, or a wish is for
                a column or a knowledge point that there is not; the message says what the data lacks.
        """
        del examples
        templates = tuple(read_template(template) for template in self._texts)
        self._check_wishes(seed, profile, templates)
        chance = _chance(seed, random_seed)
        states = self._states(profile)
        rehearsed = self._rehearse_all(seed, states, templates, chance)
        for number in range(_REHEARSALS):
            selections = self._selections(seed, states, templates, chance, rehearsed)
            chosen = _best([selection.choose() for selection in selections])
            cells, origins, owners, agreed = _rendered(chosen, chance)
            stated = convention_comments([CONVENTIONS[convention] for convention in agreed])
            context = compose_context(f"{stated}\n{_IMPORTS}")
            text = "\n".join((context, *cells))
            weak = self._weak(context, cells, owners, is_set=True)
            if not weak:
                break
            rehearsed = rehearsed.after((candidate.filled for candidate in weak), is_last=number > 1)
            if number == _REHEARSALS - 2:
                # What is weak to the last is left out, and nothing takes its place that was not rehearsed.
                strong = {owner.template.name for owner in owners} - {candidate.template.name for candidate in weak}
                templates = tuple(template for template in templates if template.name in strong)
        if len(origins) < max(self._wishes.at_least or 0, 1):
            raise _too_few(seed, selections, len(origins), max(self._wishes.at_least or 0, 1))
        return Draft(name=name, seed=seed.name, revision=1, text=text, origins=tuple(origins))

    def shortage(self, seed: Seed, profile: Profile, *, count: int, random_seed: int) -> str:
        """Return why a draft has only so many problems, as a sentence."""
        templates = tuple(read_template(template) for template in self._texts)
        selections = self._selections(
            seed, self._states(profile), templates, _chance(seed, random_seed), NOTHING_REHEARSED
        )
        for selection in selections:
            selection.choose()
        return _shortage(selections, count)

    def _rehearse_all(
        self, seed: Seed, states: Sequence[State], templates: Sequence[ProblemTemplate], chance: str
    ) -> RehearsedFillings:
        """Rehearse all templates that fit, so that the planner chooses among those that say something of the data.

        Those that say nothing are tried once more with other columns.
        """
        rehearsed = NOTHING_REHEARSED
        if self._rehearsal is None or max(len(state.table.columns) for state in states) > WIDE:
            # A session looks at all columns behind each cell, so that of wide tables only what is chosen is rehearsed.
            return rehearsed
        names: Collection[str] = [template.name for template in templates]
        for _ in range(_TRIES_OF_ALL):
            selections = self._selections(seed, states, templates, chance, rehearsed)
            fitting = _best([selection.fitting(names) for selection in selections])
            cells, _, owners, _ = _rendered(fitting, chance)
            weak = self._weak(compose_context(_IMPORTS), cells, owners)
            names = [candidate.template.name for candidate in weak]
            strong = (candidate.filled for candidate in fitting if candidate.template.name not in names)
            rehearsed = rehearsed.after((candidate.filled for candidate in weak), strong)
            if not names:
                break
        return rehearsed

    def _weak(
        self, context: str, cells: Sequence[str], owners: Sequence[Candidate], *, is_set: bool = False
    ) -> list[Candidate]:
        """Return the candidates with a problem that is not worth asking; none where nothing can be run.

        Of a set these are also such that say again what an earlier problem says.
        """
        if self._rehearsal is None or not owners:
            return []
        results = _rehearsed(self._rehearsal, context, cells, owners)
        weak = _weak_candidates(owners, results)
        repeating = _repeating(owners, results, weak) if is_set else []
        return [*weak, *(candidate for candidate in repeating if candidate not in weak)]

    def _states(self, profile: Profile) -> list[State]:
        """Return what a session holds at the beginning, for each table that may be the main one."""
        return [
            beginning(profile, main, about=self._wishes.about) for main in _main_tables(profile, self._wishes.about)
        ]

    def _selections(
        self,
        seed: Seed,
        states: Sequence[State],
        templates: Sequence[ProblemTemplate],
        chance: str,
        rehearsed: RehearsedFillings,
    ) -> list[Selection]:
        title = seed.title if sayable(seed.title) else seed.name
        return [
            Selection(templates, state, chance, title, wishes=self._wishes, rehearsed=rehearsed) for state in states
        ]

    def _check_wishes(self, seed: Seed, profile: Profile, templates: Sequence[ProblemTemplate]) -> None:
        """Refuse what cannot be had, whatever the data."""
        if not profile.tables:
            raise DraftError(f"{seed.name}: the seed has no table", hint="add a file with rows and columns")
        columns = {column.name for table in profile.tables for column in table.columns}
        points = {point for template in templates for point in template.header.knowledge}
        for kind, wishes, choices, otherwise in (
            ("column", self._wishes.about, columns, f"see: authoring seed show {seed.name}"),
            ("knowledge point", self._wishes.points, points, f"there are: {', '.join(sorted(points))}"),
        ):
            for word in wishes:
                if word not in choices:
                    raise DraftError(
                        f"{seed.name}: there is no {kind} {word!r}", hint=nearest_hint(word, choices, otherwise)
                    )


def _chance(seed: Seed, random_seed: int) -> str:
    """Return what templates, columns and ways to say the same are drawn by: the data too, so that sets differ."""
    return f"{seed.data}:{random_seed}"


def _main_tables(profile: Profile, about: Sequence[str]) -> list[TableProfile]:
    """Return the tables that may be the main one, in their order: those with the columns that are wanted, else all."""
    with_columns = [table for table in profile.tables if {column.name for column in table.columns} >= set(about)]
    tables = with_columns or list(profile.tables)
    largest = sorted(tables, key=lambda table: (len(table.columns), table.rows), reverse=True)[:_TRIED_TABLES]
    return [table for table in tables if table in largest]


def _best(sets: Sequence[list[Candidate]]) -> list[Candidate]:
    """Return the set that covers most stages, then has most problems; of equally good ones the first."""
    return max(
        sets, key=lambda chosen: (len({entry.template.header.stage for entry in chosen}), size(chosen)), default=[]
    )


@dataclass(frozen=True, slots=True)
class _Rehearsed:
    """What a rehearsal says of a problem."""

    answer: str | None
    shown: str | None
    """What its template wants to know of the data; empty where that is nothing."""
    pooled: str | None
    """Whether rows that it takes together are of unlike things; empty where it takes none together."""
    otherwise: str | None
    """Its answer where halves are rounded to their other side; empty where it rounds nothing."""

    @property
    def hangs_on_last_bits(self) -> bool:
        """Whether another order of the same sums may give another answer, or nobody can say."""
        return self.otherwise not in {"", self.answer} or self.otherwise is None


def _rehearsed(
    rehearsal: Rehearsal, context: str, cells: Sequence[str], owners: Sequence[Candidate]
) -> list[_Rehearsed]:
    """Return what comes of each problem, and behind the last of a template what it wants to know of the data."""
    texts, numbers, count = [context], [], 0
    # Many templates take the same amounts together, and the rows stay as they are until one changes the table.
    compared: dict[str, int] = {}

    def add(text: str) -> int:
        nonlocal count
        texts.append(text)
        count += bool(text)
        return count if text else 0

    for place, (cell, owner) in enumerate(zip(cells, owners, strict=True)):
        shows = owner.template.header.shows if _is_last(owners, place) else ""
        comparison = _rows_compared(owner) if _is_last(owners, place) else ""
        if owner.template.changes_table:
            compared.clear()
        otherwise = _rounded_otherwise(cell, owner)
        # What rounds otherwise begins with the same table, and leaves the one that the cell made.
        is_repeated = owner.template.changes_table and "df" in owner.template.header.needs
        is_repeated = is_repeated and bool(otherwise) and owner.filled.after.table.rows <= _MOST_COPIED
        texts.append(compose_context("table_before = df.copy()") if is_repeated else "")
        answer = add(cell)
        shown = add(compose_problem(_SHOWN, render_code(shows, owner.filled.context)) if shows else "")
        if comparison not in compared:
            compared[comparison] = add(comparison)
        texts.append(compose_context("table_after, df = df, table_before") if is_repeated else "")
        turned = add(otherwise if is_repeated or not owner.template.changes_table else "")
        numbers.append((answer, shown, compared[comparison], turned))
        texts.append(compose_context("df = table_after") if is_repeated else "")
    answers = rehearsal("\n".join(filter(None, texts)))
    return [_Rehearsed(*(answers.get(number, "") for number in of_problem)) for of_problem in numbers]


def _rows_compared(owner: Candidate) -> str:
    """Return a problem that tells whether rows are of unlike things, for a template that takes them together."""
    filled, table = owner.filled, owner.filled.after.table
    values = [filled.context[slot] for slot in owner.template.header.pools]
    amounts = [column for value in values for column in ((value,) if isinstance(value, Column) else value)]
    classes = [
        column
        for column in table.columns
        if column.kind in {ColumnKind.CATEGORY, ColumnKind.FLAG}
        and not column.derived
        and column.distinct * _ROWS_OF_CLASS <= table.rows
    ]
    # Known already: of wide tables it takes long to count.
    time = filled.context["table"]["time"]
    code = (
        "'unlike'"
        if are_designed(table)
        else str(unlike_rows(amounts, classes[:_MOST_CLASSES], time, are_related=len(values) > 1))
    )
    return compose_problem(_SHOWN, code) if amounts else ""


def _rounded_otherwise(cell: str, owner: Candidate) -> str:
    """Return a problem whose reference rounds halves to their other side; empty where it rounds none."""
    [(own, problem)] = parse(cell).problems
    code = read_code(own.code, ())
    columns = map(owner.filled.after.table.column, owner.filled.columns)
    are_exact = all(column is None or column.profile.decimals in {0, None} for column in columns)
    edits = near_halves.other_roundings(code, are_exact=are_exact) if code else ()
    return compose_problem(_SHOWN, edited(code, edits), validator=problem.validator) if code and edits else ""


def _is_last(owners: Sequence[Candidate], place: int) -> bool:
    """Return whether a problem is the last of its template."""
    return place == len(owners) - 1 or owners[place + 1] is not owners[place]


def _weak_candidates(owners: Sequence[Candidate], results: Sequence[_Rehearsed]) -> list[Candidate]:
    """Return the candidates with a problem whose answer is worth nothing, or is one of two that are right."""
    weak = []
    for place, (candidate, result) in enumerate(zip(owners, results, strict=True)):
        worth = candidate.template.header.worth if _is_last(owners, place) else ""
        answer, shown, context = result.answer, result.shown, candidate.filled.context
        is_sure = (
            "unlike" not in (result.pooled or "")
            and answer is not None
            and shown is not None
            and not result.hangs_on_last_bits
        )
        if not is_sure or (worth and not is_worth(worth, answer or "", context, shown or "")):
            weak.append(candidate)
    return weak


def _repeating(
    owners: Sequence[Candidate], results: Sequence[_Rehearsed], weak: Sequence[Candidate]
) -> list[Candidate]:
    """Return the candidates whose answers stand in that to an earlier problem, on which theirs does not build."""
    return [
        owner
        for place, (owner, result) in enumerate(zip(owners, results, strict=True))
        if any(
            not set(owner.template.header.needs) & {*earlier.template.header.gives}
            and earlier is not owner
            and earlier not in weak
            and repeats(result.answer or "", earlier_result.answer or "")
            for earlier, earlier_result in zip(owners[:place], results[:place], strict=True)
        )
    ]


@dataclass(frozen=True, slots=True)
class _Part:
    """One problem of a set, before it is written."""

    candidate: Candidate
    number: int
    """Its place in its template."""
    phrasing: str

    def question(self, agreed: Collection[str]) -> str:
        """Return its question without what these conventions say."""
        template, context = self.candidate.template, self.candidate.filled.context
        phrasing = f"{self.phrasing}:{template.name}:{self.number}"
        return render_question(template.parts[self.number].question, context, phrasing=phrasing, agreed=agreed)

    @property
    def relies_on(self) -> tuple[str, ...]:
        """The conventions that would say a part of it, as it is filled in, and how whatever it rounds is rounded."""
        part = self.candidate.template.parts[self.number]
        names = conventions_named_in(part.question)
        whole = self.question(()) if names else ""
        conventions = tuple(name for name in names if self.question((name,)) != whole)
        return (*conventions, "halves") if "round(" in part.code else conventions

    def cell(self, agreed: Collection[str]) -> str:
        """Return its text."""
        part, filled = self.candidate.template.parts[self.number], self.candidate.filled
        table = filled.after.table
        large = table.rows * len(table.columns) > _LARGE
        seconds = part.max_time or (_TIME_FOR_LARGE if large else None)
        execution: dict[str, Json] | None = None if seconds is None else {"max_time": int(seconds)}
        validator = render_validator(part.validator, filled.context)
        code = render_code(part.code, filled.context)
        return compose_problem(self.question(agreed), code, validator=validator, execution=execution)


def _rendered(
    chosen: Sequence[Candidate], phrasing: str
) -> tuple[list[str], list[ProblemOrigin], list[Candidate], tuple[str, ...]]:
    """Return the cells of a set, where each comes from, the candidate that each belongs to, and its conventions."""
    parts = [
        _Part(candidate, number, phrasing) for candidate in chosen for number in range(len(candidate.template.parts))
    ]
    agreed = worthwhile(part.relies_on for part in parts)
    origins = [
        ProblemOrigin(
            origin=f"template:{part.candidate.template.name}",
            knowledge=part.candidate.template.header.knowledge,
            level=part.candidate.levels[part.number],
        )
        for part in parts
    ]
    return [part.cell(agreed) for part in parts], origins, [part.candidate for part in parts], agreed


def _too_few(seed: Seed, selections: Sequence[Selection], count: int, fewest: int) -> DraftError:
    return DraftError(
        f"{seed.name}: {_shortage(selections, count)}, at least {fewest} are wanted",
        hint="choose a table with more rows and columns of different kinds, ask for fewer, or add templates that fit",
    )


def _shortage(selections: Sequence[Selection], count: int) -> str:
    files = ", ".join(selection.state.table.file for selection in selections)
    reasons: dict[str, list[str]] = {}
    # What builds on other problems says nothing of the table.
    for template, reason in ((t, r) for t, r in selections[0].refused if set(t.header.needs) <= SHARED):
        reasons.setdefault(reason, []).append(template.name)
    first = sorted(reasons, key=lambda reason: (-len(reasons[reason]), reason))[:_REASONS_TOLD]
    lacking = f"; the table {'; '.join(first)}" if first else "; no other template fits what is wanted"
    return f"{counted(count, 'problem')} can be made from {files}{lacking}"
