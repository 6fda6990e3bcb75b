"""What a cell writes is read within its limit, and nothing makes the file larger or smaller."""

import os

import pytest

from authoring.sandbox.client.memory_file import SLACK, MemoryFile
from authoring.sandbox.inside.kernel import LINUX


def test_output_is_read_up_to_the_limit() -> None:
    """What lies behind the limit is not read, and that there is more is known."""
    with MemoryFile(5) as file:
        os.write(file.descriptor, b"abc")
        assert (file.text(), file.overflowed) == ("abc", False)

        os.write(file.descriptor, b"defg")
        assert (file.text(), file.overflowed) == ("abcde", True)


@pytest.mark.skipif(not LINUX, reason="files are sealed by Linux")
def test_nobody_changes_the_size() -> None:
    """A session that holds the file can neither fill the memory with it nor take away what was written."""
    with MemoryFile(5) as file:
        for size in (0, 5 + SLACK + 1):
            with pytest.raises(PermissionError):
                os.ftruncate(file.descriptor, size)


def test_stretches_of_standard_error_are_cut_out() -> None:
    """What stays is in its order; without a stretch there is nothing to tell apart."""
    with MemoryFile(100) as file:
        os.write(file.descriptor, b"out err more")

        assert file.without([[4, 8]]) == "out more"
        assert file.without([]) is None


@pytest.mark.parametrize(
    "stretches",
    [None, [], "x", [[-1, 2]], [[0, 1, 2]], [["a", 1]], [[0.5, 1]], {"0": 1}, [[0, 2**70]], [[3, 1], [0, 9]]],
)
def test_stretches_of_a_lying_session_break_nothing(stretches: object) -> None:
    """Whatever a session says of its standard error, the client has a text or nothing."""
    with MemoryFile(100) as file:
        assert isinstance(file.without(stretches), str | None)
