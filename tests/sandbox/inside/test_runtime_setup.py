"""Chance is pinned for whoever draws from it without a seed, in a session and in its branches."""

import pytest

from authoring.records.evidence import REPEAT, Limits, Pins
from authoring.sandbox.client.local import LocalSandbox

LIMITS = Limits(max_time=60)
DRAWS = {
    "random": "import random\nrandom.random()",
    "numpy": "import numpy as np\nnp.random.rand()",
    "torch": "import torch\ntorch.rand(1).item()",
}


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("package", DRAWS)
def test_unseeded_draws_are_pinned(local: LocalSandbox, package: str) -> None:
    """The same pins give the same draws, others give others, and a branch draws what its origin would have."""
    if package not in {"random", *(name for name, _ in local.versions([package]))}:
        pytest.skip(f"{package} is not installed for the interpreter of the sandbox")
    drawn: list[list[str]] = []
    for pins in (Pins(), Pins(), REPEAT):
        with local.session(modules=[package], pins=pins) as session:
            first = session.run(DRAWS[package], limits=LIMITS)
            with session.branch() as branch:
                runs = [first, branch.run(DRAWS[package], limits=LIMITS), session.run(DRAWS[package], limits=LIMITS)]
        drawn.append([run.value.text for run in runs if run.value])

    assert drawn[0] == drawn[1] != drawn[2]
    assert [item[1] == item[2] != item[0] for item in drawn] == [True] * 3


def test_pins_reach_the_session(local: LocalSandbox) -> None:
    """Time zone, locale, hash seed and threads are what the pins say."""
    pins = Pins(hash_seed=5, timezone="Asia/Kolkata", locale="C", threads=2)
    code = (
        "import datetime, os, time\nwhen = datetime.datetime.fromtimestamp(0)\n"
        "when.hour, when.minute, time.tzname[0], *(os.environ[name] for name in "
        "('LC_ALL', 'PYTHONHASHSEED', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'LOKY_MAX_CPU_COUNT'))"
    )
    with local.session(pins=pins) as session:
        value = session.run(code, limits=LIMITS).value

    assert value is not None
    assert value.text == "(5, 30, 'IST', 'C', '5', '2', '2', '2')"
