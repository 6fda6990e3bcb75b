"""How the estimates of several solvers are shown: a line for each, and behind them once what holds for all."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from authoring.cli.views.render import plain
from authoring.llm.estimate import Estimate


def estimate_lines(estimates: Iterable[tuple[str, Estimate]]) -> Iterator[Text]:
    """Yield a line for each estimate, behind who it is of, and then where its prices are from, or that there are none.

    Args:
        estimates: who each is of, and the estimate; empty where the name of the model says it.
    """
    priced: list[str] = []
    for subject, estimate in estimates:
        yield plain(f"{subject}: {estimate.figures}" if subject else estimate.figures)
        priced.append(estimate.priced)
    yield from (plain(words, "dim") for words in dict.fromkeys(priced))
