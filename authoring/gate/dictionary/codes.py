"""What problems ask against the dictionary of their data (DS56x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

MEANINGLESS_FIGURE = RuleInfo(
    code="DS561",
    name="meaningless-figure",
    severity=Severity.WARNING,
    what="The reference calculates with a column that the dictionary calls an identifier, a code or a category (a sum, "
    "a mean, a difference, a correlation), or adds up years or dates.",
    why="The figure says nothing of the data: who knows them would not ask for it, and no answer shows understanding.",
    bad='question: What is the mean postal code?\n\ndf["zip"].mean()',
    good='question: How many postal codes are there?\n\ndf["zip"].nunique()',
)
ORDERED_CLASSES = RuleInfo(
    code="DS562",
    name="figure-of-ordered-classes",
    severity=Severity.WARNING,
    what="The reference takes a mean, a sum, a deviation or a difference of what is ordinal by the dictionary.",
    why="Classes have an order and no distances: a mean of 1 and 3 is no 2.",
    bad='question: What is the mean grade?\n\ndf["grade"].mean()',
    good='question: Which grade is most frequent?\n\ndf["grade"].value_counts().idxmax()',
)
LEAKED_LABEL = RuleInfo(
    code="DS563",
    name="label-in-other-words",
    severity=Severity.WARNING,
    what="A model is trained on a column that is, by the dictionary, the same as its label, calculated from it, what "
    "it is calculated from, or one of which each value goes with one value of the label.",
    why="The features tell the label: a perfect score is no skill, and one column does it alone.",
    bad='question: Predict the temperature in °C from the others.\n\nmodel.fit(df[["fahrenheit"]], df["celsius"])',
    good='question: Predict the temperature from the humidity.\n\nmodel.fit(df[["humidity"]], df["celsius"])',
)
DEPENDENT_COLUMNS = RuleInfo(
    code="DS564",
    name="dependent-columns",
    severity=Severity.WARNING,
    what="The reference correlates, crosses or tests two columns of which one follows from the other by the "
    "dictionary: nested, the same in other words, or calculated from it.",
    why="They are dependent by definition; what comes out is known before the data are looked at.",
    bad='question: Does the town depend on the country?\n\nchi2_contingency(pd.crosstab(df["town"], df["country"]))',
    good='question: Does paying depend on the country?\n\nchi2_contingency(pd.crosstab(df["paid"], df["country"]))',
)
UNORDERED_ROWS = RuleInfo(
    code="DS565",
    name="neighbours-of-unordered-rows",
    severity=Severity.WARNING,
    what="The reference compares, adds up or fills neighbouring rows, or takes the first or last ones, of a table "
    "whose rows have no order by the dictionary, and sorts nothing before, and the question does not say that the "
    "rows count in the order in which they stand.",
    why="The order is how the file was written; a difference between strangers says nothing of the data.",
    bad='question: What is the largest change of `mass` from row to row?\n\ndf["mass"].diff().max()',
    good='question: By `day`, what is the largest change of `mass`?\n\ndf.sort_values("day")["mass"].diff().max()',
)
KNOWN_ANSWER = RuleInfo(
    code="DS566",
    name="known-by-definition",
    severity=Severity.WARNING,
    what="The reference counts, groups or drops by a column that names each row by the dictionary, so that every group "
    "has one row and nothing is dropped.",
    why="The answer is known without the data, and the same whatever is computed of the groups.",
    bad='question: How many rows has each order number?\n\ndf.groupby("order_id").size()',
    good='question: How many orders has each customer?\n\ndf.groupby("customer").size()',
)
