"""What a run of a task's code gave, cut as Data Interpreter does, and what counts as a failure beside an exception."""

import re

from authoring.evaluation.solvers.dialogue.observation import (
    Observation,
    outcome_name,
    shown_text,
    without_addresses,
)
from authoring.llm.prompt import CUT
from authoring.records.evidence import CellRun, Outcome

MOST_OUTPUT = 5_000
"""Characters of the output of one run."""
UNAWAITED = (
    "a coroutine was made and never awaited, so nothing of it ran: await it at the top level, or call it otherwise"
)
INSTALLS = "the code installs packages with pip, which is not possible here: use what is installed"
_PIP = re.compile(r"^[ \t>]*[!%][ \t]*pip3?\b", re.MULTILINE)
_UNAWAITED = re.compile(r"RuntimeWarning: coroutine '.*' was never awaited")


def installs_packages(reply: str) -> bool:
    """Tell whether a reply installs packages with a command of a notebook."""
    return _PIP.search(reply) is not None


def task_observation(run: CellRun) -> Observation:
    """Return what a run shows: of a good one the beginning without logs and warnings, of another one the end."""
    is_unawaited = bool(_UNAWAITED.search(run.stream)) or (run.value is not None and run.value.type == "coroutine")
    if run.outcome is Outcome.OK and not is_unawaited:
        # Logs and warnings go to standard error.
        text = without_addresses(shown_text(run, run.printed))
        shown = text if len(text) <= MOST_OUTPUT else text[: MOST_OUTPUT - len(CUT)] + CUT
        return Observation(text=shown, is_good=True, outcome=outcome_name(run))
    text = without_addresses(shown_text(run, run.stream))
    if is_unawaited:
        text = f"{text}\n{UNAWAITED}"
    shown = text if len(text) <= MOST_OUTPUT else CUT + text[len(CUT) - MOST_OUTPUT :]
    return Observation(text=shown, is_good=False, outcome="coroutine" if is_unawaited else outcome_name(run))
