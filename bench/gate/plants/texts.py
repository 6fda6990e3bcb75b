"""Texts that give the answer away, or are broken."""

import random

from authoring.dseal.model import Cell, Problem, ProblemSet
from bench.gate.plants.plant import Edit, Family, Kind, rewrite_question, with_question


def _doubled(question: str, chance: random.Random) -> str | None:
    words = question.split(" ")
    place = chance.randrange(len(words))
    return " ".join([*words[: place + 1], *words[place:]]) if words[place].isalpha() else None


def _cut(question: str, _: random.Random) -> str | None:
    words = question.split()
    enough = 8
    return " ".join(words[: len(words) * 2 // 3]) if len(words) > enough else None


def _without_backtick(question: str, _: random.Random) -> str | None:
    before, mark, after = question.rpartition("`")
    return before + after if mark else None


def _appended(sentence: str) -> Edit:
    def edit(problemset: ProblemSet, cell: Cell, problem: Problem, _: random.Random) -> str | None:
        last = (cell.code.strip().splitlines() or [""])[-1].strip()
        # A bare name, or a constant, gives nothing away.
        if "{last}" in sentence and last.removeprefix("return ").isidentifier():
            return None
        hint = sentence.format(code=cell.code.strip(), last=last)
        return with_question(problemset, problem, f"{problem.question.rstrip()}\n{hint}\n") if last else None

    return edit


KINDS: tuple[Kind, ...] = (
    Kind(Family.LEAK, "code in the question", _appended("Use this: {code}")),
    Kind(Family.LEAK, "last line in the question", _appended("The answer is `{last}`.")),
    Kind(Family.LEAK, "code as a hint", _appended("Hint: the solution ends with ``{last}``.")),
    rewrite_question(Family.BROKEN, "placeholder in braces", lambda text, _: f"{text.rstrip()} See {{{{column}}}}."),
    rewrite_question(Family.BROKEN, "placeholder to do", lambda text, _: f"TODO: {text.rstrip()}"),
    rewrite_question(Family.BROKEN, "placeholder in brackets", lambda text, _: f"{text.rstrip()} Use <column name>."),
    rewrite_question(Family.BROKEN, "doubled word", _doubled),
    rewrite_question(Family.BROKEN, "cut in the middle", _cut),
    rewrite_question(Family.BROKEN, "backtick missing", _without_backtick),
    rewrite_question(Family.BROKEN, "bracket open", lambda text, _: f"{text.rstrip()} (as in the table"),
    rewrite_question(Family.BROKEN, "reply of a model", lambda text, _: f"Sure, here is the question: {text.rstrip()}"),
)
