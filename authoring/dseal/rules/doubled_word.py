"""DS218: a word that stands twice in a row."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS218",
    name="doubled-word",
    severity=Severity.WARNING,
    what="A word of the question stands twice in a row: an article, a preposition, a conjunction or another word that "
    "no sentence has twice.",
    why="A slip shows that nobody has read the text, and sometimes a word between the two is missing.",
    bad='# %%\n"""\nquestion: Give the mean of the the weights.\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Give the mean of the weights.\n"""\n\n1 + 2\n',
)

_WORDS = (
    "the an of to and or for with at by from as are be this these which into than per was were has have will should "
    "must can if when where who whose your their its each every only also then column columns row rows value values "
    "table dataframe return give compute calculate find show mean average median sum count number index list string "
    "question answer rounded sorted following using use how what why does all any both first last new other same "
    "result results name names data dataset function variable"
)
_DOUBLED = re.compile(
    rf"(?<![\w'\"`.,-])(?P<word>{'|'.join(sorted(_WORDS.split(), key=len, reverse=True))})[ \t]*[ \t\n][ \t]*"
    r"(?P=word)(?![\w'-])",
    re.IGNORECASE,
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first doubled word of each question."""
    for cell, problem in problemset.problems:
        match = _DOUBLED.search(prose(problem.question))
        # A title begins with a capital where the sentence goes on small; two capitals are a name.
        if match is not None and not (match[0][0].isupper() and match[0].split()[1][0].isupper()):
            message = f"the word '{match['word']}' stands twice in a row"
            yield at_question(problemset, cell, match[0], INFO, message, "take one of them out")
