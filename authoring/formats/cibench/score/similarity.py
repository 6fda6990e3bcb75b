"""Structural similarity of two pictures as CIBench's visual score takes it, by the package `scikit-image`."""

import base64
import io
import warnings
from typing import TYPE_CHECKING, Any, Final

from authoring.formats.base.missing import missing

if TYPE_CHECKING:
    import numpy as np

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
WIDTH: Final = slice(16, 20)
HEIGHT: Final = slice(20, 24)
MOST_PIXELS: Final = 40_000_000
"""Of a picture that is unpacked: one of 6000 by 6000 has 36 million."""


class UnlikeError(Exception):
    """Two pictures cannot be compared; the text says why."""


def likeness(predicted: bytes, reference: str | None) -> float:
    """Return how alike two pictures are, -1 to 1; 0.999998 is as alike as can be.

    Args:
        predicted: a PNG file.
        reference: a PNG file in base64, whose size the prediction is brought to.

    Raises:
        UnlikeError: one is no PNG, or they differ in their channels, or are smaller than 7 by 7 pixels.
        PackagesError: scikit-image is not installed.
    """
    try:
        import numpy as np  # noqa: PLC0415 - slow to import, as is the next
        from skimage import metrics, transform  # noqa: PLC0415 - an extra package
    except ImportError as error:
        raise missing("visual scores", error) from None

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pictures in two number types; the score tells as much
        target, shown = _pixels(_decoded(reference)), _pixels(predicted)
        try:
            scaled = (255 * transform.resize(shown, target.shape[:2])).astype(np.uint8)  # type: ignore[no-untyped-call]
            return float(metrics.structural_similarity(scaled, target, channel_axis=-1))  # type: ignore[no-untyped-call]
        except (ValueError, TypeError, IndexError, ArithmeticError) as error:
            raise UnlikeError(f"the figures cannot be compared: {str(error).partition('.')[0]}") from None


def is_png(content: bytes) -> bool:
    """Return whether a file is a PNG of a size that is looked at."""
    if not content.startswith(SIGNATURE):
        return False
    return int.from_bytes(content[WIDTH]) * int.from_bytes(content[HEIGHT]) <= MOST_PIXELS


def _decoded(reference: str | None) -> bytes:
    try:
        return base64.b64decode(reference or "")
    except ValueError:
        raise UnlikeError("the tree's figure is not in base64") from None


def _pixels(content: bytes) -> "np.ndarray[Any, Any]":
    """Return a picture's pixels, read by what the evaluator reads them with.

    lagent writes PNG files, and other decoders are better not given a stranger's file.
    """
    from skimage.io import imread  # noqa: PLC0415 - an extra package, and slow to import

    if not is_png(content):
        raise UnlikeError("a figure is no PNG file, or a huge one")
    try:
        pixels: np.ndarray[Any, Any] = imread(io.BytesIO(content))
    except Exception as error:  # noqa: BLE001 - decoders raise what they like
        raise UnlikeError(f"a figure cannot be read: {str(error).partition('.')[0]}") from None
    return pixels
