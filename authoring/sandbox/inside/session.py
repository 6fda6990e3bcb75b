"""What a session does: run cells, give evidence, judge, and call our functions on untrusted data."""

import importlib
import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from authoring.sandbox.inside import FUNCTIONS
from authoring.sandbox.inside.bounds import bounded, forget_peak, peak
from authoring.sandbox.inside.cell import Ran, execute, is_out_of_memory
from authoring.sandbox.inside.changes import Snapshot, compare, forget_columns, separate, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.evidence import (
    Evidence,
    at_fault,
    collect,
    collect_apart,
    judge,
)
from authoring.sandbox.inside.looking import only_looks
from authoring.sandbox.inside.output import Output
from authoring.sandbox.inside.packing import unpack
from authoring.sandbox.inside.reads import traced_main
from authoring.sandbox.inside.refusal import RefusedData
from authoring.sandbox.inside.variables import variables
from authoring.sandbox.inside.views import TRACEBACK, error_view, guarded, plain, traceback_text, type_name, value_view
from authoring.sandbox.inside.wire import Frame
from authoring.validators.base import Change, Dialect, Execution, TimeLimitError

NAME = 200
"""Characters of a variable's name."""
ENOUGH_FRAMES = 3_000
"""The recursion limit while the harness works, should a cell have lowered it."""
ENDS: dict[str, type[Exception]] = {"timeout": TimeLimitError, "out-of-memory": MemoryError}
"""The error that stands for the end of a submission's process, by the outcome of its cell; any other is that a process
ended which should not."""


@dataclass(frozen=True, slots=True)
class Last:
    """The last cell that ran."""

    execution: Execution
    block: Mapping[str, Any] | None
    evidence: Evidence | None


