"""DS220: a question that ends in the middle."""

import re
from collections import Counter
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import MASK, prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS220",
    name="unfinished-question",
    severity=Severity.WARNING,
    what="A question ends with a comma, an opening bracket, a colon, an article, a conjunction, a preposition, "
    "`should be`, the first words of a sentence, the label of an item, or within a word, and nothing follows.",
    why="Its end is missing, and with it often the form in which the answer is expected.",
    bad='# %%\n"""\nquestion: Give the mean of the weights, rounded to the\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Give the mean of the weights, rounded to the nearest ten.\n"""\n\n1 + 2\n',
)

_NEVER_LAST = re.compile(
    r"(?i)(?<![\w'-])(?:the|an?|and|or|nor|than|whose|because|if|its|their|your|our|every|per|via|"
    r"with the (?:largest|smallest|highest|lowest|greatest|fewest|longest|shortest)(?=\s*\Z)|"
    r"as well as|such as|according to|based on|(?:should|must|shall) be|"
    # What a function takes and gives is said behind `that`, and is no clause that ends with one of these.
    r"to solve(?=\s*\Z)|the following|returns (?:an? )?(?:[\w.]+ ){1,3}to)[ \t]{0,3}[.!]?\Z"
)
_BEGUN = re.compile(
    r"(?i)(?:\A|(?<=[.:!?]\s)|(?<=\n))(?:how(?: (?:to|do|does|can|could|would|should)(?: (?:i|you|we))?)?|now|"
    r"what(?: is)?|which|(?:i|you|we) (?:would|need|want|can|should|must)(?: like)?(?: to)?|(?:and |then )?(?:use|"
    r"modify|combine|eliminate|delete|drop|assign(?: (?:it|them|each|this))?))\Z"
)
"""The first words of a sentence, which are no sentence by themselves."""
_OPEN_CLAUSE = re.compile(
    r"(?i)\b(?:(?:if|whether) (?:it|they|this|these) (?:is|are|was|were|has|have)|"
    r"(?:,|\A|(?<=\n)|(?<=[.!?]\s))[ ]?(?:it|they|this|these|that|we|you|i) (?:will|would|shall|should|must|"
    r"can))[.!]?[ \t]*(?:\n|\Z)"
)
"""A clause whose verb lacks what it says, at the end of a line."""
_SELDOM_LAST = re.compile(
    r"(?i)(?<![\w'-])(?:of|with|from|by|for|in|on|to|as|into|between|at|over|under|without|about|using|rounded to"
    r"|sorted by|"
    r"equal to|greater|less|where|when|that|which|who|whose|only|is|are|be|was|were|has|have|having|will|should|can|"
    r"called|named|return|returns|calculate|compute|determine|create|find|show|plot|solve|contains?|containing|"
    r"highest|lowest|largest|smallest|new|same|following|both|two|three|four|five|top|how many|how much)\Z"
)
# A clause with one of these may end with its preposition or verb: "the country that it comes from".
_RELATIVE = re.compile(r"(?i)\b(?:what|which|who|whom|where|when|how|that|why|it|they|them)\b")
_MARKS = re.compile(r"[,\uff0c、;\uff1b(\uff08\[{《“「]\Z|(?<!\bis)(?<!\bare)[:\uff1a]\Z|(?<=\s)[-\u2013\u2014&+]\Z")
_CHINESE = re.compile(
    r"(?:以及|并且|或者|和|与|及|或|且|并|然后|其中|按照|根据|对于|从|将|把|按|为|如果|使用|返回|计算|(?<!存)在)[。.]?\Z"
)
_EMPTY_ITEM = re.compile(r"(?m)^[ \t]*(?:\d{1,2}[.)]|[-*\u2022])[ \t]*\Z")
"""The label of an item of a list, with nothing behind it."""
_CLAUSE_WORDS = 12


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find questions whose last word or mark asks for more."""
    counts = Counter(word for _, problem in problemset.problems for word in _words(problem.question))
    for cell, problem in problemset.problems:
        end = _unfinished_end(problem.question) or _cut_word(problem.question, cell.code, counts)
        if end:
            message = f"the question ends with '{end}'"
            yield at_question(problemset, cell, _last_line(problem.question), INFO, message, "finish the sentence")


def _unfinished_end(question: str) -> str:
    # Some texts hold the escape of a line's end in place of one.
    text = re.sub(r"(?:\s|\\n)+\Z", "", prose(question))
    if match := _EMPTY_ITEM.search(question.rstrip()):
        return match[0].strip()
    if not text or text.endswith(MASK):
        return ""
    for pattern in (_MARKS, _NEVER_LAST, _BEGUN, _CHINESE):
        if match := pattern.search(text):
            return match[0]
    if match := _OPEN_CLAUSE.search(text):
        return match[0].strip()
    match = _SELDOM_LAST.search(text)
    if match is None:
        return ""
    words = text[: match.start()].split()[-_CLAUSE_WORDS:]
    return "" if _RELATIVE.search(" ".join(words)) else match[0]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]


def _cut_word(question: str, code: str, counts: Counter[str]) -> str:
    """Return the last word of a question that stops within a word of its set, where no sentence ends."""
    match = _LAST_WORD.search(prose(question).rstrip())
    word = match[0].casefold() if match is not None else ""
    # What stands elsewhere too is a word of its own.
    if not word or counts[word] > 1 or word in _words(code):
        return ""
    longer = (text for text in (*counts, *_words(code)) if text.startswith(word) and text != word)
    return word if any(text[len(word) :] not in _ENDINGS for text in longer) else ""


_LAST_WORD = re.compile(r"(?<![\w`'\"/.-])[A-Za-z]{2,}\Z")
_ENDING_WORDS = (
    "s es ed d r er ers est ing ings ly al ally ity n en y ies ion ions ment ments ness able ful less or ors ance "
    "ence ant ent ive ic ical ist ism ize ized ise ised time times name names id ids like wise way ways ship "
    "ships"
)
_ENDINGS = frozenset(_ENDING_WORDS.split())
"""Ends behind which a word may stand by itself."""


def _last_line(question: str) -> str:
    return question.rstrip().rpartition("\n")[2].strip()
