"""Tables of a few amounts without groups, and panels with gaps, carry problems of their own."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from authoring.api.rehearsal import RehearsedDrafter
from authoring.gate.dry_run import dry_run
from authoring.records.draft import DraftWishes, Template
from authoring.records.evidence import Limits
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox

Profiled = Callable[..., tuple[Seed, Profile, tuple[Path, ...]]]


def children() -> pd.DataFrame:
    """Return children sorted by age, of whom several have one age, and what falls with it along a curve."""
    chance = np.random.default_rng(0)
    age = np.sort(chance.gamma(1.5, 4, 300).round(1))
    return pd.DataFrame({"Age": age, "GAG": (30 * np.exp(-age / 3) + chance.gamma(4, 1, 300)).round(1)})


def races() -> pd.DataFrame:
    """Return distances and masses over some orders of magnitude, in no order."""
    chance = np.random.default_rng(0)
    distance = 10 ** chance.uniform(-1, 2, 60)
    return pd.DataFrame(
        {"distance": distance.round(3), "minutes": (3 * distance**1.1 * 10 ** chance.normal(0, 0.2, 60)).round(3)}
    )


def fish() -> pd.DataFrame:
    """Return fish of which some were looked at more often than others."""
    chance = np.random.default_rng(0)
    counts = chance.integers(5, 20, 30)
    rows = [(f"H.{number}", period) for number, count in enumerate(counts) for period in range(1, count + 1)]
    frame = pd.DataFrame(rows, columns=["fish_code", "period"])
    return frame.assign(mass=(frame.period * 2 + chance.normal(0, 0.3, len(frame))).round(3))


@pytest.mark.parametrize(
    ("table", "names"),
    [
        (children, {"two_correlations", "line_or_curve", "running_median"}),
        (races, {"log_slope"}),
        (fish, {"panel_span", "panel_lengths"}),
    ],
)
def test_few_amounts_are_asked_about(
    profiled: Profiled,
    templates: tuple[Template, ...],
    sandbox: LocalSandbox,
    tmp_path: Path,
    table: Callable[[], pd.DataFrame],
    names: set[str],
) -> None:
    """Each template fits its table, says something of it, and runs; two of one family give way to each other."""
    path = tmp_path / "measured.csv"
    table().to_csv(path, index=False)
    seed, profile, files = profiled(str(path))
    drafted: set[str] = set()
    for name in sorted(names):
        chosen = tuple(template for template in templates if template.name in {name, "load_table"})
        drafter = RehearsedDrafter(chosen, DraftWishes(), files=files, sandbox=sandbox, limits=Limits())
        draft = drafter.draft(seed, profile, name="t", examples=(), random_seed=0)
        run = dry_run(draft.text, inputs=files, limits=Limits(), sandbox=sandbox)
        drafted |= {origin.origin.removeprefix("template:") for origin in draft.origins}
        assert [cell.run.error for cell in run.cells if cell.run.error] == []

    assert drafted == names | {"load_table"}
