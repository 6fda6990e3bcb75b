"""Certificates out of a cache and a journal: nothing that is known is tried again, and other code tries anew."""

from pathlib import Path

import pytest

from authoring.api.runs.lifecycle import resume_run
from authoring.errors import SandboxError
from authoring.gate.certificate import lookup
from authoring.gate.certificate.lookup import certify_draft, recorded_certificate
from authoring.records.certificate.problem import Certificate
from authoring.records.draft import Draft
from authoring.records.progress import NOBODY
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.cache import CertificateCache
from tests.cli.conftest import bare, draft, drafted, problem_text, seeded

pytestmark = pytest.mark.own_certificates
__all__ = ["bare", "draft", "drafted", "problem_text", "seeded"]


def no_trial(*arguments: object, **options: object) -> Certificate:
    """Stand where answers are tried, and try none."""
    del arguments, options
    raise SandboxError("answers are tried again", hint="")


@pytest.mark.exhaustive
def test_a_draft_is_tried_once(
    drafted: Workspace, draft: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its journal has the certificate from then on; without it the cache has, and other code tries anew."""
    sandbox, cache = LocalSandbox(), CertificateCache(tmp_path / "cache")
    # Its first problem says all.
    draft = draft.model_copy(update={"text": "# %%".join(draft.text.split("# %%")[:3])})
    files = drafted.seed_files(drafted.read_seed("penguins"))
    with resume_run(drafted, "penguins") as journal:
        before = recorded_certificate(journal, draft, files, sandbox=sandbox)
        made = certify_draft(journal, draft, files, sandbox=sandbox, cache=cache, reporter=NOBODY)
        monkeypatch.setattr(lookup, "certify", no_trial)
        again = certify_draft(journal, draft, files, sandbox=sandbox, cache=None, reporter=NOBODY)
    with resume_run(drafted, "penguins") as journal:
        recorded = recorded_certificate(journal, draft, files, sandbox=sandbox)
        renamed = draft.model_copy(update={"text": draft.text + "\n"})
        cached = certify_draft(journal, renamed, files, sandbox=sandbox, cache=cache, reporter=NOBODY)
        monkeypatch.setattr(lookup, "code_digest", lambda: "0" * 64)
        of_other_code = recorded_certificate(journal, draft, files, sandbox=sandbox)
        with pytest.raises(SandboxError, match="tried again"):
            certify_draft(journal, draft, files, sandbox=sandbox, cache=cache, reporter=NOBODY)
    sandbox.close()

    assert (before, of_other_code) == (None, None)
    assert made.problems
    assert (again, recorded) == (made, made)
    assert cached.problems == made.problems
