"""How drafts and topics are shown: where a run stands, what became of many, revisions, admissions, what comes next."""

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from authoring.api.decisions import AdmissionResult
from authoring.api.drafts.batch_mode import BatchHandover
from authoring.api.drafts.experiments import ModuleTopics
from authoring.api.drafts.requests import DraftResult
from authoring.cli.views.findings import findings_view, tally
from authoring.cli.views.problems import conventions_view, problems_table
from authoring.cli.views.render import code, heading, plain, table
from authoring.records.decision import Admission, Rejection, Waiting
from authoring.records.draft import Draft, conventions_in, problem_lines
from authoring.records.run import ResumedRun, RunState
from authoring.records.wording import counted, visible

if TYPE_CHECKING:
    from authoring.records.experiment import TopicProposal

REASONS_SHOWN = 12
"""Refused proposals of topics that are named."""


def resumed_view(resumed: ResumedRun) -> Text:
    """Return that a run was begun before."""
    return Text(f"resumed: {counted(resumed.steps, 'step')} were recorded", "dim")


def waiting_view(waiting: Waiting) -> tuple[RenderableType, ...]:
    """Return a draft that a person has to look at."""
    draft, evidence = waiting.draft, waiting.evidence
    table = problems_table(draft.text, draft.origins, evidence.dry_run)
    problems = counted(table.row_count, "problem")
    summary = f"{draft.name}, revision {draft.revision}: {problems}, {tally(evidence.diagnostics)}"
    agreed = (*conventions_view(conventions_in(draft.text)),)
    parts = (table, *agreed, Text(), *findings_view(evidence.diagnostics, draft.name))
    return (*parts, plain(summary, "bold"))


PART_WORDS = {
    "answers": "wrong and right answers",
    "alignment": "questions beside references",
    "probes": "references on changed tables",
    "surroundings": "other surroundings",
}
"""What a part of the gate looks at."""


def state_view(state: RunState) -> tuple[RenderableType, ...]:
    """Return where a run stands; of a draft that waits for a person also what of the gate did not look at it yet."""
    if not isinstance(state, Waiting):
        return settled_view(state)
    present = ["form", *(["dry run"] if state.evidence.dry_run is not None else [])]
    present += [PART_WORDS[part] for part in state.parts]
    absent = [] if state.evidence.dry_run is not None else ["dry run"]
    absent += [words for part, words in PART_WORDS.items() if part not in state.parts]
    if not absent:
        return waiting_view(state)
    line = f"looked at: {', '.join(present)}"
    line += f"; not yet: {', '.join(absent)}: authoring check {state.draft.name}"
    return (*waiting_view(state), plain(line, "dim"))


def draft_view(draft: Draft) -> tuple[RenderableType, ...]:
    """Return the whole text of a draft, in lines that are as long as they were written."""
    text = code(draft.text).highlight(visible(draft.text))
    text.rstrip()
    text.no_wrap, text.overflow = True, "ignore"
    return (plain(f"{draft.name}, revision {draft.revision}", "bold"), Text(), text, Text())


def settled_view(state: Admission | Rejection) -> tuple[RenderableType, ...]:
    """Return how a run ended."""
    if isinstance(state, Admission):
        return (plain(f"{state.name} was admitted", "green"),)
    decision = state.decision
    reason = f": {decision.reason}" if decision.reason else ""
    return (plain(f"{state.name} was rejected by {decision.reviewer}{reason}", "red"),)


def next_step(state: RunState, *, is_written: bool, export: str = "authoring export dseval DIR") -> str:
    """Return the command that takes a run further.

    `is_written` says whether its set stands in problemsets/, and `export` is the command that then hands it on.
    """
    if isinstance(state, Admission):
        return export if is_written else f"authoring admit {state.name}"
    if isinstance(state, Rejection):
        return "authoring draft SEED --name NAME --random-seed N"
    return f"authoring review {state.draft.name}"


def result_view(result: DraftResult) -> Text:
    """Return what became of one draft of several, in one line."""
    if result.end is None:
        return Text.assemble((f"{result.name}  ", "bold"), ("no draft: ", "bold red"), plain(result.failure))
    if not isinstance(result.end, Waiting):
        return Text.assemble((f"{result.name}  ", "bold"), "is settled already")
    draft, evidence = result.end.draft, result.end.evidence
    count = len(tuple(problem_lines(draft.text, draft.origins, None)))
    return Text.assemble((f"{result.name}  ", "bold"), counted(count, "problem"), ", ", tally(evidence.diagnostics))


