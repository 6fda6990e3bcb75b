"""A decision is carried out only about exactly the text it was said of, and only without errors."""

from datetime import UTC, datetime

import pytest
import yaml

from authoring.dseal import Diagnostic, Severity
from authoring.errors import UsageError
from authoring.gate.admission import admit_draft
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft, ProblemOrigin
from authoring.records.evidence import DryRun, Evidence
from authoring.records.seed import Seed

SEED = Seed(name="s", title="S", description="", source="s.csv", licence="CC0-1.0", files=())
TEXT = '# %%\n"""\nquestion: How many?\n"""\n1 + 1\n'
DRAFT = Draft(
    name="s",
    seed="s",
    revision=2,
    text=TEXT,
    origins=(ProblemOrigin(origin="template:count", knowledge=("counting",), level="easy"),),
)
RUN = DryRun(draft=DRAFT.sha256, cells=(), inputs=(), python="3.11.7", packages=(("pandas", "3.1.1"),))
WARNING = Diagnostic(code="DS299", name="odd", severity=Severity.WARNING, message="odd", problem=1)
DECISION = Decision(
    draft=DRAFT.sha256,
    action=Action.ADMIT,
    reviewer="ada",
    time=datetime(2026, 1, 2, tzinfo=UTC),
    comments=(Comment(problem=1, text="fine"),),
)


def test_admission_holds_text_and_provenance() -> None:
    """The exact text, and in _meta who decided what and when, where the data is from, and what was left standing."""
    evidence = Evidence(draft=DRAFT.sha256, diagnostics=(WARNING,), dry_run=RUN)
    admission = admit_draft(SEED, DRAFT, evidence, DECISION, decisions=(DECISION,), version="9.9")
    meta = yaml.safe_load(admission.meta)

    assert admission.text == TEXT
    assert meta["sha256"] == DRAFT.sha256
    assert meta["seed"]["licence"] == "CC0-1.0"
    assert meta["problems"] == [
        {"number": 1, "origin": "template:count", "level": "easy", "knowledge": ["counting"], "reviewed": None}
    ]
    assert meta["decisions"][0]["reviewer"] == "ada"
    assert meta["decisions"][0]["comments"] == [{"problem": 1, "text": "fine"}]
    assert [(pins["timezone"], pins["hash_seed"]) for pins in meta["pins"]] == [("UTC", 0), ("UTC", 1)]
    assert meta["findings"] == [{"code": "DS299", "severity": "warning", "problem": 1, "message": "odd"}]


def test_error_keeps_a_draft_out() -> None:
    """No decision overrides an error of the gate."""
    error = WARNING.model_copy(update={"severity": Severity.ERROR})
    evidence = Evidence(draft=DRAFT.sha256, diagnostics=(error,), dry_run=RUN)
    with pytest.raises(UsageError, match="1 errors"):
        admit_draft(SEED, DRAFT, evidence, DECISION, decisions=(), version="9.9")


def test_text_that_never_ran_is_kept_out() -> None:
    """Evidence without a dry run is no evidence."""
    evidence = Evidence(draft=DRAFT.sha256, diagnostics=())
    with pytest.raises(UsageError):
        admit_draft(SEED, DRAFT, evidence, DECISION, decisions=(), version="9.9")


@pytest.mark.parametrize("stale", ["evidence", "decision"])
def test_word_about_another_text_does_not_count(stale: str) -> None:
    """Evidence and decision belong to one revision."""
    other = "0" * 64
    evidence = Evidence(draft=other if stale == "evidence" else DRAFT.sha256, diagnostics=(), dry_run=RUN)
    decision = DECISION.model_copy(update={"draft": other}) if stale == "decision" else DECISION
    with pytest.raises(UsageError, match="another revision"):
        admit_draft(SEED, DRAFT, evidence, decision, decisions=(), version="9.9")


def test_admitted_text_is_spelled_as_dseval_reads_it() -> None:
    """The paper's `query` would make DSEval refuse the benchmark, so it is admitted as `question`."""
    draft = DRAFT.model_copy(update={"text": TEXT.replace("question:", "query:")})
    evidence = Evidence(draft=draft.sha256, diagnostics=(), dry_run=RUN.model_copy(update={"draft": draft.sha256}))
    decision = DECISION.model_copy(update={"draft": draft.sha256})
    admission = admit_draft(SEED, draft, evidence, decision, decisions=(), version="9.9")

    assert admission.text == TEXT


def test_each_comment_is_told_once() -> None:
    """A journal's marks repeat what was said before; _meta keeps what was new, edits and the last word."""
    said = Comment(problem=1, text="vague")
    mark = DECISION.model_copy(update={"action": Action.REVISE, "comments": ()})
    comment = mark.model_copy(update={"comments": (said,)})
    edit = comment.model_copy(update={"text": "new"})
    admit = DECISION.model_copy(update={"comments": (said,)})
    evidence = Evidence(draft=DRAFT.sha256, diagnostics=(), dry_run=RUN)
    decisions = (mark, comment, comment, edit, mark, admit)
    meta = yaml.safe_load(admit_draft(SEED, DRAFT, evidence, admit, decisions=decisions, version="9.9").meta)
    told = [(entry["action"], len(entry["comments"]), entry["became"]) for entry in meta["decisions"]]

    assert told == [("revise", 1, None), ("revise", 0, sha256_of("new")), ("admit", 0, None)]
