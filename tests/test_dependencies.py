"""What the extras declare is enough to import what they are for."""

import os
import subprocess
import sys


def test_kaggle_extra_is_complete() -> None:
    """The kaggle client imports; it needs six, which it does not declare itself."""
    keys = {"KAGGLE_USERNAME": "nobody", "KAGGLE_KEY": "none"}
    done = subprocess.run(
        [sys.executable, "-c", "import kaggle.api.kaggle_api_extended"],
        env={**os.environ, **keys},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
