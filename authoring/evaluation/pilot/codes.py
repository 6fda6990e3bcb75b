"""What the answers of solvers tell of a problem (DS97x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

DISPUTED_REFERENCE = RuleInfo(
    code="DS971",
    name="disputed-reference",
    severity=Severity.WARNING,
    what="Most answers of a pilot agree with each other, and not with the reference.",
    why="Solvers that do not know of each other seldom make one and the same mistake: the reference is wrong, or the "
    "question asks for something else than it computes.",
    bad="question: How many rows lack a `mass`?\n\ndf['mass'].notna().sum()",
    good="question: How many rows lack a `mass`?\n\ndf['mass'].isna().sum()",
)
REFUSED_FORM = RuleInfo(
    code="DS972",
    name="refused-form",
    severity=Severity.WARNING,
    what="Answers of a pilot have the value of the reference, and its validator refuses them for their form: labels, "
    "order, rounding or container, of which the question says nothing.",
    why="The validator is stricter than the question, so agents fail for what nobody told them.",
    bad="question: What is the mean `mass` of each `species`?\n\nThe reference calls the column `avg_mass`, and the "
    "validator compares names.",
    good="question: What is the mean `mass` of each `species`? Call the column `avg_mass`.",
)
SCATTERED_ANSWERS = RuleInfo(
    code="DS973",
    name="scattered-answers",
    severity=Severity.WARNING,
    what="Answers of a pilot fall into several clusters, each of which several solvers or samples stand behind.",
    why="The question leaves something open, and who reads it otherwise than its author is counted as wrong.",
    bad="question: What is the spread of `mass`?\n\nSome give the standard deviation, some the range.",
    good="question: What is the standard deviation (`ddof=1`) of `mass`?",
)
SHARED_FAILURE = RuleInfo(
    code="DS974",
    name="shared-failure",
    severity=Severity.WARNING,
    what="No answer of a pilot is right, and the code of two thirds of them or more fails with the same exception.",
    why="The problem needs a name, a file or time that no solver can know of, or be given.",
    bad="question: Use `helper` to clean `df`.\n\n`helper` is defined in no cell before: NameError for everybody.",
    good="A context cell before the problem defines `helper`.",
)
GUESSABLE_ANSWER = RuleInfo(
    code="DS975",
    name="guessable-answer",
    severity=Severity.WARNING,
    what="A problem of a pilot was solved without its data: from names of columns, or from the profile alone: by at "
    "least half of the answers that were given one way.",
    why="It measures what a model remembers or guesses, and not what it does with data.",
    bad="question: How many species of penguins are there?\n\nEverybody who knows the table says 3 unseen.",
    good="question: How many species have a mean `mass` above 4,000 g?",
)
OUTDATED_PILOT = RuleInfo(
    code="DS970",
    name="outdated-pilot",
    severity=Severity.NOTE,
    what="Solvers answered a problem as it stood before an edit, so that what they told of it counts no more.",
    why="What a pilot finds is bound to the cells up to a problem, to the data and to the dialect: after an edit "
    "nobody knows whether it still holds.",
    bad="question: What is the spread of `mass`?\n\nThis was piloted, and `range` was put in the place of `spread`.",
    good="question: What is the range of `mass`?\n\nThis was piloted again: authoring pilot NAME.",
)
BLIND_DISAGREEMENT = RuleInfo(
    code="DS979",
    name="blind-disagreement",
    severity=Severity.WARNING,
    what="A model that sees the questions and the tables of a draft alone gives another answer than the reference, or "
    "the right one in a form that is refused (`[draft] blind_solve`).",
    why="One of both is wrong, or the question says less than its author meant.",
    bad="question: What is the spread of `mass`?\n\nThe reference gives the range, a model the standard deviation.",
    good="question: What is the range of `mass`, its maximum less its minimum?",
)
UNEARNED_LEVEL = RuleInfo(
    code="DS976",
    name="unearned-level",
    severity=Severity.NOTE,
    what="Every answer of a pilot is right at the first try, at least six of two solvers or more, and the problem does "
    "not claim to be easy. For a claim of hard, three are enough.",
    why="A level that solvers do not bear out misleads whoever picks problems by it, and the problem tells strong "
    "solvers from weak ones no better than an easy one.",
    bad="level: hard, or none at all\n\nNine of nine answers are right.",
    good="level: easy",
)
UNSOLVED_PROBLEM = RuleInfo(
    code="DS977",
    name="unsolved-problem",
    severity=Severity.WARNING,
    what="No answer of a pilot is right, and the problem does not claim to be hard.",
    why="It is too hard for its level, or broken in a way that the other findings do not name.",
    bad="level: easy\n\nNone of nine answers is right, and no two agree.",
    good="level: hard, after a person has solved it from the question alone.",
)
