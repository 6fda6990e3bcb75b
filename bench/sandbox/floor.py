"""The bare floor: execute the cells of many sets in one process, with nothing around them.

``python floor.py JOB.json FOUND.json``. Standard library only: the interpreter is DSEval's.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Execute each set up to the first cell that fails; write how many cells ran, and what failed."""
    # No display: figures are drawn into memory.
    os.environ["MPLBACKEND"] = "Agg"
    found: dict[str, object] = {}
    ran = 0
    for job in json.loads(Path(sys.argv[1]).read_text("utf-8")):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "inputs").mkdir()
            for file in map(Path, job["inputs"]):
                (Path(folder) / "inputs" / file.name).symlink_to(file)
            os.chdir(folder)
            random.seed(0)
            try:
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                    ran += execute(job["cells"])
            except Exception as error:  # noqa: BLE001  # the floor stops a set where DSEval's loop does
                found[job["name"]] = f"{type(error).__name__}: {error}"[:200]
            os.chdir("/")
    Path(sys.argv[2]).write_text(json.dumps({"cells": ran, "stopped": found}), "utf-8")


def execute(cells: list[str]) -> int:
    """Execute cells in one namespace; return how many there are."""
    namespace = {"__name__": "__main__"}
    for cell in cells:
        exec(compile(cell, "cell", "exec"), namespace)  # noqa: S102  # bare execution is what is measured
    return len(cells)


if __name__ == "__main__":
    main()
