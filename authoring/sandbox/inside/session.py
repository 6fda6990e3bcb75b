"""A session inside its process: it runs cells, gives evidence, judges, and calls our functions on untrusted data."""

import contextlib
import importlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from authoring.sandbox.inside import FUNCTIONS
from authoring.sandbox.inside.aliasing.footprint import Footprint
from authoring.sandbox.inside.attempts.starting_state import StartingState
from authoring.sandbox.inside.cell import CellResult, execute
from authoring.sandbox.inside.changes import Snapshot, compare, forget_columns, separate, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.evidence import ReferenceEvidence, collect, collect_in_fork, collect_parts
from authoring.sandbox.inside.figures import Figures
from authoring.sandbox.inside.judge import RECURSION_LIMIT, at_fault, judge_packed
from authoring.sandbox.inside.output import Output
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.inside.reachability import Reachability
from authoring.sandbox.inside.rlimits import limit_of_error, limited
from authoring.sandbox.inside.runtime_setup import seed, show_frames_as, survive_forks
from authoring.sandbox.inside.traced_namespace import traced_main
from authoring.sandbox.inside.validator_effects import (
    asks_for_value,
    collects_passively,
    functions_called,
    judges_figures,
)
from authoring.sandbox.inside.variables import variables
from authoring.sandbox.inside.views import (
    MAX_TRACEBACK,
    error_view,
    guarded,
    traceback_text,
    type_name,
    utf8_text,
    value_view,
)
from authoring.sandbox.inside.warm_up import survives_forks
from authoring.tables.refusal import RefusedData
from authoring.validators.base import Change, Dialect, Execution
from authoring.validators.foreign_code import texts_run
from authoring.validators.presentation import shows_something
from authoring.validators.rewriting.origins import labels_of, origins_of

MAX_CHANGES = 5_000
"""Changed names that are reported; the first by name."""
MAX_NAME = 200
"""Characters of a variable's name."""


@dataclass(frozen=True, slots=True)
class ExecutedCell:
    """The last cell that ran."""

    execution: Execution
    block: Mapping[str, Any] | None
    evidence: ReferenceEvidence | None


