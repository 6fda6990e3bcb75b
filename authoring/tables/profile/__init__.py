"""The profile of a seed's tables; computed inside the sandbox, because their bytes are a stranger's."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pandas as pd

from authoring.tables.profile.column import countable_values, profile_column
from authoring.tables.profile.keys import Table, candidate_keys, find_joins, rows_that_may_repeat
from authoring.tables.profile.numbers import as_text
from authoring.tables.profile.relations import find_relations
from authoring.tables.profile.tidying import MOST_CELLS, step_record, tidied, tidying_steps
from authoring.tables.reader import Column, evaluate_table, shortened
from authoring.tables.refusal import RefusedData

SAMPLE_ROWS = 5
SAMPLE_WIDTH = 200
"""Characters of one value in the sample."""
_PARALLEL_SIZE = 100_000
"""Values of a table from which its columns are looked at side by side."""
_THREADS = 2
"""More would hold more copies of columns at once."""


def profile_tables(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Profile tables and find out how they fit together.

    Args:
        arguments: ``tables``, a list of ``{"file": NAME, "reader": EXPRESSION}`` as `read_table` gave them, which may
            have ``missing``: the marks of missing values that somebody stated, by column.

    Returns:
        ``tables``, ``joins``, ``relations`` and, where columns have to be tidied, ``tidied``, in the fields of
        `records.Profile`. The same files give the same bytes.

    Raises:
        RefusedData: when a reader does not read its file any more.
    """
    try:
        tables = [_profile_columns(str(table["file"]), str(table["reader"])) for table in arguments["tables"]]
        joins = find_joins(tables)
        relations = find_relations(tables, joins)
        requests = list(zip(tables, arguments["tables"], strict=True))
        further = [record for table, request in requests for record in _tidied_records(table, request, relations)]
        return {
            "tables": [_table_record(table, str(request["reader"])) for table, request in requests],
            "joins": joins,
            "relations": relations,
            **({"tidied": further} if further else {}),
        }
    except MemoryError:
        raise RefusedData(
            "profiling these tables takes more memory than a session may use", "take fewer rows"
        ) from None


def _profile_columns(name: str, reader: str) -> Table:
    frame = evaluate_table(reader, name)
    if not frame.columns.is_unique or any(not isinstance(label, str) for label in frame.columns):
        raise RefusedData(f"{name}: its columns do not all have a name of their own", f"the reader is: {reader}")
    columns = [frame[label] for label in frame.columns]
    if frame.size < _PARALLEL_SIZE:
        return Table(name, frame, [profile_column(column) for column in columns])
    # Counting and sorting lets other threads run, as reading does.
    with ThreadPoolExecutor(_THREADS) as pool:
        return Table(name, frame, list(pool.map(profile_column, columns)))


def _tidied_records(
    table: Table, request: Mapping[str, Any], relations: Iterable[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield what a table is once its columns are tidied; nothing where none needs it, or the table is large."""
    if table.frame.size > MOST_CELLS:
        return
    steps = tidying_steps(table, relations, request.get("missing", {}))
    if not steps:
        return
    after = tidied(table, steps)
    names = {step.name for step in steps}
    # What stands out among the values that are left is no second mark.
    unmarked = [
        relation
        for relation in find_relations([after], [])
        if relation["kind"] != "sentinel" or relation["columns"][0] not in names
    ]
    record = _table_record(after, str(request["reader"]))
    yield {"file": table.name, "steps": list(map(step_record, steps)), "table": record, "relations": unmarked}


def _table_record(table: Table, reader: str) -> dict[str, Any]:
    frame = table.frame
    sample = frame.iloc[:SAMPLE_ROWS]
    columns = [[shortened(as_text(value), SAMPLE_WIDTH) for value in sample[label]] for label in sample.columns]
    return {
        "file": table.name,
        "reader": reader,
        "rows": len(frame),
        "duplicate_rows": _count_duplicate_rows(table),
        "columns": table.columns,
        "keys": candidate_keys(table),
        "sample": [list(row) for row in zip(*columns, strict=True)],
    }


def _count_duplicate_rows(table: Table) -> int:
    """Count the rows that repeat an earlier one."""
    # Comparing whole rows takes long, and most rows differ from all others in one column already.
    suspects = rows_that_may_repeat(table, [column["name"] for column in table.columns])
    countable = pd.DataFrame(
        {label: _comparable_values(suspects[label]) for label in suspects.columns}, index=suspects.index
    )
    return int(countable.duplicated().sum())


def _comparable_values(column: Column) -> Column:
    """The column with nested values as text, so that rows can be compared."""
    return (
        column
        if not pd.api.types.is_object_dtype(column.dtype)
        else countable_values(column.where(column.notna(), None)).map(as_text)
    )
