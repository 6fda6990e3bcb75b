"""Whether a problem asks for something new: near-duplicates of questions and code, and what a benchmark covers."""

from authoring.drafting.duplicates.codes import CODES
from authoring.drafting.duplicates.coverage import Quota, avoid, coverage, quota, wanted
from authoring.drafting.duplicates.repeats import find_repeats

__all__ = ["CODES", "Quota", "avoid", "coverage", "find_repeats", "quota", "wanted"]
