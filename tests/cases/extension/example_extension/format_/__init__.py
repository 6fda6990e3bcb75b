"""A list of questions, one a line."""

from collections.abc import Sequence

from authoring.dseal.diagnostic import RuleInfo, Severity
from authoring.dseal.parse import parse
from authoring.formats.base.port import ExportOptions, Format, MapSets, Player
from authoring.records.bundle import AdmittedSet, Bundle, FileContent

SEVERAL_LINES = RuleInfo(
    code="EX701",
    name="several-lines",
    severity=Severity.ERROR,
    what="A question has several lines, and the list has one for each question.",
    why="Whoever reads the list would take its lines for several questions.",
    bad="question: |\n  Count the rows.\n  Leave out the first.",
    good="question: Count the rows without the first.",
)


def export(
    problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
) -> Bundle:
    """Return one file with all questions."""
    del options, play, across
    lines: list[str] = []
    for problemset in problemsets:
        lines += [" ".join(problem.question.split()) for _, problem in parse(problemset.text).problems]
    return Bundle(files=(FileContent(path="questions.txt", content="\n".join(lines).encode()),))


FORMAT = Format(summary="questions, one a line", export=export, codes={SEVERAL_LINES.code: SEVERAL_LINES})
