"""What solvers answered to one problem in a pilot, beside its reference."""

from collections import Counter

from rich.console import RenderableType
from rich.table import Table

from authoring.cli.views.render import code as code_view
from authoring.cli.views.render import first_line, plain, table
from authoring.records.pilot import PilotProblem

MOST_CLUSTERS = 3
"""Clusters of a problem that are shown side by side with the reference."""
MOST_LINES, MOST_CODE = 12, 1_000
"""Lines and characters of the code of an answer that are shown; `.authoring/pilots/NAME.json` has all."""
VALUE_WIDTH = 100
SHOWN_BY_ANSWERS = frozenset(f"DS97{number}" for number in range(1, 8))
"""Codes of the findings that answers show; what a model objects to by the rubric is no matter of them."""


def answers_table(problem: PilotProblem) -> Table:
    """Return the reference and the largest clusters beside each other."""
    listing = table("", "code", "value", "first difference")
    listing.add_row(plain("reference", "bold"), _beginning(problem.reference), plain(problem.value[:VALUE_WIDTH]), "")
    for cluster in problem.clusters[:MOST_CLUSTERS]:
        words = "right" if cluster.is_reference else cluster.outcome.value
        difference = cluster.differences[0] if cluster.differences else None
        listing.add_row(
            plain(f"{cluster.answers} {words}"),
            _beginning(cluster.code),
            plain(cluster.value[:VALUE_WIDTH]),
            plain(f"{difference.place}: {difference.reference} / {difference.submission}" if difference else ""),
        )
    errors = Counter(answer.error or answer.reason for answer in problem.answers if answer.cluster is None)
    for error, number in errors.most_common(1):
        listing.add_row(plain(f"{number} others"), "", plain(first_line(error, VALUE_WIDTH)), "")
    return listing


def _beginning(code: str) -> RenderableType:
    """Return code as far as it is shown, with a mark where more follows."""
    lines = code.strip()[:MOST_CODE].splitlines()[:MOST_LINES]
    text = "\n".join(lines)
    return code_view(text if text == code.strip() else f"{text}\n# …")
