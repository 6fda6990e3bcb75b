"""DS233: a place in a question where a word is missing."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import MASK, prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS233",
    name="missing-word",
    severity=Severity.WARNING,
    what="Two small words of a question stand beside each other that no sentence has so, as in `the of`, `by and` or "
    "`the number of in`, or an article or a conjunction stands before the mark that ends a clause, a sentence "
    "begins in small letters where the others begin with capitals, or it breaks off where another one begins.",
    why="The word that is missing may be the column, the number or the condition that decides the answer.",
    bad='# %%\n"""\nquestion: What is the number of in each group?\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: What is the number of rows in each group?\n"""\n\n1 + 2\n',
)
_VERBS = "are|were|has|have|should|must|shall"
_COUNTED = (
    "number|numbers|mean|means|average|median|sum|total|count|counts|share|percentage|proportion|fraction|maximum|"
    "minimum|deviation|variance|correlation|value|values|row|rows|name|names|list|column|columns|DataFrame|Series"
)
_ROWS = "rows|columns|values|records|entries|observations|days|people|users|customers|countries|games|products"
_FORMS = "tuple|list|dict|float|integer|text|Series|DataFrame|number|string"
_PASSIVE = "rounded|sorted|stored|returned|named|called|saved|indexed|ordered|grouped|in|of|from"
_VERB = (
    "(?:get|find|create|make|remove|convert|calculate|compute|select|drop|replace|add|know|change|merge|sort|fill|do)"
)
_COUNTED_ONLY = "names?|types?|shape|number|means?|averages?|median|sum|percentages?|distribution|indices|length|size"
# Not "group by and for each", where what stands behind begins another clause.
_NO_PARTNER = (
    r"(?![ ](?:out[ ]of|from|onto|into|without|within|outside|beyond|around|among|between|against|through|towards?|to|"
    r"under|over|before|after)\b|[ ](?:for|with|of|by|in)[ ](?!(?:each|every|all|any|the|an?|its|their|which)\b))"
)
"""Behind a conjunction: no second preposition that has its noun together with the first, as in "into and out of"."""
_MISSING = re.compile(
    rf"(?<![\w{MASK}'./-])(?:"
    # An article behind which no noun stands; `a` is a name as often, unless it stands behind a small word.
    rf"(?:the|an|its|their)[ ](?:of|than|into|per|from|{_VERBS})"
    r"|(?:the|an)[ ]?[,.;?!](?!\w)"
    # What is announced in brackets, and is not there.
    r"|(?:for[ ]example|for[ ]instance|such[ ]as|e\.g\.|i\.e\.|namely)[ ]?,?[ ]?\)"
    r"|(?:as|with|return|give|make|into|for|is|in|of)[ ](?-i:an?)[ ](?:of|whose|per|than|from|by|with|and)"
    # A preposition behind which nothing stands.
    rf"|(?:by|of|into|than|per)[ ](?:(?:and|or(?![ ]equal)){_NO_PARTNER}|by|of|are|is|has|have)"
    rf"|with[ ](?:(?:and|or){_NO_PARTNER}|of|by)"
    r"|(?:by|per|into)[ ](?:in|with|from|for)(?![ ]?-)"
    rf"|(?:{_COUNTED})[ ]of[ ](?:in|for|by|per|with|where|whose|is|are|was|were|has|have)"
    rf"|(?:{_COUNTED})[ ]of[ ]?[,.;?!](?!\w)"
    r"|how[ ]many[ ](?:in|for|by|with|and|is|of[ ](?:in|have|has|are))"
    rf"|how[ ](?:{_ROWS})|the[ ]number[ ](?:{_ROWS})|answer[ ](?-i:an?)[ ](?:{_FORMS})"
    r"|(?:more|less|greater|fewer|higher|lower|larger|smaller)[ ]than[ ]?(?:of\b|[,.;?!](?!\w))"
    r"|at[ ](?:least|most)[ ](?:of|and|by|with|for)"
    r"|rounded[ ](?:to[ ](?:decimals?|places|and|,)|\d{1,2}[ ]decimals?|(?:one|two|three)[ ]decimals?)"
    # A conjunction with nothing behind it.
    r"|(?:and|nor|because|if|whose)[ ]?[.;?!](?!\w)"
    # A verb without "be", "is" or "to", and a comparison without "than".
    rf"|(?:should|must)[ ](?:set[ ](?:to|as)|{_PASSIVE})|can[ ]found"
    r"|(?:result|answer|output|size|state|index|seed)s?[ ](?:should|must)[ ](?:an?|the|\d+)"
    rf"|(?:'d|would)[ ]like[ ]{_VERB}|(?:I|we|you)[ ]want[ ]{_VERB}|(?:best|better|easy|good)[ ]way[ ]{_VERB}"
    r"|(?<!or[ ])(?:greater|higher|larger|smaller|fewer|older|younger|longer|shorter)[ ]\d+"
    r"(?:[ ]?[,.;?!](?!\w)|[ ](?!%|per))"
    # A preposition that leads to what something is put into, or called by.
    r"|(?:assign|save|store)[ ](?:it|them|this|the[ ](?:result|answer|data|mapping)s?)[ ](?:an?|the)[ ](?:new[ ])?"
    r"(?:variable|column|dict|list|file)"
    rf"|{MASK}[ ]the[ ](?:index|columns?|keys?|values)[ ](?:and|,)"
    r"|(?:state|seed|size)[ ](?:should[ ]be[ ])?set[ ]\d+"
    rf"|(?:return|list|give|compute|calculate|show|get|find|identify|by|is)[ ]the[ ](?:{_COUNTED_ONLY})[ ]"
    r"(?:the|all|each|these|top)(?![ ]\w+[ ](?:ha[sd]|have|is|was|are|gives?|returns?|uses?))"
    r"|(?:returns?|takes?|builds?|creates?)[ ](?-i:an?)[ ](?:to(?![ ]z)|that|whose|for)"
    rf")(?![\w{MASK}'/-])",
    re.IGNORECASE,
)


_HEADLESS = re.compile(rf"(?:\A\s*|(?P<before>[^\s.?!{MASK}]+)[.?!][ ])(?P<first>[a-z]{{2,}})(?=[ ,.?])")
"""A sentence that begins in small letters, as what is left where its first words are missing."""
_ABBREVIATIONS = frozenset(
    ["e", "g", "i", "vs", "etc", "cf", "approx", "max", "min", "no", "resp", "incl", "avg", "std", "col", "fig", "eq"]
)
_FEWEST_CAPITALS = 2
_STARTING = (
    r"How (?:many|much|often)|What (?:is|are|was)|Which [a-z]+|Answer with|(?:Return|Give|Make) (?:an?|the|it)|"
    r"(?:Sort|Save|Store|Use|Round) (?:the|by|it|to|a)|If (?:the|there|several)|It (?:is|has|should)|Note that|"
    r"The (?:result|answer|index|columns?|function|highest|lowest|rows?|order|test|DataFrame)"
)
_CUT = re.compile(
    rf"(?<![\w{MASK}])(?:the|an?|of|in|with|and|or|to|is|are|from|by|as|for|their|its|these|should|must|than|whose)"
    rf"[ \n]+(?:{_STARTING})\b"
    r"|(?<!\w)(?:the|its|their|an?|of|with|to|and|by|from|for|in)[ ]*\n[ ]*(?:Use|Return|Write|Find|Output|Give|Show|"
    r"Compute|Calculate|Save|Store|Modify|Drop|Sort|Please|Hint|Note|How|What|Which|Is there)\b"
    # Two sentences with nothing between them, of which the second begins in its middle.
    rf"|(?<=[{MASK})])[.?](?=[a-z]{{2,}}[ ,][a-z])|(?<=[a-z]{{4}})[.](?={MASK})"
)
"""Where a sentence breaks off and another one begins."""
_STRANDED = re.compile(r"(?:by|of|into|per|with)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:which|that|what|who|whom|whose|it|they|them)\b[^.;?!\n]*\Z", re.IGNORECASE)
"""A clause that may end with its preposition: "the column that it is sorted by in the end"."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such place of each question."""
    starts = [problem.question.lstrip()[:1] for _, problem in problemset.problems]
    # A set whose questions begin with capitals is written by somebody who begins all sentences so.
    is_capital = sum(map(str.isupper, starts)) >= max(_FEWEST_CAPITALS, len(starts) - 1)
    for cell, problem in problemset.problems:
        text = re.sub(r"[ \t]*\n[ \t]*(?=[a-z])", lambda match: " " * len(match[0]), prose(problem.question))
        matches = (match for match in _MISSING.finditer(text) if not _is_stranded(text, match))
        match = next(matches, _CUT.search(text) or (_headless(text) if is_capital else None))
        if match is not None:
            message = f"a word is missing at '{match[0].strip()}'"
            place = problem.question[match.start() : match.end()]
            yield at_question(problemset, cell, place, INFO, message, "put in what is missing")


def _headless(text: str) -> re.Match[str] | None:
    """Return the first sentence that begins in the middle."""
    places = _HEADLESS.finditer(text)
    return next((match for match in places if (match["before"] or "").casefold() not in _ABBREVIATIONS), None)


def _is_stranded(text: str, match: re.Match[str]) -> bool:
    return bool(_STRANDED.match(match[0]) and _RELATIVE.search(text[: match.start()]))
