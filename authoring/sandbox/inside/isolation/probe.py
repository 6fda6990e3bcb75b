"""A probe of the isolation that this machine supports: each layer is tried in a child that is thrown away.

Landlock and seccomp are tried with rules as sessions get them, and their very filter: a package that changed, or a
kernel that takes a rule and does not keep to it, is seen here, before any code is trusted to them.
"""

import ctypes
import errno
import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation import restrictions, rootfs, workdir

NAMESPACES = {
    "user namespace": kernel.CLONE_NEWUSER,
    "mount namespace": kernel.CLONE_NEWNS,
    "process namespace": kernel.CLONE_NEWPID,
    "network namespace": kernel.CLONE_NEWNET,
    "IPC namespace": kernel.CLONE_NEWIPC,
    "host name namespace": kernel.CLONE_NEWUTS,
}


SHMGET_PRIVATE = 0
NOT_A_PERSONALITY = 0xFFFFFFFF
"""With this argument the call only says what is set, so it does no harm where nothing denies it."""


def main() -> None:
    """Print the result as JSON: for each layer an empty text where it works, else the system's error message.

    The argument is the folder of the package landlockpy, or empty where the kernel has no Landlock. Standard input
    holds the seccomp filter of sessions, or nothing where none can be compiled; of what is not given nothing is said.
    """
    landlock = sys.argv[2]
    errors = {name: _error_of(_namespace_test(flag)) for name, flag in NAMESPACES.items()}
    errors["read-only root"] = _error_of(_test_rootfs)
    errors["no new privileges"] = _error_of(kernel.no_new_privileges)
    errors["capabilities dropped"] = _error_of(_drop_capabilities)
    if landlock:
        errors["Landlock"] = _error_of(partial(_test_landlock, landlock))
    # Read last: the client compiles it meanwhile.
    program = sys.stdin.buffer.read()
    if program:
        errors["seccomp"] = _error_of(partial(_test_filter, program))
    json.dump(errors, sys.stdout)


def _namespace_test(flag: int) -> Callable[[], None]:
    def enter() -> None:
        # An ordinary user gets every other namespace only from within a user namespace of his own.
        if os.geteuid() or flag == kernel.CLONE_NEWUSER:
            restrictions.enter_user_namespace()
        if flag != kernel.CLONE_NEWUSER:
            kernel.unshare(flag)

    return enter


def _test_rootfs() -> None:
    """Enter a rootfs and a sandbox root in it, as a sandbox does."""
    with tempfile.TemporaryDirectory() as folder:
        stage, inputs = os.path.join(folder, "root"), os.path.join(folder, "inputs")  # noqa: PTH118 - few imports
        os.mkdir(stage)  # noqa: PTH102 - as above
        os.mkdir(inputs)  # noqa: PTH102 - as above
        error = _error_of(partial(_enter_rootfs, stage, inputs))
    if error:
        raise OSError(0, error)


def _enter_rootfs(stage: str, inputs: str) -> None:
    rootfs.enter(rootfs.RootfsConfig(stage, inputs, [sys.prefix, sys.base_prefix]))
    # As for a session tree: what mounts the sandbox root is the first process of a namespace of its own.
    own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    kernel.unshare(kernel.CLONE_NEWPID)
    error = _error_of(workdir.enter)
    kernel.enter_namespace(own_namespace, kernel.CLONE_NEWPID)
    if error:
        raise OSError(0, error)
    restrictions.enter_user_namespace()
    kernel.drop_capabilities()


def _test_landlock(package: str) -> None:
    """Hold this process to rules as a session's, and see that they hold."""
    with tempfile.TemporaryDirectory() as folder:
        inner, outer = os.path.join(folder, "inner"), os.path.join(folder, "outer")  # noqa: PTH118 - few imports
        for path in (inner, outer):
            os.mkdir(path)  # noqa: PTH102 - as above
            _write(path)
        error = _error_of(partial(_enforce, package, inner, outer))
    if error:
        raise OSError(0, error)


def _enforce(package: str, inner: str, outer: str) -> None:
    bound = restrictions.Restrictions(landlock=restrictions.load_landlock(package), readable=[sys.prefix])
    rules = restrictions.FilesystemRules(bound, inner)
    kernel.no_new_privileges()
    rules.enforce()
    _write(inner)
    for work in (partial(_write, outer), partial(os.listdir, outer), partial(os.unlink, f"{outer}/file")):
        _require_denied(work, "a file outside of its rules")


def _write(folder: str) -> None:
    os.close(os.open(f"{folder}/file", os.O_RDWR | os.O_CREAT, 0o600))


def _require_denied(work: Callable[[], object], subject: str) -> None:
    try:
        work()
    except PermissionError:
        return
    raise OSError(0, f"it is taken, and {subject} can be reached all the same")


def _test_filter(program: bytes) -> None:
    """Install the filter of a session, and see that it denies, and that what it does not deny still works."""
    libc = ctypes.CDLL(None, use_errno=True)
    kernel.no_new_privileges()
    kernel.install_filter(program)
    os.close(os.open(os.devnull, os.O_RDONLY))
    calls = {
        "personality": partial(libc.personality, ctypes.c_ulong(NOT_A_PERSONALITY)),
        "shmget": partial(libc.shmget, SHMGET_PRIVATE, ctypes.c_size_t(4_096), 0o600),
        "unshare": partial(libc.unshare, 0),
    }
    for name, call in calls.items():
        # Not one of them fails without a filter.
        if call() != -1 or ctypes.get_errno() != errno.EPERM:
            raise OSError(0, f"it is taken, and {name} can be called all the same")


def _drop_capabilities() -> None:
    if os.geteuid():
        restrictions.enter_user_namespace()
    kernel.drop_capabilities()


def _error_of(work: Callable[[], None]) -> str:
    """Do the work in a child that is thrown away; return an empty text, or why it cannot be done."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        message = "it ended early"
        try:
            os.close(reader)
            work()
            message = ""
        except BaseException as error:  # noqa: BLE001 - whatever it is, the parent is told
            message = getattr(error, "strerror", None) or str(error) or type(error).__name__
        finally:
            # The leading byte tells an empty message from a child that ended before it could write.
            os.write(writer, b"+" + message.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer[1:].decode() if answer else "it ended early"
