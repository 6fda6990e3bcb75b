"""An experiment about a module goes the way of every draft, though its seed has no file."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from authoring.api.verification import verify, with_findings
from authoring.dseal import Severity
from authoring.gate.admission import admit_draft
from authoring.gate.experiment import check_experiment, rehearse_experiment
from authoring.records.decision import Action, Decision
from authoring.records.evidence import Evidence, Limits
from authoring.records.experiment import ModuleApi
from authoring.records.profile import Profile
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.module_reader import read_module
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace
from authoring.workspace.documents import module_seed
from tests.drafting.test_module_drafter import EXPERIMENT, SHOP, drafted
from tests.exports import exported


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.fixture(scope="module")
def api(sandbox: LocalSandbox) -> ModuleApi:
    """Return what pandas offers."""
    return read_module("pandas", sandbox=sandbox, limits=Limits())


def test_nothing_is_profiled(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """A seed without files has an empty profile."""
    seed = module_seed(api)

    assert profile_data(seed, files=(), sandbox=sandbox) == Profile(seed="module-pandas", tables=())


@pytest.mark.exhaustive
def test_from_draft_to_export(api: ModuleApi, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A draft without files is run, checked, admitted, kept and exported like any other."""
    place, _ = Workspace.create(tmp_path / "bench")
    seed = module_seed(api)
    place.write_seed(seed, ())
    draft = drafted(SHOP, SHOP)
    evidence = verify(draft.text, place.seed_files(seed), limits=Limits(), sandbox=sandbox)
    assert evidence.dry_run is not None
    rehearsal = rehearse_experiment(draft.text, inputs=(), limits=Limits(), sandbox=sandbox)
    found = check_experiment(draft.text, run=evidence.dry_run, rehearsal=rehearsal, experiment=EXPERIMENT)
    evidence = with_findings(evidence, found)
    assert [one for one in evidence.diagnostics if one.severity is not Severity.NOTE] == []

    admitted = _admitted(place, evidence)

    assert place.problemsets() == ("shops",)
    assert place.read_problemset("shops").inputs == ()
    assert yaml.safe_load(admitted)["seed"] == {
        "name": "module-pandas",
        "title": "The Python module pandas",
        "source": "module:pandas",
        "url": "",
        "licence": "none needed: no data",
        "files": [],
    }
    bundle = exported("dseval", [place.read_problemset("shops")], name="tiny")
    assert [file.path for file in bundle.files] == ["_manifest.yaml", "_meta/shops.yaml", "shops.py", "export.json"]


def _admitted(place: Workspace, evidence: Evidence) -> str:
    """Admit the experiment; return what is kept of its way."""
    draft = drafted(SHOP, SHOP)
    decision = Decision(
        draft=draft.sha256, action=Action.ADMIT, reviewer="Ada", time=datetime(2026, 11, 22, tzinfo=UTC)
    )
    seed = place.read_seed("module-pandas")
    admission = admit_draft(seed, draft, evidence, decision, decisions=[decision], version="1")
    place.write_admission(admission, place.seed_files(seed))
    return admission.meta
