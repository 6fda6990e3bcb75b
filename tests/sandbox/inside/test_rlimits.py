"""A process is held to its limits while a block runs, and to none of them after it."""

import errno
import math
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from authoring.records.evidence import Limits
from authoring.sandbox.inside.rlimits import HARD_LIMIT_FACTOR, NO_THREAD, address_space, limit_of_error, limited

KINDS = ("CPU", "FSIZE", "NOFILE", "AS", "NPROC")
OF_FILE = OSError(errno.EFBIG, "File too large")
HELD = """
import resource, signal, sys, time
from authoring.records.evidence import Limits
from authoring.sandbox.inside.rlimits import limited
while time.process_time() < 1.2:
    pass
kinds = [getattr(resource, f"RLIMIT_{name}") for name in sys.argv[2:]]
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
limits = Limits(max_cpu=5, max_file=1000, max_open_files=77, max_memory=100).model_dump()
hard = [resource.getrlimit(kind)[1] for kind in kinds]
first = sys.argv[1] == "first"
with limited(limits, address_space_size=3_000_000_000, task_count=200, own_namespace=True, is_first=first):
    print(*(resource.getrlimit(kind)[0] for kind in kinds))
    print(signal.getsignal(signal.SIGXCPU) is signal.SIG_DFL, signal.getsignal(signal.SIGXFSZ) is signal.SIG_IGN)
after = [resource.getrlimit(kind) for kind in kinds]
print(all(soft == hard for soft, hard in after), [new for (_, new), old in zip(after, hard) if new != old])
"""


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("which", ["first", "later"])
def test_limits_are_set_and_taken_back(which: str) -> None:
    """Soft limits hold in the block, those of time and memory over what is used, and none of them after it.

    The first block leaves hard limits behind, for code that lifts its own.
    """
    command = [sys.executable, "-c", HELD, which, *KINDS]
    set_to, handlers, after = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    cpu, *remaining = map(int, set_to.split())

    assert cpu in {7, 8}
    assert remaining == [1000, 77, 3_100_000_000, 264]
    assert handlers == "True True"
    of_set = cpu + math.ceil(Limits().max_set_time * (os.cpu_count() or 1))
    sizes = (HARD_LIMIT_FACTOR[resource.RLIMIT_FSIZE] * 1_000, HARD_LIMIT_FACTOR[resource.RLIMIT_AS] * 3_100_000_000)
    hard = [of_set, *sizes, HARD_LIMIT_FACTOR[resource.RLIMIT_NPROC] * 264] if which == "first" else []
    assert after == f"True {hard}"


@pytest.mark.exhaustive
def test_a_user_who_may_start_few_processes_keeps_to_that() -> None:
    """A number over the hard limit that the process was born with is no failure: the smaller of the two holds."""
    before = "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (100, 100))\n"
    code = before + HELD.replace("own_namespace=True", "own_namespace=False")
    completed = subprocess.run(
        [sys.executable, "-c", code, "later", "NPROC"], capture_output=True, text=True, check=False
    )

    assert (completed.returncode, completed.stdout.split()[0]) == (0, "100"), completed.stderr


def test_negative_numbers_are_no_limit() -> None:
    """DSEval says -1 for as much memory as there is; so does whoever cannot count processes."""
    kinds = [getattr(resource, f"RLIMIT_{name}") for name in KINDS]
    before = [resource.getrlimit(kind) for kind in kinds]
    handlers = [signal.getsignal(number) for number in (signal.SIGXCPU, signal.SIGXFSZ)]
    with limited(
        Limits(max_memory=-1, max_file=10**9, max_open_files=1_000).model_dump(),
        address_space_size=0,
        task_count=-1,
        own_namespace=True,
        is_first=False,
    ):
        during = [resource.getrlimit(kind) for kind in kinds]
    for number, handler in zip((signal.SIGXCPU, signal.SIGXFSZ), handlers, strict=True):
        signal.signal(number, handler)
    for kind, pair in zip(kinds, before, strict=True):
        resource.setrlimit(kind, pair)

    assert during[3:] == before[3:]


def caused(error: Exception, cause: Exception) -> Exception:
    """Return an error with its cause."""
    error.__cause__ = cause
    return error


def raised(call: Callable[[], object]) -> BaseException:
    """Return what a call raises."""
    try:
        call()
    except BaseException as error:  # noqa: BLE001 - whatever it is
        return error
    raise AssertionError


def fork() -> None:
    """Fail as a fork does that finds no number."""
    if os.getpid() < 0:
        os.fork()
    raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


def read() -> None:
    """Fail as reading does where nothing is there yet."""
    os.set_blocking((ends := os.pipe())[0], False)
    try:
        os.read(ends[0], 1)
    finally:
        for end in ends:
            os.close(end)


@pytest.mark.parametrize(
    ("error", "limit"),
    [
        (None, ""),
        (ValueError("File too large"), ""),
        (MemoryError(), "max_memory"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "max_memory"),
        (OF_FILE, "max_file"),
        (OSError(errno.ENOSPC, "No space left on device"), "max_disk"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "max_disk"),
        (OSError(errno.EMFILE, "Too many open files"), "max_open_files"),
        (FileNotFoundError(errno.ENOENT, "No such file"), ""),
        (OSError("no number"), ""),
        (caused(ValueError(), OF_FILE), "max_file"),
        (caused(OSError(errno.ENOSPC, ""), MemoryError()), "max_memory"),
        (raised(read), ""),
        (RuntimeError("another"), ""),
    ],
)
def test_errors_speak_of_limits(error: BaseException | None, limit: str) -> None:
    """An error that the kernel gives for a limit names it, also as the cause of another; want of memory comes first."""
    assert limit_of_error(error) == limit


def test_processes_are_spoken_of_where_they_are_counted() -> None:
    """A fork or a thread that fails is the limit's doing only where there is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    resource.setrlimit(resource.RLIMIT_NPROC, (hard, hard))
    try:
        counted = hard != resource.RLIM_INFINITY
        names = {limit_of_error(error) for error in (raised(fork), RuntimeError(NO_THREAD))}
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))

    assert names == {"max_processes" if counted else ""}


def test_thread_without_a_stack_is_want_of_memory() -> None:
    """Python says the same of a thread too many and of one whose stack finds no room; they are told apart."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    stack = threading.stack_size(32 * 2**20)  # larger than any that an earlier thread may have left
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + 4_000_000, before[1]))
    try:
        name = limit_of_error(RuntimeError(NO_THREAD))
        error = raised(threading.Thread(target=int).start)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        threading.stack_size(stack)

    assert name == "max_memory"
    assert str(error) == NO_THREAD
