"""Revisions: a person's edit and comments on a draft make the next one."""

import re
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from authoring.drafting.codes import PROTECTED_FROM_MODEL
from authoring.drafting.comparison_marks import with_marks
from authoring.drafting.prompts.modules import REVISION_PAGE, comment_request, knows_page
from authoring.drafting.prompts.requests import CommentedProblem, revise_request
from authoring.drafting.replacement import changed_draft, dependent_code, needed_code, origins_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.errors import ModelError, UsageError
from authoring.llm.port import Model
from authoring.records.decision import Comment, Decision
from authoring.records.draft import PERSON, Draft, ProblemOrigin
from authoring.records.experiment import ExperimentInstructions
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.records.sketch import Instructions
from authoring.records.stage import stage
from authoring.workspace.journal import Journal

LEAST_ALIKE = 0.75
"""Share of characters that a problem and what a person made of it have in common, wherever it stands then."""
REPLIES = 2
"""Replies that are requested before a revision counts as failed because nothing changed."""


@stage("revise_draft")
def revise_draft(
    draft: Draft,
    decision: Decision,
    *,
    profile: Profile | None = None,
    model: Model | None = None,
    instructions: Instructions | None = None,
) -> Draft:
    """Return the revision that a person wrote, or that a model made from a person's comments, or both in this order.

    Problems whose cells are word for word those of the old text keep their origin; all others of the person's text are
    the person's, and keep level and knowledge points where they stand in the place of another. A model is sent the
    problems that have comments (for a comment on the whole set, all), but never one that a person wrote or edited: a
    comment on such a problem becomes a finding in `mended`. Comments number the problems of `draft`. Without a model
    they are left undone; a model needs the instructions of the run.

    Raises:
        UsageError: the decision holds nothing that can be done.
        ModelError: the model changed nothing.
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    edited = draft if decision.text is None else _edited(draft, decision.text)
    if model is None or instructions is None or not decision.comments:
        if decision.text is None:
            hint = "edit the draft in: authoring review; comments are carried out where the run has a model"
            raise UsageError("this decision asks for a revision but holds no text", hint=hint)
        return edited
    offered, refusals = _offered(draft, edited, decision.comments)
    if not offered:
        if decision.text is None:
            reason = "; ".join(finding.message for finding in refusals) or "no problem of this draft is a model's"
            raise UsageError(reason, hint="edit it by hand in: authoring review")
        return edited.model_copy(update={"mended": refusals})
    whole = [comment.text for comment in decision.comments if comment.problem is None]
    revised = _revise(edited, offered, whole, profile=profile, model=model, instructions=instructions)
    # Whoever asks sees one revision, however many hands it went through.
    update = {"revision": draft.revision + 1, "mended": (*refusals, *revised.mended), "came_from": draft.sha256}
    return revised.model_copy(update=update)


def revised_by_model(
    draft: Draft, decision: Decision, model: Model | None, *, journal: Journal[RunSettings], profile: Profile
) -> Draft:
    """Return the revision that a run's model makes from a person's comments; what the journal holds is not paid again.

    Comments on an experiment have a page of their own. Runs that were begun without it go on with the page for all
    sets, and with the keys of their steps.

    Raises:
        UsageError: no comment is on what a model may change.
        ModelError: the model changed nothing, or gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    run, instructions = journal.settings, journal.settings.instructions
    if instructions is not None and run.experiment is not None and knows_page(instructions, REVISION_PAGE):
        instructions = ExperimentInstructions(**dict(instructions), experiment=run.experiment)
    return journal.step(revise_draft, draft, decision, profile=profile, model=model, instructions=instructions)


def _edited(draft: Draft, text: str) -> Draft:
    origins = _origins_after(draft, [cell.source.strip() for cell, _ in parse(text).problems])
    update = {"revision": draft.revision + 1, "text": text, "origins": origins, "came_from": "", "mended": ()}
    # Whoever adds or removes problems decides how many the set has.
    if len(origins) != len(draft.origins):
        return draft.model_copy(update={**update, "left_out": ()})
    return draft.model_copy(update=update)


def _origins_after(draft: Draft, sources: Sequence[str]) -> tuple[ProblemOrigin, ...]:
    """Return the origins of problems that a person moved, dropped, changed or wrote.

    One that was changed is the person's from now on, and keeps its level and knowledge points. It is taken for the one
    that stood in its place, between the same neighbours; else for the one that is most like it.
    """
    before = [cell.source.strip() for cell, _ in parse(draft.text).problems]
    earlier = dict(zip(before, draft.origins, strict=False))
    origins = [earlier.get(source, ProblemOrigin(origin=PERSON)) for source in sources]
    new_problems = [new for new, source in enumerate(sources) if source not in earlier]
    removed = [old for old, source in enumerate(before[: len(draft.origins)]) if source not in sources]
    pairs = _in_place(before, sources, removed, new_problems)
    pairs |= _alike(
        before,
        sources,
        [old for old in removed if old not in pairs],
        [new for new in new_problems if new not in pairs.values()],
    )
    for old, new in pairs.items():
        origins[new] = draft.origins[old].model_copy(update={"origin": PERSON})
    return tuple(origins)


