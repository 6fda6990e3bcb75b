"""What ``authoring draft`` does, once its options are read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from authoring.cli.asking import Asking, budget_of
from authoring.cli.drafting import Drafted, draft_many
from authoring.cli.ends import end_view, next_of
from authoring.cli.isolation import open_sandbox
from authoring.cli.journals import Order, begin_run, go_on
from authoring.cli.options import checked_name
from authoring.cli.views.render import counted, emit, next_command, plain, show
from authoring.errors import UsageError
from authoring.records.decision import Waiting
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted beside the drafts themselves."""

    estimate: bool
    budget: str | None
    jobs: int
    batch: bool
    as_json: bool


def orders_of(order: Order, seeds: Sequence[str]) -> tuple[Order, ...]:
    """Return one order per seed.

    Raises:
        UsageError: a name is given for several, or is none.
    """
    if not seeds:
        raise UsageError("no seed is named", hint="see: authoring seed list; or name a --module and a --topic")
    if order.name and len(seeds) > 1:
        raise UsageError("--name names one draft, and several seeds are given", hint="draft them one by one")
    return tuple(replace(order, seed=seed, name=checked_name(order.name or seed)) for seed in dict.fromkeys(seeds))


def carry_out(place: Workspace, orders: Sequence[Order], wanted: Wanted) -> int:
    """Draft, or say what it would cost; return the exit code."""
    if wanted.estimate:
        return _estimate(place, orders, wanted)
    asking = budget_of(wanted.budget) if wanted.budget else Asking()
    if wanted.batch:
        from authoring.cli.batching import draft_in_batches

        return draft_in_batches(place, orders, asking, as_json=wanted.as_json)
    if len(orders) == 1:
        return _draft_one(place, orders[0], asking, as_json=wanted.as_json)
    made = draft_many(place, orders, asking, jobs=wanted.jobs, quiet=wanted.as_json)
    if wanted.as_json:
        emit(made)
    else:
        show(summary(orders, made))
        next_command(f"authoring review {made[0].name}" if made else "authoring status")
    return exit_code(made)


def summary(orders: Sequence[Order], made: Sequence[Drafted]) -> Text:
    """Return how many drafts were asked for and made; never fewer without a word."""
    there = sum(one.end is not None for one in made)
    said = plain(f"{counted(len(orders), 'draft')} asked, {there} made", "bold")
    failed = [one for one in made if one.end is None]
    return said.append(f", {len(failed)} failed: {', '.join(one.name for one in failed)}", "red") if failed else said


def exit_code(made: Sequence[Drafted]) -> int:
    """Return the exit code of many drafts: that of a failure before that of findings."""
    failed = [one.exit_code for one in made if one.end is None]
    faulty = any(isinstance(one.end, Waiting) and one.end.evidence.errors for one in made)
    return max(failed, default=1 if faulty else 0)


def _draft_one(place: Workspace, order: Order, asking: Asking, *, as_json: bool) -> int:
    with begin_run(place, order) as journal:
        with open_sandbox(place) as sandbox:
            end = go_on(place, journal, sandbox=sandbox, label=f"drafting {order.name}", wanted=asking)
        if as_json:
            emit(end)
        else:
            show(*end_view(end, journal))
            next_command(next_of(end, written=order.name in place.problemsets()))
    return 1 if isinstance(end, Waiting) and end.evidence.errors else 0


def _estimate(place: Workspace, orders: Sequence[Order], wanted: Wanted) -> int:
    from authoring.cli.estimating import estimate_drafts

    found = estimate_drafts(place, orders, batch=wanted.batch)
    if wanted.as_json:
        emit(found)
    else:
        show(plain(found.line))
        asked = orders[0].choice
        server = f" --base-url {asked.base_url}" if asked and asked.base_url else ""
        seeds = " ".join(order.seed for order in orders)
        next_command(f"authoring draft {seeds} --model {found.model}{server}")
    return 0
