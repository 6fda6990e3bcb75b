"""The drafter that asks a language model for the whole set that a sketch plans."""

import re
from collections.abc import Callable, Sequence

from authoring.drafting.left_out import left_out_problems
from authoring.drafting.prompts.instructions import making_of
from authoring.drafting.prompts.requests import NO_ANSWERS, continue_request, write_request
from authoring.drafting.replies.continuation import join_continuation, take_tail
from authoring.drafting.replies.problemset import MendedText, read_problemset
from authoring.dseal.model import InputTable
from authoring.dseal.parse import parse
from authoring.dseal.python_code import assigned_names
from authoring.errors import ModelError
from authoring.llm.port import Finish, Model, Request
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, Example, ProblemOrigin
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import FEWEST_PROBLEMS, Instructions, PlannedProblem, ProbeAnswers, Sketch

MOST_CONTINUATIONS = 3
"""Calls that continue one reply, before the problems that are there must suffice."""


class ModelDrafter:
    """Writes problem sets by asking a model; the same replies give the same bytes."""

    def __init__(
        self,
        model: Model,
        instructions: Instructions,
        sketch: Sketch,
        answers: ProbeAnswers = NO_ANSWERS,
        *,
        packages: str = "",
    ) -> None:
        self._model = model
        self._instructions = instructions
        self._sketch = sketch
        self._answers = answers
        # No part of the fingerprint: another environment is no reason to pay for the draft again.
        self._packages = packages

    @property
    def fingerprint(self) -> str:
        """A hash of the model, of its instructions, of the plan, and of what the data answered, if they were asked."""
        parts = [self._model.fingerprint, self._instructions.model_dump_json(), self._sketch.model_dump_json()]
        # Journals know drafts of plans that nothing was asked about by the first three alone.
        parts += [self._answers.model_dump_json()] if self._answers.answers else []
        return f"model:{sha256_of('|'.join(sha256_of(part) for part in parts))}"

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1; the random seed chooses among several replies to the same question.

        Raises:
            ModelError: fewer than ten problems could be read, whatever was mended and continued.
            CallError: a call gave no reply.
            BudgetError: a call would have exceeded the budget.
        """
        # The model sees the examples that its run is pinned to, which stand in the instructions.
        del examples
        request = write_request(
            seed,
            profile,
            self._sketch,
            self._instructions,
            answers=self._answers,
            packages=self._packages,
            sample=abs(random_seed),
        )
        tables = tuple(InputTable(file.name, file.columns) for file in seed.files)
        count = len(self._sketch.problems)
        mended, model_name = request_problemset(
            self._model,
            request,
            self._instructions,
            inputs=tables,
            enough=min(FEWEST_PROBLEMS, count),
            planned=lambda _: count,
        )
        # The last continuation may have been cut right behind a problem that is whole.
        mended = take_tail(mended, inputs=tables)
        problems = parse(mended.text).problems
        if len(problems) < FEWEST_PROBLEMS:
            raise _too_few(seed, len(problems), mended)
        plans = align_plan(self._sketch.problems, [(problem.question, cell.code) for cell, problem in problems])
        return Draft(
            name=name,
            seed=seed.name,
            revision=1,
            text=mended.text,
            origins=tuple(_origin(plan, model_name) for plan in plans),
            made_with=making_of(self._instructions, model=model_name),
            mended=mended.findings,
            left_out=left_out_problems(self._sketch.problems, plans, model=model_name),
        )


def request_problemset(
    model: Model,
    request: Request,
    instructions: Instructions,
    *,
    inputs: Sequence[InputTable],
    enough: int,
    planned: Callable[[bool], int],
) -> tuple[MendedText, str]:
    """Return the problem set of a reply, continued as long as it is not whole, and the model's own name.

    A reply that was not cut counts as whole from `enough` problems on. `planned` returns the number of problems that a
    continuation asks for, given whether the reply was cut.
    """
    reply = model.complete(request)
    mended = read_problemset(reply.text, cut=reply.finish is Finish.LENGTH, inputs=inputs)
    for _ in range(MOST_CONTINUATIONS):
        whole = len(parse(mended.text).problems)
        if not mended.cut and whole >= enough:
            break
        following = continue_request(
            request,
            instructions,
            whole=mended.text,
            problems=whole,
            tail=mended.tail,
            count=planned(mended.cut),
            ended=not mended.cut,
        )
        reply = model.complete(following)
        joined = join_continuation(mended, reply.text, cut=reply.finish is Finish.LENGTH, inputs=inputs)
        # A continuation that adds nothing would be paid again and again.
        if joined.text == mended.text and joined.tail == mended.tail:
            break
        mended = joined
    return mended, reply.model


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


# Weight of assigning all planned variables, relative to sharing all words.
_VARIABLES = 0.5

# Similarity below which two problems are unrelated.
_LEAST_SIMILARITY = 0.1


def align_plan(
    planned: Sequence[PlannedProblem], written: Sequence[tuple[str, str]]
) -> tuple[PlannedProblem | None, ...]:
    """Return the planned problem behind each written one, in order; None for a problem that was not planned.

    Problems of the plan may have been left out, merged or added to; each of `written` is a question with its code.
    """
    # As many as were planned are those that were planned, however they are worded.
    if len(planned) == len(written):
        return tuple(planned)
    # Both are in the same order, so this is the heaviest common subsequence.
    best = [[0.0] * (len(written) + 1) for _ in range(len(planned) + 1)]
    like = [[_similarity(plan, *problem) for problem in written] for plan in planned]
    for row in range(len(planned) - 1, -1, -1):
        for column in range(len(written) - 1, -1, -1):
            matched = like[row][column] + best[row + 1][column + 1] if like[row][column] >= _LEAST_SIMILARITY else 0.0
            best[row][column] = max(matched, best[row + 1][column], best[row][column + 1])
    plans: list[PlannedProblem | None] = [None] * len(written)
    row = column = 0
    # Skipping is tried before matching, so that a pair is aligned only where leaving it out would cost weight.
    while row < len(planned) and column < len(written):
        if best[row][column] == best[row + 1][column]:
            row += 1
        elif best[row][column] == best[row][column + 1]:
            column += 1
        else:
            plans[column] = planned[row]
            row, column = row + 1, column + 1
    return tuple(plans)


def _similarity(plan: PlannedProblem, question: str, code: str) -> float:
    task_words, question_words = _words(plan.task), _words(question)
    shared = len(task_words & question_words) / (len(task_words | question_words) or 1)
    given_variables = set(plan.gives) & assigned_names(code).bound
    return shared + (_VARIABLES * len(given_variables) / len(plan.gives) if plan.gives else 0.0)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
