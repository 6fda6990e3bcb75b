"""What a step found: figures with what they are and what was aimed at, and the table they are shown in."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One number, a ratio or a difference of medians of one run unless `what` says otherwise."""

    name: str
    value: float
    unit: str
    """``ms``, ``MB``, ``%``, or ``x`` for a ratio."""
    what: str
    """What was divided by what, or taken from what."""
    most: float | None = None
    """The aim: not above this."""
    least: float | None = None
    """The aim: not below this."""

    @property
    def aim(self) -> str:
        """The aim in words; empty where none was set."""
        if self.most is not None:
            return f"at most {self.most:g}"
        return "" if self.least is None else f"at least {self.least:g}"

    @property
    def reached(self) -> bool | None:
        """Whether the aim is reached; None where none was set."""
        if self.most is not None:
            return self.value <= self.most
        return None if self.least is None else self.value >= self.least


@dataclass(slots=True)
class Findings:
    """What one step found."""

    figures: list[Figure] = field(default_factory=list)
    measured: dict[str, Any] = field(default_factory=dict)
    """Everything the figures rest on, for the file of ``--json``."""
    left_out: list[str] = field(default_factory=list)
    """What could not be measured, with the reason."""

    def plain(self) -> dict[str, Any]:
        """Return it for the file of ``--json``."""
        figures = [
            {"name": one.name, "value": one.value, "unit": one.unit, "what": one.what}
            | {"aim": one.aim, "reached": one.reached}
            for one in self.figures
        ]
        return {"figures": figures, "measured": self.measured, "left out": self.left_out}


def show(step: str, found: Findings) -> None:
    """Print the figures of one step in a table, and what was left out."""
    console = Console(width=None if Console().is_terminal else 180, highlight=False)
    table = Table(box=None, title=f"{step}: figures, and the aims beside them", title_justify="left", padding=(0, 1))
    for head in ("figure", "", "", "aim", "reached", "what it is"):
        table.add_column(head)
    table.columns[1].justify = "right"
    for figure in found.figures:
        reached = {True: "yes", False: "NO", None: ""}[figure.reached]
        table.add_row(figure.name, _rounded(figure.value), figure.unit, figure.aim, reached, figure.what)
    if found.figures:
        console.print(table)
    for reason in found.left_out:
        console.print(f"{step}: left out: {reason}", style="yellow", markup=False)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median, the extremes and the number of values, for the file of ``--json``."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    median = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    return {"median": median, "least": ordered[0], "most": ordered[-1], "rounds": len(ordered)}


def _rounded(value: float) -> str:
    for bound, digits in ((100, 0), (10, 1)):
        if abs(value) >= bound:
            return f"{value:,.{digits}f}"
    return f"{value:.2f}"
