"""Series by months and quarters get dates first, and then what is asked of series."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.api.rehearsal import RehearsedDrafter
from authoring.drafting.templates.format import read_template
from authoring.drafting.templates.selection import Selection
from authoring.drafting.templates.state import beginning
from authoring.gate.dry_run import dry_run
from authoring.records.draft import DraftWishes, Template
from authoring.records.evidence import Limits
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox

Profiled = Callable[..., tuple[Seed, Profile, tuple[Path, ...]]]
TABLES = Path(__file__).parents[2] / "cases" / "drafting" / "tables"
FORMS: dict[str, tuple[int, Callable[[Any], dict[str, Any]]]] = {
    "decimals": (12, lambda steps: {"time": (1960 + (steps + 4) / 12).round(3)}),
    "quarters": (4, lambda steps: {"time": 1991.25 + steps / 4}),
    "numbers": (12, lambda steps: {"Year": 1960 + steps // 12, "Month": steps % 12 + 1}),
    "named quarters": (4, lambda steps: {"Year": 1960 + steps // 4, "Qtr": [f"Q{step % 4 + 1}" for step in steps]}),
    "names": (
        12,
        lambda steps: {
            "Year": 1960 + steps // 12,
            "Month": pd.date_range("2000-01-01", periods=len(steps), freq="MS").strftime("%B"),
        },
    ),
}
FIRST = {"decimals": "1960-05-01", "quarters": "1991-04-01"}


def series(form: str) -> pd.DataFrame:
    """Return forty-one years with a season and cycles of some years."""
    count, times = FORMS[form]
    steps = np.arange(41 * count)
    chance = np.random.default_rng(0).normal(size=steps.size)
    season = 12 * np.sin(2 * np.pi * (steps % count) / count)
    amount = 100 + 0.05 * steps / count + 20 * np.sin(steps / count) + season + 2 * chance
    gaps = pd.Series(amount + 7).where(steps % 50 != 30)
    return pd.DataFrame(times(steps) | {"amount": amount.round(1), "other": gaps.round(1)})


def series_templates(templates: tuple[Template, ...]) -> set[str]:
    """Return the names of the templates that need dates of months, or make them."""
    read = map(read_template, templates)
    return {
        template.name for template in read if "months" in template.header.needs or "months" in template.header.gives
    }


@pytest.mark.parametrize("form", FORMS)
def test_problems_of_series_run(
    profiled: Profiled, templates: tuple[Template, ...], sandbox: LocalSandbox, tmp_path: Path, form: str
) -> None:
    """Every template of series fits, in whatever columns the time stands, and its references run."""
    path = tmp_path / "series.csv"
    series(form).to_csv(path, index=False)
    seed, profile, files = profiled(str(path))
    of_series = [template for template in templates if template.name in {*series_templates(templates), "load_table"}]

    fitting = Selection([*map(read_template, of_series)], beginning(profile, profile.tables[0]), "0", "Series")
    names = {candidate.template.name for candidate in fitting.fitting([template.name for template in of_series])}
    drafter = RehearsedDrafter(tuple(of_series), DraftWishes(), files=files, sandbox=sandbox, limits=Limits())
    draft = drafter.draft(seed, profile, name="series", examples=(), random_seed=0)
    run = dry_run(draft.text, inputs=files, limits=Limits(), sandbox=sandbox)

    other = "dates_from_parts" if form in FIRST else "decimal_years"
    assert names == series_templates(templates) - {other} | {"load_table"}
    assert len(draft.origins) >= 7
    assert f"`date` to `df`: the first day of the {'quarter' if 'quarter' in form else 'month'}" in " ".join(
        draft.text.split()
    )
    assert [cell.run.error for cell in run.cells if cell.run.error] == []
    assert any(FIRST.get(form, "1960-01-01") in str(cell.run.value) for cell in run.cells)


@pytest.mark.parametrize("name", ["decimal-years", "named-months"])
def test_a_calendar_is_known_until_rows_go(profiled: Profiled, templates: tuple[Template, ...], name: str) -> None:
    """What shifts rows by a year is asked only where each row is of the month after that of the row before."""
    _, profile, _ = profiled(str(TABLES / f"{name}.csv"))
    selection = Selection([*map(read_template, templates)], beginning(profile, profile.tables[0]), "0", "Series")

    names = {candidate.template.name for candidate in selection.walk(selection.templates)[0]}

    assert {"naive_forecasts", "seasonal_index"} <= names
    # Whoever counts how long a series rises sees the season.
    assert "rise_function" not in names
