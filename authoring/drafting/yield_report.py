"""The yield of drafting by model, guides, prompts and examples: the funnel, its cost, and whether a change helped."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

from authoring.llm.ledger.entries import CallEntry
from authoring.llm.port import Purpose
from authoring.llm.pricing import Cost
from authoring.records.base import Record
from authoring.records.draft import DraftingInputs

Z = 1.959964
"""Quantile of the normal distribution for a 95 % interval."""


class Share(Record):
    """A part of a number of drafts, with the 95 % interval of E. B. Wilson (1927) for the share behind it."""

    part: int
    of: int
    share: float
    """From 0 to 1, as are the bounds; 0 of nothing."""
    low: float
    high: float


def wilson_share(part: int, of: int) -> Share:
    """Return a share with its 95 % interval."""
    # Nothing is known of no drafts, so everything is possible.
    if not of:
        return Share(part=0, of=0, share=0.0, low=0.0, high=1.0)
    share, spread = part / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * math.sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return Share(part=part, of=of, share=share, low=max(0.0, middle - half), high=min(1.0, middle + half))


def share_difference(before: Share, after: Share) -> tuple[float, float]:
    """Return the 95 % interval of a difference of shares, after less before (R. G. Newcombe, 1998, method 10)."""
    middle = after.share - before.share
    return (
        middle - math.hypot(after.share - after.low, before.high - before.share),
        middle + math.hypot(after.high - after.share, before.share - before.low),
    )


Aspect = Literal["model", "guide", "prompt", "example"]


class TimeSpan(Record):
    """Time from a beginning to an end."""

    began: datetime
    ended: datetime


class DraftRecord(Record):
    """One run: what it was made with and how far it came."""

    name: str
    seed: str
    made_with: DraftingInputs
    began: datetime
    """Time of the run's first step."""
    ended: datetime | None = None
    """Time of the run's last event; None for a run that may continue."""
    parsed: bool
    """A draft stands: the reply could be read."""
    linted: bool
    """Lint has no error to say of the first draft, or of one that the model mended, before any person's word."""
    passed: bool
    """Nor have the dry run and the search for repeats."""
    at_once: bool
    """As `passed`, of the very first draft."""
    decided: bool
    """Whether a person admitted or rejected it, and did not take it up again before it was admitted."""
    admitted: int
    """Problems of the set that was admitted; 0 where none was, or where it was taken out of the benchmark."""
    minutes: float
    """Minutes in which reviewers used the screen."""
    blind_solves: tuple[TimeSpan, ...] = ()
    """When a model answered its drafts unseen."""

    def solved_blind_at(self, time: datetime) -> bool:
        """Return whether a model answered the run's drafts unseen at a time."""
        return any(span.began <= time <= span.ended for span in self.blind_solves)


class Funnel(Record):
    """Drafts that came so far, from the first step to the last."""

    asked: int
    written: int
    """The model replied to the end."""
    parsed: int
    linted: int
    dry_run: int
    """Passed the dry run without an error."""
    admitted: int


class Yield(Record):
    """The yield of some drafts."""

    aspect: Literal["all", "model", "guide", "prompt", "example"]
    name: str
    version: str = ""
    """Version of a guide or a prompt; ``with`` or ``without`` for an example."""
    funnel: Funnel
    passed: Share
    """Share of the drafts that passed the gate before a person saw them."""
    at_once: Share
    """Drafts that passed it without a repair."""
    admitted: Share
    """Share of the drafts that a person decided on."""
    problems: int
    """Admitted."""
    calls: int
    prompt: int
    cached: int
    output: int
    """Tokens of all calls, also of those for drafts that came to nothing."""
    costs: tuple[Cost, ...] = ()
    unpriced: int = 0
    """Calls with tokens and without a price."""
    minutes: float
    """Minutes in which reviewers used the screen, in total."""

    tokens_per_problem: float | None
    """Tokens of prompts and replies for one admitted problem; None where none was admitted, as for the next two.

    As money and minutes, of the drafts that a person decided on: what waits may still be admitted."""
    money_per_problem: tuple[Cost, ...] | None
    minutes_per_problem: float | None


class YieldComparison(Record):
    """The effect of a change, as far as it is significant."""

    aspect: Aspect
    name: str
    before: str
    after: str
    """Versions; ``without`` and ``with`` for an example."""
    low: float
    high: float
    """95 % interval of the difference of the shares that passed, after less before."""
    enough: bool
    """Whether there are drafts enough on both sides to say anything."""
    also_changed: tuple[str, ...] = ()
    """What else differs between the two sides, so that the difference may be its doing."""
    statement: str


