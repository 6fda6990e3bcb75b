"""Variation: a set runs while what is otherwise pinned differs on purpose, and results that depend on it are named.

The two sessions of a dry run differ in the pins that are named and in nothing else. Where a result differs, each pin is
varied alone, and none at all, so that it can be said what the result depends on. A time zone is first varied to both
sides of UTC at once: the sessions that are held against each other have one in the west and one in the east.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.analysis.taint import TaintTracker, inspected_names
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_code
from authoring.gate.dry_run import dry_run
from authoring.gate.outcomes import reason_of
from authoring.gate.variation_codes import DEPENDENT_RESULT, VARYING_RESULT
from authoring.records.certificate.dependence import BY_ITSELF, TOGETHER, Dependence, Effect
from authoring.records.evidence import REPEAT, CellRun, DryRun, Limits, Outcome, Pins, ProblemRun
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect

VARIED: Mapping[str, tuple[str | int, ...]] = {
    # Five hours and a half ahead of UTC, without daylight saving: hours and minutes both differ.
    "timezone": ("Asia/Kolkata",),
    # The first three write a comma for the decimal point.
    "locale": ("de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "en_US.UTF-8", "C"),
    "threads": (2,),
    "hash_seed": (REPEAT.hash_seed,),
    "random_state": (REPEAT.random_state,),
}
"""What each pin is varied to; of several values the first that the sandbox has."""
OPPOSITES: Mapping[str, str] = {
    # Ten hours behind UTC, without daylight saving: midnight UTC is the day before, which no zone in the east shows.
    "timezone": "Pacific/Honolulu",
}
"""What pins are in the session that the varied one is first held against: it shows a dependence on either value."""
# Fails where the machine lacks the locale that the environment of the session names.
TRY_LOCALE = "import locale\nlocale.setlocale(locale.LC_ALL, '')"
LONGEST_RESULT = 200
"""Characters of a result that are repeated."""
EFFECT_PHRASES: Mapping[Effect, str] = {
    "ends otherwise": "ends otherwise",
    "is refused": "differs, which the problem's own validator refuses,",
    "differs": "differs, which its validator accepts,",
}
HINTS = {
    BY_ITSELF: "Have the code rest on nothing that cannot be pinned: no clock, no addresses, no order of a set.",
    "random_state": "Seed every random number in the code, and say the seed in the question.",
    "hash_seed": "Sort what comes from a set, and take no `hash()` of text.",
    "timezone": "Name the time zone in the code and in the question.",
    "locale": "Format and sort by rules that the code names.",
    "threads": "Round the result, or have the validator forgive the last digits.",
}


def vary(
    draft_text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    pins: Iterable[str] = tuple(VARIED),
    progress: ProgressCallback | None = None,
) -> tuple[Dependence, ...]:
    """Run a set with all of these pins varied; where a result differs, also with each alone, and with none.

    Args:
        draft_text: the problem set, whose references are known to run.
        inputs: files that stand in ``inputs/``.
        limits: per cell, as in a dry run.
        sandbox: where it runs.
        dialect: whose rules judge.
        pins: their names, as in `Pins`.
        progress: told after each cell of each run.

    Raises:
        SandboxError: the sandbox failed.
    """
    values = {name: _varied_value(name, sandbox) for name in pins}
    run = partial(
        dry_run, draft_text, inputs=inputs, limits=limits, sandbox=sandbox, dialect=dialect, progress=progress
    )

    def differing_with(subset: Mapping[str, str | int]) -> dict[int, ProblemRun]:
        return _differing(run(pins=pins_with(subset)))

    opposites = {name: value for name, value in OPPOSITES.items() if name in values}
    joint = _differing(run(pins=(pins_with(opposites)[1], pins_with(values)[1])))
    if not joint:
        return ()
    unpinned = differing_with({})
    # With one pin there is nothing to tell apart, and no further run.
    is_lone = len(values) == 1 and not opposites
    by_pin = {name: joint if is_lone else differing_with({name: value}) for name, value in values.items()}
    dependences = [_dependence(cell, BY_ITSELF, "") for cell in unpinned.values()]
    for name, cells in by_pin.items():
        value = str(values[name])
        # A cell that differs by itself would differ with every pin, and says nothing about any.
        dependences += [_dependence(cell, name, value) for index, cell in cells.items() if index not in unpinned]
    for name, value in opposites.items():
        explained = {dependence.cell for dependence in dependences}
        if joint.keys() - explained:
            cells = differing_with({name: value})
            dependences += [_dependence(cell, name, value) for index, cell in cells.items() if index not in explained]
    explained = {dependence.cell for dependence in dependences}
    dependences += [_dependence(cell, TOGETHER, "") for index, cell in joint.items() if index not in explained]
    return tuple(sorted(dependences, key=lambda dependence: dependence.cell))


def variation_findings(text: str, dependences: Iterable[Dependence]) -> tuple[Diagnostic, ...]:
    """Return what stands against a text whose results depend on these surroundings, in the order of the text."""
    problemset = parse(text)
    return tuple(
        at_code(
            problemset,
            problemset.cells[dependence.cell],
            (1, 1),
            DEPENDENT_RESULT if dependence.matters else VARYING_RESULT,
            f"the result {EFFECT_PHRASES[dependence.effect]} {_condition(dependence)}: {_difference(dependence)}",
            HINTS.get(dependence.on, "State in the question, or set in the code, what the result rests on."),
        )
        for dependence in _first_ones(problemset, tuple(dependences))
        # A difference that nobody can see, and that the validator accepts, tells nobody anything.
        if dependence.matters or dependence.usual != dependence.varied
    )


def _first_ones(problemset: ProblemSet, dependences: Sequence[Dependence]) -> Iterator[Dependence]:
    """Yield the dependences of problems, but for those of problems that read what an earlier one of these left.

    Context is judged by nobody, and what it changes shows in the problems behind it.
    """
    trackers = {dependence.on: TaintTracker() for dependence in dependences}
    by_cell = {(dependence.cell, dependence.on): dependence for dependence in dependences}
    for index, cell in enumerate(problemset.cells):
        if cell not in problemset.runnable:
            continue
        effects = effects_of(cell.code)
        names = inspected_names(cell.problem) if cell.problem is not None else ()
        for on, tracker in trackers.items():
            dependence, cause = by_cell.get((index, on)), tracker.blocker(effects, names)
            if dependence is not None and dependence.number is not None and cause is None:
                yield dependence
                tracker.failed(effects, index)
            elif cause is not None:
                tracker.failed(effects, cause)
            else:
                tracker.ran(effects)


def _difference(dependence: Dependence) -> str:
    """Return both results, or why they are not the same where they look alike."""
    if dependence.usual == dependence.varied and dependence.reason:
        return dependence.reason
    return f"{dependence.usual or 'nothing'} -> {dependence.varied or 'nothing'}"


def pins_with(values: Mapping[str, str | int]) -> tuple[Pins, Pins]:
    """Return the usual pins, and those with these values."""
    return Pins(), Pins.model_validate({**Pins().model_dump(), **values})


def _condition(dependence: Dependence) -> str:
    if dependence.on == BY_ITSELF:
        return "when nothing is varied, because of what cannot be pinned, as a clock"
    if dependence.on == TOGETHER:
        return "when all of this is varied at once, and not when each is alone"
    return f"when {dependence.on} = {dependence.value}"


def _varied_value(name: str, sandbox: Sandbox) -> str | int:
    """Return what a pin is varied to in this sandbox; not every machine has every locale."""
    # The last value is one that every machine has.
    *preferred, last = VARIED[name]
    for value in preferred:
        with sandbox.session(pins=pins_with({name: value})[1]) as session:
            if session.run(TRY_LOCALE, limits=Limits()).outcome is Outcome.OK:
                return value
    return last


def _differing(run: DryRun) -> dict[int, ProblemRun]:
    return {cell.cell: cell for cell in run.cells if _effect(cell) is not None}


def _effect(cell: ProblemRun) -> Effect | None:
    usual, varied = cell.run, cell.repeat
    if varied is None or usual.outcome is not varied.outcome:
        return "ends otherwise"
    if usual.outcome is not Outcome.OK:
        # References are known to run under the usual pins: here it is those of the first session that end it.
        return "ends otherwise"
    if cell.judgement is not None and cell.judgement.correct != "yes":
        return "is refused"
    return "differs" if usual.digest != varied.digest else None


def _dependence(cell: ProblemRun, on: str, value: str) -> Dependence:
    usual, varied = _short_result(cell.run), "" if cell.repeat is None else _short_result(cell.repeat)
    is_refused = cell.judgement is not None and cell.judgement.correct != "yes"
    return Dependence(
        cell=cell.cell,
        number=cell.number,
        on=on,
        value=value,
        effect=_effect(cell) or "differs",
        usual=usual,
        varied=varied,
        reason=" ".join(reason_of(cell.judgement).split())[:LONGEST_RESULT]
        if cell.judgement is not None and is_refused and usual == varied
        else "",
    )


def _short_result(run: CellRun) -> str:
    """Return what came out of a cell as one short line."""
    if run.error is not None:
        text = f"{run.error.type}: {run.error.message}"
    elif run.outcome is not Outcome.OK:
        text = run.detail
    else:
        text = run.value.text if run.value is not None else run.stream
    return " ".join(text.split())[:LONGEST_RESULT]
