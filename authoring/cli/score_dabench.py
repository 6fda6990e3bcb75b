"""``authoring score dabench``: InfiAgent's closed-form figures of a file of responses."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from authoring.cli.options import AsJson

Responses = Annotated[
    Path, typer.Argument(metavar="RESPONSES", help="JSON lines with `id` and `response`, answers as @name\\[answer].")
]
Labels = Annotated[Path, typer.Option("--labels", metavar="FILE", help="da-dev-labels.jsonl of the exported set.")]
Questions = Annotated[
    Path | None,
    typer.Option(
        "--questions", metavar="FILE", help="For concepts and levels; else the file beside the labels, if there."
    ),
]


def score_dabench(
    responses: Responses, *, labels: Labels, questions: Questions = None, as_json: AsJson = False
) -> None:
    """Score responses as InfiAgent-DABench does: by question, proportional, by sub-question, by concept and by level.

    Example: authoring score dabench responses.jsonl --labels exported/da-dev-labels.jsonl
    """
    from authoring.cli.score_view import dabench_view
    from authoring.cli.scoring import scored_responses
    from authoring.cli.views.render import emit, next_command, show

    scored = scored_responses(responses, labels, questions)
    if as_json:
        emit(scored)
        return
    show(*dabench_view(scored))
    next_command(f"authoring score dabench {quote(str(responses))} --labels {quote(str(labels))} --json")
