"""Where recorded answers and results stand: in a workspace if there is one, by benchmark, as in DSEval's repository."""

import re
from pathlib import Path

from authoring.cli.options import open_workspace
from authoring.workspace import Workspace

RESULTS = "results"
SUBMISSIONS = "submissions"
"""Apart from results, so that judging recorded answers never writes over them."""

LONGEST = 100
"""Characters of one part of a path."""


def workspace_around(given: Path | None) -> Workspace | None:
    """Return the workspace that is named, or that the current folder lies in; None where there is none.

    Raises:
        WorkspaceError: when the one named is none, or its settings are broken.
    """
    if given is not None or any((folder / "authoring.toml").is_file() for folder in (Path.cwd(), *Path.cwd().parents)):
        return open_workspace(given)
    return None


def place_of(home: Path, kind: str, benchmark: str, name: str) -> Path:
    """Return the file for a benchmark's answers or results, as a short path if it lies below the current folder.

    Args:
        home: the folder in which they are kept.
        kind: RESULTS or SUBMISSIONS.
        benchmark: its name.
        name: of who answered.
    """
    path = home / kind / _part(benchmark) / f"{_part(name)}.jsonl"
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _part(text: str) -> str:
    return re.sub(r"[^\w.-]+", "-", text).strip(".-")[:LONGEST] or "unnamed"
