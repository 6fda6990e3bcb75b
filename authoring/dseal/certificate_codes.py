"""What trying answers on a validator (DS60x) and other readings of a question (DS61x) can find."""

from authoring.dseal.diagnostic import RuleInfo, Severity

ACCEPTED_WRONG = RuleInfo(
    code="DS601",
    name="accepted-wrong-answer",
    severity=Severity.WARNING,
    what="A wrong answer is fully right by the validator: the reference spoiled in one place, a constant, or the "
    "reference's own value with numbers as text, rows lost, labels exchanged and the like.",
    why="An agent that makes this very mistake is counted as right.",
    bad="question: How many orders has each shop?\nvalidator:\n  result:\n    ignore_dtypes: true\n\n"
    'df["shop"].value_counts()  # the counts as text pass as well',
    good='question: How many orders has each shop?\nvalidator:\n  result:\n\ndf["shop"].value_counts()',
)
REFUSED_RIGHT = RuleInfo(
    code="DS602",
    name="refused-right-answer",
    severity=Severity.WARNING,
    what="A right answer is not fully right by the validator: the reference's own value in a form that the question "
    "leaves open, or its code written otherwise.",
    why="An agent is counted as wrong for a form that nobody asked for.",
    bad="question: Count the rows by `shop` and `month`.\nvalidator:\n  result:\n\n"
    'df.pivot_table(index="shop", columns="month", aggfunc="size")  # a table without a name of its columns is refused',
    good="question: Count the rows by `shop` and `month`, as `pivot_table` gives them.\nvalidator:\n  result:\n\n"
    'df.pivot_table(index="shop", columns="month", aggfunc="size")',
)
CRASHES_ALONE = RuleInfo(
    code="DS603",
    name="refused-crashes-alone",
    severity=Severity.WARNING,
    what="Of all wrong answers that were tried, those alone are refused that raise an error, give nothing "
    "or change other variables.",
    why="Whatever runs is right by this validator.",
    bad="validator:\n  template: basic",
    good="validator:\n  result:",
)
UNTESTED_CLAUSE = RuleInfo(
    code="DS604",
    name="untested-clause",
    severity=Severity.NOTE,
    what="A filter or another step is left out of the reference, and on these data the answer is the same.",
    why="What the question asks for there is asked for in vain: an agent that overlooks it is right all the same.",
    bad='question: What is the mean of the positive values of `x`?\n\ndf.loc[df["x"] > 0, "x"].mean()  # all are',
    good='question: What is the mean of `x`?\n\ndf["x"].mean()',
)
LITTLE_TRIED = RuleInfo(
    code="DS605",
    name="little-tried",
    severity=Severity.NOTE,
    what="Fewer than 8 wrong or fewer than 5 right answers to a problem could be tried.",
    why="That all of them are judged as they should be says little of its validator then.",
    bad="A reference of one call whose value is an object that cannot be rewritten.",
    good="A reference that gives a number, a text or a table.",
)
UNTOLD_ANSWERS = RuleInfo(
    code="DS606",
    name="untold-answers",
    severity=Severity.NOTE,
    what="Spoiled functions or models pass a `table_test` or a `model` check: either they do what the reference does, "
    "or the test cases and the tolerance do not tell them from it.",
    why="Nobody but a person can say which; a test case that one of them fails on settles it.",
    bad="test_cases:\n  - [[1, 1, 1]]  # a median, a mean and a maximum all pass",
    good="test_cases:\n  - [[1, 2, 9]]",
)
MISSING_CASE = RuleInfo(
    code="DS607",
    name="missing-test-case",
    severity=Severity.WARNING,
    what="A spoiled function passes every test case of a `table_test`, and gives something else than the reference on "
    "a case like them: with the same columns and types, values as they were seen, keys that stay keys.",
    why="An agent that makes this very mistake is counted as right.",
    bad="test_cases:\n  - [[1, 1, 4]]  # for the elements above 3: those from 3 on pass as well",
    good="test_cases:\n  - [[1, 1, 4]]\n  - [[3, 4]]",
)
IDLE_CASE = RuleInfo(
    code="DS608",
    name="idle-test-case",
    severity=Severity.NOTE,
    what="None of the spoiled functions that were tried, and that give something at all, fails on a test case.",
    why="A case on which every function is right takes time and tells nothing.",
    bad="test_cases:\n  - [[]]  # for the elements above 3: any bound gives an empty list",
    good="test_cases:\n  - [[3, 4]]",
)
TWO_READINGS = RuleInfo(
    code="DS611",
    name="two-readings",
    severity=Severity.WARNING,
    what="The reference makes a choice that the question does not settle, and the other choice gives another answer on "
    "these data: whether missing values or ties count, n or n - 1, bounds, duplicates, percent or a share, ...",
    why="An agent that reads the question the other way is right by its words and counted as wrong.",
    bad='question: What is the standard deviation of the price?\n\nnp.std(df["price"])  # divides by n',
    good="question: What is the population standard deviation of the price (divide by n)?",
)
CUSTOMARY_READING = RuleInfo(
    code="DS612",
    name="customary-reading",
    severity=Severity.NOTE,
    what="As DS611, but most people of the field read the question as the reference does: pandas divides by n - 1, "
    "leaves missing values out of counts, and joins by inner joins.",
    why="Whoever reads it the other way is counted as wrong; a sentence in the question costs nothing.",
    bad='question: How many orders has each shop?\n\ndf["shop"].value_counts()  # on data with orders of no shop',
    good="question: How many orders has each shop? Leave missing values out.",
)
STANDING_ANSWER = RuleInfo(
    code="DS614",
    name="standing-answer",
    severity=Severity.WARNING,
    what="The answer, a number of at least three digits, a list or a table of numbers, stands in a variable that an "
    "earlier cell left behind, of which no question speaks and which the reference does not read. In a variable that a "
    "reference binds and no code reads, a number of two digits and a text count as well.",
    why="An agent that looks at the variables of its session copies it.",
    bad='share = df["late"].mean()  # left by an earlier reference\n\nquestion: What share of the trains is late?',
    good='question: What share of the trains is late?\n\nround(df["late"].mean(), 3)',
)
OTHER_EXAMPLE = RuleInfo(
    code="DS613",
    name="other-example",
    severity=Severity.WARNING,
    what="The question shows what a function gives for some arguments, in words, with an arrow, as a session of "
    "Python or as tables that are drawn, and the reference gives something else for them.",
    why="Whoever does what the example shows is counted as wrong.",
    bad="question: Write `double(x)`; for example, `double(3)` gives 9.\n\ndef double(x):\n    return 2 * x",
    good="question: Write `double(x)`; for example, `double(3)` gives 6.\n\ndef double(x):\n    return 2 * x",
)
