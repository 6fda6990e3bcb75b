"""Work in a forked process that is thrown away, so that this one stays as it is."""

import os
from collections.abc import Callable


def in_fork(work: Callable[[], bytes]) -> tuple[bytes, int]:
    """Return what the work gives in a forked child, and the child's wait status; the child's state is thrown away."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(work())
            status = 0
        finally:
            # Never back into the caller, whose buffers and exit handlers would run a second time.
            os._exit(status)
    os.close(writer)
    # Before waiting: a child whose answer fills the pipe ends only once it is read.
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    _, status_of_child = os.waitpid(child, 0)
    return answer, status_of_child
