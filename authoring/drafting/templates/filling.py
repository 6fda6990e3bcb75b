"""Filling the slots of a template: the columns that fit, or the reason why none do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations, islice
from random import Random
from types import MappingProxyType
from typing import Any

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.comparability import akin, comparable, foresees
from authoring.drafting.templates.format import ProblemTemplate
from authoring.drafting.templates.header import TIDYING, Slot
from authoring.drafting.templates.language import Verbatim, evaluate, names_in, reader_options, reader_suffix
from authoring.drafting.templates.naming import (
    are_of_study,
    listed_words,
    sayable,
    tidy,
)
from authoring.drafting.templates.roles import ColumnRole
from authoring.drafting.templates.rows import (
    are_designed,
    are_independent,
    are_named,
    are_ordered,
    are_stratified,
    calendar_of,
    rows_of_thing,
    steps_of_time,
    time_of,
)
from authoring.drafting.templates.session_table import SessionTable
from authoring.drafting.templates.slots import describe_slot, fits, fitting_columns, is_of, most_uses, stands_in_order
from authoring.drafting.templates.state import Partner, State, new_column, tidied_column
from authoring.drafting.templates.tidying import sayable_columns, step_groups
from authoring.records.profile import ColumnKind

# Fillings that are tried before a template counts as unfitting; the order of columns differs between templates.
_TRIES = 2000
# Groups of columns tried for one slot with `many`.
_TRIED_GROUPS = 40
# Columns tried for one slot: more of a wide table would be more of the same.
_TRIED_COLUMNS = 60
# Why a filling is banned, as a phrase that follows "the table lacks".
_APART = "a column that does not follow from what an earlier problem is about"
_SAYS_NOTHING = "an answer that says something of these data"
# Tables of which is kept what templates may ask of them: of wide ones it takes long to count.
_TABLES_KNOWN = 64
# Columns of a table beyond which not all are looked at.
WIDE = 200
ANY_COLUMNS = ("*",)
"""In place of a filling's columns: all fillings of a template."""


@dataclass(frozen=True, slots=True)
class RehearsedFillings:
    """What is known of fillings, each as the name of its template and its columns."""

    banned: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    """Those whose answers say nothing of the data."""
    proven: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The columns of each template's filling whose answers say something, which is tried before others."""

    def after(
        self, weak: Iterable["FilledTemplate"], strong: Iterable["FilledTemplate"] = (), *, is_last: bool = False
    ) -> "RehearsedFillings":
        """Return what is known after these fillings were rehearsed.

        A template is banned with its weak filling where another one was tried before, or where this was the last try.
        """
        known = {name for name, _ in self.banned}
        further = set()
        for filled in weak:
            name, columns = filled.identity
            further.add((name, columns))
            if is_last or name in known or not columns:
                further.add((name, ANY_COLUMNS))
        return RehearsedFillings(self.banned | further, {**self.proven, **dict(filled.identity for filled in strong)})


NOTHING_REHEARSED = RehearsedFillings()


@dataclass(frozen=True, slots=True)
class FilledTemplate:
    """A template with everything its placeholders need, and the state after it."""

    template: ProblemTemplate
    context: Mapping[str, Any]
    after: State
    columns: tuple[str, ...] = ()
    """The columns that fill its slots."""

    @property
    def identity(self) -> tuple[str, tuple[str, ...]]:
        """What tells it from other fillings."""
        return self.template.name, self.columns


