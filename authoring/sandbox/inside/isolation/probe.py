"""Finding out which walls this machine gives, by putting up each in a child that is thrown away."""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation import restrictions as bonds
from authoring.sandbox.inside.isolation import rootfs as house
from authoring.sandbox.inside.isolation import workdir as rooms

SPACES = {
    "user namespace": kernel.CLONE_NEWUSER,
    "mount namespace": kernel.CLONE_NEWNS,
    "process namespace": kernel.CLONE_NEWPID,
    "network namespace": kernel.CLONE_NEWNET,
    "IPC namespace": kernel.CLONE_NEWIPC,
    "host name namespace": kernel.CLONE_NEWUTS,
}


def main() -> None:
    """Print what was found as JSON: by layer, an empty text where it works, else what the system said."""
    found = {name: _tried(_space(flag)) for name, flag in SPACES.items()}
    found["read-only root"] = _tried(_room)
    found["no new privileges"] = _tried(kernel.no_new_privileges)
    found["capabilities dropped"] = _tried(_drop)
    json.dump(found, sys.stdout)


def _space(flag: int) -> Callable[[], None]:
    def enter() -> None:
        if os.geteuid() and flag != kernel.CLONE_NEWUSER:
            bonds.own_users()
        if flag == kernel.CLONE_NEWUSER:
            bonds.own_users()
        else:
            kernel.unshare(flag)

    return enter


def _room() -> None:
    """Put up a house and a family's room in it, as a sandbox does."""
    with tempfile.TemporaryDirectory() as folder:
        stage, inputs = os.path.join(folder, "root"), os.path.join(folder, "inputs")  # noqa: PTH118 - few imports
        os.mkdir(stage)  # noqa: PTH102 - as above
        os.mkdir(inputs)  # noqa: PTH102 - as above
        error = _tried(partial(_house, stage, inputs))
    if error:
        raise OSError(0, error)


def _house(stage: str, inputs: str) -> None:
    house.enter(house.House(stage, inputs, [sys.prefix, sys.base_prefix]))
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    kernel.unshare(kernel.CLONE_NEWPID)
    status = _in_child(rooms.enter)
    kernel.enter_namespace(own, kernel.CLONE_NEWPID)
    if status:
        raise OSError(0, status)
    bonds.own_users()
    kernel.drop_capabilities()


def _drop() -> None:
    if os.geteuid():
        bonds.own_users()
    kernel.drop_capabilities()


def _tried(work: Callable[[], None]) -> str:
    return _in_child(work)


def _in_child(work: Callable[[], None]) -> str:
    """Do the work in a child; return an empty text, or why it cannot be done."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        said = "it ended early"
        try:
            os.close(reader)
            work()
            said = ""
        except BaseException as error:  # noqa: BLE001 - whatever it is, the parent is told
            said = getattr(error, "strerror", None) or str(error) or type(error).__name__
        finally:
            os.write(writer, b"+" + said.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer[1:].decode() if answer else "it ended early"
