"""What other processes use and start is told from outside."""

import os
import signal
import time
from pathlib import Path

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.accounting.processes import (
    children_of,
    descendants_of,
    processor_seconds,
    waiting_seconds,
)


def test_descendants_are_those_at_any_remove() -> None:
    """A child's child counts, that of a process passed over does not, and who is gone started nothing."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, b"%d\n" % (os.fork() or os.getpid()))
        time.sleep(60)
        os._exit(0)
    text = b""
    while text.count(b"\n") < 2:
        text += os.read(reader, 100)
    grandchild = next(number for number in map(int, text.split()) if number != child)

    both, neither = descendants_of([os.getpid()], ()), descendants_of([os.getpid()], [child])
    below = descendants_of([child], [child])
    for number in (child, grandchild):
        os.kill(number, signal.SIGKILL)
    os.waitpid(child, 0)
    for descriptor in (reader, writer):
        os.close(descriptor)

    assert {child, grandchild} <= {*both}
    assert not {child, grandchild} & {*neither}
    assert below == [grandchild]
    assert children_of(child) == descendants_of([child], ()) == []
    assert (processor_seconds(child), waiting_seconds(child)) == (None, 0.0)


def test_who_was_gone_when_looked_for_used_nothing() -> None:
    """The number 0 stands for such a process, and to the kernel for the process that asks."""
    assert (processor_seconds(0), waiting_seconds(0), children_of(0)) == (None, 0.0, [])


def test_hidden_memory_belongs_to_nobody() -> None:
    """A process that hides its memory keeps others of its user from its open files, too."""
    child = os.fork()
    if child == 0:
        if os.getuid() == 0:
            os.setuid(65534)
        kernel.be_visible()
        visible = Path("/proc/self/environ").stat().st_uid == os.getuid()
        kernel.hide_memory()
        hidden = Path("/proc/self/environ").stat().st_uid == 0
        os._exit(0 if visible and hidden else 1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
