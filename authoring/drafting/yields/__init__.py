"""What comes of drafts, by what they were made with: the funnel, what it costs, and what can be said of a change."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

from authoring.drafting.yields.report import Aspect, Comparison, DraftRecord, Funnel, Yield, YieldReport
from authoring.drafting.yields.shares import Share, gained, wilson
from authoring.llm.ledger.entries import CallEntry
from authoring.llm.pricing import Cost

FEWEST = 5
"""Drafts on each side that a comparison needs."""
LONGEST_PAUSE = 600.0
"""Seconds between two signs of life of a reviewer that count as work; a longer pause counts as this much."""
TEMPLATES = "templates"
WITHOUT, WITH = "without", "with"
DRAFTING = frozenset({"sketch", "write", "continue", "repair", "revise"})
"""Purposes of calls that runs make."""


def measure_yield(
    runs: Sequence[DraftRecord], calls: Sequence[CallEntry] = (), *, troubles: Sequence[str] = ()
) -> YieldReport:
    """Return what came of runs, in all and by what they were made with.

    Args:
        runs: of a name, the oldest first.
        calls: of the ledger; one belongs to the first run about its subject that had not ended when it was asked.
        troubles: what could not be read, passed on.
    """
    places = _Places(runs)
    mine: dict[int | None, list[CallEntry]] = defaultdict(list)
    for call in calls:
        mine[places.of(call)].append(call)
    paid = [_Paid(run, mine[at]) for at, run in enumerate(runs)]
    paid.sort(key=lambda one: one.run.began.timestamp())
    parts: list[Yield] = []
    comparisons: list[Comparison] = []
    for trait in _traits([one.run for one in paid]):
        groups: dict[str, list[_Paid]] = {}
        for one in paid:
            if (version := trait.version(one.run)) is not None:
                groups.setdefault(version, []).append(one)
        parts += [_yield(trait.aspect, trait.name, version, group) for version, group in groups.items()]
        # With and without an example there is no before and after; without comes first all the same.
        for before, after in pairwise(sorted(groups, reverse=True) if trait.aspect == "example" else groups):
            sides = [[one.run for one in groups[version]] for version in (before, after)]
            comparisons.append(_compared(trait, (before, sides[0]), (after, sides[1])))
    return YieldReport(
        total=_yield("all", "", "", paid),
        parts=tuple(parts),
        comparisons=tuple(comparisons),
        other_calls=len(mine[None]),
        troubles=tuple(troubles),
    )


def minutes_of(steps: Iterable[datetime], decisions: Iterable[datetime]) -> float:
    """Return the minutes that reviewers spent on a run.

    Each decision, and in a review every mark is one, counts the time since the sign of life before it, be it a decision
    or a step of the machine, but never more than ten minutes: whoever went for lunch was not reviewing.
    """
    events = sorted([(time.timestamp(), False) for time in steps] + [(time.timestamp(), True) for time in decisions])
    gaps = (min(time - before, LONGEST_PAUSE) for (before, _), (time, decided) in pairwise(events) if decided)
    return sum(gaps) / 60


@dataclass(frozen=True, slots=True)
class _Paid:
    """A run with its calls."""

    run: DraftRecord
    calls: list[CallEntry]


@dataclass(frozen=True, slots=True)
class _Trait:
    """One thing that runs were made with."""

    aspect: Aspect
    name: str

    def version(self, run: DraftRecord) -> str | None:
        """Return which version of it a run was made with; None for a run that it says nothing about."""
        made = run.made_with
        if self.aspect == "model":
            return "" if (made.model or TEMPLATES) == self.name else None
        if not made.model:
            return None
        if self.aspect == "example":
            return WITH if self.name in made.examples else WITHOUT
        return dict(made.guides if self.aspect == "guide" else made.prompts).get(self.name, WITHOUT)


def _traits(runs: Sequence[DraftRecord]) -> list[_Trait]:
    made = [run.made_with for run in runs]
    names: dict[Aspect, set[str]] = {
        "model": {one.model or TEMPLATES for one in made},
        "guide": {name for one in made for name, _ in one.guides},
        "prompt": {name for one in made for name, _ in one.prompts},
        "example": {name for one in made for name in one.examples},
    }
    return [_Trait(aspect, name) for aspect, found in names.items() for name in sorted(found)]


class _Places:
    """Finds the run that a call belongs to; requests name the seed, or the draft where it is called otherwise."""

    def __init__(self, runs: Sequence[DraftRecord]) -> None:
        self._runs = runs
        self._named: dict[str, list[int]] = defaultdict(list)
        for at, run in enumerate(runs):
            self._named[run.name].append(at)
        for at, run in enumerate(runs):
            if run.seed != run.name:
                self._named[run.seed].append(at)

    def of(self, call: CallEntry) -> int | None:
        """Return the index of a call's run; None where it has none."""
        if call.purpose not in DRAFTING:
            return None
        about = self._named.get(call.subject, ())
        return next((at for at in about if (ended := self._runs[at].ended) is None or ended >= call.asked), None)


