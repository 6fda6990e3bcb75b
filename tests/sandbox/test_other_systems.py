"""What is claimed where Linux's own mechanisms are missing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

CASE = Path(__file__).parents[1] / "cases" / "sandbox" / "no_linux.py"


def test_limits_are_all_that_is_claimed_elsewhere() -> None:
    """Without Linux's calls everything can still be imported, and nothing but limits is claimed to be used."""
    done = subprocess.run([sys.executable, CASE], capture_output=True, text=True, check=False)
    told: dict[str, Any] = json.loads(done.stdout) if not done.returncode else {"broken": [done.stderr]}

    assert told["broken"] == []
    assert told["protection"]["level"] == "limits"
    assert [layer["name"] for layer in told["protection"]["layers"] if layer["used"]] == ["limits"]
    assert told["cores"] >= 1
