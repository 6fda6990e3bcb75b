"""What a session does: run cells, give evidence, judge, and call our functions on untrusted data."""

import contextlib
import importlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from authoring.sandbox.inside import FUNCTIONS
from authoring.sandbox.inside.aliasing.footprint import Holdings
from authoring.sandbox.inside.cell import Ran, execute
from authoring.sandbox.inside.changes import Snapshot, compare, forget_columns, separate, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.evidence import Evidence, collect, collect_apart, collect_asked
from authoring.sandbox.inside.figures import Figures
from authoring.sandbox.inside.judge import ENOUGH_FRAMES, at_fault, judge_packed
from authoring.sandbox.inside.output import Output
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.inside.reachability import Reach
from authoring.sandbox.inside.rlimits import bounded, exceeded
from authoring.sandbox.inside.runtime_setup import seed, show_frames_as, survive_forks
from authoring.sandbox.inside.traced_namespace import traced_main
from authoring.sandbox.inside.validator_effects import judges_figures, only_looks
from authoring.sandbox.inside.variables import variables
from authoring.sandbox.inside.views import TRACEBACK, error_view, guarded, plain, traceback_text, type_name, value_view
from authoring.sandbox.inside.warm_up import survives_forks
from authoring.tables.refusal import RefusedData
from authoring.validators.base import Change, Dialect, Execution

