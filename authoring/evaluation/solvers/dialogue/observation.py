"""What a model is told of a run of its code: value, output, exception or limit, cut as CIBench's interpreter cuts."""

import re

from authoring.records.base import Record
from authoring.records.evidence import CellRun, Outcome

MOST_TEXT = 1_024
"""Characters of one observation, as in CIBench."""
END_LENGTH = 509
"""Characters of each end that are left of a longer one, as in CIBench."""
GAP = "......"
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")


class Observation(Record):
    """What came of one run, as a model is told it."""

    text: str
    is_good: bool
    """Whether the code ended well."""
    outcome: str
    """How it ended, for the statistics: the name of the exception, or of the outcome."""


def observation_of(run: CellRun) -> Observation:
    """Return what a run shows."""
    return Observation(
        text=_cut_ends(without_addresses(shown_text(run, run.stream))),
        is_good=run.outcome is Outcome.OK,
        outcome=outcome_name(run),
    )


def shown_text(run: CellRun, printed: str) -> str:
    """Return all that a run shows: what of its output is given as `printed`, value, figures, and how it failed."""
    parts = [printed.strip("\n")]
    if run.value is not None:
        parts.append(run.value.text)
    if run.figures:
        titles = "; ".join(title for figure in run.figures for title in figure.titles)
        parts.append(f"[{len(run.figures)} figures are shown]" + (f" {titles}" if titles else ""))
    if run.error is not None:
        parts.append(run.error.traceback.strip("\n"))
    elif run.outcome is not Outcome.OK:
        parts.append(f"[{run.outcome.value}] {run.detail}".rstrip())
    return "\n".join(part for part in parts if part) or "[no output]"


def outcome_name(run: CellRun) -> str:
    """Return how a run ended: the name of the exception, or of the outcome."""
    return run.error.type if run.error is not None and run.outcome is Outcome.ERROR else run.outcome.value


def without_addresses(text: str) -> str:
    """Return a text without the addresses of objects, which tell nothing and differ from run to run.

    A command that goes on after a kill finds the same state at other addresses, and has to ask in the same words.
    """
    return _ADDRESS.sub("0x…", text)


def _cut_ends(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[:END_LENGTH] + GAP + text[-END_LENGTH:]
