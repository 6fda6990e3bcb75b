"""What is claimed where Linux's own mechanisms are missing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CASE = Path(__file__).parents[1] / "cases" / "sandbox" / "no_linux.py"


@pytest.mark.exhaustive
def test_limits_are_all_that_is_claimed_elsewhere() -> None:
    """Without Linux's calls everything can still be imported, and nothing but limits is claimed to be used."""
    completed = subprocess.run([sys.executable, CASE], capture_output=True, text=True, check=False)
    records: dict[str, Any] = (
        json.loads(completed.stdout) if not completed.returncode else {"broken": [completed.stderr]}
    )

    assert records["broken"] == []
    assert records["protection"]["level"] == "limits"
    assert [layer["name"] for layer in records["protection"]["layers"] if layer["used"]] == ["limits"]
    assert records["cores"] >= 1
