"""Solvers of one command spend one budget, and those that ask the same model share it."""

from contextlib import ExitStack

from authoring.api.evaluation.solver_models import SolverModels
from authoring.api.models import ModelAccess
from authoring.llm.budget import Budget
from authoring.records.model_config import ModelChoice
from authoring.workspace import Workspace

FIRST, SECOND = ModelAccess(model="m"), ModelAccess(model="n")


def test_one_budget_and_one_pool_for_a_model(bare: Workspace) -> None:
    """Limits of a model are those of its pool, so that solvers of one model have them together."""
    with ExitStack() as stack:
        models = SolverModels(bare, stack, Budget(tokens=1_000))
        pools = [models.pool(access, ModelChoice(name=access.model or "")) for access in (FIRST, SECOND, FIRST)]

    assert pools[0] is pools[2]
    assert pools[0] is not pools[1]
    assert {id(pool.budget) for pool in pools} == {id(models.budget)}


def test_replies_in_order_are_not_shared(bare: Workspace) -> None:
    """What a model replies that reads files in order depends on who has asked before, so each solver has its own."""
    access, choice = ModelAccess(model="scripted:folder"), ModelChoice(name="scripted:folder")
    with ExitStack() as stack:
        models = SolverModels(bare, stack)

        assert models.pool(access, choice) is not models.pool(access, choice)
