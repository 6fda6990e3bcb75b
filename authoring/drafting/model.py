"""The drafter that asks a language model for the whole set that a sketch plans."""

from collections.abc import Sequence

from authoring.drafting.alignment import aligned
from authoring.drafting.prompts import continue_request, making_of, write_request
from authoring.drafting.replies import MendedText, join_continuation, read_problemset, take_tail
from authoring.dseal.parse import parse
from authoring.dseal.surroundings import InputTable
from authoring.errors import ModelError
from authoring.llm.port import Finish, Model, Request
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, Example, ProblemOrigin
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import FEWEST_PROBLEMS, Instructions, PlannedProblem, Sketch

MOST_CONTINUATIONS = 3
"""Calls that go on with one reply, before what is there has to do."""


class ModelDrafter:
    """Writes problem sets by asking a model; the same replies give the same bytes."""

    def __init__(self, model: Model, instructions: Instructions, sketch: Sketch) -> None:
        self._model = model
        self._instructions = instructions
        self._sketch = sketch

    @property
    def fingerprint(self) -> str:
        """A hash of the model, of all it is told, and of the plan."""
        parts = (self._model.fingerprint, self._instructions.model_dump_json(), self._sketch.model_dump_json())
        return f"model:{sha256_of('|'.join(sha256_of(part) for part in parts))}"

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1.

        Args:
            seed: what the set is about.
            profile: of its data.
            name: the set's.
            examples: those of the instructions count; a model is shown what its run is pinned to.
            random_seed: which of several replies to the same question is wanted.

        Raises:
            ModelError: fewer than ten problems could be read, whatever was mended and continued.
            CallError: a call gave no reply.
            BudgetError: a call would have exceeded the budget.
        """
        del examples
        asked = write_request(seed, profile, self._sketch, self._instructions, sample=abs(random_seed))
        tables = tuple(InputTable(file.name, file.columns) for file in seed.files)
        mended, spoken = self._written(asked, tables)
        problems = parse(mended.text).problems
        if len(problems) < FEWEST_PROBLEMS:
            raise _too_few(seed, len(problems), mended)
        plans = aligned(self._sketch.problems, [(problem.question, cell.code) for cell, problem in problems])
        return Draft(
            name=name,
            seed=seed.name,
            revision=1,
            text=mended.text,
            origins=tuple(_origin(plan, spoken) for plan in plans),
            made_with=making_of(self._instructions, model=spoken),
            mended=mended.findings,
        )

    def _written(self, asked: Request, tables: Sequence[InputTable]) -> tuple[MendedText, str]:
        """Return the text that came of a request and of going on with it, and what the model calls itself."""
        reply = self._model.complete(asked)
        mended = read_problemset(reply.text, cut=reply.finish is Finish.LENGTH, inputs=tables)
        for _ in range(MOST_CONTINUATIONS):
            whole = len(parse(mended.text).problems)
            if not mended.cut and whole >= min(FEWEST_PROBLEMS, len(self._sketch.problems)):
                break
            following = continue_request(
                asked,
                self._instructions,
                whole=mended.text,
                problems=whole,
                tail=mended.tail,
                count=len(self._sketch.problems),
                ended=not mended.cut,
            )
            reply = self._model.complete(following)
            cut = reply.finish is Finish.LENGTH
            joined = join_continuation(mended, reply.text, cut=cut, inputs=tables)
            if joined.text == mended.text and joined.tail == mended.tail:
                break
            mended = joined
        return take_tail(mended, inputs=tables), reply.model


def _origin(plan: PlannedProblem | None, model: str) -> ProblemOrigin:
    if plan is None:
        return ProblemOrigin(origin=f"model:{model}")
    return ProblemOrigin(origin=f"model:{model}", knowledge=plan.knowledge, level=plan.level)


def _too_few(seed: Seed, count: int, mended: MendedText) -> ModelError:
    worst = next((finding for finding in mended.findings if finding.severity == "error"), None)
    reason = f"; the first fault: {worst.message}" if worst else ""
    return ModelError(
        f"{seed.name}: write: {count} problems of the model's reply can be used, "
        f"at least {FEWEST_PROBLEMS} are needed{reason}",
        hint="ask for another reply with another --random-seed, or take a model that follows the form more closely",
    )
