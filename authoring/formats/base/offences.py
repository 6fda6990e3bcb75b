"""What exports have to say, by code, over all formats."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import Offence
from authoring.formats.cibench.export import OFFENCES as CIBENCH
from authoring.formats.dabench import OFFENCES as DABENCH
from authoring.formats.dseval import OFFENCES as DSEVAL
from authoring.formats.huggingface import OFFENCES as HUGGINGFACE
from authoring.formats.inspect import OFFENCES as INSPECT
from authoring.formats.jupyter import OFFENCES as JUPYTER
from authoring.records.questions import OFFENCES as QUESTIONS

OFFENCES: Mapping[str, Offence] = {**CIBENCH, **DSEVAL, **HUGGINGFACE, **DABENCH, **INSPECT, **JUPYTER, **QUESTIONS}
"""All of them may be let pass with ``--allow``; what cannot is an error of lint, under its own code."""