def _yield(aspect: Literal["all"] | Aspect, name: str, version: str, group: Sequence[_Paid]) -> Yield:
    runs, calls = [one.run for one in group], [call for one in group for call in one.calls]
    asked, passed = len(runs), sum(run.passed for run in runs)
    admitted = sum(run.admitted > 0 for run in runs)
    costs: Counter[str] = Counter()
    for call in calls:
        costs[call.currency] += call.cost or 0
    problems, minutes = sum(run.admitted for run in runs), sum(run.minutes for run in runs)
    prompt, output = sum(call.prompt for call in calls), sum(call.output for call in calls)
    money = sorted((currency, nano) for currency, nano in costs.items() if currency)
    each = [Cost(currency=currency, nano=round(nano / problems)) for currency, nano in money] if problems else []
    return Yield(
        aspect=aspect,
        name=name,
        version=version,
        funnel=Funnel(
            asked=asked,
            written=sum(one.run.parsed or _replied(one.calls) for one in group),
            parsed=sum(run.parsed for run in runs),
            linted=sum(run.linted for run in runs),
            dry_run=passed,
            admitted=admitted,
        ),
        passed=wilson(passed, asked),
        at_once=wilson(sum(run.at_once for run in runs), asked),
        admitted=wilson(admitted, asked),
        problems=problems,
        calls=len(calls),
        prompt=prompt,
        cached=sum(call.cached for call in calls),
        output=output,
        costs=tuple(Cost(currency=currency, nano=nano) for currency, nano in money),
        unpriced=sum(call.cost is None and call.prompt + call.output > 0 for call in calls),
        minutes=minutes,
        tokens_per_problem=(prompt + output) / problems if problems else None,
        money_per_problem=tuple(each) if problems else None,
        minutes_per_problem=minutes / problems if problems else None,
    )


def _replied(calls: Sequence[CallEntry]) -> bool:
    return any(call.purpose == "write" and call.outcome == "replied" for call in calls)


def _compared(
    trait: _Trait, before: tuple[str, Sequence[DraftRecord]], after: tuple[str, Sequence[DraftRecord]]
) -> Comparison:
    one, other = (wilson(sum(run.passed for run in side), len(side)) for _, side in (before, after))
    low, high = gained(one, other)
    enough = min(one.of, other.of) >= FEWEST
    also = _also_changed(trait, before[1], after[1])
    return Comparison(
        aspect=trait.aspect,
        name=trait.name,
        before=before[0],
        after=after[0],
        low=low,
        high=high,
        enough=enough,
        also_changed=also,
        statement=f"{trait.name}: {_counted(one)} passed {_made(before[0])}, {_counted(other)} {_made(after[0])}: "
        + _verdict(other.share - one.share, low, high, enough=enough)
        + (f"; {', '.join(also)} changed as well" if also else ""),
    )


def _made(version: str) -> str:
    return f"{version} it" if version in {WITH, WITHOUT} else f"with version {version}"


def _verdict(change: float, low: float, high: float, *, enough: bool) -> str:
    if not enough:
        return f"too few drafts to say anything, there must be {FEWEST} on each side"
    said = f"{change * 100:+.0f} points, between {low * 100:+.0f} and {high * 100:+.0f} with 95 % confidence"
    if low > 0:
        return f"{said}: more pass"
    return f"{said}: fewer pass" if high < 0 else f"{said}: chance may explain it"


def _counted(share: Share) -> str:
    return f"{share.part} of {share.of} ({share.share:.0%})"


def _also_changed(trait: _Trait, before: Sequence[DraftRecord], after: Sequence[DraftRecord]) -> tuple[str, ...]:
    """Return what else the two sides were not equally made with: model, guides, prompts; examples differ always."""
    models = [{run.made_with.model for run in side} for side in (before, after)]
    others = [other for other in _traits([*before, *after]) if other != trait and other.aspect in {"guide", "prompt"}]
    pages = (
        f"{other.aspect} {other.name}"
        for other in others
        if {other.version(run) for run in before} != {other.version(run) for run in after}
    )
    return (*(["the model"] if models[0] != models[1] else []), *pages)
