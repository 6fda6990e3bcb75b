"""ROUGE-1 as CIBench's text score takes it: the F-measure of single words, by the package `rouge-score`."""

from functools import cache
from typing import TYPE_CHECKING

from authoring.formats.base.missing import missing

if TYPE_CHECKING:
    from rouge_score.rouge_scorer import RougeScorer


def rouge_1(predicted: str, reference: str) -> float:
    """Return how alike the words of two texts are, 0 to 1; only ASCII letters and digits make words.

    Raises:
        PackagesError: rouge-score is not installed.
    """
    score = float(_scorer().score(reference, predicted)["rouge1"].fmeasure)
    # There and back, because the evaluator does so and the last digit tells.
    return score * 100 / 100


@cache
def _scorer() -> "RougeScorer":
    try:
        from rouge_score.rouge_scorer import RougeScorer  # noqa: PLC0415 - an extra package, and slow to import
    except ImportError as error:
        raise missing("text scores", error) from None
    return RougeScorer(["rouge1"], use_stemmer=False)