def results_summary(count: int, results: Sequence[DraftResult]) -> Text:
    """Return how many drafts were asked for and made; never fewer without a word."""
    drafted = sum(result.end is not None for result in results)
    summary = plain(f"{counted(count, 'draft')} asked, {drafted} made", "bold")
    failures = [result.name for result in results if result.end is None]
    return summary.append(f", {len(failures)} failed: {', '.join(failures)}", "red") if failures else summary


def handover_view(count: int, handover: BatchHandover) -> tuple[Text, ...]:
    """Return what became of drafts whose calls go through batches."""
    drafted = sum(result.end is not None for result in handover.drafts)
    summary = f"{counted(count, 'draft')} asked, {drafted} made"
    if handover.waiting:
        summary += f", {len(handover.waiting)} waiting for {', '.join(handover.batches)}"
    return (*map(result_view, handover.drafts), plain(summary, "bold"))


def difference_view(before: Draft, state: RunState) -> tuple[RenderableType, ...]:
    """Return what a revision changed, as a diff."""
    # A settled run has no later text than the one before.
    after = state.draft.text if isinstance(state, Waiting) else before.text
    lines = difflib.unified_diff(before.text.splitlines(), after.splitlines(), "before", "after", lineterm="", n=2)
    text = "\n".join(visible(line, lines=False) for line in lines)
    # As in `code`: few verbs show a difference.
    from rich.syntax import Syntax

    return (
        (Syntax(text, "diff", background_color="default", word_wrap=True),)
        if text
        else (plain("nothing was changed", "yellow"),)
    )


def admission_view(result: AdmissionResult) -> tuple[RenderableType, ...]:
    """Return whether one draft stands in the benchmark now, and why not."""
    if result.admitted:
        admitted = heading(f"admitted {result.name}: {result.path}", "green")
        if not result.findings:
            return (admitted,)
        again = f"`authoring drafts reopen {result.name}` takes it up again"
        stands = "stands" if len(result.findings) == 1 else "stand"
        note = plain(f"{tally(result.findings)} {stands} in its record, and asked for no reason; {again}")
        return (*findings_view(result.findings, result.name), admitted, note)
    if any(finding.severity == "error" for finding in result.findings):
        reason = "it has errors"
    elif result.lacks_reason:
        reason = "what stands against its validators and questions takes a --reason to let it pass"
    else:
        reason = "nobody agreed"
    summary = f"{result.name} is not admitted: {reason} ({tally(result.findings)})"
    return (*findings_view(result.findings, result.name), plain(summary, "bold red"))


def topics_view(topics: ModuleTopics) -> tuple[RenderableType, ...]:
    """Return the topics with their numbers, and what was refused and why."""
    rows = table("#>", "level", "topic", "uses", title=f"Topics of {topics.list.module}")
    for number, topic in enumerate(topics.list.topics, start=1):
        # All of them begin with the module, which the title names.
        uses = ", ".join(name.removeprefix(f"{topics.list.module}.") for name in topic.names)
        rows.add_row(str(number), topic.level, plain(topic.title), plain(uses, "dim"))
    return (rows, *(proposal_view(topics.proposal) if topics.proposal is not None else ()))


def proposal_view(proposal: "TopicProposal") -> tuple[RenderableType, ...]:
    """Return how many topics were asked for and made, and why the others were refused."""
    summary = (
        f"asked for {counted(proposal.wanted, 'topic')}, made {len(proposal.topics)} "
        f"in {counted(proposal.rounds, 'round')}; {len(proposal.refused)} of {proposal.proposed} proposals refused"
    )
    refusals = proposal.refused[:REASONS_SHOWN]
    lines = [Text.assemble("  ", plain(refusal.title), ": ", plain(refusal.reason, "yellow")) for refusal in refusals]
    parts: list[RenderableType] = [plain(summary), *lines]
    if len(proposal.refused) > REASONS_SHOWN:
        parts.append(plain(f"  and {len(proposal.refused) - REASONS_SHOWN} more: see --json"))
    if proposal.why_short:
        parts.append(Text.assemble(("fewer than asked for: ", "bold yellow"), plain(proposal.why_short)))
    return tuple(parts)