class Session:
    """The namespace of one session and the last cell that ran in it."""

    def __init__(self) -> None:
        self._root = Path()
        self._runs = 0
        self._dialect: Dialect = "dseval"
        self._before = Snapshot()
        self._last: Last | None = None
        self._namespace: dict[str, Any] = {}

    def enter(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """Begin in a working directory, with a random state; a branch moves to its own directory and keeps its own."""
        root = Path(header["root"])
        here = Path(os.readlink("/proc/self/cwd").removesuffix(" (deleted)"))  # noqa: PTH115 - as the kernel names it
        below = here.relative_to(self._root) if self._runs and here.is_relative_to(self._root) else Path()
        os.chdir(root / below if (root / below).is_dir() else root)
        self._root = root
        if header["seed"] is not None:
            self._dialect = header["dialect"]
            sys.modules["__main__"] = main = ModuleType("__main__")
            sys.argv = [""]
            self._namespace = main.__dict__
            random.seed(header["seed"])
            np.random.seed(header["seed"])  # noqa: NPY002 - it is this state that unseeded code draws from
        return {}

    def run(self, frame: Frame, announce: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Execute a cell; say so with `announce` as soon as its code has ended, then look at what it left behind."""
        job = frame.header
        output = Output(frame.descriptors[0], job["max_output"])
        if job["trace"] and not self._runs:
            sys.modules["__main__"], self._namespace = traced_main()
        self._runs += 1
        filename = f"<cell {self._runs}>"
        me = os.getpid()
        if self._dialect == "dseval":
            forget_columns(self._namespace)
        forget_peak()
        output.attach()
        with bounded(max_memory=job["max_memory"], max_file=job["max_file"]):
            ran = execute(job["code"], filename=filename, namespace=self._namespace, forbid_names=job["forbid_names"])
            if os.getpid() != me:
                os._exit(0)  # a child that the cell forked and let run on
            announce({"ran": ran.seconds})
            frames = sys.getrecursionlimit()
            sys.setrecursionlimit(max(frames, ENOUGH_FRAMES))
            reply = self._look(ran, job, filename, output)
            sys.setrecursionlimit(frames)
        output.detach()
        return reply

    def _look(self, ran: Ran, job: Mapping[str, Any], filename: str, output: Output) -> dict[str, Any]:
        after = snapshot(self._namespace)
        changes = compare(self._before, after)
        self._before = after
        text = plain(guarded(lambda: traceback_text(ran.error, filename), ""), TRACEBACK)
        execution = Execution(job["code"], ran.value, output.text(), ran.error, text, self._namespace, changes)
        block = job["validator"]
        evidence = None if block is None else _reference_evidence(execution, block, self._dialect)
        self._last = Last(execution, job["validator"], evidence)
        return {
            "outcome": _outcome(ran.error, output),
            "seconds": ran.seconds,
            "peak_memory": peak(),
            "value": None if ran.value is None else value_view(ran.value),
            "error": None if ran.error is None else error_view(ran.error, filename),
            "changes": [_change(name, change, after) for name, change in changes.items()],
            "reads": [plain(name, NAME) for name in ran.reads],
            "digest": _digest(ran, evidence, changes),
        }

    def separate(self) -> dict[str, Any]:
        """Copy every variable on its own."""
        separate(self._namespace)
        self._before = snapshot(self._namespace)
        return {}

    def evidence(self) -> tuple[dict[str, Any], bytes]:
        """Return what the reference collected of the last cell."""
        last = self._ran()
        if last.evidence is None:
            return {"fault": "nothing was said to judge this cell by"}, b""
        return {"fault": last.evidence.fault}, last.evidence.packed

    def collect(self, frame: Frame) -> tuple[dict[str, Any], bytes]:
        """Collect of the last cell, as a submission, what the reference's evidence (the body) asks for."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), ENOUGH_FRAMES))
        given = unpack(frame.body)
        evidence = collect(self._ran().execution, frame.header["validator"], given, self._dialect)
        return {"fault": evidence.fault}, evidence.packed

    def judge(self, frame: Frame) -> dict[str, Any]:
        """Judge a submission's evidence (the body) by the last cell; without a body, the cell judges itself.

        With ``ended`` in the header the submission's process is gone: what it left behind is an error that says so.
        """
        last, header = self._ran(), frame.header
        if last.block is None or last.evidence is None:
            return at_fault("nothing was said to judge this cell by")
        if last.evidence.fault:
            return at_fault(last.evidence.fault)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), ENOUGH_FRAMES))
        submission = frame.body if header["differs"] else last.evidence.packed
        if header["ended"]:
            error = ENDS.get(header["outcome"], ChildProcessError)(header["ended"])
            text = f"{type(error).__name__}: {error}"
            execution = Execution(header["source"], None, "", error, text, {}, {})
            given = unpack(last.evidence.packed)
            submission = collect(execution, last.block, given, self._dialect).packed
        return judge(last.block, last.evidence.packed, submission, self._dialect)

    def variables(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """Return the session's variables; to be asked of a fork, because looking at values runs their methods."""
        return {"variables": variables(self._namespace, look=header["look"])}

    def call(self, header: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Call one of our functions under limits."""
        module, _, name = FUNCTIONS[header["function"]].partition(":")
        with bounded(max_memory=header["max_memory"], max_file=header["max_file"]):
            try:
                function = getattr(importlib.import_module(module), name)
                return {}, json.dumps(function(header["arguments"])).encode()
            except RefusedData as refused:
                return {"refused": refused.message, "hint": refused.hint}, b""
            except MemoryError:
                return {"out_of_memory": True}, b""

    def _ran(self) -> Last:
        if self._last is None:
            raise LookupError("no cell has run in this session")
        return self._last


def _reference_evidence(execution: Execution, block: Mapping[str, Any], dialect: Dialect) -> Evidence:
    """Collect of the cell that just ran; whatever fails is the fault of the reference or its validator."""
    try:
        if only_looks(block):
            return collect(execution, block, None, dialect)
        return collect_apart(execution, block, dialect)
    except BaseException as error:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
        told = plain(traceback_text(error, ""), TRACEBACK).strip().rpartition("\n")[2]
        return Evidence(b"", "", f"the evidence cannot be collected: {told}")


def _outcome(error: BaseException | None, output: Output) -> str:
    if output.warned or output.position > output.limit:
        return "too-much-output"
    if is_out_of_memory(error):
        return "out-of-memory"
    return "ok" if error is None else "error"


def _change(name: str, change: Change, after: Snapshot) -> dict[str, str]:
    kind = guarded(lambda: type_name(after.values[name]), "") if name in after.values else ""
    return {"name": plain(name, NAME), "change": change, "type": kind}


def _digest(ran: Ran, evidence: Evidence | None, changes: Mapping[str, Change]) -> str:
    if ran.error is not None:
        return ""
    seen = None if evidence is None else (evidence.digest, evidence.fault)
    known = digest(ran.value) or value_view(ran.value)["text"]
    return (digest((known, seen, sorted(changes.items()))) or b"").hex()
