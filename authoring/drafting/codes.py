"""Codes of findings about a draft: what a model does to it (DS83x), and sets that templates leave short (DS84x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

PROTECTED_FROM_MODEL = RuleInfo(
    "DS831",
    "kept-from-model",
    Severity.WARNING,
    "A comment asks a model to change a problem that a person wrote or edited.",
    "What a person wrote is never overwritten by a model; the comment is left for a person to carry out.",
    "A comment on problem 3, which the reviewer has edited.",
    "The same comment on a problem that a model or a template wrote.",
)
REFUSED_CHANGE = RuleInfo(
    "DS832",
    "refused-change",
    Severity.WARNING,
    "A model's new version of a problem is no problem, cannot be read, or would run into the cell after it.",
    "The old version stays, and with it what was wrong.",
    '# %%\n"""\nquestion: Add 1 and 2.\n',
    '# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)
LEFT_AS_IT_IS = RuleInfo(
    "DS833",
    "left-as-it-is",
    Severity.NOTE,
    "A model leaves a problem that a warning is about as it is, and says why.",
    "A warning is the judgement of a rule, which may be wrong. So may be the model's reason: the warning stands, and "
    "whoever admits the draft gives a reason of their own.",
    "# problem 11\n# as it is: DS694 the names are those of other columns\n",
    '# problem 11\n# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)
LEFT_OUT = RuleInfo(
    "DS834",
    "left-out-problem",
    Severity.WARNING,
    "A problem of the plan does not stand in the draft: the reply of the model did not hold it.",
    "The set is shorter than was planned, what the problem was to test is not tested, and later problems may need "
    "what it was to leave. A repair asks for it again; where none is left, a person decides.",
    "A plan of 11 problems, and a draft of 10.",
    "A draft with a problem for each of the plan, or whose plan a person has shortened.",
)
SHORT_DRAFT = RuleInfo(
    "DS841",
    "short-draft",
    Severity.NOTE,
    "Templates found fewer than ten problems that these data carry.",
    "A set of few problems says little of an agent; the reason tells which data, or which templates, would carry more.",
    "A table of two columns.",
    "A table with amounts, categories and dates.",
)
