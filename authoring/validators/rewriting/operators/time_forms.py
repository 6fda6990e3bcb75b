"""Right times and texts as objects of another class that stands for the same moment or word."""

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Variants, is_missing, right
from authoring.validators.rewriting.elements import mapped
from authoring.validators.rewriting.matters import Matter


def _datetime(subject: ReferenceValue) -> Variants:
    value = subject.value
    if isinstance(value, pd.Timestamp) and not is_missing(value) and not value.nanosecond:
        yield "a datetime of Python", value.to_pydatetime()


def _timestamp(subject: ReferenceValue) -> Variants:
    value: Any = subject.value
    if type(value) is dt.datetime or (isinstance(value, np.datetime64) and not is_missing(value)):
        yield "a timestamp of pandas", pd.Timestamp(value)


def _numpy_text(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, (str, list, tuple, dict)):
        value = mapped(subject.value, lambda element: np.str_(element) if type(element) is str else element)
        if value is not None:
            yield "texts of numpy", value


OPERATORS = (
    right("python-time", "a datetime of Python", _datetime, Matter.TIME_TYPE, rank=3),
    right("pandas-time", "a timestamp of pandas", _timestamp, Matter.TIME_TYPE, rank=3),
    right("numpy-text", "a text of numpy", _numpy_text, Matter.SCALAR_CLASS, rank=3),
)
