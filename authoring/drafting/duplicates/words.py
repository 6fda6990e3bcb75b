"""Which words of a question tell what it asks for, and which only carry it."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLER = _words(
    """
    a an the this that these those it its they them their there here some any
    i me my we us our you your who whose
    is are was were be been being am do does did done has have had having can could may might must shall should will
    would of in on at to from for with into onto out up about as by per over across through via within upon
    and or but so then also too just only please now well next finally first-of-all
    what which how when where why whether if
    give show tell compute calculate determine derive obtain display print find return report answer provide let see
    want need like make create build produce get take using use used call called name named store assign keep put say
    dataset data table frame dataframe series list tuple dict value result variable column columns row rows record
    float integer int number numeric string text boolean bool output
    each every all always its own respectively namely e.g i.e for-example
    round rounded decimal place digit unrounded
    """
)
"""Words of grammar, of courtesy, and of the shape of an answer; which shape it is, the validator sees."""

SYNONYMS = {
    "average": "mean", "avg": "mean", "arithmetic": "mean",
    "highest": "max", "largest": "max", "greatest": "max", "biggest": "max", "maximum": "max", "maximal": "max",
    "lowest": "min", "smallest": "min", "least": "min", "minimum": "min", "minimal": "min",
    "count": "count", "counts": "count", "many": "count", "frequency": "count", "frequencies": "count",
    "total": "sum", "sums": "sum", "summed": "sum",
    "percent": "share", "percentage": "share", "proportion": "share", "fraction": "share", "shares": "share",
    "missing": "missing", "null": "missing", "nan": "missing", "absent": "missing", "na": "missing",
    "unique": "distinct", "different": "distinct",
    "exceeding": "more", "exceeds": "more", "greater": "more", "larger": "more", "above": "more", "higher": "more",
    "fewer": "less", "smaller": "less", "below": "less", "lower": "less", "under": "less",
    "deviation": "std", "stdev": "std",
    "descending": "descending", "decreasing": "descending", "ascending": "ascending", "increasing": "ascending",
    "commonest": "common", "frequent": "common",
}  # fmt: skip
"""Words that say the same, by the one that stands for them."""

DECISIVE = _words(
    """
    mean median mode max min sum std variance count share distinct missing correlation covariance quantile percentile
    quartile rank cumulative range skew kurtosis more less equal between before after earlier later first last not no
    without except neither ascending descending common rare top bottom left right inner outer row-wise daily weekly
    monthly quarterly yearly day week month quarter year hour minute weekday train test predict classify regression
    cluster scale standardise standardize normalise normalize encode merge join pivot melt transpose
    logistic linear polynomial ridge lasso forest tree boosting svm neighbor neighbour neural bayes kmeans pca
    """
)
"""Words of which one more or less makes another problem."""

NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
    if number != 1
}
"""Numbers as words; *one* is too often a pronoun."""
