"""Whether a planted flag has an effect: on an array, a single row or a number many flags change nothing.

A plant of a flag counts as a defect only where the validator with the flag accepts a value that is wrong in just that
matter, and the one without it refuses it. The value is made here, by code of the bench, and not by the gate.
"""

import ast
from collections.abc import Sequence
from pathlib import Path

from authoring.dseal.parse import parse
from authoring.records.evidence import Limits, Outcome
from authoring.sandbox.port import Sandbox

WRONG_VALUES = {
    "order ignored": "value.iloc[::-1] if hasattr(value, 'iloc') else value[::-1]",
    "index ignored": "value.set_axis([f'row {n}' for n in range(len(value))])",
    "names ignored": "value.rename(columns='{} renamed'.format) if value.ndim == 2 else value.rename('renamed')",
    "dtypes ignored": "value.astype(str) if hasattr(value, 'astype') else type(value)(map(str, value))",
}
"""By the name of a kind of plants, an expression that makes of the reference's `value` one that is wrong."""


def has_effect(
    kind: str, before: str, after: str, problem: int, *, inputs: Sequence[Path], sandbox: Sandbox, limits: Limits
) -> bool:
    """Return whether a plant lets a value pass that was refused before it; true of kinds without such a value.

    Args:
        kind: the plant's name.
        before: the text of the set without it.
        after: the text with it.
        problem: the number of the problem that it is in.
        inputs: files of the set.
        sandbox: where the set runs.
        limits: of each cell.
    """
    wrong = WRONG_VALUES.get(kind)
    if wrong is None:
        return True

    def accepts(text: str) -> bool:
        return _accepts(text, problem, wrong, inputs=inputs, sandbox=sandbox, limits=limits)

    return accepts(after) and not accepts(before)


def _accepts(text: str, number: int, wrong: str, *, inputs: Sequence[Path], sandbox: Sandbox, limits: Limits) -> bool:
    """Return whether a problem's validator takes a wrong value for right."""
    with sandbox.session(inputs=inputs) as session:
        for cell in parse(text).runnable:
            if cell.problem is None or cell.problem.number != number:
                session.run(cell.code, limits=limits)
                continue
            with session.branch() as start:
                session.prepare(cell.problem.validator or {})
                if session.run(cell.code, limits=limits).outcome is not Outcome.OK:
                    return False
                with start.attempt() as answer:
                    answer.prepare(None)
                    answer.run(_spoiled(cell.code, wrong), limits=limits)
                    return session.judge(answer).correct == "yes"
    return False


def _spoiled(code: str, wrong: str) -> str:
    """Return code whose last expression gives a wrong value; code without one gives none."""
    tree = ast.parse(code)
    match tree.body:
        case [*statements, ast.Expr(value=last)]:
            head = [ast.unparse(statement) for statement in statements]
            return "\n".join((*head, f"value = {ast.unparse(last)}", wrong))
    return code
