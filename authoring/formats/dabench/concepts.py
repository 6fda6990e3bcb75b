"""DABench's seven concepts, told from knowledge points; and its three levels."""

import re
from collections.abc import Sequence

CONCEPTS = {
    "Machine Learning": r"regression|classif|cluster|machine learning|train|predict|model|cross.validation|forest",
    "Correlation Analysis": r"correlat",
    "Outlier Detection": r"outlier|anomal|z.score",
    "Distribution Analysis": r"distribut|quantile|percentile|histogram|skew|kurtosis|interquartile|normality|t test"
    r"|hypothesis|variance",
    "Comprehensive Data Preprocessing": r"missing|clean|imput|duplicate|data types?|convert|dropping|scal|normali[sz]"
    r"|standardi[sz]|joining|join|merg|melt|long format|dates?|strings?|reading files",
    "Feature Engineering": r"derived|ratio|binning|encod|indicator|dummy|feature|clipping",
    "Summary Statistics": r"count|mean|median|group|aggregat|share|summar|sum|sorting|shape|contingency|comparison"
    r"|standard deviation|filter|maxim|minim|mode|descri",
}
"""What a knowledge point has to hold."""
DEFAULT = "Summary Statistics"
LEVELS = ("easy", "medium", "hard")
FEW, MANY = 2, 4


def concepts_of(knowledge: Sequence[str]) -> tuple[str, ...]:
    """Return the concepts of a problem, in the order of its knowledge points; never none."""
    found = (
        concept
        for point in knowledge
        for concept, pattern in CONCEPTS.items()
        if re.search(rf"\b(?:{pattern})", point.lower())
    )
    return tuple(dict.fromkeys(found)) or (DEFAULT,)


def level_of(said: str, steps: int) -> str:
    """Return what the author said; else by the steps before, as CIBench does: fewer than 2, 2 to 4, more."""
    if said in LEVELS:
        return said
    return "easy" if steps < FEW else "medium" if steps <= MANY else "hard"
