"""Strangers' names in pictures, and colours that stay apart for colour-blind readers."""

from collections.abc import Sequence
from typing import Final

# The palette of Okabe and Ito (2008), without black.
BLUE, ORANGE, GREEN, SKY, VERMILLION, PURPLE, YELLOW = PALETTE = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#56B4E9",
    "#D55E00",
    "#CC79A7",
    "#F0E442",
)
GREY: Final = "#999999"
DARK: Final = "#222222"
LIGHT_THRESHOLD = 125


def label(text: str, limit: int) -> str:
    """Return a name as it can be drawn: one line, nothing that steers, no longer than `limit` characters."""
    printable = "".join(char if char.isprintable() else "?" for char in text)
    return printable if len(printable) <= limit else printable[: limit - 1] + "…"


def ink_on(colour: str) -> str:
    """Return the colour of text that is read best on a ground, black or white by the ground's brightness."""
    # The weights of red, green and blue in luma (ITU-R BT.601), from 0 to 255.
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return DARK if 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT_THRESHOLD else "#FFFFFF"


def tint(colour: str, share: float) -> str:
    """Return a colour mixed with white; `share` is how much of the colour stays, from 0 to 1."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * share):02x}" for part in parts)


def colour_of(number: int, colours: Sequence[str] = PALETTE) -> str:
    """Return the colour of the number-th thing, grey for those that come behind the palette's end."""
    return colours[number] if number < len(colours) else GREY
