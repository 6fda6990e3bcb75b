"""Tables as templates see them.

What is asked of all columns is worked out once a table: there may be thousands, and every slot asks it of each.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import prod

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.items import stem_of
from authoring.drafting.templates.naming import COUNTS, FREQUENCIES, TESTS, are_of_study, words_of
from authoring.drafting.templates.roles import ColumnRole
from authoring.records.dictionary import TableEntry
from authoring.records.profile import Relation, RelationKind, TableProfile, TidiedTable

MOST_OF_SORT = 60
"""Columns of one kind, with or without gaps, that templates choose from."""


@dataclass(frozen=True, eq=False)
class SessionTable:
    """One table as the session holds it; equal to itself alone, so that what is known of it can be kept."""

    file: str
    reader: str
    rows: int
    """Number of rows of the file."""
    duplicates: int
    """Rows that repeat an earlier one."""
    columns: tuple[Column, ...]
    keys: tuple[tuple[str, ...], ...]
    lost: int = 0
    entry: TableEntry | None = None
    """What the dictionary says of its rows."""
    profile: TableProfile | None = None
    """What was found in it, as far as its columns are tidied."""
    relations: tuple[Relation, ...] = ()
    tidied: TidiedTable | None = None
    """What it is once all its columns are tidied; None where none has to be."""

    @cached_property
    def calculated(self) -> frozenset[str]:
        """The columns that follow from others, as a flag does that says on which side of a bound another one lies."""
        return frozenset(relation.columns[0] for relation in self.relations if relation.kind is RelationKind.DERIVED)

    @cached_property
    def candidates(self) -> tuple[Column, ...]:
        """The columns that slots choose from: all, or of a wide table so many of each sort, evenly over its width."""
        sorts: dict[object, list[int]] = {}
        for place, column in enumerate(self.columns):
            sorts.setdefault((column.kind, column.value_kind, column.missing > 0, column.is_text), []).append(place)
        chosen = (
            places[index * len(places) // min(len(places), MOST_OF_SORT)]
            for places in sorts.values()
            for index in range(min(len(places), MOST_OF_SORT))
        )
        return tuple(self.columns[place] for place in sorted(chosen))

    @cached_property
    def scales(self) -> tuple[tuple[Column, ...], ...]:
        """The columns of each questionnaire or test, which stand side by side."""
        parts = groupby(self.columns, key=lambda column: (ColumnRole.ITEM in column.roles, stem_of(column.name)))
        return tuple(tuple(items) for (are_items, _), items in parts if are_items)

    @cached_property
    def names(self) -> frozenset[str]:
        """The labels of all columns."""
        return frozenset(column.name for column in self.columns)

    @cached_property
    def missing(self) -> int:
        """Missing values in all columns at most."""
        return sum(column.missing for column in self.columns)

    @cached_property
    def gaps(self) -> int:
        """Columns with missing values at most."""
        return sum(column.missing > 0 for column in self.columns)

    @cached_property
    def marks_missing(self) -> bool:
        """Whether a mark stands for missing values somewhere, which some count as missing and others do not."""
        return any(column.entry is not None and bool(column.entry.missing) for column in self.columns)

    @cached_property
    def waits(self) -> bool:
        """Whether something was waited for that did not always come, so that what is missing did not happen."""
        return any(ColumnRole.OBSERVED in column.roles for column in self.columns)

    @property
    def sure_rows(self) -> int:
        """Rows at least."""
        return self.rows - self.lost

    @cached_property
    def mixes_units(self) -> bool:
        """Whether a column says of each row which unit its numbers have, so that those of several do not compare."""
        return self.lists_measures or any(column.names_units and column.distinct > 1 for column in self.columns)

    @cached_property
    def lists_measures(self) -> bool:
        """Whether each row is one of several tests of a clinical study, so that neither rows nor numbers compare."""
        return are_of_study(self.names) and any(
            column.is_text and column.distinct > 1 and TESTS.fullmatch(column.name) for column in self.columns
        )

    def column(self, name: str) -> Column | None:
        """Return a column by its label."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def nouns(self) -> tuple[str, str]:
        """One row and several, as nouns: what the dictionary calls them, else ``row`` and ``rows``."""
        entry = self.entry
        usable = entry is not None and all(
            re.fullmatch("[a-z][a-z -]{1,30}", noun) is not None for noun in (entry.row, entry.rows)
        )
        # A rule only guesses from the name of the file, and a question says nothing that is a guess: rows of `benefits`
        # are people, those of a panel years.
        sources = () if entry is None else entry.sources
        is_stated = any(source.field in {"row", "rows"} and not source.is_guess for source in sources)
        if entry is None or not usable or not is_stated:
            return "row", "rows"
        return entry.row, entry.rows

    @cached_property
    def numbers(self) -> int:
        """Columns that hold plain numbers."""
        return sum(column.is_number for column in self.columns)

    @cached_property
    def counts_things(self) -> bool:
        """Whether a column says how many things a row stands for, so that rows are no things themselves."""
        numbers = [(column, words_of(column.name)) for column in self.columns if column.is_number]
        return any(
            words <= FREQUENCIES or (words <= COUNTS and self._has_all_combinations(without=column))
            for column, words in numbers
        )

    def _has_all_combinations(self, without: Column) -> bool:
        """Return whether the other columns, but for a number of the row, have every combination of levels once."""
        others = [column.distinct for column in self.columns if column is not without and column.distinct < self.rows]
        return len(others) > 1 and prod(others) == self.rows

    @property
    def is_in_order(self) -> bool:
        """Whether rows stand in an order of time, in which small counts are amounts as large ones are."""
        return self.entry is not None and bool(self.entry.ordered)
