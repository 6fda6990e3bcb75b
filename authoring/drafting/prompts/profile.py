"""A seed and its profile as text in few tokens, with all that planning and writing need to know of the data."""

import json
from collections.abc import Iterable, Sequence

from authoring.drafting.prompts.dictionary import BUDGET as DICTIONARY_BUDGET
from authoring.drafting.prompts.dictionary import DictionaryText, dictionary_text
from authoring.llm.prompt import CUT, cut, make_visible
from authoring.records.dictionary import DataDictionary
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, Profile, TableProfile
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
    words = dictionary_text(dictionary, shown, joins=profile.joins)
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
    # That no two rows are of one second is chance, and names none of them.
    moments = {column.name for column in table.columns if column.is_moment and dictionary.is_known}
    keys = [key for key in table.keys if not moments.issuperset(key)]
    if keys:
        lines.append("unique: " + "; ".join(" + ".join(map(_name, key)) for key in keys))
    values = [[row[place] for row in table.sample if place < len(row)] for place in range(len(table.columns))]
    lines += [
        _column(column, levels, dictionary, table.file, seen)
        for column, seen in zip(table.columns[:columns], values, strict=False)
    ]
    further = table.columns[columns:]
    if further:
        lines.append(f"{len(further)} more columns: {_names(column.name for column in further)}")
    width = min(columns, SAMPLE_COLUMNS)
    lines += ["row: " + " | ".join(_value(value) for value in row[:width]) for row in table.sample[:SAMPLE_ROWS]]
    return lines


def _names(names: Iterable[str]) -> str:
    return cut(", ".join(map(_name, names)), MOST_NAMES)


def _column(
    column: ColumnProfile, most_levels: int, dictionary: DictionaryText, file: str, values: Sequence[str]
) -> str:
    key = (file, column.name)
    if column.kind is ColumnKind.CONSTANT and dictionary.is_known:
        return _constant(column, values)
    parts = [f"{_kind(column, key, dictionary)} {column.dtype}"]
    parts += [f"{column.missing} missing"] if column.missing else []
    # Where every level is listed, its number can be counted.
    parts += [f"{column.distinct} distinct"] if len(column.levels) != column.distinct else []
    if column.levels and most_levels:
        shown = _in_order(column) if dictionary.is_known else column.levels
        levels = ", ".join(f"{_level(level.value)} ({level.count})" for level in shown[:most_levels])
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


def _constant(column: ColumnProfile, values: Sequence[str]) -> str:
    """Return a column that holds one value, which stands among some of its `values`: it has no figures."""
    missing = f"; {column.missing} missing" if column.missing else ""
    value = next((f"; always {_level(value)}" for value in values if value), "")
    return f"{_name(column.name)}: {column.kind.value} {column.dtype}{missing}{value}"


def _kind(column: ColumnProfile, key: tuple[str, str], dictionary: DictionaryText) -> str:
    """Return what the values of a column are: what a dictionary says, or what they look like; and their unit."""
    looks = column.kind.value
    if column.kind is ColumnKind.CATEGORY and not column.is_text and dictionary.is_known:
        # Steps of a scale, codes and small counts look alike.
        looks = "category, scale or count"
    kind = dictionary.kinds.get(key, looks)
    return f"{kind} in {dictionary.units[key]}" if key in dictionary.units else kind


def _in_order(column: ColumnProfile) -> tuple[LevelCount, ...]:
    """Return the levels of a column: numbers ascending if all are there, anything else with the most frequent first."""
    if column.is_text or len(column.levels) != column.distinct:
        return column.levels
    try:
        return tuple(sorted(column.levels, key=lambda level: float(level.value)))
    except ValueError:
        return column.levels


def _bound(value: float | str | None) -> str:
    return _level(value) if isinstance(value, str) else f"{value:.6g}" if value is not None else "?"


def _name(name: str) -> str:
    # Quoted as in JSON, so that a space at either end is seen.
    return json.dumps(make_visible(cut(name, MOST_NAME), lines=False), ensure_ascii=False)


def _level(value: str) -> str:
    return cut(make_visible(value, lines=False), MOST_LEVEL)


def _value(value: str) -> str:
    return cut(make_visible(value, lines=False), MOST_VALUE)
