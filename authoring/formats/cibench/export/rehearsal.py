"""Steps run twice in a row, as in CIBench's oracle mode, where each reference runs again after the attempt.

A step that changes what it was given gives something else the second time. It is mended by two lines: the step before
it keeps a copy, which it takes up again itself. Whoever answers works on the same variables as before; only what the
reference does to them is made good.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from authoring.dseal.analysis.aliasing import BUILTINS
from authoring.dseal.analysis.dependencies import FILE, effects_of
from authoring.formats.base.port import Player
from authoring.formats.cibench.export.steps import NotebookStep
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun, Outcome
from authoring.records.wording import short_text


@dataclass(frozen=True, slots=True)
class RehearsedSteps:
    """Steps as they can run twice.

    Attributes:
        steps: some with the lines that keep and take up copies.
        runs: the run of each step, played once.
        faults: index of each step that cannot run twice, and what it does then.
    """

    steps: tuple[NotebookStep, ...]
    runs: tuple[CellRun, ...]
    faults: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Fault:
    """The first step that shows something else, by itself or because those before it ran twice."""

    index: int
    message: str
    own: bool


@dataclass(slots=True)
class _State:
    """The decisions so far, by the index of the step."""

    guarded: set[int] = field(default_factory=set)
    barred: set[int] = field(default_factory=set)
    """Steps that nothing can be kept for."""
    run_once: dict[int, str] = field(default_factory=dict)
    """Steps that are not run twice any more, with the reason."""
    tried: dict[int, set[int]] = field(default_factory=dict)
    """The steps that were guarded for the sake of one."""

    def give_up(self, fault: _Fault) -> None:
        """Leave a step as it is, and those that were guarded for it."""
        self.guarded -= self.tried.pop(fault.index, set())
        self.run_once[fault.index] = fault.message


def rehearse(problemset: AdmittedSet, steps: Sequence[NotebookStep], *, play: Player) -> RehearsedSteps:
    """Run every step once, and every step twice in a row, and mend the steps that differ where a copy helps.

    The code of the steps opens ``inputs/``, as the sandbox has it, and not yet the folder of the tree.
    """
    state = _State()

    def played(written: Sequence[NotebookStep]) -> tuple[CellRun, ...]:
        return play(problemset, [step.whole_code for step in written])

    # What the steps show without copies is what all later rounds are held against.
    first = played(steps)
    mended, runs = tuple(steps), first
    while fault := _first_fault(problemset, mended, runs, state, play=play):
        # A copy does not mend a step that differs whenever it is played: it draws at random, or shows the time.
        steady = fault.own or not _differs(runs[: fault.index + 1], played(mended))
        cause = _cause(steps, fault, state) if steady else None
        if cause is None:
            state.give_up(fault)
        else:
            state.guarded.add(cause)
            state.tried.setdefault(fault.index, set()).add(cause)
            # Taking a copy may itself change what steps show, for example of objects that compare by identity.
            if _differs(first, played(_with_copies(steps, state.guarded))):
                state.guarded.discard(cause)
                state.barred.add(cause)
        mended = _with_copies(steps, state.guarded)
        runs = played(mended)
    return RehearsedSteps(mended, runs, tuple(sorted(state.run_once.items())))


def _first_fault(
    problemset: AdmittedSet, steps: Sequence[NotebookStep], runs: Sequence[CellRun], state: _State, *, play: Player
) -> _Fault | None:
    cells = [
        (index, step.whole_code) for index, step in enumerate(steps) for _ in range(1 + (index not in state.run_once))
    ]
    repeated = play(problemset, [code for _, code in cells])
    run_before: set[int] = set()
    for place, (index, _) in enumerate(cells):
        # The plain run ended before this step, which is reported elsewhere.
        if index >= len(runs):
            return None
        is_second = index in run_before
        run_before.add(index)
        message = _difference(runs[index], repeated[place] if place < len(repeated) else None)
        if message and index not in state.run_once:
            # At its first run the step differs because steps before it ran twice; at its second, by itself.
            return _Fault(index, message, own=is_second)
    return None


def _differs(runs: Sequence[CellRun], repeats: Sequence[CellRun]) -> bool:
    """Return whether one of some cells gave something else, or failed where it had not, when it was played again."""
    return len(repeats) < len(runs) or any(
        run.outcome is not repeat.outcome or _difference(run, repeat)
        for run, repeat in zip(runs, repeats, strict=False)
    )


def _cause(steps: Sequence[NotebookStep], fault: _Fault, state: _State) -> int | None:
    """Return the step to mend: the one that differs by itself, else the nearest before that changes what it reads."""
    # The first step has none before it that could keep a copy.
    closed = state.guarded | state.barred | state.run_once.keys() | {0}
    # A step that differs by itself can only be mended by a copy of its own variables.
    if fault.own:
        return None if fault.index in closed or not _changed(steps[fault.index]) else fault.index
    needed = effects_of(steps[fault.index].played.code).reads
    able = [index for index in range(fault.index - 1, 0, -1) if index not in closed and _changed(steps[index])]
    # A step that changes what the faulty one reads is the likelier cause; else the nearest that changes anything.
    near = [index for index in able if needed & set(_changed(steps[index]))]
    return next(iter(near or able), None)


def _changed(step: NotebookStep) -> tuple[str, ...]:
    """Return the variables from before that a step changes; those that it uses at all, where its code tells no more."""
    effects = effects_of(step.played.code)
    # Files, modules and builtins cannot be copied by `deepcopy`, or need not be.
    used = (
        {name for name in effects.reads if not name.startswith(FILE)}
        - step.played.imported
        - effects.imports
        - BUILTINS
    )
    return tuple(sorted(used & (effects.binds | effects.mutates) or used))


def _with_copies(steps: Sequence[NotebookStep], guarded: set[int]) -> tuple[NotebookStep, ...]:
    """Return steps with the lines that keep copies for the guarded ones, and those that take them up."""
    written = list(steps)
    for index in sorted(guarded):
        names = ", ".join(_changed(steps[index]))
        value = f"({names})" if "," in names else names
        copy = f"before_step_{index + 1}"
        code = f"from copy import deepcopy\n\n{copy} = deepcopy({value})"
        # The step before keeps the copy, because the guarded one may run twice and must find the state of before both
        # times.
        written[index - 1] = replace(written[index - 1], saved_copies=code)
        written[index] = replace(written[index], restored_copies=f"{names} = deepcopy({copy})")
    return tuple(written)


def _difference(run: CellRun, repeat: CellRun | None) -> str:
    """Return what the other run shows instead; nothing where both show the same."""
    if repeat is None:
        return "is not reached: the session ends before it"
    # A step that fails the first time is reported as such, so its second run says nothing new.
    if run.outcome is not Outcome.OK:
        return ""
    if repeat.outcome is not Outcome.OK:
        raised = f"{repeat.error.type}: {repeat.error.message}" if repeat.error else repeat.detail
        return f"ends with {short_text(raised or repeat.outcome.value)}"
    if run.printed != repeat.printed:
        return f"prints {short_text(repeat.printed) or 'nothing'} instead of {short_text(run.printed) or 'nothing'}"
    pictures = [[figure.sha256 for figure in run.figures] for run in (run, repeat)]
    return "draws another picture" if pictures[0] != pictures[1] else ""
