"""How the estimates of several solvers are shown: a line for each, and behind them once what holds for all."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from authoring.cli.views.render import plain


def estimate_lines(estimates: Iterable[tuple[str, str]]) -> Iterator[Text]:
    """Yield a line for each estimate, and behind all of them where the prices are from, or that there are none.

    Args:
        estimates: the figures of each in one line, and what it says of its prices.
    """
    lines = list(estimates)
    yield from (plain(figures) for figures, _ in lines)
    yield from (plain(priced, "dim") for priced in dict.fromkeys(priced for _, priced in lines))
    yield plain("replies that are there from earlier commands are counted as well, and cost nothing", "dim")
