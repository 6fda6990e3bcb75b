"""What ``authoring draft --module`` orders."""

from collections.abc import Sequence
from dataclasses import replace

from authoring.cli.experiments import chosen, draft_name, experiment_of
from authoring.cli.isolation import open_sandbox
from authoring.cli.journals import Order
from authoring.cli.options import checked_name
from authoring.errors import UsageError
from authoring.records.experiment import seed_name
from authoring.workspace import Workspace


def experiment_orders(
    place: Workspace, order: Order, *, module: str | None, topic: str | None, seeds: Sequence[str]
) -> tuple[Order, ...]:
    """Return the one order of an experiment about a topic of a module, whose seed stands in the workspace after it.

    Raises:
        UsageError: module and topic are not both given, or seeds are given too, or no model is named.
        SeedError: there is no such topic, or the module cannot be imported where cells run.
    """
    if seeds:
        raise UsageError(
            "a draft is about seeds or about a module", hint="leave out the seeds, or --module and --topic"
        )
    if not module or not topic:
        missing = "--topic" if module else "--module"
        hint = f"see: authoring topics {module}" if module else "for example: --module pandas --topic 1"
        raise UsageError(f"{missing} is missing", hint=hint)
    if order.choice is None:
        chosen(place, None, None)  # before the module is looked at, which takes a second
    with open_sandbox(place) as sandbox:
        experiment = experiment_of(place, module, topic, sandbox=sandbox)
    name = checked_name(order.name or draft_name(experiment))
    seed = seed_name(experiment.api.name)
    return (replace(order, seed=seed, name=name, experiment=experiment),)