class InterpreterSession:
    """The namespace of one session and the last cell that ran in it."""

    def __init__(self) -> None:
        self._root = Path()
        self._runs = 0
        self._dialect: Dialect = "dseval"
        self._before = Snapshot()
        self._reachability = Reachability()
        self._last: ExecutedCell | None = None
        self._called = False
        """Whether functions of the last cell ran after it, while its evidence was collected."""
        self._unbounded = False
        """Whether other code did: of earlier cells, of test cases, or what the cell printed."""
        self._figures = Figures(close=False)
        self._start: StartingState | None = None
        self._namespace: dict[str, Any] = {}
        self._carried = labels_of(())
        """Labels of the tables that were there before the last cell, if a validator judges it."""

    def enter(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """Begin in a working directory, with a random state; a branch moves to its own directory and keeps its own."""
        root = Path(header["root"])
        subfolder = self._current_subfolder()
        os.chdir(root / subfolder if (root / subfolder).is_dir() else root)
        self._root = root
        # `tempfile` reads the variable once and remembers it, so both are set.
        os.environ["TMPDIR"] = tempfile.tempdir = str(root.parent / "tmp")
        if header["seed"] is not None:
            self._dialect = header["dialect"]
            # A module of its own, in which pickle finds the classes that cells define.
            sys.modules["__main__"] = main = ModuleType("__main__")
            sys.argv = [""]
            self._namespace = main.__dict__
            self._figures = Figures(close=self._dialect == "strict")
            seed(header["seed"])
            show_frames_as(notebook=self._dialect == "strict")
            survive_forks()
        return {}

    def _current_subfolder(self) -> Path:
        """Return the current folder of the cells so far, relative to their working directory."""
        with contextlib.suppress(OSError):  # it was removed
            current = Path.cwd()
            if self._runs and current.is_relative_to(self._root):
                return current.relative_to(self._root)
        return Path()

    def confine(self) -> None:
        """From now on find changes by digesting every variable: the code may be meant to deceive.

        The last cell's validator and evidence are forgotten, for they are nothing that an answer should find.
        """
        self._reachability.doubt()
        self._last = None

    def hold_start(self) -> dict[str, Any]:
        """Remember the present state, to which the forks of this session are brought back; see `rewind`."""
        self._start = StartingState.of(self._namespace) if self._reachability.is_bounded() else None
        return {"held": self._start is not None}

    def rewind(self, ended: Collection[int]) -> dict[str, Any]:
        """Go back to the state that was held, and say whether that was possible; the last cell ran since.

        `ended` are the numbers of children of this process that were killed.
        """
        before = None
        if self._start is not None and self._last is not None and not self._unbounded:
            code = self._last.execution.source
            after = snapshot(self._namespace) if self._called else self._before
            before = self._start.restored(self._namespace, after, code, ended)
        if before is not None:
            self._before, self._last = before, None
            self._runs -= 1
        return {"rewound": before is not None}

    def run(self, frame: Frame, announce: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Execute a cell; call `announce` as soon as its code has ended, then inspect what it left behind."""
        job = frame.header
        output = Output(frame.descriptors[0], job["limits"]["max_output"])
        if job["trace"] and not self._runs:
            sys.modules["__main__"], self._namespace = traced_main()
        self._runs += 1
        self._called = self._unbounded = False
        filename = _filename(self._runs)
        own_process = os.getpid()
        # pandas before 3 would otherwise return the same column object again; see `forget_columns`.
        if self._dialect == "dseval":
            forget_columns(self._namespace)
        # Determined before forbidden names are shadowed, because their values can be reached in other ways.
        untouched = self._reachability.untouched(job["code"], self._namespace, self._before)
        self._carried = frozenset() if job["validator"] is None else labels_of(list(self._namespace.values()))
        self._figures.begin(drawn=job["figures"])
        output.attach()
        with limited(
            job["limits"],
            address_space_size=job["size"],
            task_count=job["tasks"],
            own_namespace=job["alone"],
            is_first=self._runs == 1,
        ):
            result = execute(
                job["code"],
                filename=filename,
                namespace=self._namespace,
                forbid_names=job["forbid_names"],
                dialect=self._dialect,
            )
            if os.getpid() != own_process:
                # A child that the cell forked returned into our code; it must not answer in its parent's name.
                os._exit(0)
            announce({"ran": result.seconds})
            # A cell may have lowered the limit, and looking at nested values takes depth.
            frames = sys.getrecursionlimit()
            sys.setrecursionlimit(max(frames, RECURSION_LIMIT))
            reply = self._inspect(result, job, filename, output, untouched)
            sys.setrecursionlimit(frames)
        output.detach()
        return reply

    def _inspect(
        self,
        result: CellResult,
        job: Mapping[str, Any],
        filename: str,
        output: Output,
        untouched: Mapping[str, Footprint],
    ) -> dict[str, Any]:
        # First, because a figure says of itself whether it is open.
        figures = self._figures.end(close=judges_figures(job["validator"]))
        after = snapshot(self._namespace, self._before, untouched)
        changes = compare(self._before, after)
        self._before = after
        text = utf8_text(guarded(lambda: traceback_text(result.error, filename), ""), MAX_TRACEBACK)
        judged_figures = self._figures.judged(result.value)
        execution = Execution(
            job["code"], result.value, output.text(), result.error, text, self._namespace, changes, judged_figures
        )
        limit = guarded(lambda: limit_of_error(result.error), "")
        reply = {
            "outcome": _outcome(result.error, limit, output),
            "limit": limit,
            "forks": survives_forks(),
            "seconds": result.seconds,
            "peak_memory": 0,
            "value": None
            if result.value is None
            else value_view(result.value, job["limits"]["max_repr"], drawn=job["figures"]),
            "error": None if result.error is None else error_view(result.error, filename),
            "figures": figures,
            "errors": output.errors,
            "changes": [_change_record(name, change, after) for name, change in [*changes.items()][:MAX_CHANGES]],
            "reads": [utf8_text(name, MAX_NAME) for name in result.reads],
        }
        value_digest = "" if result.error is not None else digest(result.value) or value_view(result.value)["text"]
        block, evidence = job["validator"], None
        if block is not None:
            # Last, as of a submission: functions that are called may change what was looked at above.
            evidence = self._reference_evidence(execution, block, is_last=job["is_last"])
        self._last = ExecutedCell(execution, block, evidence)
        hexadecimal = value_digest.hex() if isinstance(value_digest, bytes) else ""
        return reply | {"digest": _digest(result, value_digest, evidence, changes), "value_digest": hexadecimal}

    def _reference_evidence(
        self, execution: Execution, block: Mapping[str, Any], *, is_last: bool
    ) -> ReferenceEvidence:
        """Collect the evidence of the cell that just ran; any failure is a fault of the reference or its validator."""
        try:
            if collects_passively(block):
                return collect(execution, block, self._dialect)
            if survives_forks() and not is_last:
                return collect_in_fork(execution, block, self._dialect)
            # Where a fork would hang, or no cell follows, functions that are called leave their traces in the session.
            self._reachability.doubt()
            return collect(execution, block, self._dialect)
        except BaseException as error:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
            error_line = utf8_text(traceback_text(error, ""), MAX_TRACEBACK).strip().rpartition("\n")[2]
            return ReferenceEvidence("", f"the evidence cannot be collected: {error_line}")

    def separate(self) -> dict[str, Any]:
        """Copy every variable on its own."""
        separate(self._namespace)
        self._before = snapshot(self._namespace)
        return {}

    def evidence(self, *, origins: bool = False) -> Frame:
        """Return the request to a submission's process (the first ``asks`` bytes) and the reference's own evidence.

        With `origins`, which rewriting the value needs, what of it was there before the cell stands in the header.
        """
        last = self._executed_cell()
        if last.evidence is None or last.evidence.fault:
            fault = "nothing was said to judge this cell by" if last.evidence is None else last.evidence.fault
            return Frame({"fault": fault, "asks": 0})
        asks = last.evidence.asks()
        about: dict[str, Any] = {"fault": "", "asks": len(asks)}
        if origins:
            execution = last.execution
            value_origins = origins_of(execution.value, self._namespace, execution.changes, self._carried)
            about["origins"] = value_origins.as_plain()
        return Frame(about, asks, tail=last.evidence.parts())

    def collect(self, frame: Frame) -> Frame:
        """Collect the evidence of the last cell that the request in the body asks for."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
        self._reachability.doubt()  # functions may be called that leave their traces
        execution, block = self._executed_cell().execution, frame.header["validator"]
        # Without a value, what was printed may be read as one.
        is_read = execution.value is None and asks_for_value(block) and shows_something(execution.source)
        calls, texts = not collects_passively(block), texts_run()
        parts, fault = collect_parts(execution, block, frame.body, self._dialect)
        self._called |= calls
        self._unbounded |= is_read or texts_run() != texts or (calls and not self._is_own(block))
        return Frame({"fault": fault}, tail=parts)

    def _is_own(self, block: Mapping[str, Any]) -> bool:
        """Return whether a validator block calls nothing but functions that the last cell defined."""
        called = (self._namespace.get(name) for name in functions_called(block))
        codes = [getattr(function, "__code__", None) if type(function) is FunctionType else None for function in called]
        return bool(codes) and all(code is not None and code.co_filename == _filename(self._runs) for code in codes)

    def judge_itself(self) -> dict[str, Any]:
        """Judge the last cell by itself."""
        last = self._executed_cell()
        if last.block is None or last.evidence is None:
            return at_fault("nothing was said to judge this cell by")
        if last.evidence.fault:
            return at_fault(last.evidence.fault)
        frames = sys.getrecursionlimit()
        sys.setrecursionlimit(max(frames, RECURSION_LIMIT))
        packed = last.evidence.packed()
        verdict = judge_packed(last.block, packed, packed, self._dialect)
        sys.setrecursionlimit(frames)
        return verdict

    def variables(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """Return the session's variables; for a fork of the session only, as inspecting values runs their methods."""
        return {"variables": variables(self._namespace, inspect_values=header["look"])}

    def call(self, header: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Call one of our functions under limits."""
        module, _, name = FUNCTIONS[header["function"]].partition(":")
        with limited(
            header["limits"],
            address_space_size=header["size"],
            task_count=header["tasks"],
            own_namespace=header["alone"],
        ):
            try:
                function = getattr(importlib.import_module(module), name)
                return {}, json.dumps(function(header["arguments"])).encode()
            # Refused data and want of memory are results; anything else is a fault of ours.
            except RefusedData as refusal:
                return {"refused": refusal.message, "hint": refusal.hint}, b""
            except MemoryError:
                return {"out_of_memory": True}, b""

    def _executed_cell(self) -> ExecutedCell:
        if self._last is None:
            raise LookupError("no cell has run in this session")
        return self._last


def _filename(number: int) -> str:
    return f"<cell {number}>"


def _outcome(error: BaseException | None, limit: str, output: Output) -> str:
    if output.warned or output.position > output.limit:
        return "too-much-output"
    if limit == "max_memory":
        return "out-of-memory"
    return "ok" if error is None else "error"


def _change_record(name: str, change: Change, after: Snapshot) -> dict[str, str]:
    kind = guarded(lambda: type_name(after.values[name]), "") if name in after.values else ""
    return {"name": utf8_text(name, MAX_NAME), "change": change, "type": kind}


def _digest(
    result: CellResult,
    value_digest: bytes | str | None,
    evidence: ReferenceEvidence | None,
    changes: Mapping[str, Change],
) -> str:
    if result.error is not None:
        return ""
    # With the evidence, because two runs that leave the same value may differ in what is judged.
    evidence_digest = None if evidence is None else (evidence.digest, evidence.fault)
    return (digest((value_digest, evidence_digest, sorted(changes.items()))) or b"").hex()