class YieldReport(Record):
    """Answer of ``report yield``."""

    total: Yield
    parts: tuple[Yield, ...]
    """By model, then guide, prompt and example; versions in the order in which they came into use."""
    comparisons: tuple[YieldComparison, ...]
    other_calls: int = 0
    """Calls of the ledger that belong to no run: for topics, lessons, or runs whose journal is gone."""
    troubles: tuple[str, ...] = ()
    """Journals that could not be read."""


FEWEST = 5
"""Drafts on each side that a comparison needs at least."""

TEMPLATES = "templates"
WITHOUT, WITH = "without", "with"
DRAFTING = frozenset({"sketch", "probes", "replan", "write", "continue", "repair", "revise"})
"""Purposes of calls that runs alone make."""
BLIND: Purpose = "solve"
"""The purpose of a run's blind solve, which evaluations and pilots share."""


def measure_yield(
    runs: Sequence[DraftRecord], calls: Sequence[CallEntry] = (), *, troubles: Sequence[str] = ()
) -> YieldReport:
    """Return the yield of runs, in total and by model, guide, prompt and example.

    Runs of one name come the oldest first. Troubles are passed on.
    """
    places = _Places(runs)
    calls_by_run: dict[int | None, list[CallEntry]] = defaultdict(list)
    for call in calls:
        calls_by_run[places.of(call)].append(call)
    paid = [_RunCalls(run, calls_by_run[at]) for at, run in enumerate(runs)]
    # By time, so that the versions of a guide come in the order in which they came into use.
    paid.sort(key=lambda run_calls: run_calls.run.began.timestamp())
    parts: list[Yield] = []
    comparisons: list[YieldComparison] = []
    for trait in _traits([run_calls.run for run_calls in paid]):
        groups: dict[str, list[_RunCalls]] = {}
        for run_calls in paid:
            if (version := trait.version(run_calls.run)) is not None:
                groups.setdefault(version, []).append(run_calls)
        parts += [_yield(trait.aspect, trait.name, version, group) for version, group in groups.items()]
        # With and without an example there is no before and after; without comes first all the same.
        for before, after in pairwise(sorted(groups, reverse=True) if trait.aspect == "example" else groups):
            sides = [[run_calls.run for run_calls in groups[version]] for version in (before, after)]
            comparisons.append(_compared(trait, (before, sides[0]), (after, sides[1])))
    return YieldReport(
        total=_yield("all", "", "", paid),
        parts=tuple(parts),
        comparisons=tuple(comparisons),
        other_calls=len(calls_by_run[None]),
        troubles=tuple(troubles),
    )


@dataclass(frozen=True, slots=True)
class _RunCalls:
    """A run with its calls."""

    run: DraftRecord
    calls: list[CallEntry]


@dataclass(frozen=True, slots=True)
class _Trait:
    """One thing that runs were made with."""

    aspect: Aspect
    name: str

    def version(self, run: DraftRecord) -> str | None:
        """Return the version that a run was made with; None for a run to which the trait does not apply."""
        record = run.made_with
        if self.aspect == "model":
            return "" if (record.model or TEMPLATES) == self.name else None
        # A draft of templates was shown no guide, prompt or example, so it is neither with nor without one.
        if not record.model:
            return None
        if self.aspect == "example":
            return WITH if self.name in record.examples else WITHOUT
        return dict(record.guides if self.aspect == "guide" else record.prompts).get(self.name, WITHOUT)


def _traits(runs: Sequence[DraftRecord]) -> list[_Trait]:
    records = [run.made_with for run in runs]
    names: dict[Aspect, set[str]] = {
        "model": {record.model or TEMPLATES for record in records},
        "guide": {name for record in records for name, _ in record.guides},
        "prompt": {name for record in records for name, _ in record.prompts},
        "example": {name for record in records for name in record.examples},
    }
    return [_Trait(aspect, name) for aspect, aspect_names in names.items() for name in sorted(aspect_names)]


class _Places:
    """Finds the run that a call belongs to; requests name the seed, or the draft where it is called otherwise."""

    def __init__(self, runs: Sequence[DraftRecord]) -> None:
        self._runs = runs
        self._named: dict[str, list[int]] = defaultdict(list)
        for at, run in enumerate(runs):
            self._named[run.name].append(at)
        # Behind the runs of that very name, which a call's subject means first.
        for at, run in enumerate(runs):
            if run.seed != run.name:
                self._named[run.seed].append(at)

    def of(self, call: CallEntry) -> int | None:
        """Return the index of a call's run; None where it has none."""
        candidates = self._named.get(call.subject, ())
        if call.purpose == BLIND:
            return next((at for at in candidates if self._runs[at].solved_blind_at(call.asked)), None)
        if call.purpose not in DRAFTING:
            return None
        # Of several runs about it, the call is of the first that had not ended when it was made.
        return next((at for at in candidates if (ended := self._runs[at].ended) is None or ended >= call.asked), None)


