"""Filling the slots of a template: the columns that fit, or the reason why none do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from authoring.drafting.templates.columns import Column, SessionTable
from authoring.drafting.templates.format import ProblemTemplate
from authoring.drafting.templates.header import Slot
from authoring.drafting.templates.language import Verbatim, evaluate, names_in, reader_options
from authoring.drafting.templates.naming import sayable, tidy
from authoring.drafting.templates.state import Partner, State, new_column
from authoring.records.profile import ColumnKind

# Fillings that are tried before a template counts as unfitting; the order of columns differs between templates.
_TRIES = 2000
# Groups of columns tried for one slot with `many`.
_TRIED_GROUPS = 40


@dataclass(frozen=True, slots=True)
class FilledTemplate:
    """A template with everything its placeholders need, and the state after it."""

    template: ProblemTemplate
    context: Mapping[str, Any]
    after: State


@dataclass(slots=True)
class _Search:
    """One search for columns that fit."""

    template: ProblemTemplate
    state: State
    rng: Random
    title: str
    tries: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    """How often each condition failed."""
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What templates may ask of each table, by its identity: the state holds the tables as long as the search lasts."""

    def view(self, table: SessionTable) -> dict[str, Any]:
        """Return what templates may ask of a table."""
        # Counted once, because wide tables take long to count.
        if id(table) not in self.views:
            self.views[id(table)] = table_view(table)
        return self.views[id(table)]

    def run(self) -> FilledTemplate | str:
        """Return the first filling that satisfies everything, or the reason why there is none."""
        header = self.template.header
        unmet = [name for name in header.needs if name not in self.state.outputs]
        if unmet:
            return f"needs {' and '.join(unmet)}, which another problem must make first"
        partners: Sequence[Partner | None] = self.state.partners if header.join else (None,)
        if not partners:
            return "needs a second table that fits the first by a key"
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
        for filling in self.fillings({}, list(candidates.items())):
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

    def candidates(self, slot: Slot, table: SessionTable) -> Iterator[Any]:
        """Yield what may fill a slot."""
        fit = [column for column in table.columns if fits(column, slot, table)]
        # What was used least comes first, so that a set asks about many columns; chance decides ties.
        fit.sort(key=lambda column: (self.state.uses.get(column.name, 0), self.rng.random()))
        if slot.many is None:
            yield from fit
            return
        largest = len(fit) if slot.many.high is None else min(slot.many.high, len(fit))
        order = {column.name: position for position, column in enumerate(table.columns)}
        for size in range(largest, max(slot.many.low, 1) - 1, -1):
            for group, _ in zip(combinations(fit, size), range(_TRIED_GROUPS), strict=False):
                # In the order of the table, as a person would name them.
                yield tuple(sorted(group, key=lambda column: order[column.name]))

    def fillings(self, filling: dict[str, Any], slots: list[tuple[str, list[Any]]]) -> Iterator[dict[str, Any]]:
        """Yield every way to fill the slots with different columns."""
        if not slots:
            yield filling
            return
        (name, candidates), *remaining = slots
        for candidate in candidates:
            if not _names(candidate) & {label for value in filling.values() for label in _names(value)}:
                yield from self.fillings({**filling, name: candidate}, remaining)

    def complete(self, filling: dict[str, Any], partner: Partner | None) -> FilledTemplate | None:
        """Work out `let`, then the conditions, then what is given; None when a condition fails."""
        header, table = self.template.header, self.state.table
        context: dict[str, Any] = {
            **{name: self.state.outputs[name] for name in header.needs},
            **filling,
            "table": {
                **self.view(table),
                "others": [self.view(other_table) for other_table in self.state.other_tables],
            },
            "title": self.title,
            "new": lambda name, levels=(): new_column(table, name, tuple(levels)),
            "pick": lambda values: values[self.rng.randrange(len(values))],
        }
        if partner is not None:
            context["join"] = {
                "key": partner.key,
                "partner_key": partner.partner_key,
                "coverage": partner.coverage,
                "table": self.view(partner.table),
                "usable": all(fits(column, Slot(), partner.table) for column in (partner.key, partner.partner_key)),
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
        return FilledTemplate(self.template, context, self.state.after(header.effects, used, outputs))


def fill(template: ProblemTemplate, state: State, *, random_seed: str, title: str) -> FilledTemplate | str:
    """Return a filling of the template, or why there is none as a phrase that follows "the table"."""
    return _Search(template, state, Random(random_seed), title).run()  # noqa: S311 - a choice, no secret


def table_view(table: SessionTable) -> dict[str, Any]:
    """Return what templates may ask of a table."""
    return {
        "file": Verbatim(f"inputs/{table.file}"),
        "stem": table.file.rsplit(".", 1)[0],
        "reader": Verbatim(table.reader),
        "options": Verbatim(reader_options(table.reader)),
        "rows": table.sure_rows,
        "file_rows": table.rows,
        "width": len(table.columns),
        "duplicates": table.duplicates,
        "missing": table.missing,
        "gaps": table.gaps,
        "numbers": table.numbers,
        "names": table.names,
        "untidy": sum(not tidy(name) for name in table.names),
        "sayable": all(map(sayable, table.names)),
    }


def fits(column: Column, slot: Slot, table: SessionTable) -> bool:
    """Return whether a column can fill a slot."""
    # Spreadsheets and JSON give numbers as labels where a name looks like one.
    is_text_label = "read_csv" in table.reader or any(character.isalpha() for character in column.name)
    has_usable_name = sayable(column.name) and not column.derived and is_text_label
    supported = column.is_text or column.is_number or column.is_moment or column.is_bool
    if not has_usable_name or not (supported or column.kind in {ColumnKind.EMPTY, ColumnKind.CONSTANT}):
        return False
    # A year is a number that nobody adds up, so that only a slot for years takes it.
    measurable = column.is_measurable and not (column.is_year and not slot.year)
    amount = ColumnKind.AMOUNT in slot.kind and column.kind is ColumnKind.AMOUNT
    return (
        (slot.year or not slot.kind or column.kind in slot.kind)
        and (not amount or measurable)
        and (not slot.year or column.is_year)
        and (slot.missing is None or column.missing in slot.missing)
        and (slot.distinct is None or column.distinct in slot.distinct)
        and (slot.text is None or column.is_text is slot.text)
        and (slot.parsed is None or column.is_moment is slot.parsed)
    )


def describe_slot(slot: Slot) -> str:
    """Return a slot's wish in words."""
    kind = "year" if slot.year else " or ".join(slot.kind) or "column"
    wishes = [
        "as text" if slot.text else "",
        "without missing values" if slot.missing is not None and slot.missing.high == 0 else "",
        "with missing values" if slot.missing is not None and slot.missing.low > 0 else "",
        f"with {slot.distinct} distinct values" if slot.distinct is not None else "",
        "held as dates" if slot.parsed else "",
    ]
    return " ".join((kind, *filter(None, wishes)))


def _names(value: object) -> set[str]:
    columns = value if isinstance(value, tuple) else (value,)
    return {column.name for column in columns if isinstance(column, Column)}
