"""Invented tables: planned by a model, drawn by seeded code, and found to be what was planned."""

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml
from pydantic import ValidationError

from authoring.drafting.synthetic_tables import PLAN_SCHEMA, draw_table, plan_table
from authoring.errors import ModelError, SeedError
from authoring.llm.port import OnText, Reply, Request
from authoring.records.evidence import Limits
from authoring.records.profile import ColumnKind
from authoring.records.sketch import Guide
from authoring.records.synthetic_table import TablePlan
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data

CASES = Path(__file__).parents[1] / "cases" / "inventions"
PROMPT = Path(__file__).parents[2] / "templates" / "prompts" / "fields.md"
FERRY: Mapping[str, Any] = yaml.safe_load((CASES / "ferry.yml").read_text())
GOOD = [
    {"name": "a", "family": "levels", "numbers": [1, 1], "levels": ["x", "y"]},
    {"name": "b", "family": "normal", "numbers": [0, 1]},
    {"name": "c", "family": "dates", "numbers": [10], "start": "2024-01-01"},
]


class Planner:
    """A model that replies with one text after the other."""

    name = fingerprint = "planner"

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[Request] = []

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the next reply."""
        del on_text
        self.asked.append(request)
        return Reply(text=self.replies.pop(0), model=self.name)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.fixture(scope="module")
def drawn(sandbox: LocalSandbox) -> str:
    """Return the ferry's table."""
    plan = TablePlan.model_validate(FERRY)
    return draw_table(plan, rows=2_500, random_seed=7, sandbox=sandbox, limits=Limits())


def whole(plan: Mapping[str, Any]) -> str:
    """Return a plan as a model writes it, every key there."""
    empty: dict[str, Any] = {"levels": [], "prefix": "", "start": None, "terms": [], "of": "", "decimals": None}
    empty |= {"minimum": None, "maximum": None, "missing": 0.0}
    return json.dumps({**plan, "fields": [{**empty, **field} for field in plan["fields"]]}, default=str)


def plan(*replies: str) -> tuple[TablePlan, Planner]:
    """Have a table planned by what a model replies."""
    model = Planner(*replies)
    prompt = Guide(name="fields", text=PROMPT.read_text())
    return plan_table("ferries", 500, model=model, prompt=prompt, subject="ferry"), model


def test_same_seed_same_bytes(sandbox: LocalSandbox, drawn: str) -> None:
    """The same plan, rows and seed give the same text; another seed gives another table."""
    table = TablePlan.model_validate(FERRY)

    assert draw_table(table, rows=2_500, random_seed=7, sandbox=sandbox, limits=Limits()) == drawn
    assert draw_table(table, rows=2_500, random_seed=8, sandbox=sandbox, limits=Limits()) != drawn


def test_table_is_what_was_planned(drawn: str) -> None:
    """Rows, shares, bounds, decimals, means by level and correlations are those of the plan."""
    table = pd.read_csv(io.StringIO(drawn))
    assert list(table.columns) == [field["name"] for field in FERRY["fields"]]
    assert len(table) == 2_500
    assert {name: int(table[name].isna().sum()) for name in ("harbour", "minutes", "freight", "wind")} == {
        "harbour": 125,
        "minutes": 250,
        "freight": 625,
        "wind": 0,
    }
    assert table["trip"].tolist()[:2] == ["T-1000", "T-1001"]
    assert table["harbour"].value_counts(normalize=True).round(1).to_dict() == {
        "North Quay": 0.5,
        "Mill Pier": 0.3,
        "Old Town": 0.2,
    }
    means = table.groupby("harbour")["minutes"].mean()
    assert [round(means[name] / 5) * 5 for name in ("North Quay", "Mill Pier", "Old Town")] == [35, 50, 80]
    assert table["passengers"].corr(table["fuel"]) == pytest.approx(0.46, abs=0.05)
    assert table["day"].between("2025-01-01", "2025-12-31").all()
    assert table["delay"].max() <= 90
    assert set(table["crew"]) == {3, 4, 5, 6}
    assert table["cancelled"].eq("yes").mean() == pytest.approx(0.08, abs=0.02)


def test_profile_shows_what_was_asked(sandbox: LocalSandbox, drawn: str, tmp_path: Path) -> None:
    """A table that goes the way of all seeds has the kinds, gaps and levels that were planned."""
    path, scratch = tmp_path / "ferry.csv", tmp_path / "scratch"
    scratch.mkdir()
    path.write_text(drawn)
    intake = fetch_seed([str(path)], sandbox=sandbox, limits=Limits(), scratch=scratch)
    profile = profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
    columns = {column.name: column for column in profile.tables[0].columns}

    assert profile.tables[0].rows == 2_500
    assert {name: columns[name].kind for name in ("trip", "harbour", "day", "minutes", "cancelled")} == {
        "trip": ColumnKind.IDENTIFIER,
        "harbour": ColumnKind.CATEGORY,
        "day": ColumnKind.DATE,
        "minutes": ColumnKind.AMOUNT,
        "cancelled": ColumnKind.FLAG,
    }
    assert (columns["freight"].missing, columns["freight"].decimals) == (625, 1)
    assert {level.value for level in columns["harbour"].levels} == {"North Quay", "Mill Pier", "Old Town"}


@pytest.mark.parametrize("case", yaml.safe_load((CASES / "refused.yml").read_text()), ids=lambda case: case["says"])
def test_plan_is_refused(case: dict[str, Any]) -> None:
    """A plan that cannot be drawn, or that could be more than data, is refused in words."""
    field = {"name": "d", **case["field"]}

    with pytest.raises(ValidationError) as caught:
        TablePlan.model_validate({"title": "Table", "description": "Fields.", "fields": [*GOOD, field]})
    assert case["says"] in str(caught.value)


def test_good_fields_are_good() -> None:
    """The fields that the refused ones are put behind are fine without them."""
    assert len(TablePlan.model_validate({"title": "Table", "description": "Fields.", "fields": GOOD}).fields) == 3


def test_reply_becomes_a_plan() -> None:
    """What a model replies in the form that is asked for becomes the plan, and is asked for once."""
    found, model = plan(whole(FERRY))

    assert found == TablePlan.model_validate(FERRY)
    assert [(request.purpose, request.schema_) for request in model.asked] == [("data", PLAN_SCHEMA)]


def test_bad_plan_is_asked_for_again() -> None:
    """A plan that does not hold together is sent back with the reason, under another sample."""
    bad = {**FERRY, "fields": [*GOOD, {"name": "d", "family": "normal", "numbers": [1]}]}
    found, model = plan("Sorry, no.", whole(bad), whole(FERRY))

    assert found.title == "Ferry trips"
    assert [request.sample for request in model.asked] == [0, 1, 2]
    assert "family normal wants 2 numbers, not 1" in model.asked[2].messages[-1].content
    assert len({request.identity for request in model.asked}) == 3


def test_no_plan_is_an_error() -> None:
    """A model that never gives a plan ends as a message that names seed, model and reason."""
    with pytest.raises(ModelError, match=r"^ferry: planner gave no table that can be drawn in 3 tries: "):
        plan("no", "no", "no")


@pytest.mark.parametrize("rows", [0, 9, 200_001])
def test_rows_are_bounded(sandbox: LocalSandbox, rows: int) -> None:
    """Tables are neither tiny nor huge."""
    with pytest.raises(SeedError, match="rows cannot be drawn"):
        draw_table(TablePlan.model_validate(FERRY), rows=rows, random_seed=0, sandbox=sandbox, limits=Limits())
