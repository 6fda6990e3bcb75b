"""DS211: nearly the same question twice."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS211",
    name="similar-question",
    severity=Severity.WARNING,
    what="Two questions of a set of at least six words share nine tenths of their words, in the same order, and ask "
    "for the same figure over the same periods.",
    why="A set is to cover many skills; what differs by a word or two measures one skill twice.",
    bad='# %%\n"""\nquestion: Give the mean of the column weight of all the animals, rounded to two decimals.\n"""\n\n'
    "1 + 2\n\n"
    '# %%\n"""\nquestion: Give the mean of the column height of all the animals, rounded to two decimals.\n"""\n\n'
    "2 + 1\n",
    good='# %%\n"""\nquestion: Give the mean of the column weight of all the animals, rounded to two decimals.\n"""\n\n'
    "1 + 2\n\n"
    '# %%\n"""\nquestion: Which of the animals is the tallest? Give its name.\n"""\n\n2 + 1\n',
)

_ALIKE = 0.9
_FEWEST_WORDS = 6
_MOST_WORDS = 200
"""Words of a question that are compared; a text that goes on is alike or not by then."""
_MOST_PROBLEMS = 60
"""Problems that are compared each with each."""
_SKILL_WORDS = (
    "mean average median mode sum total count number max min maximum minimum highest lowest largest smallest most "
    "least first last standard deviation std variance range quantile share percentage unique duplicated missing "
    "yearly annual annually monthly weekly daily hourly quarterly year years month months week weeks day days hour "
    "hours quarter quarters ascending descending increasing decreasing rows row columns column before after"
)
_SKILLS = frozenset(_SKILL_WORDS.split())
"""Words of which each asks for a skill of its own, however much two questions are alike otherwise."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find questions that are nearly the same as an earlier one."""
    earlier: list[tuple[int, list[str]]] = []
    for cell, problem in problemset.problems[:_MOST_PROBLEMS]:
        words = re.findall(r"\w+", problem.question.casefold())[:_MOST_WORDS]
        for number, earlier_words in earlier:
            if words != earlier_words and _are_alike(words, earlier_words):
                message = f"problem {problem.number} asks nearly the same as problem {number}"
                yield at_question(problemset, cell, "", INFO, message, "ask for another skill, or drop one of them")
                break
        if len(words) >= _FEWEST_WORDS:
            earlier.append((problem.number, words))


def _are_alike(words: list[str], other_words: list[str]) -> bool:
    if _SKILLS.intersection({*words} ^ {*other_words}):
        return False
    # The quick ratios are upper bounds: most pairs never need the slow one.
    matcher = SequenceMatcher(None, words, other_words, autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE
