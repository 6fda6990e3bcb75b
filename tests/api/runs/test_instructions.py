"""What runs recorded teaches later ones, also those that were set aside."""

from datetime import UTC, datetime
from typing import Any

import pytest
import yaml

from authoring.api.runs.instructions import compose_instructions, refused_problems, set_facts
from authoring.records.decision import Action, Admission, Comment, Decision
from authoring.records.provenance import provenance_text
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_settings
from tests.admitted_sets import meta_of, put_set


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


@pytest.mark.parametrize(("is_experiment", "names"), [(True, ["study"]), (False, ["sums"])])
def test_examples_are_of_the_same_kind(bare: Workspace, names: list[str], *, is_experiment: bool) -> None:
    """Experiments about modules are examples of experiments alone, and sets about tables of such sets."""
    text = '# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n'
    put_set(bare, "sums", text)
    meta = meta_of("study", text)
    meta["seed"] |= {"name": "module-scipy", "source": "module:scipy"}
    bare.write_admission(Admission(name="study", text=text, meta=provenance_text(meta), inputs=()), ())
    seed = Seed(name="gulls", title="Gulls", description="", source="made", licence="CC0-1.0", files=())
    told = compose_instructions(bare, seed, name="gulls", random_seed=0, strategy="random", is_experiment=is_experiment)

    assert [example.name for example in told.examples] == names
