"""One whole run: draft, a fixed decision, admission, export. Started, killed and started again by the crash test.

Usage: driver.py WORKSPACE SEED
"""

import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import nothing_played, prepare
from authoring.workspace.journal import Journal
from authoring.api.pipeline import author
from authoring.records.run import RunSettings
from authoring.records.decision import Action, Admission, Decision, Waiting
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace

workspace = Workspace(Path(sys.argv[1]))
seed = workspace.read_seed(sys.argv[2])
files = workspace.seed_files(seed)
settings = RunSettings(
    name=seed.name,
    seed=seed,
    templates=workspace.templates(),
    examples=(),
    limits=workspace.settings.limits,
    random_seed=0,
)
with closing(LocalSandbox()) as sandbox, Journal.open(workspace.journal_path(seed.name), settings) as journal:
    end = author(files, sandbox=sandbox, journal=journal)
    if isinstance(end, Waiting):
        journal.decide(
            Decision(
                draft=end.draft.sha256,
                action=Action.ADMIT,
                reviewer="ada",
                time=datetime(2026, 1, 1, tzinfo=UTC),
            )
        )
        end = author(files, sandbox=sandbox, journal=journal)
    if not isinstance(end, Admission):
        sys.exit(f"not admitted: {end}")
    workspace.write_admission(end, files)
    sets = [workspace.read_problemset(end.name)]
    bundle = prepare("dseval", sets, options=ExportOptions(name="b", version="1"), play=nothing_played)
    workspace.write_bundle(workspace.root / "export", bundle)
