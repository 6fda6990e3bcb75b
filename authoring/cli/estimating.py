"""What drafts will cost, before the first token is spent."""

from collections.abc import Sequence

from authoring.api.sandboxes import open_sandbox
from authoring.cli.asking import prices_of
from authoring.cli.instructing import instructions_for
from authoring.cli.journals import Order
from authoring.cli.model_choice import choice_of
from authoring.drafting.prompts.modules import experiment_request, refine_request
from authoring.drafting.prompts.requests import sketch_request, write_request
from authoring.drafting.replies import SKETCH_SCHEMA
from authoring.errors import UsageError
from authoring.llm.estimate import Estimate, PlannedCalls, estimate, planned_calls
from authoring.records.experiment import Experiment
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions, PlannedProblem, Sketch
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace

_USUAL_TASK = (
    "For every level of one column, give the mean and the spread of an amount, rounded to 2 decimal places, as a "
    "DataFrame sorted by the level, with the columns named in the question."
)
_USUAL_PROBLEMS = 12


def estimate_drafts(place: Workspace, orders: Sequence[Order], *, batch: bool = False) -> Estimate:
    """Return calls, tokens and money of drafts that have not begun; nothing is asked.

    The sketch, the writing and as many repairs as the settings allow are counted; a plan is taken to be as long as
    usual.

    Raises:
        UsageError: no model is named.
    """
    said = place.settings
    choice = orders[0].choice or choice_of(place)
    if not choice.name:
        raise UsageError("templates cost nothing: there is nothing to estimate", hint="name a model with --model")
    calls: list[PlannedCalls] = []
    with open_sandbox(place) as sandbox:
        for order in orders:
            seed = place.read_seed(order.seed)
            profile = profile_data(seed, files=place.seed_files(seed), sandbox=sandbox)
            number = said.draft.random_seed if order.random_seed is None else order.random_seed
            told = instructions_for(
                place, seed, name=order.name, random_seed=number, strategy=order.strategy or said.model.examples
            )
            rounds = said.model.rounds if order.rounds is None else order.rounds
            if order.experiment is not None:
                calls += _experiment_calls(seed, order.experiment, told, rounds)
            else:
                calls += _calls(seed, profile, told, rounds)
    return estimate(calls, model=choice.name, prices=prices_of(place), batch=batch)


def _experiment_calls(seed: Seed, about: Experiment, told: Instructions, rounds: int) -> list[PlannedCalls]:
    write = experiment_request(about, told, subject=seed.name)
    usual = "\n".join([f"{_USUAL_TASK}\n"] * _USUAL_PROBLEMS * 3)
    refine = refine_request(about, usual, told, subject=seed.name)
    repair = write.model_copy(update={"purpose": "repair"})
    return [planned_calls(write), planned_calls(refine), planned_calls(repair, minimum=0, maximum=rounds)]


def _calls(seed: Seed, profile: Profile, told: Instructions, rounds: int) -> list[PlannedCalls]:
    problem = PlannedProblem(task=_USUAL_TASK, knowledge=("grouping", "aggregation"), level="medium")
    usual = Sketch(seed=seed.name, knowledge=(), problems=(problem,) * _USUAL_PROBLEMS)
    write = write_request(seed, profile, usual, told)
    # What a repair sends is not known yet; it is never more than the whole set with what was found.
    repair = write.model_copy(update={"purpose": "repair"})
    return [
        planned_calls(sketch_request(seed, profile, told, schema=SKETCH_SCHEMA)),
        planned_calls(write),
        planned_calls(repair, minimum=0, maximum=rounds),
    ]