def _in_place(
    before: Sequence[str], after: Sequence[str], removed: Collection[int], new_problems: Collection[int]
) -> dict[int, int]:
    """Return which problem stands for which: as many as there were between the same neighbours."""
    pairs: dict[int, int] = {}
    for operation, start, end, new_start, new_end in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if operation == "replace" and end - start == new_end - new_start:
            places = zip(range(start, end), range(new_start, new_end), strict=True)
            pairs |= {old: new for old, new in places if old in removed and new in new_problems}
    return pairs


def _alike(
    before: Sequence[str], after: Sequence[str], removed: Sequence[int], new_problems: Sequence[int]
) -> dict[int, int]:
    """Return which problem stands for which: the most alike first, none twice, and none that are hardly alike."""
    likeness = sorted(
        ((SequenceMatcher(a=before[old], b=after[new]).ratio(), old, new) for old in removed for new in new_problems),
        key=lambda candidate: (-candidate[0], *candidate[1:]),
    )
    pairs: dict[int, int] = {}
    for ratio, old, new in likeness:
        if ratio >= LEAST_ALIKE and old not in pairs and new not in pairs.values():
            pairs[old] = new
    return pairs


def _offered(
    draft: Draft, edited: Draft, comments: Sequence[Comment]
) -> tuple[dict[int, tuple[str, ...]], tuple[Diagnostic, ...]]:
    """Return the cells of the edited text that a model may change, each with its comments; and what it may not."""
    before, after = parse(draft.text), parse(edited.text)
    origins = origins_of(edited, after)
    free = {
        index: cell.source.strip()
        for index, cell in enumerate(after.cells)
        if cell.kind is CellKind.PROBLEM and cell.problem and origins[cell.problem.number - 1].origin != PERSON
    }
    offered: dict[int, list[str]] = {}
    if any(comment.problem is None for comment in comments):
        offered = {index: [] for index in free}
    refusals = []
    for comment in comments:
        if comment.problem is None:
            continue
        source, line = _commented(before, comment.problem)
        # A problem that the person also edited is not in the edited text any more, and is the person's from now on.
        index = next((index for index, text in free.items() if text == source), None)
        if index is None:
            message = f"problem {comment.problem} is a person's, so no model changes it"
            refusals.append(PROTECTED_FROM_MODEL.diagnostic(message, line=line, problem=comment.problem))
        else:
            offered.setdefault(index, []).append(comment.text)
    return {index: tuple(offered[index]) for index in sorted(offered)}, tuple(refusals)


def _commented(problemset: ProblemSet, number: int) -> tuple[str, int]:
    for cell, problem in problemset.problems:
        if problem.number == number:
            return cell.source.strip(), cell.span.line
    count = len(problemset.problems)
    raise UsageError(f"a comment is on problem {number}, and the draft has {count}", hint="review the draft again")


_OF_VALIDATORS = re.compile(r"validat|compar|strict|loose|toleran|accept|refus|验证|比较|容差|严格", re.IGNORECASE)
"""Words of a comment that may be about how answers are judged, so that all of that is shown."""


def _shown(source: str, comments: Sequence[str]) -> str:
    return source if any(map(_OF_VALIDATORS.search, comments)) else with_marks(source)


def _revise(
    draft: Draft,
    offered: dict[int, tuple[str, ...]],
    whole: Sequence[str],
    *,
    profile: Profile | None,
    model: Model,
    instructions: Instructions,
) -> Draft:
    problemset = parse(draft.text)
    problems = [
        CommentedProblem(
            number=problem.number,
            cell=_shown(cell.source.strip(), (*offered[index], *whole)),
            comments=offered[index],
        )
        for index, cell in enumerate(problemset.cells)
        if index in offered and (problem := cell.problem) is not None
    ]
    context = needed_code(problemset, offered)
    later = dependent_code(problemset, offered) if isinstance(instructions, ExperimentInstructions) else ""
    # Another sample is another request: the same one would return the cached reply that changed nothing.
    for sample in range(REPLIES):
        if isinstance(instructions, ExperimentInstructions):
            request = comment_request(
                problems,
                instructions,
                subject=draft.seed,
                profile=profile or Profile(seed=draft.seed, tables=()),
                comments=whole,
                context=context,
                later=later,
                sample=sample,
            )
        else:
            request = revise_request(
                draft.seed, profile, problems, instructions, comments=whole, context=context, sample=sample
            )
        revised = changed_draft(
            draft, model.complete(request), tuple(offered), instructions=instructions, profile=profile
        )
        if revised.text != draft.text:
            return revised
    reason = f": {revised.mended[0].message}" if revised.mended else ""
    raise ModelError(
        f"{draft.seed}: revise: the model changed nothing, asked {REPLIES} times{reason}",
        hint="say more exactly what should change, or edit the draft in: authoring review",
    )
