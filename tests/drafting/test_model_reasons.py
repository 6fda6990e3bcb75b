"""What a model said of a warning is shown with the problem that it was about, and the model is not asked again."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.drafting.model_reasons import explained
from authoring.drafting.repair import needs_repair, repaired
from authoring.records.decision import Action, Decision, Waiting
from authoring.records.evidence import Evidence, Limits
from authoring.records.run import RunSettings
from authoring.workspace.journal import Journal
from tests.api.listener import Listener
from tests.drafting.prompts.scene import instructions, profile, seed
from tests.drafting.prompts.talk import Says, count
from tests.drafting.test_repair import LEFT, SHORT, draft, evidence, short, warning

SETTINGS = RunSettings(
    name="rivers",
    seed=seed(),
    templates=(),
    examples=(),
    limits=Limits(),
    random_seed=0,
    instructions=instructions(),
    tries_answers=True,
    rounds=2,
)
REASON = "# problem 4\n# as it is: DS703 both say the same\n"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal[RunSettings]]:
    """Return the journal of a run."""
    with Journal.open(tmp_path / "journal.jsonl", SETTINGS) as opened:
        written = Decision(
            draft="0" * 64, action=Action.REVISE, reviewer="ada", time=datetime.now(UTC), text=draft().text
        )
        opened.decide(written)
        yield opened


def mend(waiting: Waiting, model: Says, journal: Journal[RunSettings]) -> Waiting:
    """Return what comes of a repair, with the same warnings found of it."""
    after = repaired(waiting, model, journal=journal, profile=profile(), attempt=1, reporter=Listener())
    return Waiting(draft=after, evidence=Evidence(draft=after.sha256, diagnostics=waiting.evidence.diagnostics))


def codes(waiting: Waiting) -> list[str]:
    """Return the codes of what is found."""
    return [finding.code for finding in waiting.evidence.diagnostics]


def test_an_answered_warning_is_a_persons_matter(journal: Journal[RunSettings]) -> None:
    """It stands, with the reason beside it, and is an objection as before; the model is asked once."""
    waiting, model = Waiting(draft=draft(), evidence=evidence(warning(4))), Says(REASON)
    assert needs_repair(waiting, journal, 0)
    after = explained(mend(waiting, model, journal), journal)
    again = mend(waiting, model, journal)

    assert codes(after) == ["DS703", "DS833"]
    assert [finding.code for finding in after.evidence.objections] == ["DS703"]
    assert not needs_repair(after, journal, 1)
    assert (again.draft.text, len(model.asked)) == (waiting.draft.text, 1)


def test_a_reason_goes_with_its_problem(journal: Journal[RunSettings]) -> None:
    """Where other problems are mended it stays, and later repairs hear of the open warnings alone."""
    waiting = Waiting(draft=draft(), evidence=evidence(warning(4), warning(7)))
    mended = mend(waiting, Says(f"{REASON}\n# problem 7\n{count(7, code='0')}"), journal)
    later = explained(mended, journal)
    model = Says("")
    mend(later, model, journal)

    assert codes(later) == ["DS703", "DS703", "DS833"]
    assert needs_repair(later, journal, 1)
    assert "Mend them: 7." in model.asked[0].messages[-1].content


def test_a_reason_ends_with_its_problem(journal: Journal[RunSettings]) -> None:
    """A problem that was changed since is another one."""
    waiting = Waiting(draft=draft(), evidence=evidence(warning(4)))
    mend(waiting, Says(REASON), journal)
    other = draft(waiting.draft.text.replace('df["levl"].sum()', 'df["levl"].max()'))
    after = explained(Waiting(draft=other, evidence=waiting.evidence), journal)

    assert codes(after) == ["DS703"]
    assert needs_repair(after, journal, 1)


def test_round_that_is_left_is_used_for_warnings(journal: Journal[RunSettings]) -> None:
    """What lint or a run warns of is mended as long as there are rounds; what probes find is left to the reviewer."""
    waiting = Waiting(draft=draft(), evidence=evidence(warning(4, "DS413")))
    probed = Waiting(draft=draft(), evidence=evidence(warning(4, "DS662")))

    assert needs_repair(waiting, journal, 1)
    assert not needs_repair(waiting, journal, 2)
    assert not needs_repair(probed, journal, 1)


def test_absent_problem_is_asked_for_until_a_person_has_seen_that(
    tmp_path: Path, journal: Journal[RunSettings]
) -> None:
    """A draft without a fault that lacks a problem of its plan goes back to the model; later it is the person's."""
    waiting = Waiting(draft=short(LEFT), evidence=evidence(text=SHORT))
    with Journal.open(tmp_path / "new.jsonl", SETTINGS) as undecided:
        assert needs_repair(waiting, undecided, 0)
        assert not needs_repair(waiting, undecided, 2)
    assert not needs_repair(waiting, journal, 0)