@dataclass(slots=True)
class _Search:
    """One search for columns that fit."""

    template: ProblemTemplate
    state: State
    rng: Random
    title: str
    rehearsed: RehearsedFillings
    sparing: bool
    tries: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    """How often each condition failed."""

    def run(self) -> FilledTemplate | str:
        """Return the first filling that satisfies everything, or the reason why there is none."""
        header = self.template.header
        unmet = [name for name in header.needs if name not in self.state.outputs]
        if unmet:
            return f"needs {' and '.join(unmet)}, which another problem must make first"
        partners: Sequence[Partner | None] = (None,)
        if header.join:
            partners = [partner for partner in self.state.partners if (len(partner.keys) > 1) is header.composite]
        if not partners:
            by = "several columns together" if header.composite else "a key"
            return f"needs a second table that fits the first by {by}"
        if header.panel and self.panel() is None:
            return "has no rows that follow things over time, one a thing and time"
        if (self.template.name, ANY_COLUMNS) in self.rehearsed.banned:
            return f"lacks {_SAYS_NOTHING}"
        reason = ""
        for partner in partners:
            result = self.with_partner(partner)
            if isinstance(result, FilledTemplate):
                return result
            reason = reason or result
        return reason

    def with_partner(self, partner: Partner | None) -> FilledTemplate | str:
        candidates: dict[str, list[Any]] = {}
        for name, slot in self.template.header.slots.items():
            table = partner.table if slot.of == "partner" and partner is not None else self.state.table
            columns = list(self.candidates(slot, table))
            if not columns:
                return f"has no {describe_slot(slot)} for {name}"
            candidates[name] = columns
        for filling in chain(self.proven(candidates), self.fillings({}, list(candidates.items()))):
            self.tries += 1
            complete = self.complete(filling, partner)
            if complete is not None:
                return complete
            if self.tries >= _TRIES:
                break
        # Where no condition was tried, no filling had different columns in all its slots.
        if not self.refusals:
            return f"has too few columns for {', '.join(candidates)} together"
        return f"lacks {max(self.refusals, key=lambda says: self.refusals[says])}"

    def proven(self, candidates: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
        """Yield the filling whose answers are known to say something, where its columns still fit."""
        names = self.rehearsed.proven.get(self.template.name, ())
        filling: dict[str, Any] = {}
        for slot, values in candidates.items():
            for value in values:
                columns = tuple(column.name for column in _columns(value))
                if columns == names[: len(columns)]:
                    filling[slot], names = value, names[len(columns) :]
                    break
        if filling and len(filling) == len(candidates):
            yield filling

    def candidates(self, slot: Slot, table: SessionTable) -> Iterator[Any]:
        """Yield what may fill a slot."""
        preferred, uses = self.state.preferred, self.state.uses
        columns: Sequence[Column] = fitting_columns(slot, table)
        # Of a wide table a slot chooses from some of the columns only, but always from those that were asked for.
        names = {column.name for column in columns}
        further = [column for column in map(table.column, sorted(preferred - names)) if column is not None]
        columns = (*columns, *(column for column in further if fits(column, slot, table)))
        columns = tuple(column for column in columns if column.name not in self.template.variables)
        if self.sparing and slot.of == "table":
            limit = most_uses(slot)
            columns = tuple(
                column for column in columns if column.name in preferred or uses.get(column.name, 0) < limit
            )
        if len(columns) > WIDE:
            columns = self.rng.sample(columns, len(columns))
            columns = sorted(columns, key=lambda column: (column.name not in preferred, uses.get(column.name, 0)))
        fit = list(columns[:WIDE])
        # What was used least comes first, so that a set asks about many columns; chance decides ties.
        fit.sort(
            key=lambda column: (
                column.name not in preferred,
                not any(is_of(column, kind) for kind in slot.prefer),
                # Classes that are written in words say what they are.
                "category" in slot.kind and not column.is_text,
                uses.get(column.name, 0),
                self.rng.random(),
            )
        )
        fit = fit[:_TRIED_COLUMNS]
        if slot.many is None:
            yield from fit
            return
        if TIDYING & set(slot.kind):
            # What stands in the way of other questions goes at once, as far as it can be said.
            chosen = sayable_columns(columns, table)
            yield from [chosen] if len(chosen) in slot.many else []
            return
        if "item" in slot.kind:
            # All that belong together, and none of another scale.
            usable = {column.name for column in columns}
            scales = [s for s in table.scales if len(s) in slot.many and all(item.name in usable for item in s)]
            yield from sorted(scales, key=lambda s: (sum(uses.get(item.name, 0) for item in s), self.rng.random()))
            return
        largest = len(fit) if slot.many.high is None else min(slot.many.high, len(fit))
        order = {column.name: position for position, column in enumerate(table.columns)}
        for size in range(largest, max(slot.many.low, 1) - 1, -1):
            groups = (group for group in islice(combinations(fit, size), _TRIES) if self.are_apart(group))
            for group in islice(groups, _TRIED_GROUPS):
                # In the order of the table, as a person would name them.
                yield tuple(sorted(group, key=lambda column: order[column.name]))

    def fillings(self, filling: dict[str, Any], slots: list[tuple[str, list[Any]]]) -> Iterator[dict[str, Any]]:
        """Yield every way to fill the slots with different columns."""
        if not slots:
            every = [column for value in filling.values() for column in _columns(value)]
            # What is said of the things behind the rows would count some of them more often than others.
            if not every or any(column.tidying or ColumnRole.SHARED not in column.roles for column in every):
                yield filling
            return
        (name, candidates), *remaining = slots
        taken = [column for value in filling.values() for column in _columns(value)]
        for candidate in candidates:
            columns = _columns(candidate)
            if {column.name for column in columns} & {column.name for column in taken}:
                continue
            if self.are_apart((*taken, *columns)):
                yield from self.fillings({**filling, name: candidate}, remaining)

    def are_apart(self, columns: Sequence[Column]) -> bool:
        """Return whether no column tells another one, or the template asks for such columns."""
        if any(column.tidying is not None for column in columns):
            return True
        names = {column.name for column in columns}
        # Whether something was seen before observation ended depends on how long that was: it divides nothing else.
        if len(columns) > 1 and any(ColumnRole.ENDING in column.roles for column in columns):
            return False
        return self.template.header.related or not any(column.related & names for column in columns)

    def panel(self) -> dict[str, Any] | None:
        """Return what is followed and when, where each is one column; None where the rows are no such panel."""
        entry = self.state.table.entry
        if entry is None or len(entry.entity) != 1 or len(entry.time) != 1:
            return None
        entity, time = self.state.table.column(entry.entity[0]), self.state.table.column(entry.time[0])
        if (
            entity is None
            or time is None
            or not all(fits(column, Slot(), self.state.table) for column in (entity, time))
        ):
            return None
        if time.is_text and time.kind is not ColumnKind.DATE and not stands_in_order(time):
            return None
        return {"entity": entity, "time": time, "gaps": entry.gaps or 0}

    def complete(self, filling: dict[str, Any], partner: Partner | None) -> FilledTemplate | None:
        """Work out `let`, then the conditions, then what is given; None when a condition fails."""
        header, table = self.template.header, self.state.table
        columns = tuple(column.name for value in filling.values() for column in _columns(value))
        if (self.template.name, columns) in self.rehearsed.banned:
            self.refusals[_SAYS_NOTHING] = self.refusals.get(_SAYS_NOTHING, 0) + 1
            return None
        needed = [_columns(value) for name in header.needs for value in self.state.outputs[name].values()]
        taken = [column for value in filling.values() for column in _columns(value)]
        # What an earlier problem made of a column is told by the same columns as that one.
        if taken and not self.are_apart([*taken, *(column for columns in needed for column in columns)]):
            self.refusals[_APART] = self.refusals.get(_APART, 0) + 1
            return None
        row, rows = table.nouns
        context: dict[str, Any] = {
            **{name: self.state.outputs[name] for name in header.needs},
            **filling,
            "table": {
                **table_view(table),
                "others": [table_view(other_table) for other_table in self.state.other_tables],
            },
            "title": self.title,
            "row": row,
            "rows": rows,
            "tidied": lambda columns: tuple(tidied_column(table, column) for column in columns),
            "new": lambda name, levels=(): new_column(table, name, tuple(levels)),
            **_QUESTIONS,
            "pick": lambda values: values[self.rng.randrange(len(values))],
        }
        if header.panel:
            context["panel"] = self.panel()
        if partner is not None:
            context["join"] = {
                "key": partner.key,
                "partner_key": partner.partner_key,
                "columns": partner.keys,
                "partner_columns": partner.partner_keys,
                "coverage": partner.coverage,
                "table": table_view(partner.table),
                "usable": all(fits(column, Slot(), table) for column in partner.keys)
                and all(fits(column, Slot(), partner.table) for column in partner.partner_keys),
            }
        # Each condition is tested as soon as its names are known: a later `let` may only work where it holds.
        pending = list(header.where)
        for name, expression in (*header.let.items(), ("", "")):
            ready = [test for test in pending if names_in(test.test) <= context.keys()]
            pending = [test for test in pending if test not in ready]
            for condition in ready:
                if not evaluate(condition.test, context):
                    self.refusals[condition.says] = self.refusals.get(condition.says, 0) + 1
                    return None
            if name:
                context[name] = evaluate(expression, context)
        outputs = {
            output: {key: evaluate(expression, context) for key, expression in values.items()}
            for output, values in header.gives.items()
        }
        used = {name: context[name] for name in (*header.slots, *header.let)}
        return FilledTemplate(self.template, context, self.state.after(header.effects, used, outputs), columns)


def fill(
    template: ProblemTemplate,
    state: State,
    *,
    random_seed: str,
    title: str,
    rehearsed: RehearsedFillings = NOTHING_REHEARSED,
    sparing: bool = False,
) -> FilledTemplate | str:
    """Return a filling of the template that is not banned, or why there is none, as words that follow "the table".

    With `sparing` no column is taken that enough templates of the set are about, unless it was asked for.
    """
    return _Search(template, state, Random(random_seed), title, rehearsed, sparing).run()  # noqa: S311 - a choice, no secret


_QUESTIONS: Mapping[str, Any] = MappingProxyType(
    {
        "comparable": comparable,
        "foresees": foresees,
        "akin": akin,
        "step_groups": step_groups,
        "listed_words": lambda column: listed_words(column.name),
    }
)
"""What templates may ask of columns, by its name."""


@lru_cache(_TABLES_KNOWN)
def table_view(table: SessionTable) -> dict[str, Any]:
    """Return what templates may ask of a table."""
    entry = table.entry
    return {
        "file": Verbatim(f"inputs/{table.file}"),
        "stem": table.file.rsplit(".", 1)[0],
        "reader": Verbatim(table.reader),
        "options": Verbatim(reader_options(table.reader)),
        "suffix": Verbatim(reader_suffix(table.reader)),
        "rows": table.sure_rows,
        "file_rows": table.rows,
        "width": len(table.columns),
        "duplicates": table.duplicates,
        "missing": table.missing,
        "gaps": table.gaps,
        "marks_missing": table.marks_missing,
        "waits": table.waits,
        "calculated": table.calculated,
        "counts_things": table.counts_things,
        "numbers": table.numbers,
        "empty": sum(column.kind is ColumnKind.EMPTY for column in table.columns),
        "idle": sum(column.kind in {ColumnKind.EMPTY, ColumnKind.CONSTANT} for column in table.columns),
        "amounts": sum(is_of(column, "amount") for column in table.columns),
        "followed": rows_of_thing(table),
        "names": table.names,
        "series": next(iter(steps_of_time(table)), ""),
        "time": time_of(table),
        "calendar": calendar_of(table),
        "ordered": are_ordered(table),
        "independent": are_independent(table),
        "study": are_of_study(table.names),
        "designed": are_designed(table),
        "stratified": are_stratified(table),
        "named": are_named(table),
        # Where some column tells rows apart, those that are equal in all of them are so by mistake.
        "telling": any(5 * column.distinct >= 4 * table.rows for column in table.columns),
        "key": entry.key if entry else (),
        "untidy": sum(not tidy(name.lower()) for name in table.names),
        "sayable": all(map(sayable, table.names)),
    }


def _columns(value: object) -> tuple[Column, ...]:
    columns = value if isinstance(value, tuple) else (value,)
    return tuple(column for column in columns if isinstance(column, Column))
