"""Starting a zygote: an isolated Python with a short, pinned environment."""

import socket
import subprocess
from pathlib import Path

import authoring
from authoring.records import Pins
from authoring.sandbox.inside.wire import pair
from authoring.sandbox.interpreter import Interpreter

PINNED = {
    "MALLOC_ARENA_MAX": "2",
    # Arrow's allocator would start a thread as soon as it is imported, and threads do not survive a fork.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MPLBACKEND": "Agg",
    "PYTHONDONTWRITEBYTECODE": "1",
}
THREADS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OMP_THREAD_LIMIT",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",
)
BOOT = """
import importlib.util, sys
folder, descriptor = sys.argv[1:]
spec = importlib.util.spec_from_file_location("authoring", folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules["authoring"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["authoring"])
import authoring.sandbox.inside.zygote
authoring.sandbox.inside.zygote.main(int(descriptor))
"""
"""The package is loaded from its folder, without what lies beside it: those are the tool's packages, not a cell's."""


def environment(python: Interpreter, folder: Path, pins: Pins) -> dict[str, str]:
    """Return the whole environment of a zygote; nothing else of the caller's reaches it."""
    places = {"HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "MPLCONFIGDIR": str(folder / "home")}
    if python.user_base:
        places["PYTHONUSERBASE"] = python.user_base
    pinned = {
        "PYTHONHASHSEED": str(pins.hash_seed),
        "TZ": pins.timezone,
        "LANG": pins.locale,
        "LC_ALL": pins.locale,
        **dict.fromkeys(THREADS, str(pins.threads)),
    }
    return {**python.environment, **PINNED, **pinned, **places}


def start(python: Interpreter, folder: Path, pins: Pins, log: Path) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a zygote below `folder`; return its process and our end of its line. Its errors go to `log`."""
    ours, theirs = pair()
    root = str(Path(authoring.__file__).parent)
    options = ["-P"] if python.user_base else ["-P", "-s"]
    with theirs, log.open("wb") as errors:
        process = subprocess.Popen(  # noqa: S603 - our own module, in the interpreter that was asked for
            [python.path, *options, "-c", BOOT, root, str(theirs.fileno())],
            cwd=folder,
            env=environment(python, folder, pins),
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    return process, ours
