"""DS769: a question that goes on in another language."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS769",
    name="mixed-languages",
    severity=Severity.WARNING,
    what="A question is in English, and a part of it, outside quotes, has the small words of German, French, "
    "Spanish or Italian close together.",
    why="The part was forgotten when the text was translated: who reads one language misses what it asks for.",
    bad='# %%\n"""\nquestion: What is the share of each kind, die größte zuerst und der Index ab 0?\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: What is the share of each kind, the largest first and the index from 0?\n"""\n\n1 + 2\n',
)
_GERMAN = (
    "und oder nicht mit der das dem den ein eine einen einer für von vom zu zum zur auf nach aus bei ist sind wird "
    "werden wie viele welche alle jede jeden jedes größte kleinste zuerst zuletzt absteigend aufsteigend gezählt"
)
_FRENCH = "et ou dans avec pour par sur les des une est sont qui que dont chaque leur aux moins donnez premier combien"
_SPANISH = "y el los las del una con para por que cada más menos es como cuál cuántos primero según"
_ITALIAN = "il lo gli dei della delle una con che ogni più meno sono quale quanti primo secondo"
_SMALL_WORDS = tuple(frozenset(words.split()) for words in (_GERMAN, _FRENCH, _SPANISH, _ITALIAN))
_ENGLISH = frozenset(
    {"the", "of", "and", "is", "are", "what", "which", "how", "give", "return", "each", "with", "from"}
)
_FEWEST_ENGLISH, _FEWEST_FOREIGN, _NEAR = 3, 3, 9
"""Different small words that make a text English, or a stretch of so many words another language."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first stretch of words in another language."""
    words = [*re.finditer(r"[^\W\d_]+", prose(subject.problem.question))]
    spoken = [match[0] for match in words]
    if len(_ENGLISH & {word.casefold() for word in spoken}) < _FEWEST_ENGLISH:
        return
    for place in range(len(spoken)):
        # What is written with a capital is part of a name: `El Paso`, `Los Angeles`.
        stretch = {word for word in spoken[place : place + _NEAR] if word[0].islower()}
        if any(len(stretch & small) >= _FEWEST_FOREIGN for small in _SMALL_WORDS):
            last = words[min(place + _NEAR, len(words)) - 1]
            part = subject.problem.question[words[place].start() : last.end()]
            message = f"a part of the question is in another language: “{' '.join(part.split())}”"
            yield at_question(subject.problemset, subject.cell, part, INFO, message, "say all of it in one language")
            return
