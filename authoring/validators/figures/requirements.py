"""What a problem asks of a figure beyond showing the same data."""

from dataclasses import dataclass
from typing import Literal

FigureChoice = Literal["all", "any", "last"]
SWITCHES = ("titles", "labels", "limits", "legend", "colors", "ticks")
"""The demands that are off unless a problem makes them."""
FIGURE_CHOICES: tuple[FigureChoice, ...] = ("all", "any", "last")
TOLERANCE = 1e-5


@dataclass(frozen=True, slots=True)
class FigureRequirements:
    """The options of a `vis` validator."""

    titles: bool = False
    """Those that the reference has, of the figure and of each panel."""
    labels: bool = False
    """Those that the reference has on its axes."""
    limits: bool = False
    """Of the axes, and which way they run."""
    legend: bool = False
    """Its entries, and that each series is called as in the reference."""
    colors: bool = False
    """Of the marks, opacity left aside."""
    ticks: bool = False
    """The labels of the ticks, in order."""
    tolerance: float = TOLERANCE
    """By what part a number may differ: of itself, or of the span of its series where that is less."""
    similarity: float | None = None
    """The least structural similarity of the two pictures; None for any."""
    figure: FigureChoice = "all"
    """Which figures count: all, with none too many; the last; or any that match, among others."""
