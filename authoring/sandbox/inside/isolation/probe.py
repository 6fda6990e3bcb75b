"""A probe of the isolation that this machine supports: each layer is tried in a child that is thrown away."""

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


def main() -> None:
    """Print the result as JSON: for each layer an empty text where it works, else the system's error message."""
    errors = {name: _error_of(_namespace_test(flag)) for name, flag in NAMESPACES.items()}
    errors["read-only root"] = _error_of(_test_rootfs)
    errors["no new privileges"] = _error_of(kernel.no_new_privileges)
    errors["capabilities dropped"] = _error_of(_drop_capabilities)
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
