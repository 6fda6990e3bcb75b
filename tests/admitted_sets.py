"""Problem sets that stand in a workspace as if they had been drafted, reviewed and admitted there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from authoring.records.base import sha256_of
from authoring.records.decision import Admission
from authoring.records.provenance import provenance_text
from authoring.records.seed import InputFile
from authoring.workspace import Workspace
from authoring.workspace.files import files_in, sha256_of_file


def meta_of(name: str, text: str, inputs: Sequence[InputFile] = ()) -> dict[str, Any]:
    """Return what stands in _meta/ about a set."""
    files = [file.model_dump() for file in inputs]
    return {
        "name": name,
        "sha256": sha256_of(text),
        "revision": 1,
        "seed": {"name": name, "title": name, "source": "made", "licence": "CC0-1.0", "files": files},
        "problems": [],
        "environment": {"python": "3.11"},
        "decisions": [],
        "findings": [],
    }


def put_set(workspace: Workspace, name: str, text: str, paths: Sequence[Path] = ()) -> Path:
    """Admit a set without a run; return its file."""
    inputs = tuple(
        InputFile(name=called, sha256=sha256_of_file(file), size=file.stat().st_size)
        for path in paths
        for called, file in files_in(path)
    )
    meta = provenance_text(meta_of(name, text, inputs))
    return workspace.write_admission(Admission(name=name, text=text, meta=meta, inputs=inputs), paths)
