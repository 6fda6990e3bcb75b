"""How the yield of drafting is shown."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.views.render import plain, table
from authoring.drafting.yields.report import Yield, YieldReport
from authoring.drafting.yields.shares import Share
from authoring.llm.pricing import Cost
from authoring.records.wording import counted

BAR = 30
"""Characters of the bar for all drafts."""
SHORT = 7
"""Characters of a version that are shown."""
STAGES = ("asked", "written", "parsed", "linted", "dry_run", "admitted")


def yield_view(report: YieldReport) -> tuple[RenderableType, ...]:
    """Return the funnel as bars, what it cost, then the same by what drafts were made with, then what can be said."""
    parts: list[RenderableType] = [plain(f"not read: {trouble}", "yellow") for trouble in report.troubles]
    if not report.total.funnel.asked:
        return (*parts, Text("no draft was begun", "bold"))
    parts += [funnel_table(report.total), Text(), costs_line(report)]
    shown = [part for part in report.parts if part.aspect != "prompt" or _versions(report, part) > 1]
    parts += [Text(), parts_table(shown)]
    if report.comparisons:
        parts += [Text(), Text("What can be said", "bold")]
        parts += [plain(f"  {comparison.statement}") for comparison in report.comparisons]
    parts += [Text(), Text(NOTE, "dim")]
    return tuple(parts)


NOTE = (
    "Shares with 95 % intervals (Wilson). Passed: no error from lint, dry run and the search for repeats before a "
    "person looked. Minutes: the time before each decision, at most 10 minutes of it."
)


def funnel_table(total: Yield) -> Table:
    """Return how many drafts came how far, with a bar each."""
    made = table("stage", "drafts>", "", title="Drafts")
    for stage in STAGES:
        number = getattr(total.funnel, stage)
        made.add_row(
            stage.replace("_", "-"), str(number), Text("█" * round(BAR * number / total.funnel.asked), "green")
        )
    return made


def costs_line(report: YieldReport) -> Text:
    """Return what was admitted and what that cost."""
    total = report.total
    spent = f"{total.prompt + total.output:,} tokens ({total.cached:,} cached) in {counted(total.calls, 'call')}"
    said = (
        f"{counted(total.problems, 'problem')} admitted; {spent}; {_money(total.costs) if total.costs else 'no money'}"
    )
    said += f"; {total.minutes:.0f} min of reviewers"
    if total.unpriced:
        said += f"; {counted(total.unpriced, 'call')} without a price"
    if report.other_calls:
        said += f"; beside these {counted(report.other_calls, 'call')} for no draft"
    return plain(said)


def parts_table(parts: Sequence[Yield]) -> Table:
    """Return what came of drafts by what they were made with."""
    columns = ("drafts>", "passed>", "at once>", "admitted>", "problems>", "tokens>", "money>", "min>")
    title = "By what they were made with (tokens, money and minutes are for one admitted problem)"
    made = table("made with", *columns, title=title)
    made.columns[0].no_wrap = True
    for part in parts:
        name = " ".join(word for word in (part.aspect, part.name, part.version[:SHORT]) if word)
        made.add_row(
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
    return made


def share_text(share: Share) -> str:
    """Return a share with its interval, in percent."""
    return f"{share.share:.0%} ({share.low * 100:.0f}-{share.high * 100:.0f})" if share.of else "-"


def next_of(report: YieldReport) -> str:
    """Return the command that comes next."""
    return "authoring learn" if report.total.funnel.asked else "authoring draft SEED"


def _versions(report: YieldReport, part: Yield) -> int:
    return sum((other.aspect, other.name) == (part.aspect, part.name) for other in report.parts)


def _money(costs: Sequence[Cost]) -> str:
    return " + ".join(f"{cost.nano / 1e9:.3g} {cost.currency}" for cost in costs) or "-"
