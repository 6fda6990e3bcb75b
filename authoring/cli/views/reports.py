"""How the yield of drafting and the spending on models are shown."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.views.render import plain, table
from authoring.records.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from authoring.api.reports import SpendingLine, SpendingReport
    from authoring.drafting.yield_report import Share, Yield, YieldReport
    from authoring.llm.pricing import Cost
    from authoring.records.pilot.rubric import RubricAgreement

BAR_WIDTH = 30
"""Characters of the bar for all drafts."""
VERSION_WIDTH = 7
"""Characters of a version that are shown."""
STAGES = ("asked", "written", "parsed", "linted", "dry_run", "admitted")


def yield_view(report: "YieldReport") -> tuple[RenderableType, ...]:
    """Return the funnel as bars, what it cost, then the same by what drafts were made with, then what can be said."""
    parts: list[RenderableType] = [plain(f"not read: {trouble}", "yellow") for trouble in report.troubles]
    if not report.total.funnel.asked:
        return (*parts, Text("no draft was begun", "bold"))
    parts += [funnel_table(report.total), Text(), costs_line(report)]
    listed = [part for part in report.parts if part.aspect != "prompt" or _versions(report, part) > 1]
    parts += [Text(), parts_table(listed)]
    if report.comparisons:
        parts += [Text(), Text("What can be said", "bold")]
        parts += [plain(f"  {comparison.statement}") for comparison in report.comparisons]
    parts += [Text(), Text(NOTE, "dim")]
    return tuple(parts)


def rubric_view(report: "RubricAgreement") -> tuple[RenderableType, ...]:
    """Return how far the rubric agrees with people, over all criteria and by each."""
    if not report.texts:
        waiting = f"; {counted(report.undecided, 'text')} wait for a person" if report.undecided else ""
        return (Text(f"nothing that was judged by the rubric was decided about{waiting}", "bold"),)
    listing = table("criterion", "both object>", "model alone>", "person alone>", "neither>", "not judged>", "agree>")
    for line in (report.total, *report.criteria):
        counts = (line.by_both, line.by_model, line.by_person, line.by_nobody, line.not_judged)
        share = "-" if line.share is None else f"{line.share:.0%}"
        listing.add_row(plain(line.criterion or "any of them"), *map(str, counts), share)
    texts = f"{counted(report.texts, 'text')} judged and decided about, {report.undecided:,} not decided about yet"
    note = "A person objects to a problem with a comment, and who reads the review sees the model's objections before."
    return (listing, Text(), Text(texts, "dim"), Text(note, "dim"))


NOTE = (
    "Shares with 95 % intervals (Wilson). Passed: no error from lint, dry run and the search for repeats before a "
    "person looked. Admitted, tokens, money and minutes: of drafts that a person admitted or rejected. Minutes: the "
    "time in which the review's screen was used, at most 5 minutes between two keys."
)


def funnel_table(total: "Yield") -> Table:
    """Return how many drafts came how far, with a bar each."""
    listing = table("stage", "drafts>", "", title="Drafts")
    for stage in STAGES:
        number = getattr(total.funnel, stage)
        listing.add_row(
            stage.replace("_", "-"), str(number), Text("█" * round(BAR_WIDTH * number / total.funnel.asked), "green")
        )
    return listing


def costs_line(report: "YieldReport") -> Text:
    """Return what was admitted and what that cost."""
    total = report.total
    spent = f"{total.prompt + total.output:,} tokens ({total.cached:,} cached) in {counted(total.calls, 'call')}"
    text = (
        f"{counted(total.problems, 'problem')} admitted; {spent}; {_money(total.costs) if total.costs else 'no money'}"
    )
    text += f"; {total.minutes:.0f} min of reviewers"
    if total.unpriced:
        text += f"; {counted(total.unpriced, 'call')} without a price"
    if report.other_calls:
        text += f"; beside these {counted(report.other_calls, 'call')} for no draft"
    return plain(text)


def parts_table(parts: "Sequence[Yield]") -> Table:
    """Return what came of drafts by what they were made with."""
    columns = ("drafts>", "passed>", "at once>", "admitted>", "problems>", "tokens>", "money>", "min>")
    title = "By what they were made with (tokens, money and minutes are for one admitted problem)"
    listing = table("made with", *columns, title=title)
    listing.columns[0].no_wrap = True
    for part in parts:
        name = " ".join(word for word in (part.aspect, part.name, part.version[:VERSION_WIDTH]) if word)
        listing.add_row(
            plain(name, "bold" if part.aspect == "model" else ""),
            str(part.funnel.asked),
            share_text(part.passed),
            str(part.at_once.part),
            str(part.admitted.part),
            str(part.problems),
            "-" if part.tokens_per_problem is None else f"{part.tokens_per_problem:,.0f}",
            "-" if part.money_per_problem is None else _money(part.money_per_problem),
            "-" if part.minutes_per_problem is None else f"{part.minutes_per_problem:.1f}",
        )
    return listing


def share_text(share: "Share") -> str:
    """Return a share with its interval, in percent."""
    return f"{share.share:.0%} ({share.low * 100:.0f}-{share.high * 100:.0f})" if share.of else "-"


def next_of_yield(report: "YieldReport") -> str:
    """Return the command that comes next."""
    return "authoring learn" if report.total.funnel.asked else "authoring draft SEED"


def _versions(report: "YieldReport", part: "Yield") -> int:
    return sum((sibling.aspect, sibling.name) == (part.aspect, part.name) for sibling in report.parts)


def _money(costs: "Sequence[Cost]") -> str:
    return " + ".join(f"{cost.nano / 1e9:.3g} {cost.currency}" for cost in costs) or "-"


def spending_view(report: "SpendingReport") -> tuple[RenderableType, ...]:
    """Return a table of what was spent, with a line of sums, and what the sums do not know."""
    if not report.total.calls:
        return (plain("No model was asked here."),)
    head = {"subject": "seed", "purpose": "stage"}.get(report.by, report.by)
    listing = table(head, "calls>", "failed>", "tries>", "tokens in>", "cached>", "tokens out>", "money>")
    for row in report.rows:
        listing.add_row(*_spending_cells(row, row.name))
    listing.add_row(*_spending_cells(report.total, "all"), style="bold")
    return (listing, *(plain(line, "yellow") for line in _gaps(report.total)))


def _spending_cells(row: "SpendingLine", name: str) -> tuple[RenderableType, ...]:
    return (
        plain(name),
        f"{row.calls:,}",
        f"{row.failed:,}" if row.failed else "-",
        f"{row.tries:,}",
        f"{row.tokens_in:,}",
        f"{row.cached / row.tokens_in:.0%}" if row.tokens_in else "-",
        f"{row.tokens_out:,}",
        _amounts(row),
    )


def _amounts(row: "SpendingLine") -> str:
    amounts = " + ".join(row.amounts)
    # A sum that leaves something out is shown as one.
    return f"{amounts} + ?" if amounts and row.unpriced else amounts or "?" if row.unpriced else amounts or "-"


def _gaps(total: "SpendingLine") -> tuple[str, ...]:
    """Return what the sums leave out, in lines."""
    lines = []
    if total.unpriced:
        lines.append(f"{counted(total.unpriced, 'reply')} of models without a price: put them into prices.yaml")
    if total.lost:
        lines.append(f"{counted(total.lost, 'call')} lost when a run was killed: they may have been billed")
    if total.uncounted > total.lost:
        tries = counted(total.uncounted - total.lost, "try")
        lines.append(f"{tries} without a reply (timed out, broken off) that may have been billed")
    if total.estimated:
        lines.append(f"{counted(total.estimated, 'call')} whose tokens the server did not count: estimated")
    if total.open:
        lines.append(f"{counted(total.open, 'call')} under way")
    # `counted` adds an s to every noun.
    return tuple(line.replace("replys", "replies").replace("trys", "tries") for line in lines)


def next_of_spending(report: "SpendingReport") -> str:
    """Return the command that comes next."""
    return "authoring report yield" if report.total.calls else "authoring draft SEED --model NAME --estimate"
