"""Mends of drafts: once, by rule, and never of what a person wrote or what was imported."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.drafting.replies.codes import UNWANTED
from authoring.errors import UsageError
from authoring.gate.mending.draft import mend_draft, mended_by_rule, take_mended
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.trial import Trial
from authoring.records.decision import Action, Decision, Waiting
from authoring.records.draft import PERSON, Draft, ProblemOrigin
from authoring.records.evidence import Evidence, Limits
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.journal import Journal
from tests.api.listener import Listener

TEXT = (
    "# %%\nrows = list(range(40))\n\n"
    '# %%\n"""\nquestion: How many `rows` are there, as an integer?\n'
    'validator:\n  result:\n    atol: 10\n"""\n\nlen(rows)\n'
)
ACCUSED = Certificate(
    draft="0" * 64,
    problems=(
        ProblemCertificate(
            number=1,
            cell=1,
            trials=(Trial(side="wrong", operator="x", description="", subject="value", outcome="accepted"),),
        ),
    ),
)


def _mended(origins: tuple[ProblemOrigin, ...]) -> Draft:
    draft = Draft(name="rows", seed="rows", revision=1, text=TEXT, origins=origins)
    sandbox = LocalSandbox()
    try:
        return mend_draft(draft, ACCUSED, inputs=(), limits=Limits(), sandbox=sandbox, dialect="dseval")
    finally:
        sandbox.close()


def test_a_drafted_problem_is_mended_with_a_note() -> None:
    """The revision says what was changed, where it came from, and keeps the origin."""
    origins = (ProblemOrigin(origin="template:rows"),)
    draft = _mended(origins)

    assert "atol" not in draft.text
    assert (draft.revision, draft.origins) == (2, origins)
    assert [(note.code, note.problem) for note in draft.mended] == [("DS681", 1)]
    assert draft.came_from


@pytest.mark.parametrize("origins", [(ProblemOrigin(origin=PERSON),), ()])
def test_what_a_person_wrote_stays(origins: tuple[ProblemOrigin, ...]) -> None:
    """A problem of unknown origin counts as a person's; that nothing was done is known by the journal."""
    draft = _mended(origins)

    assert (draft.text, draft.revision, draft.mended) == (TEXT, 1, ())


def test_a_helper_in_the_way_is_renamed_with_a_note() -> None:
    """No trial is needed for it: the draft runs again as it does after any change."""
    text = TEXT.replace("  result:\n    atol: 10\n", "  result:\n").replace("len(rows)", "result = len(rows)\nresult")
    text += '\n# %%\n"""\nquestion: What is the last of `rows`?\n"""\n\nrows[-1]\n'
    origin = ProblemOrigin(origin="template:rows")
    draft = Draft(name="rows", seed="rows", revision=1, text=text, origins=(origin, origin))
    nothing = Certificate(draft="0" * 64, problems=())
    sandbox = LocalSandbox()
    try:
        mended = mend_draft(draft, nothing, inputs=(), limits=Limits(), sandbox=sandbox, dialect="dseval")
    finally:
        sandbox.close()

    assert mended.text == text.replace("result = len(rows)\nresult", "result_1 = len(rows)\nresult_1")
    assert [(note.code, note.problem) for note in mended.mended] == [("DS681", 1)]


def _decision(text: str | None) -> Decision:
    time = datetime(2024, 1, 1, tzinfo=UTC)
    return Decision(draft="0" * 64, action=Action.REVISE, reviewer="Ann", time=time, text=text, made_by="rule: x")


def test_what_a_rule_made_keeps_its_origins() -> None:
    """That a person had it written makes no problem that person's."""
    origins = (ProblemOrigin(origin="template:rows", level="easy"),)
    draft = Draft(name="rows", seed="rows", revision=3, text=TEXT, origins=origins)
    mended = TEXT.replace("    atol: 10\n", "")

    taken = take_mended(draft, _decision(mended))

    assert (taken.text, taken.revision, taken.origins) == (mended, 4, origins)
    for text in (None, TEXT + '\n# %%\n"""\nquestion: And now?\n"""\n\n1\n'):
        with pytest.raises(UsageError, match="keeps its problems"):
            take_mended(draft, _decision(text))


def test_decisions_of_persons_are_hashed_as_before() -> None:
    """Journals of runs that are under way know them without the field."""
    decision = _decision(TEXT)

    assert "made_by" in decision.model_dump(mode="json")
    assert "made_by" not in decision.model_copy(update={"made_by": ""}).model_dump(mode="json")


def test_what_was_found_in_a_reply_is_no_mend(tmp_path: Path) -> None:
    """Where rules mend nothing, they are not said to have done what had to be mended in the reply of a model."""
    noted = (UNWANTED.diagnostic("the reply offers a replacement for problem 7", problem=7),)
    origins = (ProblemOrigin(origin=PERSON),)
    draft = Draft(name="rows", seed="rows", revision=1, text=TEXT, origins=origins, mended=noted)
    waiting = Waiting(draft=draft, evidence=Evidence(draft=draft.sha256, diagnostics=()))
    seed = Seed(name="rows", title="", description="", source="", licence="", files=())
    common = {"name": "rows", "seed": seed, "templates": (), "examples": (), "limits": Limits(), "random_seed": 0}
    settings = RunSettings.model_validate({**common, "tries_answers": True})
    listener, sandbox = Listener(), LocalSandbox()
    try:
        with Journal.open(tmp_path / "journal.jsonl", settings) as journal:
            assert mended_by_rule(waiting, ACCUSED, (), sandbox=sandbox, journal=journal, reporter=listener) is None
    finally:
        sandbox.close()

    assert not any("mended by rule" in str(event) for event in listener.events)
