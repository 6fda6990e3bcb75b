"""Test cases of functions are tried: does the input validator let them through, and does the reference take them?"""

from collections.abc import Sequence
from contextlib import ExitStack

from authoring.formats.functions.generated_cases import cases_for
from authoring.formats.functions.import_ import TriedCase, TriedTask
from authoring.formats.functions.tasks import Case, FunctionTask
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox, Session

CASE_TIME = 1.0
"""Seconds that the reference has for one case; `table_test` runs all of them for every submission."""
MOST_TIMEOUTS = 2
"""Cases that may take longer before no more are made up for a function."""
_ARGUMENTS = "_authoring_given"
_AT_HAND = "{'pd': __import__('pandas'), 'np': __import__('numpy'), 'random': __import__('random')}"
_COMPARABLE = """
def _authoring_comparable(value):
    if isinstance(value, int) and not -2**63 <= value < 2**63:
        raise OverflowError('a whole number of more than 64 bits, which DSEval cannot compare')
    if isinstance(value, dict):
        sorted(value)
        value = list(value.values())
    if isinstance(value, (list, tuple, set)):
        for each in value:
            _authoring_comparable(each)
"""
"""Refuses what DSEval's rules fail at, in arguments and outputs: the reference itself would not pass there."""
_SEEDED = "__import__('random').seed({number}); __import__('numpy').random.seed({number})"


def try_cases(
    tasks: Sequence[FunctionTask],
    *,
    sandbox: Sandbox,
    limits: Limits,
    progress: ProgressCallback | None = None,
) -> tuple[TriedTask, ...]:
    """Call the reference of each function with its examples, and with cases that are made up for it.

    A case that draws at random is seeded with its number in the problem, so what is tried here is what `table_test`
    will call.

    No function sees what another leaves. A case has `CASE_TIME` at most, whatever the limits say. `progress` is told
    how many functions are done, and of how many.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    limits = limits.model_copy(update={"max_time": min(limits.max_time, CASE_TIME)})
    tried: list[TriedTask] = []
    with sandbox.session(modules=("numpy", "pandas")) as session:
        for number, task in enumerate(tasks):
            if progress is not None:
                progress(number, len(tasks))
            # A branch of its own for each function, so that none sees what another leaves.
            with session.branch() as branch:
                tried.append(_task(branch, task, limits))
    return tuple(tried)


def _task(session: Session, task: FunctionTask, limits: Limits) -> TriedTask:
    definition = session.run(f"{task.context}\n\n{task.reference}", limits=limits)
    if definition.outcome is not Outcome.OK:
        return TriedTask(task, broken=_reason(definition, limits))
    tried: list[TriedCase] = []
    with ExitStack() as branches:
        # One after the other, as `table_test` calls them.
        branch = branches.enter_context(session.branch())
        for case in (*task.examples, *cases_for(task)):
            # The number that the case will have in the problem, which is its seed there.
            number = sum(not tried_case.refused for tried_case in tried)
            if case.kind != "example" and sum(tried_case.late for tried_case in tried) >= MOST_TIMEOUTS:
                break
            if tried and tried[-1].refused and tried[-1].case.arguments == case.arguments:
                # The same draw from the same seed: it would be refused again.
                continue
            run = branch.run(_cell(task, case, number), limits=limits)
            tried.append(_judged(branch, case, run, limits))
            # A case that killed the process must not end the trial of the others.
            if run.ended_session:
                branch = branches.enter_context(session.branch())
    return TriedTask(task, tuple(tried))


def _judged(branch: Session, case: Case, run: CellRun, limits: Limits) -> TriedCase:
    if run.outcome is not Outcome.OK:
        return TriedCase(case, refused=_reason(run, limits), late=run.outcome is Outcome.TIMEOUT)
    if not case.expected:
        return TriedCase(case)
    output = run.value.text if run.value else "None"
    # As texts first: some outputs equal nothing but themselves, and are written as the example has them.
    agreed = " ".join(output.split()) == " ".join(case.expected.split()) or _equal(branch, case.expected, limits)
    return TriedCase(case, gave=None if agreed else output)


def _cell(task: FunctionTask, case: Case, number: int) -> str:
    """Return a cell that makes the arguments as `table_test` does, has them checked, and calls the function."""
    texts = ", ".join(case.arguments)
    lines = [_SEEDED.format(number=number), f"{_ARGUMENTS} = eval({f'[{texts}]'!r}, {_AT_HAND})"]
    names = [parameter.name for parameter in task.parameters]
    by_name = any(parameter.by_name for parameter in task.parameters)
    spread = f"**dict(zip({names!r}, {_ARGUMENTS}))" if by_name else f"*{_ARGUMENTS}"
    if task.input_validator:
        # On a copy: what the check changes is not what the function gets.
        check = spread.replace(_ARGUMENTS, f"__import__('copy').deepcopy({_ARGUMENTS})")
        lines += [
            f"_authoring_check = {_AT_HAND}\nexec({task.input_validator!r}, _authoring_check)",
            f"if _authoring_check['_validate']({check}) is False:",
            "    raise ValueError('refused by the input validator')",
        ]
    lines += [
        f"_authoring_gave = {task.name}({spread})",
        _COMPARABLE,
        f"_authoring_comparable([{_ARGUMENTS}, _authoring_gave])",
    ]
    return "\n".join([*lines, "_authoring_gave"])


def _equal(branch: Session, expected: str, limits: Limits) -> bool:
    """Tell whether the call gave what an expression stands for; numbers may differ in their last digits."""
    code = (
        f"_authoring_said = eval({expected!r}, {_AT_HAND})\n"
        "_authoring_near = lambda one, other: abs(one - other) <= 1e-6 * max(1, abs(other))\n"
        "_authoring_numbers = isinstance(_authoring_gave, (int, float)) and isinstance(_authoring_said, (int, float))\n"
        "bool(_authoring_gave.equals(_authoring_said) if hasattr(_authoring_gave, 'equals')\n"
        "     else _authoring_near(_authoring_gave, _authoring_said) if _authoring_numbers\n"
        "     else __import__('numpy').array_equal(_authoring_gave, _authoring_said)\n"
        "     if hasattr(_authoring_gave, 'shape') else _authoring_gave == _authoring_said)"
    )
    run = branch.run(code, limits=limits)
    return run.outcome is Outcome.OK and run.value is not None and run.value.text == "True"


def _reason(run: CellRun, limits: Limits) -> str:
    """Return why a cell did not end well, in one line."""
    if run.outcome is Outcome.TIMEOUT:
        return f"takes longer than {limits.max_time:g} seconds"
    if run.error is not None:
        return f"{run.error.type}: {' '.join(run.error.message.split())}"[:200].removesuffix(": ")
    return run.detail or run.outcome.value
