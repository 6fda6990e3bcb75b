"""The parts of an interpreter's output that are compared, found and compared as the evaluator does it.

The interpreter of lagent gives ``KIND:``, a blank line, and the text between two fences. Nothing here takes longer than
the text is long, whatever stands in it.
"""

import base64
import io
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from authoring.errors import PackagesError

if TYPE_CHECKING:
    import numpy as np
    from rouge_score.rouge_scorer import RougeScorer

FENCE: Final = "```\n"
END: Final = "\n```"
# A link as lagent writes it: `![fig-001](PATH)`.
FIGURE: Final = re.compile(r"!\[fig-[0-9]*\]\(")
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# Places of width and height in the header of a PNG.
WIDTH: Final = slice(16, 20)
HEIGHT: Final = slice(20, 24)
MOST_PIXELS: Final = 40_000_000
"""Pixels of a picture that is unpacked: one of 6000 by 6000 has 36 million."""


def first_value(text: str) -> str | None:
    """Return the first value that a cell ended with, else what it printed first; None where there is neither."""
    value = _between(text, f"execute_result:\n\n{FENCE}")
    return value if value is not None else _between(text, f"stdout:\n\n{FENCE}")


def first_block(text: str) -> str | None:
    """Return the first block of any kind, warnings included; None where there is none."""
    return _between(text, FENCE)


def first_picture(links: str) -> str | None:
    """Return the path of the first figure; None where there is none."""
    # Only the first link is looked at: without its end no later one has any.
    for match in FIGURE.finditer(links):
        end = links.find(")", match.end())
        return links[match.end() : end] if end >= 0 else None
    return None


def _between(text: str, begin: str) -> str | None:
    """Return what stands between the first `begin` and the next end of a block."""
    at = text.find(begin)
    if at < 0:
        return None
    start = at + len(begin)
    end = text.find(END, start)
    # Where no block ends behind the first beginning, none ends behind a later one.
    return text[start:end] if end >= 0 else None


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
        raise missing_package("text scores", error) from None
    # Without stemming, as the evaluator has it.
    return RougeScorer(["rouge1"], use_stemmer=False)


class IncomparableError(Exception):
    """Two pictures cannot be compared; the text says why."""


def picture_similarity(predicted: bytes, reference: str | None) -> float:
    """Return how alike two pictures are, -1 to 1; 0.999998 is as alike as can be.

    Args:
        predicted: a PNG file.
        reference: a PNG file in base64, whose size the prediction is brought to.

    Raises:
        IncomparableError: one is no PNG, or they differ in their channels, or are smaller than 7 by 7 pixels.
        PackagesError: scikit-image is not installed.
    """
    try:
        import numpy as np  # noqa: PLC0415 - slow to import, as is the next
        from skimage import metrics, transform  # noqa: PLC0415 - an extra package
    except ImportError as error:
        raise missing_package("visual scores", error) from None

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pictures in two number types; the score tells as much
        target, pixels = _pixels(_decoded(reference)), _pixels(predicted)
        try:
            # `resize` gives floats of 0 to 1, and the evaluator compares bytes.
            scaled = (255 * transform.resize(pixels, target.shape[:2])).astype(np.uint8)  # type: ignore[no-untyped-call]
            return float(metrics.structural_similarity(scaled, target, channel_axis=-1))  # type: ignore[no-untyped-call]
        except (ValueError, TypeError, IndexError, ArithmeticError) as error:
            raise IncomparableError(f"the figures cannot be compared: {str(error).partition('.')[0]}") from None


def is_png(content: bytes) -> bool:
    """Return whether a file is a PNG of a size that is looked at."""
    if not content.startswith(SIGNATURE):
        return False
    # Read out of the header, because unpacking a huge picture would be the damage itself.
    return int.from_bytes(content[WIDTH]) * int.from_bytes(content[HEIGHT]) <= MOST_PIXELS


def _decoded(reference: str | None) -> bytes:
    try:
        return base64.b64decode(reference or "")
    except ValueError:
        raise IncomparableError("the tree's figure is not in base64") from None


def _pixels(content: bytes) -> "np.ndarray[Any, Any]":
    """Return a picture's pixels, read by what the evaluator reads them with.

    lagent writes PNG files, and other decoders are better not given a stranger's file.
    """
    from skimage.io import imread  # noqa: PLC0415 - an extra package, and slow to import

    if not is_png(content):
        raise IncomparableError("a figure is no PNG file, or a huge one")
    try:
        pixels: np.ndarray[Any, Any] = imread(io.BytesIO(content))
    except Exception as error:  # noqa: BLE001 - decoders raise what they like
        raise IncomparableError(f"a figure cannot be read: {str(error).partition('.')[0]}") from None
    return pixels


def missing_package(purpose: str, error: ImportError) -> PackagesError:
    """Return the error for a package that is not installed."""
    return PackagesError(
        f"{purpose} need {error.name or 'a package'}, which is not installed",
        hint="pip install 'dseal-authoring[cibench]'",
    )
