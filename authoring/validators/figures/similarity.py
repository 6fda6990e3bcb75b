"""The structural similarity of two pictures, as CIBench's evaluator measures it."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from authoring.validators.figures.snapshots import Pixels

WINDOW = 7
"""Pixels of the square that scikit-image slides over both pictures."""


def structural_similarity(reference: Pixels | None, submission: Pixels | None) -> float | None:
    """Return how alike two pictures are, 1 for the same; None where scikit-image or a picture is not there.

    The submission's is brought to the size of the reference's first, as OpenCompass does.
    """
    if reference is None or submission is None or not reference.size or not submission.size:
        return None
    if reference.shape == submission.shape and np.array_equal(reference, submission):
        return 1.0
    if min(reference.shape[:2]) < WINDOW or find_spec("skimage") is None:
        return None
    metrics: Any = import_module("skimage.metrics")  # few environments have it
    transform: Any = import_module("skimage.transform")
    same_size = transform.resize(submission, reference.shape[:2], preserve_range=True, anti_aliasing=True)
    return float(metrics.structural_similarity(reference, same_size.astype(np.uint8), channel_axis=2, win_size=WINDOW))
