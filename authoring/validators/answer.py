"""Finding the answer written out in a submission's source, where it was known and not computed or not returned."""

import re
from typing import Any

from authoring.validators.base import Opaque
from authoring.validators.running import FOREIGN_ERRORS
from authoring.validators.words import short


def answer_in_source(source: str, value: Any) -> str:
    """Return in words where the reference's value stands in the source as a word of its own, or an empty text.

    None is never found, nor what cannot be shown as text.
    """
    if value is None or isinstance(value, Opaque):
        return ""
    try:
        text = str(value)
    except FOREIGN_ERRORS:
        return ""
    if re.search(rf"\b{re.escape(text)}\b", source) is None:
        return ""
    return f"the answer {short(value)} is written out in the code"
