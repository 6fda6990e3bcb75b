"""The arithmetic of the tables: what counts as caught, shares, and how sure they are."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record
from bench.gate.findings import PARTS, part_of
from bench.gate.plants import Family, Half

GOALS = {
    Family.LAX: 90,
    Family.STRICT: 90,
    Family.UNDER_SPECIFIED: 60,
    Family.MISMATCH: 60,
    Family.STATE: 90,
    Family.BROKEN: 90,
    Family.NONDETERMINISM: 95,
    Family.LEAK: 90,
    Family.DUPLICATE: 70,
}
"""Percent of the planted defects that are to be caught."""


class Outcome(Record):
    """What became of one plant."""

    key: str
    """Hash of the clean text, the kind and the seed."""
    set: str
    family: Family
    kind: str
    half: Half
    counted: bool
    """False for a plant that turned out to be no defect, or could not be run."""
    codes: tuple[str, ...] = ()
    """Codes that are found about the problem now and were not before."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a count, with its interval."""

    part: int
    whole: int

    def __str__(self) -> str:
        """Return percent with the 95 % interval, or a dash for a share of nothing."""
        if not self.whole:
            return "-"
        low, high = self.interval
        return f"{100 * self.part / self.whole:.0f} % ({100 * low:.0f} to {100 * high:.0f})"

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval at 95 %; from 0 to 1 for a share of nothing."""
        if not self.whole:
            return 0.0, 1.0
        z, n, p = 1.96, self.whole, self.part / self.whole
        middle, width = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, (middle - width) / (1 + z * z / n)), min(1.0, (middle + width) / (1 + z * z / n))


def new_codes(before: Sequence[Diagnostic], after: Sequence[Diagnostic], problem: int) -> tuple[str, ...]:
    """Return the codes found more often about a problem than before the plant; findings of no problem do not count."""
    counts = [
        Counter(finding.code for finding in findings if finding.problem == problem) for findings in (before, after)
    ]
    return tuple(sorted((counts[1] - counts[0]).keys()))


def table_of(outcomes: Sequence[Outcome], half: Half | None = None) -> str:
    """Return the Markdown table of what was caught, by family and by part, of one half or of both."""
    chosen = [outcome for outcome in outcomes if outcome.counted and half in {None, outcome.half}]
    lines = [
        f"| family | planted | {' | '.join(PARTS)} | caught | goal |",
        "| --- | --- | " + "--- | " * len(PARTS) + "--- | --- |",
    ]
    for family in Family:
        rows = [outcome for outcome in chosen if outcome.family is family]
        parts = [str(sum(any(part_of(code) == part for code in row.codes) for row in rows)) for part in PARTS]
        goal = f"{GOALS[family]} %" if family in GOALS else "reported"
        share = Share(sum(bool(row.codes) for row in rows), len(rows))
        lines.append(f"| {family} | {len(rows)} | {' | '.join(parts)} | {share} | {goal} |")
    return "\n".join(lines)
