"""Columns that have to be tidied before they are asked about: which of them one problem takes, and what it says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from authoring.drafting.templates.columns import Column, LevelValue
from authoring.drafting.templates.language import Verbatim, literal
from authoring.drafting.templates.naming import in_code
from authoring.drafting.templates.session_table import SessionTable
from authoring.records.dictionary import TableEntry
from authoring.records.profile import NumberForm, Relation, RelationKind, TableProfile, TidyingStep

# Columns of one step beyond which only such are taken as stand side by side; all that a question lists, and its steps.
_MOST_OF_STEP, _MOST_COLUMNS, _MOST_STEPS = 5, 8, 3


@dataclass(frozen=True, slots=True)
class StepGroup:
    """Columns that are tidied in one way."""

    columns: tuple[Column, ...]
    step: TidyingStep

    @property
    def is_span(self) -> bool:
        """Whether there are so many columns that the first and the last are named only."""
        return len(self.columns) > _MOST_OF_STEP

    @property
    def marks(self) -> tuple[LevelValue | Verbatim, ...]:
        """The values that become missing, numbers in their order, as a question says them."""
        marks = sorted(self.step.marks, key=lambda mark: (0.0 if isinstance(mark, str) else mark, str(mark)))
        return tuple(Verbatim('""') if mark == "" else LevelValue(mark, 0) for mark in marks)

    @property
    def spellings(self) -> tuple[tuple[LevelValue, tuple[LevelValue, ...]], ...]:
        """Each level that is kept, with the spellings that give way to it."""
        levels = dict.fromkeys(level for _, level in self.step.spellings)
        return tuple(
            (
                LevelValue(level, 0),
                tuple(LevelValue(spelling, 0) for spelling, target in self.step.spellings if target == level),
            )
            for level in levels
        )

    @property
    def numbers(self) -> NumberForm:
        """How the numbers are written that are read from texts."""
        return self.step.numbers or NumberForm()

    def called_on(self, values: Column | tuple[Column, ...] | str) -> Verbatim:
        """Return code that tidies a column of `df`, several of them at once, or what an expression gives."""
        step, numbers = self.step, self.numbers
        marks = sorted(step.marks, key=str)
        spellings = ", ".join(f"{in_code(spelling)}: {in_code(level)}" for spelling, level in step.spellings)
        calls = (
            (step.strips, ".str.strip()"),
            (marks, f".replace({literal(marks[0] if len(marks) == 1 else marks)}, np.nan)" if marks else ""),
            (spellings, f".replace({{{spellings}}})"),
            (numbers.before, f".str.removeprefix({in_code(numbers.before)})"),
            (numbers.after, f".str.removesuffix({in_code(numbers.after)})"),
            (numbers.thousands, f'.str.replace({in_code(numbers.thousands)}, "")'),
            (numbers.decimal != ".", f'.str.replace({in_code(numbers.decimal)}, ".")'),
        )
        subject = values if isinstance(values, str) else f"df[{literal(values)}]"
        return Verbatim(subject + "".join(call for is_needed, call in calls if is_needed))


def step_groups(columns: Sequence[Column]) -> tuple[StepGroup, ...]:
    """Return columns by what is done to them, those first of which there are most."""
    by_step: dict[str, list[Column]] = {}
    for column in columns:
        if column.tidying is not None:
            by_step.setdefault(column.tidying.model_copy(update={"name": ""}).model_dump_json(), []).append(column)
    groups = [
        StepGroup(tuple(members), members[0].tidying) for members in by_step.values() if members[0].tidying is not None
    ]
    return tuple(sorted(groups, key=lambda group: -len(group.columns)))


def sayable_columns(columns: Sequence[Column], table: SessionTable) -> tuple[Column, ...]:
    """Return as many of some columns as one question can name, in the order of the table.

    Of many that are tidied in one way these are the longest run of neighbours, such as the items of a questionnaire.
    """
    places = {column.name: place for place, column in enumerate(table.columns)}
    chosen: list[Column] = []
    listed = 0
    for group in step_groups(columns)[:_MOST_STEPS]:
        members = sorted(group.columns, key=lambda column: places[column.name])
        run = max(_runs(members, places), key=len)
        is_span = len(run) > _MOST_OF_STEP
        members = run if is_span else members[: min(_MOST_OF_STEP, _MOST_COLUMNS - listed)]
        listed += 2 if is_span else len(members)
        chosen += members
    return tuple(sorted(chosen, key=lambda column: places[column.name]))


def _runs(columns: Iterable[Column], places: dict[str, int]) -> list[list[Column]]:
    runs: list[list[Column]] = []
    for column in columns:
        if runs and places[runs[-1][-1].name] + 1 == places[column.name]:
            runs[-1].append(column)
        else:
            runs.append([column])
    return runs


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is known of a table before its columns are made."""

    profile: TableProfile
    entry: TableEntry | None
    relations: tuple[Relation, ...]


def facts_after(table: SessionTable, names: frozenset[str]) -> TableFacts | None:
    """Return what is known of a table once some of its columns are tidied; None where nobody looked."""
    profile, tidied = table.profile, table.tidied
    if profile is None or tidied is None:
        return None
    columns = {column.name: column for column in tidied.table.columns if column.name in names}
    entries = {column.name: column for column in (tidied.entry.columns if tidied.entry else ()) if column.name in names}
    entry = table.entry
    if entry is not None:
        merged = tuple(entries.get(column.name, column) for column in entry.columns)
        entry = entry.model_copy(update={"columns": merged})
    new_relations = (
        relation for relation in tidied.relations if names.intersection((*relation.columns, *relation.related))
    )
    relations = (
        relation
        for relation in table.relations
        if relation.kind is not RelationKind.SENTINEL or not names.intersection(relation.columns)
    )
    return TableFacts(
        profile.model_copy(update={"columns": tuple(columns.get(c.name, c) for c in profile.columns)}),
        entry,
        tuple(dict.fromkeys((*relations, *new_relations))),
    )
