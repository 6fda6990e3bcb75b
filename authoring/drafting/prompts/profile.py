"""A seed and its profile as text in few tokens, with all that planning and writing need to know of the data."""

import json
from collections.abc import Iterable

from authoring.drafting.prompts.dictionary import BUDGET as DICTIONARY_BUDGET
from authoring.drafting.prompts.dictionary import DictionaryText, dictionary_text
from authoring.llm.prompt import CUT, cut, make_visible
from authoring.records.dictionary import DataDictionary
from authoring.records.profile import ColumnProfile, Profile, TableProfile
from authoring.records.seed import Seed

BUDGET = 14_000
"""Characters of a profile; about 5,000 tokens."""
DETAILS = ((60, 8), (40, 5), (25, 3), (12, 2), (6, 0))
"""Columns of a table that are described, and levels of a column: the first pair with which the profile fits."""
DATA_DETAILS = ((60, 30), (60, 12), *DETAILS)
"""The same where the dictionary is told as well: all levels, as far as there is room."""
MOST_DESCRIPTION = 1_500
MOST_NAMES = 1_500
"""Characters of the names of all columns that are not described."""
MOST_TABLES = 12
MOST_JOINS = 40
"""Joins that a model is shown: between a hundred tables with one key there are thousands."""
SAMPLE_ROWS = 2
SAMPLE_COLUMNS = 30
MOST_NAME = 80
MOST_VALUE = 24
"""Characters of one value of a sample row."""
MOST_LEVEL = 60
"""Characters of one level: code compares values with it, so that only very long ones are cut."""


def seed_text(seed: Seed) -> str:
    """Return what the data are about."""
    title = cut(" ".join(seed.title.split()), MOST_NAME)
    return f"title: {title}\n{cut(seed.description.strip(), MOST_DESCRIPTION)}".strip()


def profile_text(profile: Profile) -> str:
    """Return tables, columns and joins, one a line, as the prompts of workspaces have it that know of no dictionary."""
    return _within(profile, None, BUDGET)


def data_text(profile: Profile) -> str:
    """Return tables, columns and joins, one a line, with what the dictionary says in place of guesses."""
    return _within(profile, profile.dictionary, BUDGET + (DICTIONARY_BUDGET if profile.dictionary else 0))


def _within(profile: Profile, dictionary: DataDictionary | None, budget: int) -> str:
    text = ""
    # Fewer columns and levels of wide tables are shown, so that a seed of any width costs about the same.
    for columns, levels in DETAILS if dictionary is None else DATA_DETAILS:
        text = _text(profile, dictionary, columns, levels)
        if len(text) <= budget:
            break
    return cut(text, budget)


def _text(profile: Profile, dictionary: DataDictionary | None, columns: int, levels: int) -> str:
    lines: list[str] = []
    shown = [(table.file, column.name) for table in profile.tables[:MOST_TABLES] for column in table.columns[:columns]]
    words = dictionary_text(dictionary, shown)
    for table in profile.tables[:MOST_TABLES]:
        lines += [*_table(table, columns, levels, words), ""]
    further = profile.tables[MOST_TABLES:]
    if further:
        lines.append(f"further tables: {_names(table.file for table in further)}")
    joins = [
        f"join: {_name(join.left)} {_name(join.left_column)} -> {_name(join.right)} {_name(join.right_column)}, "
        f"{join.coverage * 100:.4g} % of the rows find a partner"
        for join in profile.joins
    ]
    joins += words.joins
    further_joins = [f"{len(joins) - MOST_JOINS} more joins"] if len(joins) > MOST_JOINS else []
    return "\n".join([*lines, *joins[:MOST_JOINS], *further_joins]).strip()


def _table(table: TableProfile, columns: int, levels: int, dictionary: DictionaryText) -> list[str]:
    reader = cut(make_visible(table.reader, lines=False), MOST_DESCRIPTION)
    head = f"{reader}: {table.rows} rows, {len(table.columns)} columns"
    head += f", {table.duplicate_rows} of the rows repeat an earlier one" if table.duplicate_rows else ""
    lines = [head, *dictionary.tables.get(table.file, ())]
    if table.keys:
        lines.append("unique: " + "; ".join(" + ".join(map(_name, key)) for key in table.keys))
    lines += [_column(column, levels, dictionary, table.file) for column in table.columns[:columns]]
    further = table.columns[columns:]
    if further:
        lines.append(f"{len(further)} more columns: {_names(column.name for column in further)}")
    width = min(columns, SAMPLE_COLUMNS)
    lines += ["row: " + " | ".join(_value(value) for value in row[:width]) for row in table.sample[:SAMPLE_ROWS]]
    return lines


def _names(names: Iterable[str]) -> str:
    return cut(", ".join(map(_name, names)), MOST_NAMES)


def _column(column: ColumnProfile, most_levels: int, dictionary: DictionaryText, file: str) -> str:
    key = (file, column.name)
    parts = [f"{dictionary.kinds.get(key, column.kind.value)} {column.dtype}"]
    parts += [f"{column.missing} missing"] if column.missing else []
    # Where every level is listed, its number can be counted.
    parts += [f"{column.distinct} distinct"] if len(column.levels) != column.distinct else []
    if column.levels and most_levels:
        levels = ", ".join(f"{_level(level.value)} ({level.count})" for level in column.levels[:most_levels])
        parts.append(levels + (f", {CUT}" if column.distinct > most_levels else ""))
    elif column.minimum is not None:
        parts.append(f"{_bound(column.minimum)} to {_bound(column.maximum)}")
        parts += [f"mean {column.mean:.4g}"] if column.mean is not None and key not in dictionary.without_mean else []
        has_quartiles = column.quartiles is not None and key not in dictionary.without_mean and dictionary.is_known
        if has_quartiles and most_levels:
            parts.append(f"quartiles {', '.join(map(_bound, column.quartiles or ()))}")
        parts += [f"up to {column.decimals} decimals"] if column.decimals else []
    parts += [f"format {_level(column.date_format)}"] if column.date_format else []
    parts += [f"up to {column.longest} characters"] if column.longest and not column.levels else []
    if column.examples and dictionary.is_known and most_levels:
        parts.append(f"such as {', '.join(map(_name, column.examples))}")
        parts += [f"pattern {_level(column.pattern)}"] if column.pattern else []
    parts += [dictionary.facts[key]] if key in dictionary.facts else []
    return f"{_name(column.name)}: {'; '.join(parts)}"


def _bound(value: float | str | None) -> str:
    return _level(value) if isinstance(value, str) else f"{value:.6g}" if value is not None else "?"


def _name(name: str) -> str:
    # Quoted as in JSON, so that a space at either end is seen.
    return json.dumps(make_visible(cut(name, MOST_NAME), lines=False), ensure_ascii=False)


def _level(value: str) -> str:
    return cut(make_visible(value, lines=False), MOST_LEVEL)


def _value(value: str) -> str:
    return cut(make_visible(value, lines=False), MOST_VALUE)
