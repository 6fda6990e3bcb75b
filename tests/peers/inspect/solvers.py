"""Solvers that ask no model, for ``inspect eval --solver``: one gives the reference, one gives nothing."""

from collections.abc import Callable

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver


@solver
def reference() -> Solver:
    """Answer with the reference."""
    return _answering(lambda state: f"```python\n{state.target.text}\n```")


@solver
def silent() -> Solver:
    """Answer nothing."""
    return _answering(lambda _: "")


def _answering(text: Callable[[TaskState], str]) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        state.output = ModelOutput.from_content("nobody", text(state))
        return state

    return solve
