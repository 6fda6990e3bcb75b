"""Whatever plan is accepted can be drawn, has the shape that was planned, and is the same every time."""

import csv
import io
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.records.synthetic_table import FieldPlan, TablePlan
from authoring.sandbox.programs import table_maker
from tests.examples import examples

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)
SPREADS = st.floats(0, 1e4)
LEVELS = ["a", "b c", "D-1"]
MISSING = st.floats(0, 0.5)
PLACES = st.none() | st.integers(0, 6)


def family(name: str, *numbers: st.SearchStrategy[Any], **others: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return fields of one family."""
    return st.fixed_dictionaries(
        {"family": st.just(name), "numbers": st.tuples(*numbers), "missing": MISSING, **others}
    )


WEIGHTS = st.floats(0.001, 1e6)
FIELDS = st.one_of(
    family("sequence", st.integers(-5, 10**9), prefix=st.sampled_from(["", "T-"])),
    family("levels", WEIGHTS, WEIGHTS, WEIGHTS, levels=st.just(LEVELS)),
    family("flag", st.floats(0, 1)),
    family("normal", NUMBERS, SPREADS, decimals=PLACES),
    family("lognormal", st.floats(-25, 25), st.floats(0, 25), decimals=PLACES),
    family("uniform", st.floats(-1e6, 0), st.floats(1, 1e6), decimals=PLACES),
    family("exponential", SPREADS, decimals=PLACES, maximum=st.none() | NUMBERS),
    family("gamma", SPREADS, SPREADS, decimals=PLACES),
    family("poisson", st.floats(0, 1e9)),
    family("integers", st.integers(-100, 0), st.integers(1, 100)),
    family("dates", st.integers(1, 73_000), start=st.dates().filter(lambda day: day.year <= 9_000)),
    family("linear", NUMBERS, SPREADS, terms=st.just([{"field": "base", "factor": 1e12}]), decimals=PLACES),
    family("by_level", NUMBERS, NUMBERS, NUMBERS, SPREADS, of=st.just("group"), decimals=PLACES),
)
FIRST = [
    {"name": "group", "family": "levels", "numbers": [1, 2, 3], "levels": LEVELS},
    {"name": "base", "family": "normal", "numbers": [1e12, 1e12]},
]


def drawn(plan: TablePlan, rows: int, seed: int) -> tuple[str, dict[str, int]]:
    """Draw a table in this process; the program is ours."""
    fields = [field.model_dump(mode="json") for field in plan.fields]
    lacking = table_maker.draw_table(fields, rows, seed)
    return table_maker.table_part(0, 7) + table_maker.table_part(7, rows), lacking


@pytest.mark.exhaustive
@settings(max_examples=examples(150), deadline=None)
@given(fields=st.lists(FIELDS, min_size=1, max_size=4), rows=st.integers(10, 60), seed=st.integers(0, 2**31))
def test_every_plan_can_be_drawn(fields: list[dict[str, Any]], rows: int, seed: int) -> None:
    """Rows, columns and gaps are exact, amounts are finite, and the same seed gives the same bytes."""
    named_fields = [{"name": f"f{number}", **field} for number, field in enumerate(fields)]
    plan = TablePlan.model_validate({"title": "Any", "description": "Any table.", "fields": [*FIRST, *named_fields]})
    text, lacking = drawn(plan, rows, seed)

    assert drawn(plan, rows, seed) == (text, lacking)
    header, *lines = csv.reader(io.StringIO(text))
    assert header == [field.name for field in plan.fields]
    assert len(lines) == rows
    for place, field in enumerate(plan.fields):
        cells = [line[place] for line in lines]
        assert cells.count("") == lacking[field.name] == round(rows * field.missing)
        assert all(fits(field, cell) for cell in cells if cell)


def fits(field: FieldPlan, cell: str) -> bool:
    """Tell whether a cell is what its field's family gives."""
    if field.family == "levels":
        return cell in field.levels
    if field.family in {"flag", "sequence", "dates"}:
        return cell in {"True", "False"} or cell.startswith(field.prefix) or cell[4] == "-"
    places = len(cell.partition(".")[2])
    return math.isfinite(float(cell)) and (not field.decimals or places == field.decimals)
