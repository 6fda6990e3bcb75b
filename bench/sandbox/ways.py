"""The ways of running a problem set that are compared."""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from authoring.gate.dry_run import dry_run
from authoring.records.evidence import DryRun, Limits, Outcome
from authoring.sandbox.port import Sandbox
from bench.sandbox.sets import Set

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""As in the sandbox, so that CPU seconds can be compared."""
LIMITS = Limits()
EXECUTE = """
import json, sys
namespace = {"__name__": "__main__"}
for cell in json.loads(sys.argv[1]):
    exec(compile(cell, "cell", "exec"), namespace)
"""
STAY = """
import contextlib, importlib, io, json, os, sys
out = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    modules, folder, cells = json.loads(line)
    for module in modules:
        with contextlib.suppress(ModuleNotFoundError):  # what is taken from a module may be one
            importlib.import_module(module)
    os.chdir(folder)
    namespace = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for cell in cells:
            exec(compile(cell, "cell", "exec"), namespace)
    print("done", file=out, flush=True)
"""
JUPYTER = ("nbclient", "nbformat", "ipykernel")
NO_JUPYTER = "no fresh Jupyter kernels: install the dependency group `bench` (nbclient, ipykernel)"


def isolated(problemset: Set, sandbox: Sandbox) -> None:
    """Walk the set in one session."""
    with sandbox.session(inputs=problemset.inputs, modules=problemset.modules) as session:
        for number, code in enumerate(problemset.cells):
            run = session.run(code, limits=LIMITS)
            if run.outcome is not Outcome.OK:
                sys.exit(f"{problemset.name}: cell {number} does not run: {run.outcome} {run.detail} {run.error}")


def rehearsed(problemset: Set, sandbox: Sandbox) -> DryRun:
    """Dry-run the set: two sessions, the second judged by the first."""
    run = dry_run(problemset.text, inputs=problemset.inputs, limits=LIMITS, sandbox=sandbox)
    bad = [cell for cell in run.cells if cell.judgement is not None and cell.judgement.correct != "yes"]
    if bad or len(run.cells) != len(problemset.cells):
        sys.exit(f"{problemset.name}: not every reference runs and agrees with itself: {(bad or run.cells)[-1]}")
    return run


def fresh(problemset: Set) -> None:
    """Execute the cells in a fresh process."""
    command = [sys.executable, "-c", EXECUTE, json.dumps(problemset.cells)]
    subprocess.run(
        command,
        cwd=problemset.folder,
        env={**os.environ, **ONE_THREAD},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


class Bare(AbstractContextManager["Bare"]):
    """One process that stays and executes cells with nothing between them and the machine."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", STAY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ONE_THREAD},
        )

    @property
    def number(self) -> int:
        """The process's number."""
        return self._process.pid

    def run(self, problemset: Set) -> None:
        """Execute the cells; what they import is loaded once."""
        if self._process.stdin is None or self._process.stdout is None:
            sys.exit("the process that stays has no pipes")
        job = [problemset.modules, str(problemset.folder), problemset.cells]
        print(json.dumps(job), file=self._process.stdin, flush=True)
        # No line means that a cell raised and ended the process.
        if not self._process.stdout.readline():
            sys.exit(f"{problemset.name}: the cells do not run without the sandbox")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()


def jupyter_is_there() -> bool:
    """Tell whether fresh Jupyter kernels can be measured."""
    return all(importlib.util.find_spec(name) is not None for name in JUPYTER)


def in_a_kernel(problemset: Set) -> None:
    """Execute the cells in a fresh Jupyter kernel, as nbclient does."""
    nbclient: Any = importlib.import_module("nbclient")
    nbformat: Any = importlib.import_module("nbformat.v4")
    notebook = nbformat.new_notebook(cells=[nbformat.new_code_cell(code) for code in problemset.cells])
    resources = {"metadata": {"path": str(problemset.folder)}}
    # Level 40 is that of errors: warnings of the kernel would stand between the figures.
    quiet = ["--IPKernelApp.log_level=40"]
    options = {"timeout": 600, "kernel_name": "python3", "resources": resources, "extra_arguments": quiet}
    nbclient.NotebookClient(notebook, **options).execute()
