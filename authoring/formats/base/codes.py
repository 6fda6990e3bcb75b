"""What exports have to say, by code, over all formats."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo
from authoring.formats.cibench.export import CODES as CIBENCH
from authoring.formats.dabench import CODES as DABENCH
from authoring.formats.dseval import CODES as DSEVAL
from authoring.formats.huggingface import CODES as HUGGINGFACE
from authoring.formats.inspect import CODES as INSPECT
from authoring.formats.jupyter import CODES as JUPYTER
from authoring.records.questions import CODES as QUESTIONS

CODES: Mapping[str, RuleInfo] = {**CIBENCH, **DSEVAL, **HUGGINGFACE, **DABENCH, **INSPECT, **JUPYTER, **QUESTIONS}
"""All of them may be let pass with ``--allow``; what cannot is an error of lint, under its own code."""
