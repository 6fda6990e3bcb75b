"""The filter is a program that the kernel takes, the same each time, and stricter where there are no namespaces."""

import os
import socket

import pytest

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.forks import in_fork
from authoring.sandbox.isolation import seccomp

pytestmark = pytest.mark.skipif(bool(seccomp.reason_unavailable()), reason="there is no libseccomp")


def test_the_program_is_whole_and_repeats() -> None:
    """Every instruction of BPF has eight bytes; compiling twice gives the same."""
    programs = [seccomp.program(isolated=isolated) for isolated in (True, False)]
    seccomp.program.cache_clear()

    assert all(program and len(program) % 8 == 0 for program in programs)
    assert programs[0] != programs[1]
    assert programs == [seccomp.program(isolated=isolated) for isolated in (True, False)]


def test_no_call_is_named_twice() -> None:
    """The lists say each call once, and none of those that every program needs."""
    denied = [*seccomp.DENIED, *seccomp.OTHER_PROCESS_CALLS, *seccomp.UNCHECKED_BY_LANDLOCK]

    assert len(denied) == len(set(denied))
    assert not {"read", "write", "open", "openat", "mmap", "clone", "execve", "exit_group"} & set(denied)


def under_filter(program: bytes) -> dict[str, str]:
    """Return what a process under the filter may still do, and what it is told where it may not."""

    def attempt(name: str, work: object) -> str:
        try:
            work()  # type: ignore[operator]  # a function of this test
        except OSError as error:
            return f"{name}: {error.strerror}"
        return f"{name}: done"

    def work() -> bytes:
        kernel.no_new_privileges()
        kernel.install_filter(program)
        attempts = {
            "unshare": lambda: kernel.unshare(kernel.CLONE_NEWNS),
            "memfd": lambda: os.close(os.memfd_create("x")),
            "internet": lambda: socket.socket(socket.AF_INET).close(),
            "netlink": lambda: socket.socket(socket.AF_NETLINK).close(),
            "own priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0)),
            "other's priority": lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 0),
            "pipe": lambda: list(map(os.close, os.pipe())),
        }
        return "\n".join(attempt(name, function) for name, function in attempts.items()).encode()

    text, status = in_fork(work)
    assert status == 0
    return dict(line.split(": ", 1) for line in text.decode().splitlines())


def test_denied_calls_answer_that_they_are_not_permitted() -> None:
    """The kernel itself refuses; a process stays alive, and does what concerns itself alone."""
    results = under_filter(seccomp.program(isolated=True))
    denied = {"unshare", "memfd", "netlink", "other's priority"}

    assert {name for name, result in results.items() if result == "Operation not permitted"} == denied
    assert {name for name, result in results.items() if result == "done"} == results.keys() - denied


def test_without_namespaces_there_are_no_sockets() -> None:
    """An address would lead to other people's servers."""
    assert under_filter(seccomp.program(isolated=False))["internet"] == "Operation not permitted"
