"""What all tests of the gate share."""

import pytest

from authoring.gate.certificate import trials
from authoring.gate.probes import reference_probes

PATIENCE = 600.0
"""Seconds for the answers and the probes of one problem."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be tried, however slow the machine is."""
    monkeypatch.setattr(trials, "MOST_SECONDS", PATIENCE)
    monkeypatch.setattr(reference_probes, "MOST_SECONDS", PATIENCE)