MOST = 5_000
"""Changed names that are told one by one; the first by name."""
NAME = 200
"""Characters of a variable's name."""


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
        self._reach = Reach()
        self._last: Last | None = None
        self._figures = Figures(close=False)
        self._namespace: dict[str, Any] = {}

    def enter(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """Begin in a working directory, with a random state; a branch moves to its own directory and keeps its own."""
        root = Path(header["root"])
        below = self._below()
        os.chdir(root / below if (root / below).is_dir() else root)
        self._root = root
        os.environ["TMPDIR"] = tempfile.tempdir = str(root.parent / "tmp")
        if header["seed"] is not None:
            self._dialect = header["dialect"]
            sys.modules["__main__"] = main = ModuleType("__main__")
            sys.argv = [""]
            self._namespace = main.__dict__
            self._figures = Figures(close=self._dialect == "strict")
            seed(header["seed"])
            show_frames_as(notebook=self._dialect == "strict")
            survive_forks()
        return {}

    def _below(self) -> Path:
        """Return where the cells before went, below their working directory."""
        with contextlib.suppress(OSError):  # it was removed
            here = Path.cwd()
            if self._runs and here.is_relative_to(self._root):
                return here.relative_to(self._root)
        return Path()

    def confine(self) -> None:
        """From now on tell what a cell changed by looking at everything: it may be meant to deceive."""
        self._reach.doubt()

    def run(self, frame: Frame, announce: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Execute a cell; say so with `announce` as soon as its code has ended, then look at what it left behind."""
        job = frame.header
        output = Output(frame.descriptors[0], job["limits"]["max_output"])
        if job["trace"] and not self._runs:
            sys.modules["__main__"], self._namespace = traced_main()
        self._runs += 1
        filename = f"<cell {self._runs}>"
        me = os.getpid()
        if self._dialect == "dseval":
            forget_columns(self._namespace)
        # Told before the names that are forbidden are hidden: what they stand for can be got at in other ways.
        untouched = self._reach.untouched(job["code"], self._namespace, self._before)
        self._figures.begin(drawn=job["figures"])
        output.attach()
        with bounded(job["limits"], size=job["size"], tasks=job["tasks"], alone=job["alone"], first=self._runs == 1):
            ran = execute(job["code"], filename=filename, namespace=self._namespace, forbid_names=job["forbid_names"])
            if os.getpid() != me:
                os._exit(0)  # a child that the cell forked and let run on
            announce({"ran": ran.seconds})
            frames = sys.getrecursionlimit()
            sys.setrecursionlimit(max(frames, ENOUGH_FRAMES))
            reply = self._look(ran, job, filename, output, untouched)
            sys.setrecursionlimit(frames)
        output.detach()
        return reply

    def _look(
        self, ran: Ran, job: Mapping[str, Any], filename: str, output: Output, untouched: Mapping[str, Holdings]
    ) -> dict[str, Any]:
        # First, because a figure says of itself whether it is open.
        figures = self._figures.end(close=judges_figures(job["validator"]))
        after = snapshot(self._namespace, self._before, untouched)
        changes = compare(self._before, after)
        self._before = after
        text = plain(guarded(lambda: traceback_text(ran.error, filename), ""), TRACEBACK)
        shown = self._figures.judged(ran.value)
        execution = Execution(job["code"], ran.value, output.text(), ran.error, text, self._namespace, changes, shown)
        block = job["validator"]
        evidence = None if block is None else self._reference_evidence(execution, block)
        self._last = Last(execution, job["validator"], evidence)
        limit = guarded(lambda: exceeded(ran.error), "")
        return {
            "outcome": _outcome(ran.error, limit, output),
            "limit": limit,
            "forks": survives_forks(),
            "seconds": ran.seconds,
            "peak_memory": 0,
            "value": None
            if ran.value is None
            else value_view(ran.value, job["limits"]["max_repr"], drawn=job["figures"]),
            "error": None if ran.error is None else error_view(ran.error, filename),
            "figures": figures,
            "errors": output.errors,
            "changes": [_change(name, change, after) for name, change in [*changes.items()][:MOST]],
            "reads": [plain(name, NAME) for name in ran.reads],
            "digest": _digest(ran, evidence, changes),
        }

    def _reference_evidence(self, execution: Execution, block: Mapping[str, Any]) -> Evidence:
        """Collect of the cell that just ran; whatever fails is the fault of the reference or its validator."""
        try:
            if only_looks(block):
                return collect(execution, block, self._dialect)
            if survives_forks():
                return collect_apart(execution, block, self._dialect)
            # Where a fork would hang, functions that are called leave their traces in the session.
            self._reach.doubt()
            return collect(execution, block, self._dialect)
        except BaseException as error:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
            told = plain(traceback_text(error, ""), TRACEBACK).strip().rpartition("\n")[2]
            return Evidence("", f"the evidence cannot be collected: {told}")

    def separate(self) -> dict[str, Any]:
        """Copy every variable on its own."""
        separate(self._namespace)
        self._before = snapshot(self._namespace)
        return {}

    def evidence(self) -> tuple[dict[str, Any], bytes]:
        """Return what a submission's process has to be told, ``asks`` bytes, and what the reference collected."""
        last = self._ran()
        if last.evidence is None or last.evidence.fault:
            fault = "nothing was said to judge this cell by" if last.evidence is None else last.evidence.fault
            return {"fault": fault, "asks": 0}, b""
        asks = last.evidence.asks()
        return {"fault": "", "asks": len(asks)}, asks + last.evidence.packed()

    def collect(self, frame: Frame) -> tuple[dict[str, Any], bytes]:
        """Collect of the last cell, as a submission, what the body asks for."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), ENOUGH_FRAMES))
        self._reach.doubt()  # functions may be called that leave their traces
        packed, fault = collect_asked(self._ran().execution, frame.header["validator"], frame.body, self._dialect)
        return {"fault": fault}, packed

    def judge_itself(self) -> dict[str, Any]:
        """Judge the last cell by itself."""
        last = self._ran()
        if last.block is None or last.evidence is None:
            return at_fault("nothing was said to judge this cell by")
        if last.evidence.fault:
            return at_fault(last.evidence.fault)
        frames = sys.getrecursionlimit()
        sys.setrecursionlimit(max(frames, ENOUGH_FRAMES))
        packed = last.evidence.packed()
        found = judge_packed(last.block, packed, packed, self._dialect)
        sys.setrecursionlimit(frames)
        return found

    def variables(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """Return the session's variables; to be asked of a fork, because looking at values runs their methods."""
        return {"variables": variables(self._namespace, look=header["look"])}

    def call(self, header: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Call one of our functions under limits."""
        module, _, name = FUNCTIONS[header["function"]].partition(":")
        with bounded(header["limits"], size=header["size"], tasks=header["tasks"], alone=header["alone"]):
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


def _outcome(error: BaseException | None, limit: str, output: Output) -> str:
    if output.warned or output.position > output.limit:
        return "too-much-output"
    if limit == "max_memory":
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
