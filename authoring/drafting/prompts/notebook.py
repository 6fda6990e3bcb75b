"""The digest of a reference notebook in few tokens: its questions, operations and columns, its code and output."""

from collections.abc import Sequence

from authoring.llm.prompt import CUT, cut, make_visible
from authoring.seeds.notebooks.digest import Counts, DigestStep, NotebookDigest, digest_of
from authoring.seeds.notebooks.reading import read_notebook

BUDGET = 6_000
"""Characters of a digest."""
LONGEST_LINE = 160
LINES = ((20, 6), (12, 4), (8, 3), (5, 2), (3, 1), (2, 0), (1, 0))
"""Lines of each cell, and of what it gave, that are kept: the first pair under which the digest fits its budget."""
SHARE = 12
"""Each list of names takes at most this part of the budget."""


def digest_notebook(text: str, *, budget: int = BUDGET, columns: Sequence[str] = ()) -> str:
    """Return what a notebook asks and does with the data: enough to ask for something else, and in its manner.

    Any text gives a digest of at most `budget` characters, be it an empty one; secrets, persons and pictures are taken
    out. The columns are those of the seed's tables, to say which of them the notebook uses.
    """
    content = digest_of(read_notebook(text), columns)
    digest = ""
    # Every cell loses lines before cells are cut off at the end.
    for lines, output_lines in LINES:
        digest = _digest_text(content, budget, lines, output_lines)
        if len(digest) <= budget:
            break
    return cut(digest, budget)


def _digest_text(content: NotebookDigest, budget: int, lines: int, output_lines: int) -> str:
    parts = [
        _counts("Operations, and how often", content.operations, budget // SHARE),
        _counts("Columns, and how often", content.columns, budget // SHARE),
        *(_step(step, lines, output_lines) for step in content.steps),
    ]
    # Before the budget is measured: an invisible character becomes several visible ones.
    return make_visible("\n\n".join(part for part in parts if part))


def _counts(title: str, counts: Counts, limit: int) -> str:
    listed = ", ".join(f"{' '.join(name.split())} {count}" for name, count in counts)
    return f"{title}: {cut(listed, limit)}" if listed else ""


def _step(step: DigestStep, lines: int, output_lines: int) -> str:
    if step.kind == "question":
        return f"Asks: {step.lines[0]}"
    code = [cut(line, LONGEST_LINE) for line in step.lines[:lines]]
    output = [f"#> {cut(line, LONGEST_LINE)}" for line in step.output[:output_lines]]
    left_out = [CUT] if len(step.lines) > lines else []
    continued = [f"#> {CUT}"] if output and len(step.output) > output_lines else []
    return "\n".join([*code, *left_out, *output, *continued])
