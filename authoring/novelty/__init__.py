"""Whether a problem asks for something new: near-duplicates of questions and code, and what a benchmark covers."""

from authoring.novelty.coverage import Quota, avoid, coverage, quota, wanted
from authoring.novelty.offences import OFFENCES
from authoring.novelty.repeats import find_repeats

__all__ = ["OFFENCES", "Quota", "avoid", "coverage", "find_repeats", "quota", "wanted"]
