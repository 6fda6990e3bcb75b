"""What solvers answered is shown beside the reference, cut, with nothing that steers the terminal."""

from rich.console import Console

from authoring.cli.views.pilot_answers import MOST_CLUSTERS, MOST_LINES, answers_table
from authoring.records.pilot import AnswerCluster, AnswerOutcome, PilotProblem
from authoring.validators.base import Difference

CLUSTER = AnswerCluster(
    outcome=AnswerOutcome.WRONG,
    answers=3,
    solvers=("m",),
    code="first\x1b[31m\n" + "further\n" * 20,
    value="4\x1b[0m",
    differences=(Difference("value", "3", "4"),),
)
PROBLEM = PilotProblem(number=1, question="q", reference="ref()", value="3", clusters=(CLUSTER,) * (MOST_CLUSTERS + 1))


def test_clusters_stand_beside_the_reference() -> None:
    """Code and value of each, the first lines of long code, where it differs; of many clusters the largest."""
    console = Console(width=100, no_color=True)
    with console.capture() as caught:
        console.print(answers_table(PROBLEM))
    text = caught.get()

    assert "\x1b" not in text
    assert all(words in text for words in ("ref()", "first\\x1b[31m", "4\\x1b[0m", "value: 3 / 4"))
    assert text.count("3 wrong") == text.count("# …") == MOST_CLUSTERS
    assert text.count("further") == MOST_CLUSTERS * (MOST_LINES - 1)
