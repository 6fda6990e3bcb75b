"""DS698: a question that says how, where or what with, and not what is to be done."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS698",
    name="no-task",
    severity=Severity.WARNING,
    what="What a question says beside the signature of a function, the tools to use, the place to save in and the form "
    "of the answer is nothing but what there is, what holds in some case or that there is a way of doing it, or begins "
    "with a word such as `it` or `then` for something that nothing names.",
    why="The sentence with the task is missing, and nobody can guess it.",
    bad='# %%\n"""\nquestion: Modify the DataFrame `df` in-place.\n"""\n\ndf["c"] = df.a + df.b\n',
    good='# %%\n"""\nquestion: Add the sum of `a` and `b` as `c`. Modify the DataFrame `df` in-place.\n"""\n\n'
    'df["c"] = df.a + df.b\n',
)
_SIGNATURE = re.compile(r"Write a function .*?to solve the following problem:", re.IGNORECASE | re.DOTALL)
_OBJECT = (
    r"(?:it|this|that|them|these|those|(?:the|your|this|each|all) (?:\w+ ){0,2}?(?:results?|data ?frames?|datasets?|"
    r"data|tables?|arrays?|series|answers?|outputs?|values?|columns?|changes?)(?: `\w+`)?|`\w+`)"
)
_INSTRUCTION = re.compile(
    rf"(?:please )?(?:(?:modify|change|update|edit|do|apply|make) {_OBJECT}(?: directly)? in[- ]?place|"
    rf"(?:save|store|put|assign|keep|name|bind|return|output|give|show|print) {_OBJECT}\b(?! of\b)[^\n]{{0,90}}|"
    r"(?:save|store|bind|return|output) (?:in|as|to)\b[^\n]{0,60}|"
    r"(?:the )?(?:result|answer|output)s? (?:should|must|is|has to)\b[^\n]{0,90}|answer (?:with|in|as)\b[^\n]{0,60}|"
    r"(?:by )?(?:us(?:e|ing)|with|via|through) (?!.*\bto (?!implement|do|solve|achieve)\w)[^\n]{0,60}|"
    r"do (?:it|this|that)\b[^\n]{0,60}|note that\b[^\n]{0,80}|"
    r"(?:the )?changes should\b[^\n]{0,80}|assum(?:e|ing)\b[^\n]{0,90}|(?:good|great|ok(?:ay)?|oops|now|finally|"
    r"hint)\b\W*|"
    rf"round (?:to|{_OBJECT})\b[^\n]{{0,60}}|(?:step )?\d+(?:[.)]? \w+)?|\w+_\w+)\s*",
    re.IGNORECASE,
)
"""A sentence that says how, where or in which form."""
_CONDITION = re.compile(
    # A condition, and what holds then: no wish of its own, unlike "if a value is missing, replace it".
    r"(?:if|when|where|in case|unless)\b[^,\n?]{1,120},\s*(?:then )?(?:the|it|this|that|there|they|you|its|an?)\b"
    r"[^\n?]*?\b(?:should|must|is|are|will|would|can|could|just|needs?|has|have)\b[^\n?]*|"
    r"the (?:columns?|index|rows?|keys?)(?: names?| labels?)? (?:should|must|has to|have to) be\b[^\n?]*|"
    r"the [\"'`][^\"'`\n]+[\"'`] (?:columns?|index|fields?|variables?) (?:should|must|has to|have to) be\b[^\n?]*",
    re.IGNORECASE,
)
"""A sentence that says what holds in some case, or of what form a part of the answer is."""
_DESCRIPTION = re.compile(
    # What there is, without a wish: `I have a table in which each column has another range`.
    r"(?:i have|we have|there (?:is|are)|(?:my|our) (?:\w+ ){1,3}(?:has|have|contains?|looks? like))\b"
    r"(?!.*\b(?:how|want|need|should|must|like to|please|try(?:ing)?|can|could|them|it|to (?!be\b)[a-z]+|what|"
    r"whether)\b)"
    # A clause behind a comma may hold the task.
    r"[^\n?,;]{1,200}",
    re.IGNORECASE,
)
"""A sentence that says what somebody has, and no more."""
_LISTING = re.compile(
    r"\d{1,2}[.)] ?[\w -]{1,40}|the (?:attributes|columns|fields|variables|features|names) are\b[^\n?]{0,120}",
    re.IGNORECASE,
)
"""An item of a numbered list of names, and the sentence that says what they are."""
_WAY = re.compile(
    r"(?:(?:any|some)(?:body|one)? (?:idea|know|suggestion)s?[^\n?]{0,20}\bhow (?:to|i (?:can|could|should))|"
    r"how (?:to|can i|do i|could i|should i|would you)|is there (?:an?y?|another)(?: \w+){0,2} way (?:to|of)) "
    r"(?:do(?:ing)?|implement|achiev(?:e|ing)|solv(?:e|ing)|accomplish) (?:it|this|that|so)\b[^\n?]{0,90}\??",
    re.IGNORECASE,
)
"""A sentence that asks for a way of doing what another sentence has to name."""
_TYPE = (
    r"(?:numpy|np|pandas|pd|python|new|2-?d|bool)?[ .]?(?:n?d?arrays?|data ?frames?|series|lists?|dict(?:ionary)?|"
    r"tuples?|sets?|numbers?|integers?|ints?|floats?|strings?|bool(?:ean)?|values?|scalars?|objects?)"
)
_FUNCTION = re.compile(
    rf"write a function `[^`\n]+`(?: that takes [^.\n]{{1,90}}?)? (?:and |that )?returns? (?:an? |two )?{_TYPE}",
    re.IGNORECASE,
)
"""A sentence that says what a function takes and the type of what it gives, and not what it computes."""
_LEANING = re.compile(r"(?:and )?(?:then|after that|afterwards|otherwise)\b", re.IGNORECASE)
"""The beginning of a sentence that goes on from one before."""
_PRONOUN = re.compile(
    r"(?:fill|delete|drop|remove|rename|sort|convert|change|modify|set|reset|do|replace|save|print|show) "
    r"(?:it|them)\b",
    re.IGNORECASE,
)
"""A task about something that was named before, as the first words of a question."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|\\n")
_FEWEST_LETTERS = 3


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a question of asides alone."""
    question = subject.problem.question.strip()
    sentences = [text.strip(" .!:;`\t") for text in _SENTENCE.split(_SIGNATURE.sub("", question, count=1))]
    sentences = [text for text in sentences if text]
    tasks = [
        text
        for text in sentences
        if not any(form.fullmatch(text) for form in (_INSTRUCTION, _CONDITION, _DESCRIPTION, _WAY, _FUNCTION))
        and len(re.findall(r"[^\W\d_]", text)) >= _FEWEST_LETTERS
    ]
    is_list = bool(sentences) and all(map(_LISTING.fullmatch, sentences))
    is_bare = is_list or (bool(question) and not tasks and not _is_whole(sentences))
    # What stands before in the session may have named it, where the question goes on from there in words.
    is_dangling = len(sentences) > 0 and _PRONOUN.match(sentences[0]) is not None and len(sentences) <= _MOST_DANGLING
    # Nothing stands before the first question that it could go on from.
    is_leaning = subject.problem.number == 1 and len(sentences) > 0 and _LEANING.match(sentences[0]) is not None
    if is_bare or is_dangling or is_leaning:
        message = "the question does not say what is to be done"
        yield at_question(subject.problemset, subject.cell, "", INFO, message, "say the task")


_MOST_DANGLING = 2


def _is_whole(sentences: list[str]) -> bool:
    """Return whether a sentence that says a form asks for a value as well: `return the number of rows`."""
    words = re.compile(
        r"\b(?:number|mean|average|sum|total|count|max|min|highest|lowest|median|shape|first|last|top|most|unique|distinct|"
        r"names?|values?|rows?|columns?|whether|how|of)\b|[\u4e00-\u9fff]",
        re.IGNORECASE,
    )
    return any(
        re.match(r"(?:return|output|give|answer)", text, re.IGNORECASE) and words.search(text) for text in sentences
    )
