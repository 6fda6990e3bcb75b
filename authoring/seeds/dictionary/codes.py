"""What contradicts the data in a dictionary (DS911 to DS917); each has its place in docs/dictionary.md."""

from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_error = partial(RuleInfo, severity=Severity.ERROR)
_warning = partial(RuleInfo, severity=Severity.WARNING)

NO_SUCH_COLUMN = _error(
    code="DS911",
    name="stated-column-absent",
    what="A dictionary speaks of a table or a column that the seed does not have.",
    why="What is said of it reaches no prompt and no question; most often the name is misspelt.",
    bad="columns: [{name: body_mas_g, unit: g}], where the table has body_mass_g",
    good="columns: [{name: body_mass_g, unit: g}]",
)
REPEATED_KEY = _error(
    code="DS912",
    name="repeated-key",
    what="The columns that are said to name a row have the same values in several rows, or none in some.",
    why="Joins on such a key repeat rows, and questions about one thing are answered with several.",
    bad="key: [customer], where a customer has several orders",
    good="key: [order]",
)
ABSENT_LEVEL = _error(
    code="DS913",
    name="absent-level",
    what="A level that is explained, or a spelling of a missing value, stands nowhere in its column.",
    why="Whoever reads the dictionary filters by a value that selects nothing.",
    bad="levels: [{value: '4', meaning: fourth class}], where the column has 1, 2 and 3",
    good="levels: [{value: '3', meaning: third class}]",
)
IMPOSSIBLE_UNIT = _error(
    code="DS914",
    name="impossible-unit",
    what="A unit is stated of values that cannot have one, or that lie outside of what it allows.",
    why="Answers would be told in a unit that they are not in.",
    bad="unit: '%', of a column that goes up to 4,000,000; unit: kg, of names",
    good="unit: g, of a column of weights",
)
IMPOSSIBLE_KIND = _error(
    code="DS915",
    name="impossible-kind",
    what="A kind, or what may be asked, is stated of a column whose values cannot be that.",
    why="Code that follows it fails, or gives a number without a meaning.",
    bad="kind: amount, of a column of texts; kind: flag, of one with five levels; asks: [mean], of texts",
    good="kind: category, of a column of texts",
)
UNFULFILLED_RELATION = _error(
    code="DS916",
    name="unfulfilled-relation",
    what="A column is said to lie within another, to say the same, or to lead to another table, and in some rows it "
    "does not.",
    why="Questions that rest on it have other answers than they seem to have.",
    bad="nested_in: [country], of cities of which one name stands in two countries",
    good="nested_in: [country], of cities with one country each",
)
FOREIGN_DOCUMENT = _warning(
    code="DS917",
    name="foreign-description",
    what="A description that came with the data cannot be read, or speaks of columns that no table has.",
    why="It may be about another version of the data.",
    bad="datapackage.json with fields that are in none of the files",
    good="datapackage.json whose fields are the columns of its resources",
)
