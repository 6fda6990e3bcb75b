"""OpenCompass' own interpreter, from a checkout of its public repository; its released package lacks it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.peers.opencompass.predictions import Action

INTERPRET = Path(__file__).parent / "interpret.py"
INTERPRETER = Path("opencompass", "lagent", "actions", "ipython_interpreter.py")
LINK = re.compile(r"!\[fig-\d+\]\((.*?)\)")


def interpreter_file() -> Path:
    """Return the interpreter's file, and skip the test where AUTHORING_OPENCOMPASS names no checkout."""
    checkout = os.environ.get("AUTHORING_OPENCOMPASS")
    if not checkout:
        pytest.skip("needs a checkout of the public OpenCompass repository, named by AUTHORING_OPENCOMPASS")
    return Path(checkout) / INTERPRETER


def run_for_real(python: Path, cells: Sequence[str], *, datasources: Path, folder: Path) -> tuple[Action, ...]:
    """Run cells in OpenCompass' interpreter, one after the other in one kernel of the Python that runs the tests.

    Args:
        python: that has lagent 0.1.2.
        cells: code.
        datasources: where the kernel is put.
        folder: for pictures, and for what tells Jupyter which kernel to start.
    """
    file = interpreter_file()
    spec = folder / "jupyter" / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": argv, "display_name": "python3", "language": "python"}))
    process = subprocess.run(
        [python, INTERPRET, file, datasources, folder / "pictures"],
        input=json.dumps(cells),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "JUPYTER_PATH": str(folder / "jupyter")},
    )
    assert process.returncode == 0, process.stderr
    return tuple(
        Action(code, text, tuple(Path(link) for link in LINK.findall(links)), error)
        for code, (text, links, error) in zip(cells, json.loads(process.stdout), strict=True)
    )
