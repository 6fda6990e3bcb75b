"""What is asked of the kernel."""

import subprocess
import sys


def test_nobody_is_killed_in_place_of_who_is_gone() -> None:
    """The number of a process that is gone is 0, which the kernel takes for the whole group of whoever kills."""
    code = (
        "from authoring.sandbox.client.memory_watch import _send\n"
        "from authoring.sandbox.inside.kernel import kill\n"
        "kill(0), _send(9, {0}), print('goes on')"
    )
    # In a group of its own: what fails here must not kill the tests.
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, process_group=0)

    assert ended.stdout == "goes on\n"
