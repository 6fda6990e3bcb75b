"""Plans as short text: the sketch of a new set, and the questions of admitted sets."""

from authoring.dseal.parse import parse
from authoring.llm.prompt import cut
from authoring.records.draft import Example
from authoring.records.sketch import PlannedProblem, Sketch

MOST_QUESTION = 220
"""Characters of a question in an outline."""
MOST_TASK = 600
"""Characters of a task in a plan."""
MOST_WORD = 60
"""Characters of a knowledge point or a variable in a plan."""


def plan_text(sketch: Sketch) -> str:
    """Return a sketch, one problem a line."""
    return "\n".join(_planned(number, problem) for number, problem in enumerate(sketch.problems, 1))


def _planned(number: int, problem: PlannedProblem) -> str:
    parts = [problem.level, " + ".join(cut(_flat(point), MOST_WORD) for point in problem.knowledge)]
    parts += [f"needs {', '.join(map(str, problem.needs))}"] if problem.needs else []
    parts += [f"gives {', '.join(cut(_flat(name), MOST_WORD) for name in problem.gives)}"] if problem.gives else []
    return f"{number}. [{'; '.join(part for part in parts if part)}] {cut(_flat(problem.task), MOST_TASK)}"


def outline_of(example: Example) -> str:
    """Return the questions of a set, shortened, one a line."""
    problems = parse(example.text).problems
    return "\n".join(f"{problem.number}. {cut(_flat(problem.question), MOST_QUESTION)}" for _, problem in problems)


def _flat(text: str) -> str:
    return " ".join(text.split())
