"""``authoring seed invent``: a table that a model plans and seeded code draws is a seed like any other."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.format_version import current
from authoring.records.synthetic_table import SyntheticTable, TablePlan
from authoring.workspace import Workspace

Cli = Callable[..., Any]
FERRY = yaml.safe_load((Path(__file__).parents[1] / "cases" / "inventions" / "ferry.yml").read_text())


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Return a folder of replies with the plan of the ferry's table."""
    empty: dict[str, Any] = {"levels": [], "prefix": "", "start": None, "terms": [], "of": "", "decimals": None}
    empty |= {"minimum": None, "maximum": None, "missing": 0.0}
    plan = {**FERRY, "fields": [{**empty, **field} for field in FERRY["fields"]]}
    folder = tmp_path / "replies"
    folder.mkdir()
    (folder / "data-1.json").write_text(json.dumps(plan, default=str))
    return folder


def invent(cli: Cli, place: Workspace, script: Path, *options: str) -> Any:
    """Invent the ferry's table."""
    asked = ("--about", "trips of a small ferry line", "--rows", "200", "--model", f"scripted:{script}")
    return cli("seed", "invent", "ferry", *asked, *options, "--workspace", place.root)


@pytest.mark.exhaustive
def test_invented_seed(cli: Cli, bare: Workspace, script: Path) -> None:
    """The table goes the way of all tables; its source, licence and plan are kept; templates can draft from it."""
    made = invent(cli, bare, script)

    assert made.code == 0
    assert made.out.splitlines()[-1] == "next: authoring seed show ferry"
    seed = bare.read_seed("ferry")
    assert (seed.title, seed.licence, seed.files[0].rows) == ("Ferry trips", "CC0-1.0", 200)
    assert seed.source.startswith("invented:scripted")
    path = bare.root / "seeds" / "ferry" / "plan.yaml"
    kept = SyntheticTable.model_validate(current("synthetic-table", yaml.safe_load(path.read_text()), path=path))
    assert (kept.plan, kept.rows, kept.random_seed) == (TablePlan.model_validate(FERRY), 200, 0)
    assert "harbour" in cli("seed", "show", "ferry", "--workspace", bare.root).out


@pytest.mark.exhaustive
def test_same_seed_same_bytes(cli: Cli, bare: Workspace, script: Path) -> None:
    """Inventing again gives the same file, unless another random seed is asked for."""
    first = invent(cli, bare, script, "--json").json["files"][0]["sha256"]

    assert invent(cli, bare, script).code == 4
    assert invent(cli, bare, script, "--replace", "--json").json["files"][0]["sha256"] == first
    assert invent(cli, bare, script, "--replace", "--random-seed", "1", "--json").json["files"][0]["sha256"] != first


@pytest.mark.parametrize(
    ("options", "code"),
    [(("--about", " "), 2), (("--rows", "3"), 2), (("--rows", "900000"), 2), (("--model", "scripted:nowhere"), 13)],
)
def test_refused(cli: Cli, bare: Workspace, script: Path, options: tuple[str, ...], code: int) -> None:
    """What cannot be done is said before anything is kept."""
    assert invent(cli, bare, script, *options).code == code
    assert bare.seeds() == ()
