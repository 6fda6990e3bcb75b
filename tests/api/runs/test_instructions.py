"""What runs recorded teaches later ones, also those that were set aside."""

from datetime import UTC, datetime
from typing import Any

import yaml

from authoring.api.runs.instructions import refused_problems, set_facts
from authoring.records.decision import Action, Comment, Decision
from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_settings


def rejected(place: Workspace, draft: Any, reason: str) -> None:
    """Reject the draft with a comment on its third problem."""
    path = place.journal_path("penguins")
    with Journal.open(path, read_settings(path, RunSettings)) as journal:
        comments = (Comment(problem=3, text=reason),)
        journal.decide(
            Decision(
                draft=draft.sha256,
                action=Action.REJECT,
                reviewer="Ana",
                time=datetime(2026, 11, 21, tzinfo=UTC),
                comments=comments,
            )
        )


def test_rejected_drafts_teach_after_a_restart(drafted: Workspace, draft: Any) -> None:
    """A rejected run is begun anew, its journal set aside; what was refused in it is still shown."""
    rejected(drafted, draft, "trivial")
    assert [problem.reason for problem in refused_problems(drafted)] == ["trivial"]
    rejected(drafted, draft, "ambiguous")
    drafted.set_aside_run("penguins")
    problems = refused_problems(drafted)

    assert [problem.reason for problem in problems] == ["trivial", "ambiguous"]
    assert "heaviest" in problems[0].question
    assert "sort_values" in problems[0].code


def test_facts_of_admitted_sets(drafted: Workspace) -> None:
    """Knowledge from the record; the shape from the run's profile, else from the seed, else unknown."""
    folder = drafted.root / "problemsets" / "_meta"
    folder.mkdir(parents=True, exist_ok=True)
    problems = [{"number": 1, "knowledge": ["dates", "joining"]}]
    for name, seed in (("penguins", "penguins"), ("later", "penguins"), ("orphan", "gone")):
        (folder / f"{name}.yaml").write_text(
            yaml.safe_dump({"name": name, "seed": {"name": seed}, "problems": problems})
        )
    facts = {fact.name: fact for fact in set_facts(drafted)}

    assert facts["orphan"].knowledge == ("dates", "joining")
    assert facts["orphan"].shape is None
    assert facts["later"].shape is not None
    assert (facts["later"].shape.rows, facts["later"].shape.columns) == (5, 2)
    assert facts["penguins"].shape is not None
    assert facts["penguins"].shape.tables == 0
