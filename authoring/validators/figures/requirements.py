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
    """The options of a `vis` validator: what has to agree besides the data, and how closely."""

    titles: bool = False
    """Whether the titles of the reference's figure and panels have to be there."""
    labels: bool = False
    """Whether the labels of the reference's axes have to be there."""
    limits: bool = False
    """Whether the limits of the axes have to agree, and the direction in which they run."""
    legend: bool = False
    """Whether the legend's entries have to agree, and each series be called as in the reference."""
    colors: bool = False
    """Whether the colours of the marks have to agree, opacity left aside."""
    ticks: bool = False
    """Whether the labels of the ticks have to agree, in order."""
    tolerance: float = TOLERANCE
    """The share by which a number may differ: of itself, or of the span of its series where that is less."""
    similarity: float | None = None
    """The least structural similarity of the two pictures; None for any."""
    figure: FigureChoice = "all"
    """Which figures count: all, with none too many; the last; or any that match, among others."""
