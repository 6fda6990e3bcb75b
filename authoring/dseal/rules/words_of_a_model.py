"""DS230: a question that holds what a language model says around it."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS230",
    name="words-of-a-model",
    severity=Severity.WARNING,
    what="A question holds what a language model says around its answer and not to an agent: that it is glad to help, "
    "what follows, that it is a model or cannot do something, marks of a dialogue or of its template.",
    why="Nobody has read the text, and the words tell an agent of another conversation.",
    bad='# %%\n"""\nquestion: "Sure, here is the question: give the mean of the weights."\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Give the mean of the weights.\n"""\n\n1 + 2\n',
)

_THING = (
    r"(?:\w+ ){0,4}(?:question|problem|task|exercise|prompt|version|rewrite|revision|answer|response|solution"
    r"|rephrasing|"
    r"paraphrase|translation|draft|suggestion|statement|text|description)s?\b"
)
_OPENING = re.compile(
    r"\A\s*(?:(?:sure|certainly|of course|absolutely|definitely|great|okay|ok|got it|understood|no problem"
    r"|happy to help|"
    r"gladly|alright)\b[ \t]*[,!.:;\u2014-]"
    rf"|here(?:'s|\u2019s| is| are| you go\b| it is\b)[ \t]*{_THING}[^.\n]{{0,80}}?[:.]"
    rf"|(?:below|the following) (?:is|are) {_THING}[^.\n]{{0,80}}?[:.]"
    r"|(?:assistant|user|human|system|ai|chatgpt|gpt-?\d|claude)[ \t]*[:>]"
    r"|(?:revised|rewritten|rephrased|improved|updated|final|corrected) (?:question|problem|version|prompt|task)[ \t]*:"
    r"|(?:好的|当然|没问题|可以)(?:[,\uff0c!\uff01。]|可以)|(?:以下|下面)是[^。\n]{0,20}(?:问题|题目|版本|答案|任务)[:\uff1a])",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(
    r"\bas an? (?:ai|artificial intelligence|large language|language) (?:language )?(?:model|assistant)\b"
    r"|\bas an ai\b[,.]"
    r"|\bI(?: a|['\u2019])m an? (?:ai|language model)\b"
    r"|\b(?:I )?hope (?:this|that|it) (?:helps|is helpful|meets your)\b"
    r"|\blet me know if (?:you|this|there|anything)\b|\bfeel free to (?:ask|reach|let|modify|adjust|reply)\b"
    r"|\bwould you like me to\b|\b(?:is there|do you need) anything else\b"
    r"|\bI(?: a|['\u2019])m sorry, (?:but|I)\b|\bI (?:cannot|can['\u2019]t|am unable to) (?:assist|help|fulfil"
    r"|comply|provide|generate)"
    r"|\bI(?:['\u2019]ve| have) (?:rewritten|rephrased|revised|updated|corrected|modified|reworded) (?:the|your|this)\b"
    r"|\bknowledge cut-?off\b|\bmy training data\b"
    r"|<\|[\w ]{2,30}\|>|</?(?:think|thinking|assistant|s)>|\[/?INST\]|<<SYS>>|^#{1,4} ?(?:Instruction|Response"
    r"|Assistant)s?:?[ \t]*$"
    r"|作为(?:一个|一名)?(?:AI|人工智能|大?语言模型)|希望(?:这|对)[^。\n]{0,12}帮助|如(?:果|有)[^。\n]{0,16}(?:随时|请)告诉我|很抱歉[,\uff0c]我",
    re.IGNORECASE | re.MULTILINE,
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such words of each question."""
    for cell, problem in problemset.problems:
        text = prose(problem.question)
        match = _OPENING.search(text) or _ANYWHERE.search(text)
        if match is not None:
            # What is masked in prose stands in the question at the same place.
            quoted = problem.question[match.start() : match.end()].strip()
            words = " ".join(quoted.split())
            message = f"the question holds words of a language model: '{words[:60]}'"
            yield at_question(problemset, cell, quoted, INFO, message, "leave what is asked alone")
