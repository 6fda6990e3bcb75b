"""What exports have to say, by code, over all formats."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import Offence
from authoring.exporters.cibench import OFFENCES as CIBENCH
from authoring.exporters.dabench import OFFENCES as DABENCH
from authoring.exporters.dseval import OFFENCES as DSEVAL
from authoring.exporters.huggingface import OFFENCES as HUGGINGFACE
from authoring.exporters.inspect import OFFENCES as INSPECT
from authoring.exporters.jupyter import OFFENCES as JUPYTER
from authoring.exporters.questions import OFFENCES as QUESTIONS

OFFENCES: Mapping[str, Offence] = {**CIBENCH, **DSEVAL, **HUGGINGFACE, **DABENCH, **INSPECT, **JUPYTER, **QUESTIONS}
"""All of them may be let pass with ``--allow``; what cannot is an error of lint, under its own code."""
