"""A reference notebook in few tokens: what it asks, its operations and columns, its code and what that gave."""

from collections.abc import Sequence

from authoring.llm.fence import CUT, cut, shown
from authoring.seeds.notebooks.digest import Counts, NotebookDigest, Step, digest_of
from authoring.seeds.notebooks.reading import read_notebook

BUDGET = 6_000
"""Characters of a digest."""
LONGEST_LINE = 160
LINES = ((20, 6), (12, 4), (8, 3), (5, 2), (3, 1), (2, 0), (1, 0))
"""Lines of each cell, and of what it gave, that are kept: the first pair under which the digest fits its budget."""
SHARE = 12
"""Each list of names takes at most this part of the budget."""


def digest_notebook(text: str, *, most: int = BUDGET, columns: Sequence[str] = ()) -> str:
    """Return what a notebook asks and does with the data: enough to ask for something else, and in its manner.

    Any text gives a digest, be it an empty one; secrets, persons and pictures are taken out.

    Args:
        text: of a notebook, a script or Markdown, as `authoring.seeds.notebooks.reading.read_notebook` reads it.
        most: characters of the digest.
        columns: of the seed's tables, to say which of them the notebook uses.
    """
    found = digest_of(read_notebook(text), columns)
    digest = ""
    for lines, given in LINES:
        digest = _said(found, most, lines, given)
        if len(digest) <= most:
            break
    return cut(digest, most)


def _said(found: NotebookDigest, most: int, lines: int, given: int) -> str:
    parts = [
        _counts("Operations, and how often", found.operations, most // SHARE),
        _counts("Columns, and how often", found.columns, most // SHARE),
        *(_step(step, lines, given) for step in found.steps),
    ]
    return shown("\n\n".join(part for part in parts if part))


def _counts(what: str, counts: Counts, most: int) -> str:
    said = ", ".join(f"{' '.join(name.split())} {count}" for name, count in counts)
    return f"{what}: {cut(said, most)}" if said else ""


def _step(step: Step, lines: int, given: int) -> str:
    if step.kind == "question":
        return f"Asks: {step.lines[0]}"
    kept = [cut(line, LONGEST_LINE) for line in step.lines[:lines]]
    output = [f"#> {cut(line, LONGEST_LINE)}" for line in step.output[:given]]
    left_out = [CUT] if len(step.lines) > lines else []
    more = [f"#> {CUT}"] if output and len(step.output) > given else []
    return "\n".join([*kept, *left_out, *output, *more])
