"""How a review looks: one problem after the other, scrolling."""

from collections.abc import Iterator, Mapping, Sequence

import yaml
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from authoring.api.review.state_machine import Review
from authoring.cli.views.findings import finding_view, findings_view
from authoring.cli.views.pilot_answers import SHOWN_BY_ANSWERS, answers_table
from authoring.cli.views.problems import conventions_view, outcome_of, text_view, value_view
from authoring.cli.views.render import code, flowing, plain
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.evidence import CellRun, Outcome
from authoring.records.wording import counted, size

PROMPT = ("accept", "edit", "comment", "revise", "drop", "move", "next", "prev", "Admit", "x reject", "? keys", "quit")
VALIDATOR_LINES = 8
"""Lines of a validator block that are shown."""


def cell_view(review: Review) -> Panel:
    """Return the cell that is looked at: question, code, real output, changes, findings, comments."""
    number = review.problem.number if review.problem else None
    has_error = any(finding.severity == "error" for finding in review.findings)
    border = "green" if number is not None and number in review.accepted else "red" if has_error else "blue"
    return Panel(
        Group(*_parts(review)),
        title=_title(review),
        title_align="left",
        subtitle=Text(f"{len(review.accepted)} of {len(review.problemset.problems)} accepted", "dim"),
        subtitle_align="right",
        border_style=border,
        padding=(1, 2, 0, 2),
    )


def _title(review: Review) -> Text:
    if review.problem is None:
        kind = "context: runs, is not asked" if review.is_context else "not readable as a problem"
        return Text.assemble((kind, "bold"))
    number = review.problem.number
    title = Text(f"problem {number} of {len(review.problemset.problems)}", "bold")
    if number <= len(review.draft.origins):
        origin = review.draft.origins[number - 1]
        for part in (origin.level or "", origin.origin, ", ".join(origin.knowledge)):
            if part:
                title.append(" · ", "dim")
                title.append(plain(part, "not bold"))
    if number in review.accepted:
        title.append(" · accepted", "green")
    return title


def _parts(review: Review) -> Iterator[RenderableType]:
    if review.problem is not None:
        yield flowing(review.problem.question.strip())
        yield from conventions_view(review.problem.conventions)
        yield Text()
        yield code(review.cell.code)
        if review.problem.validator is not None:
            yield from validator_lines(review.problem.validator)
        if review.trials is not None:
            yield from trials_lines(review.trials)
    else:
        yield code(review.cell.source.strip())
    yield Text()
    yield from _run_parts(review)
    yield Text()
    for finding in review.findings:
        text = finding_view(finding, review.draft.name)
        # In a panel a long line is folded: what is cut could not be scrolled to.
        text.no_wrap, text.overflow = False, "fold"
        yield text
    if review.piloted and any(finding.code in SHOWN_BY_ANSWERS for finding in review.findings):
        yield answers_table(review.piloted)
    for comment in review.comments:
        if comment.problem == (review.problem.number if review.problem else None):
            yield plain(f"comment: {comment.text}", "italic yellow")


class BlockDumper(yaml.SafeDumper):
    """Writes texts of several lines, such as code, as the blocks in which people write them."""


BlockDumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def validator_lines(validator: Mapping[str, object]) -> Iterator[Text]:
    """Yield the validator block of a problem, the beginning of a long one."""
    text = yaml.dump(dict(validator), Dumper=BlockDumper, sort_keys=False, allow_unicode=True, width=100)
    lines = text.rstrip().splitlines()
    yield Text("\njudged by", "dim")
    for line in lines[:VALIDATOR_LINES]:
        yield plain(f"  {line}", "dim")
    if len(lines) > VALIDATOR_LINES:
        yield plain(f"  … and {counted(len(lines) - VALIDATOR_LINES, 'line')} more: e shows all", "dim")


def trials_lines(trials: ProblemCertificate) -> Iterator[Text]:
    """Yield how the validator of a problem stood up to wrong and to right answers, and what solvers made of it."""
    wrong, right = len(trials.wrong), len(trials.right)
    if trials.trials:
        refused, accepted = wrong - len(trials.survivors), right - len(trials.refusals)
        refuses = f"refuses {refused} of {counted(wrong, 'wrong answer')}"
        sides = f"{refuses}, accepts {accepted} of {counted(right, 'right one')}"
        yield Text.assemble(("\nit ", "dim"), (sides, "green" if trials.holds else "yellow"))
    if trials.pilot is not None:
        lead = "" if trials.trials else "\n"
        yield Text.assemble(
            (f"{lead}piloted ", "dim"), plain(trials.pilot.counts, "yellow" if trials.pilot.codes else "green")
        )


def _run_parts(review: Review) -> Iterator[RenderableType]:
    if review.run is None:
        # A dry run ends with the first cell that does not end well.
        if review.is_under_way:
            yield Rule(Text("running; the result follows", "cyan"), style="dim", align="left")
            return
        reason = "lint found errors" if review.evidence.dry_run is None else "an earlier cell did not end well"
        yield Rule(Text(f"not run: {reason}", "yellow"), style="dim", align="left")
        return
    run = review.run.run
    head = Text.assemble(outcome_of(review.run), (f" · {run.seconds:.2f} s · {size(run.peak_memory)}", "dim"))
    yield Rule(head, style="dim", align="left")
    yield from output_parts(run)
    if review.changes:
        changes = ", ".join(
            f"{change.change} {change.name}" + (f" ({change.type})" if change.type else "") for change in review.changes
        )
        yield plain(f"variables: {changes}", "dim")
    if run.files_written:
        yield plain(f"files written: {', '.join(run.files_written)}", "red")


def output_parts(run: CellRun) -> Iterator[RenderableType]:
    """Yield what one execution printed, returned or raised."""
    if run.stream.strip():
        yield text_view(run.stream.rstrip())
    if run.value is not None:
        yield value_view(run.value)
    if run.error is not None:
        yield text_view(run.error.traceback or f"{run.error.type}: {run.error.message}")
    if run.outcome not in {Outcome.OK, Outcome.ERROR}:
        yield plain(run.detail or run.outcome.value, "red")


def keys_view(keys: Mapping[str, str]) -> Table:
    """Return what the keys of a review do."""
    grid = Table.grid(padding=(0, 2))
    for key, does in keys.items():
        grid.add_row(Text(f"  {key}", "bold cyan"), Text(does))
    return grid


def prompt(words: Sequence[str]) -> Text:
    """Return the line that waits for a key, which is the first letter of a word."""
    parts = ((part, style) for word in words for part, style in ((word[0], "bold cyan"), (word[1:] + "  ", "dim")))
    return Text.assemble(*parts)


def heading_view(review: Review) -> tuple[RenderableType, ...]:
    """Return what a review begins with: the set, and what was said of it as a whole."""
    count = counted(len(review.problemset.problems), "problem")
    summary = f"{review.draft.name}, revision {review.draft.revision}: {count}, {len(review.accepted)} accepted"
    whole = [comment for comment in review.comments if comment.problem is None]
    lines = [plain(f"comment on the set: {comment.text}", "italic yellow") for comment in whole]
    return (plain(summary, "bold"), *lines, *findings_view(review.elsewhere, review.draft.name))
