"""Codes of findings about problems of several sets, and about equal answers."""

from authoring.dseal.diagnostic import RuleInfo, Severity

_PROBLEM = '# %%\n"""\nquestion: {}\n"""\n\n{}\n'
OTHER_SET = RuleInfo(
    code="DS229",
    name="asked-in-another-set",
    severity=Severity.WARNING,
    what="A problem is the same as one of another set about the same data, or about none, by its question or by its "
    "code, or its reference reads the same columns and gives the same telling answer, in whatever container; drafts "
    "of a model are refused for it (DS502).",
    why="A benchmark that asks one thing twice counts it twice, and says less than its size promises.",
    bad="titanic.py and ships.py both ask for the mean of `fare` for every `port`.",
    good=_PROBLEM.format(
        "Which `port` has the most rows without a `cabin`?", 'df[df["cabin"].isna()]["port"].mode()[0]'
    ),
)
SAME_ANSWER = RuleInfo(
    code="DS424",
    name="same-answer",
    severity=Severity.WARNING,
    what="Two problems of a set gave the very same value, which is no plain number or word, and their questions have "
    "words in common; or it is long or precise, and both references read the same columns; or one has the labels of "
    "the other in another container, with the same values or as the same choice of as many; or the numbers of the "
    "other with the other sign or as hundredths.",
    why="The later one measures what the earlier one did; or its step changes nothing on these data, and an agent that "
    "leaves it out is right all the same.",
    bad="Sort `df` by `age`. Then: sort `df` by `age` and drop duplicates, of which there are none.",
    good="Sort `df` by `age`. Then: of each `city`, keep the oldest.",
)
