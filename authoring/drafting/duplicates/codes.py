"""Codes of findings about problems that are not new (DS501 to DS503)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

_PROBLEM = '# %%\n"""\nquestion: {}\n"""\n\n{}\n'
_MEAN = _PROBLEM.format("Give the mean of `fare` for every `port`.", 'df.groupby("port")["fare"].mean()')
_OTHER_PROBLEM = _PROBLEM.format(
    "Which `port` has the most rows without a `cabin`?", 'df[df["cabin"].isna()]["port"].mode()[0]'
)

WITHIN = RuleInfo(
    code="DS501",
    name="repeated-problem",
    severity=Severity.ERROR,
    what="Two problems of a set are the same: their questions have the same column names, numbers and telling words in "
    "whatever order, or their code has the same syntax tree but for the names of variables.",
    why="The second one measures only whether the agent repeats itself, and takes the place of another skill.",
    bad=_MEAN
    + "\n"
    + _PROBLEM.format("For each `port`, tell me its mean `fare`.", 't = df.groupby("port")\nt["fare"].mean()'),
    good=_MEAN + "\n" + _OTHER_PROBLEM,
)
ELSEWHERE = RuleInfo(
    code="DS502",
    name="known-problem",
    severity=Severity.ERROR,
    what="A problem is the same as one of another problem set of the benchmark, by its question or by its code; "
    "problems that templates wrote are not held against other sets.",
    why="A benchmark that asks one thing twice counts it twice, and says less than its size promises.",
    bad="problemsets/titanic.py asks for the mean of `fare` for every `port`, and so does this set.",
    good=_OTHER_PROBLEM,
)
NOTEBOOK = RuleInfo(
    code="DS503",
    name="copied-notebook",
    severity=Severity.ERROR,
    what="The reference code of a problem, of some size, stands in the notebook that came with the seed, but for the "
    "names of variables.",
    why="The notebook is public: agents may have learnt it by heart, and then memory is measured instead of skill.",
    bad="The reference is five lines of the most-voted notebook about the same data.",
    good=_OTHER_PROBLEM,
)
CODES = {info.code: info for info in (WITHIN, ELSEWHERE, NOTEBOOK)}
"""Every kind of finding about novelty, by code."""
