"""Values that repeat what a model predicts: whoever has another model has other values there as well."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

FEWEST = 3
"""Figures at the beginning of the predictions in which they are seen for certain."""
MOST_DECIMALS = 9
"""Decimals to which predictions may be rounded and still be seen in a value."""
_LARGEST_WHOLE = 2**53


@dataclass(frozen=True, slots=True)
class Repetition:
    """An item of the evidence that holds the predictions, or the first of them, element by element."""

    name: str
    value: Any
    decimals: int | None
    """To how many they are rounded in it; None for elements that are the predictions themselves."""

    def rewritten(self, predictions: Any) -> Any:
        """Return the value as it is for other predictions, in the same container; None where they do not fit it."""
        elements = elements_of(predictions)
        if elements is not None and self.decimals is not None:
            elements = _rounded(elements, self.decimals)
        if elements is None:
            return None
        elements = elements[: len(self.value)]
        if isinstance(self.value, pd.Series):
            is_fitting = len(elements) == len(self.value)
            return pd.Series(elements, index=self.value.index, name=self.value.name) if is_fitting else None
        return np.array(elements) if isinstance(self.value, np.ndarray) else type(self.value)(elements)


def repetition_of(name: str, value: Any, predictions: Any) -> Repetition | None:
    """Return how an item repeats predictions, as they are or rounded; None where it does not."""
    elements, all_elements = elements_of(value), elements_of(predictions)
    if elements is None or all_elements is None:
        return None
    # A few labels at the beginning may be all labels that there are.
    is_part = FEWEST <= len(elements) < len(all_elements) and all(type(element) is float for element in elements)
    if not is_part and not 1 < len(elements) == len(all_elements):
        return None
    first = all_elements[: len(elements)]
    if elements == first:
        return Repetition(name, value, None)
    places = (decimals for decimals in range(MOST_DECIMALS + 1) if elements == _rounded(first, decimals))
    return next((Repetition(name, value, decimals) for decimals in places), None)


def elements_of(value: Any) -> list[Any] | None:
    """Return the elements of a list, a tuple, a series or an array in one dimension; None of anything else."""
    if isinstance(value, (np.ndarray, pd.Series)):
        elements = value.tolist() if value.ndim == 1 else [None]
    else:
        elements = list(value) if type(value) in {list, tuple} else [None]
    plain = [element.item() if isinstance(element, np.generic) else element for element in elements]
    return plain if all(isinstance(element, (bool, int, float, str)) for element in plain) else None


def _rounded(elements: list[Any], decimals: int) -> list[Any] | None:
    """Return numbers as numpy rounds them; None where anything else is among them."""
    if any(isinstance(element, bool) or not isinstance(element, (int, float)) for element in elements):
        return None
    # Larger whole numbers have no decimals to lose, and may be beyond any float.
    if any(isinstance(element, int) and abs(element) > _LARGEST_WHOLE for element in elements):
        return None
    return list(np.round(np.array(elements, dtype=float), decimals).tolist())
