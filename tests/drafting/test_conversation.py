"""A whole conversation with a scripted model ends in a draft that runs."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.api.verification import tables_of_seed, verify
from authoring.drafting.drafter import write_draft
from authoring.drafting.model_drafter import ModelDrafter
from authoring.drafting.repair import repair_draft
from authoring.drafting.revision import revise_draft
from authoring.drafting.sketch import sketch_problems
from authoring.dseal import lint, parse
from authoring.llm.models.scripted import ScriptedModel
from authoring.llm.port import Request
from authoring.records.base import Record
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data
from authoring.workspace.journal import Journal
from tests.drafting.prompts.scene import instructions, profile, seed, sketch
from tests.drafting.prompts.talk import Says, count, cut_off, problemset


class Nothing(Record):
    """The settings of a journal that pins nothing."""


def test_a_journal_replays_the_conversation(tmp_path: Path) -> None:
    """Every step of it is kept with the arguments that shape it: the second time nobody is asked."""
    plan = json.dumps(sketch().model_dump(mode="json", exclude={"seed"}))
    harder = count(6, code="6")
    replies = [plan, problemset(p5="broken("), f"# problem 5\n{count(5)}", f"# problem 6\n{harder}"]
    told, about, data = instructions(), seed(column="level"), profile("level")

    def converse(model: ScriptedModel) -> tuple[list[str], Draft]:
        with Journal.open(tmp_path / "journal.jsonl", Nothing()) as journal:
            step = journal.step
            planned = step(sketch_problems, about, data, model=model, instructions=told)
            drafter = ModelDrafter(model, told, planned)
            draft = step(write_draft, about, data, drafter=drafter, name="rivers", examples=(), random_seed=0)
            found = Evidence(draft=draft.sha256, diagnostics=lint(draft.text))
            mended = step(repair_draft, draft, found, profile=data, model=model, instructions=told, round=1)
            decision = Decision(
                draft=mended.sha256,
                action=Action.REVISE,
                reviewer="ada",
                time=datetime(2026, 1, 1, tzinfo=UTC),
                comments=(Comment(problem=6, text="harder"),),
            )
            revised = step(revise_draft, mended, decision, profile=data, model=model, instructions=told)
            return journal.ran, revised

    def silent(request: Request) -> str:
        raise AssertionError(request.purpose)

    first, draft = converse(ScriptedModel(replies, fingerprint="one"))
    second, again = converse(ScriptedModel(silent, fingerprint="one"))

    assert first == ["sketch_problems", "write_draft", "repair_draft", "revise_draft"]
    assert second == []
    assert again == draft
    assert draft.text == problemset(p6="6")
    assert draft.revision == 3


@pytest.mark.exhaustive
def test_sketch_write_continue_repair(tmp_path: Path) -> None:
    """Planned, written, cut once and continued, one broken problem mended: then nothing stands against it."""
    (tmp_path / "scratch").mkdir()
    table = tmp_path / "gauges.csv"
    rows = [f"{('Elbe', 'Oder', 'Rhine')[day % 3]},{day / 3:.2f},2024-01-{day % 28 + 1:02}" for day in range(40)]
    table.write_text("\n".join(["river,level,day", *rows, ""]))
    said = problemset(p5='df["levl"].sum()')
    at = said.index("df[", said.index("above 7"))
    plan = json.dumps(sketch().model_dump(mode="json", exclude={"seed"}))
    model = Says(f"Here is the plan:\n{plan}", cut_off(said[:at]), said[at:], f"# problem 5\n{count(5)}")
    told = instructions()
    sandbox = LocalSandbox()
    try:
        about = fetch_seed([str(table)], sandbox=sandbox, limits=Limits(), scratch=tmp_path / "scratch").seed
        data = profile_data(about, files=[table], sandbox=sandbox)
        drafter = ModelDrafter(model, told, sketch_problems(about, data, model=model, instructions=told))
        draft = write_draft(about, data, drafter=drafter, name="rivers", examples=(), random_seed=0)
        known = tables_of_seed(about)
        broken = verify(draft.text, [table], tables=known, limits=Limits(), sandbox=sandbox)
        mended = repair_draft(draft, broken, profile=data, model=model, instructions=told, round=1)
        evidence = verify(mended.text, [table], tables=known, limits=Limits(), sandbox=sandbox)
    finally:
        sandbox.close()

    assert {finding.problem for finding in broken.errors} == {5}
    assert [(finding.code, finding.problem) for finding in evidence.errors] == []
    assert [request.purpose for request in model.asked] == ["sketch", "write", "continue", "repair"]
    assert "levl" in model.asked[-1].messages[-1].content
    assert "KeyError" in model.asked[-1].messages[-1].content
    assert mended.text == problemset()
    assert parse(mended.text).cells[5].code == parse(count(5)).cells[0].code