def _yield(aspect: Literal["all"] | Aspect, name: str, version: str, group: Sequence[_RunCalls]) -> Yield:
    runs, calls = [run_calls.run for run_calls in group], [call for run_calls in group for call in run_calls.calls]
    count, passed = len(runs), sum(run.passed for run in runs)
    admitted = sum(run.admitted > 0 for run in runs)
    costs: Counter[str] = Counter()
    for call in calls:
        costs[call.currency] += call.cost or 0
    decided = [run_calls for run_calls in group if run_calls.run.decided]
    problems, minutes = sum(run.admitted for run in runs), sum(run.minutes for run in runs)
    prompt, output = sum(call.prompt for call in calls), sum(call.output for call in calls)
    money = sorted((currency, nano) for currency, nano in costs.items() if currency)
    decided_calls = [call for run_calls in decided for call in run_calls.calls]
    money_per_problem = [
        Cost(
            currency=currency,
            nano=round(sum(call.cost or 0 for call in decided_calls if call.currency == currency) / problems),
        )
        for currency, _ in money
        if problems
    ]
    decided_tokens = sum(call.prompt + call.output for call in decided_calls)
    return Yield(
        aspect=aspect,
        name=name,
        version=version,
        funnel=Funnel(
            asked=count,
            # A draft that stands was written, also where its calls are gone from the ledger.
            written=sum(
                run_calls.run.parsed
                or any(call.purpose == "write" and call.outcome == "replied" for call in run_calls.calls)
                for run_calls in group
            ),
            parsed=sum(run.parsed for run in runs),
            linted=sum(run.linted for run in runs),
            dry_run=passed,
            admitted=admitted,
        ),
        passed=wilson_share(passed, count),
        at_once=wilson_share(sum(run.at_once for run in runs), count),
        admitted=wilson_share(admitted, len(decided)),
        problems=problems,
        calls=len(calls),
        prompt=prompt,
        cached=sum(call.cached for call in calls),
        output=output,
        costs=tuple(Cost(currency=currency, nano=nano) for currency, nano in money),
        unpriced=sum(call.cost is None and call.prompt + call.output > 0 for call in calls),
        minutes=minutes,
        tokens_per_problem=decided_tokens / problems if problems else None,
        money_per_problem=tuple(money_per_problem) if problems else None,
        minutes_per_problem=sum(run_calls.run.minutes for run_calls in decided) / problems if problems else None,
    )


def _compared(
    trait: _Trait, before: tuple[str, Sequence[DraftRecord]], after: tuple[str, Sequence[DraftRecord]]
) -> YieldComparison:
    share_before, share_after = (
        wilson_share(sum(run.passed for run in side), len(side)) for _, side in (before, after)
    )
    low, high = share_difference(share_before, share_after)
    enough = min(share_before.of, share_after.of) >= FEWEST
    other_changes = _also_changed(trait, before[1], after[1])
    return YieldComparison(
        aspect=trait.aspect,
        name=trait.name,
        before=before[0],
        after=after[0],
        low=low,
        high=high,
        enough=enough,
        also_changed=other_changes,
        statement=f"{trait.name}: {_counted(share_before)} passed {_made_with(before[0])}, "
        f"{_counted(share_after)} {_made_with(after[0])}: "
        + _verdict(share_after.share - share_before.share, low, high, enough=enough)
        + (f"; {', '.join(other_changes)} changed as well" if other_changes else ""),
    )


def _made_with(version: str) -> str:
    return f"{version} it" if version in {WITH, WITHOUT} else f"with version {version}"


def _verdict(change: float, low: float, high: float, *, enough: bool) -> str:
    if not enough:
        return f"too few drafts to say anything, there must be {FEWEST} on each side"
    change_text = f"{change * 100:+.0f} points, between {low * 100:+.0f} and {high * 100:+.0f} with 95 % confidence"
    if low > 0:
        return f"{change_text}: more pass"
    return f"{change_text}: fewer pass" if high < 0 else f"{change_text}: chance may explain it"


def _counted(share: Share) -> str:
    return f"{share.part} of {share.of} ({share.share:.0%})"


def _also_changed(trait: _Trait, before: Sequence[DraftRecord], after: Sequence[DraftRecord]) -> tuple[str, ...]:
    """Return what else the two sides were not equally made with: model, guides, prompts; examples differ always."""
    models = [{run.made_with.model for run in side} for side in (before, after)]
    page_traits = [
        candidate
        for candidate in _traits([*before, *after])
        if candidate != trait and candidate.aspect in {"guide", "prompt"}
    ]
    pages = (
        f"{candidate.aspect} {candidate.name}"
        for candidate in page_traits
        if {candidate.version(run) for run in before} != {candidate.version(run) for run in after}
    )
    return (*(["the model"] if models[0] != models[1] else []), *pages)
