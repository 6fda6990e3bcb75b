"""A cell's text in the person's own editor."""

import os
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class EditResult:
    """What came back from the editor."""

    text: str | None
    """None when there is nothing usable."""
    problem: str = ""
    """Why there is nothing, in words."""


def edit_text(source: str) -> EditResult:
    """Open a text in ``$EDITOR``, else ``$VISUAL``, else vi, and return what was saved."""
    command = os.environ.get("EDITOR") or os.environ.get("VISUAL") or "vi"
    with tempfile.TemporaryDirectory(prefix="authoring-edit-") as folder:
        path = Path(folder) / "cell.py"
        # A text may hold halves of surrogate pairs, which plain UTF-8 refuses.
        path.write_bytes(source.encode("utf-8", "surrogatepass"))
        try:
            process = subprocess.run([*shlex.split(command), str(path)], check=False)  # noqa: S603 - the person's choice
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            return EditResult(None, "what was saved is not UTF-8")
        except (OSError, ValueError) as error:
            return EditResult(None, f"{command}: {error}; set EDITOR, for example EDITOR=nano")
    if process.returncode != 0:
        return EditResult(None, f"{command} ended with status {process.returncode}")
    return EditResult(text)
