"""Runs a notebook in Jupyter's own kernel, and prints what its cells gave: ``kernel.py FILE [on]``.

With ``on`` errors stop nothing. A process of its own, because a client leaves event loops behind.
"""

import json
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def main(file: Path, *, on: bool) -> None:
    """Run the notebook in the folder it stands in."""
    notebook = nbformat.read(file, nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]  # nbformat is annotated in parts
    nbformat.validate(notebook)
    error = ""
    resources = {"metadata": {"path": str(file.parent)}}
    try:
        NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=on, resources=resources).execute()
    except CellExecutionError as failed:
        error = f"{failed.ename}: {failed.evalue}"
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    sys.stdout.write(json.dumps({"error": error, "outputs": outputs}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), on="on" in sys.argv[2:])
