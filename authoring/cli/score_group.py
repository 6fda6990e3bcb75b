"""``authoring score``: what agents came to on exported sets, by the rules of the benchmark they were exported to."""

import typer

from authoring.cli.score_cibench import score_cibench
from authoring.cli.score_dabench import score_dabench

scores = typer.Typer(name="score", help="Score an agent's run on exported sets by the target's own rules.")
scores.command("cibench")(score_cibench)
scores.command("dabench")(score_dabench)
