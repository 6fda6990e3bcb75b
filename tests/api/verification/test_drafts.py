"""Answering a draft unseen within a run."""

from contextlib import closing
from pathlib import Path

from authoring.api.models import SubjectModel
from authoring.api.verification.drafts import DraftExaminer, DraftSolver
from authoring.dseal.gate_codes import ERROR
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import CallError, Failure
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence, Limits
from authoring.records.progress import Notice
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.cache import CertificateCache, ObservationCache
from authoring.workspace.guidance import read_solver_prompts
from authoring.workspace.journal import Journal
from tests.api.listener import Listener

ROOT = Path(__file__).parents[3]
TEXT = '# %%\n"""\nquestion: How much is one and one?\n"""\n1 + 1\n'
DRAFT = Draft(name="sums", seed="sums", revision=1, text=TEXT, origins=())
SEED = Seed(name="sums", title="", description="", source="", licence="", files=())
SETTINGS = RunSettings(name="sums", seed=SEED, templates=(), examples=(), limits=Limits(), random_seed=0)


def test_a_solve_is_paid_once_and_stops_nothing(tmp_path: Path) -> None:
    """An outage is a warning and is made up for; what was answered stands in the journal, also for who may not ask."""
    down = CallError("nothing listens there", failure=Failure.CONNECTION)
    replies: list[ScriptEntry] = [down, "```python\n3\n```"]
    prompts, listener = read_solver_prompts(ROOT, "model"), Listener()
    with Journal.open(tmp_path / "journal.jsonl", SETTINGS) as journal, closing(LocalSandbox()) as sandbox:

        def solver(*, asks: bool) -> DraftSolver:
            return DraftSolver(journal, (), model, prompts, sandbox, listener, asks)

        model = SubjectModel(ScriptedModel(replies), "tiny", ObservationCache(tmp_path / "cache"))
        decided = solver(asks=True).findings(DRAFT, is_open=False)
        looked_at = solver(asks=False).findings(DRAFT, is_open=True)
        failed = solver(asks=True).findings(DRAFT, is_open=True)
        answered = solver(asks=True).findings(DRAFT, is_open=True)
        told = len(listener.events)
        recorded = solver(asks=False).findings(DRAFT, is_open=False)

    notices = [event for event in listener.events if isinstance(event, Notice)]
    assert (decided, looked_at, failed) == ((), (), ())
    assert [finding.code for finding in answered] == ["DS979"]
    assert recorded == answered
    # Nobody is told of a solve that is only read again.
    assert len(listener.events) == told
    assert any("was not solved blind: 1 answer did not come" in notice.text for notice in notices)


def test_draft_with_errors_is_read_beside_its_references(tmp_path: Path) -> None:
    """What needs no run is known before the errors are mended, so that one repair mends both."""
    text = '# %%\n"""\nquestion: What is the mean of `a` in `df`, a number?\n"""\ndf["a"].median()\n'
    draft = DRAFT.model_copy(update={"text": text})
    failed = Evidence(draft=draft.sha256, diagnostics=(ERROR.diagnostic("it raised", problem=1),))
    codes: list[set[str]] = []
    with Journal.open(tmp_path / "journal.jsonl", SETTINGS) as journal, closing(LocalSandbox()) as sandbox:
        for cache in (CertificateCache(tmp_path / "certificates"), None):
            waiting, _ = DraftExaminer((), sandbox, journal, Listener(), cache).appraise(draft, failed)
            codes.append({finding.code for finding in waiting.evidence.diagnostics})

    assert codes == [{"DS401", "DS643"}, {"DS401"}]
