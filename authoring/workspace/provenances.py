"""What stands in problemsets/_meta/, set by set."""

from pathlib import Path

from authoring.records.provenance import Provenance, read_provenance
from authoring.workspace.files import read_text


def read_provenances(root: Path) -> tuple[Provenance, ...]:
    """Return where the admitted sets of a workspace came from, sorted by name.

    Raises:
        WorkspaceError: a file cannot be read, or does not say what it should.
    """
    folder = root / "problemsets" / "_meta"
    found = (read_provenance(read_text(path), path=str(path)) for path in sorted(folder.glob("*.yaml")))
    return tuple(found)
