"""Pretends to be a system without what only Linux has, imports everything, and tells what is claimed there."""

import fcntl
import importlib
import importlib.metadata
import io
import json
import os
import pkgutil
import platform
import resource
import select
import signal
import socket
import sys
import sysconfig

sysconfig.get_config_vars()
platform.platform()
HIDDEN = {
    os: "memfd_create MFD_CLOEXEC MFD_ALLOW_SEALING pidfd_open sched_getaffinity copy_file_range posix_fadvise eventfd "
    "P_PIDFD setns unshare pipe2 getxattr listxattr splice",
    socket: "MSG_CMSG_CLOEXEC SOCK_CLOEXEC SOCK_NONBLOCK SO_PEERCRED",
    signal: "pidfd_send_signal SIGPWR SIGSTKFLT",
    select: "epoll",
    resource: "prlimit RUSAGE_THREAD RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_SIGPENDING RLIMIT_MSGQUEUE RLIMIT_OFILE",
    fcntl: "F_ADD_SEALS F_SEAL_GROW F_SEAL_SHRINK F_SEAL_SEAL",
}
for module, names in HIDDEN.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "darwin"
sys.modules["landlockpy"] = sys.modules["pyseccomp"] = None
opened = io.open


def without_proc(path, *rest, **more):
    if isinstance(path, (str, os.PathLike)) and os.fspath(path).startswith(("/proc", "/sys/fs/cgroup")):
        raise FileNotFoundError(2, "No such file or directory", str(path))
    return opened(path, *rest, **more)


io.open = without_proc
broken = []
import authoring.sandbox

for found in pkgutil.walk_packages(authoring.sandbox.__path__, "authoring.sandbox."):
    try:
        importlib.import_module(found.name)
    except Exception as error:
        broken.append(f"{found.name}: {type(error).__name__}: {error}")
from authoring.api.machine import describe_machine
from authoring.sandbox.client.local import LocalSandbox

told = LocalSandbox().protection
machine = describe_machine()
json.dump({"broken": broken, "protection": told.model_dump(), "cores": machine.cores}, sys.stdout)
