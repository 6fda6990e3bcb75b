"""Starting a zygote: an isolated Python with a short, pinned environment."""

import os
import site
import socket
import subprocess
import sys
from pathlib import Path

import authoring
from authoring.sandbox.inside.wire import pair

PASSED = ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
PINNED = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OMP_THREAD_LIMIT": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "LOKY_MAX_CPU_COUNT": "1",
    "MALLOC_ARENA_MAX": "2",
    # Arrow's allocator would start a thread as soon as it is imported, and threads do not survive a fork.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MPLBACKEND": "Agg",
    "PYTHONDONTWRITEBYTECODE": "1",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
}
HASH_SEEDS = ("0", "1")
"""By variant."""
BOOT = (
    "import sys; root, descriptor = sys.argv[1:]; sys.path.append(root); import authoring.sandbox.inside.zygote as z; "
    "sys.path.remove(root); z.main(int(descriptor))"
)
"""The package's folder leaves the search path once the package is found: what lies beside it is none of a cell's
business."""


def environment(folder: Path, variant: int) -> dict[str, str]:
    """Return the whole environment of a zygote; nothing else of the caller's reaches it."""
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    places = {"HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "MPLCONFIGDIR": str(folder / "home")}
    return {**passed, **PINNED, **places, "PYTHONHASHSEED": HASH_SEEDS[variant]}


def start(folder: Path, variant: int, log: Path) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a zygote below `folder`; return its process and our end of its line. Its errors go to `log`."""
    ours, theirs = pair()
    root = str(Path(authoring.__file__).parent.parent)
    own_packages = site.getusersitepackages() in sys.path
    options = ["-P"] if own_packages else ["-P", "-s"]
    with theirs, log.open("wb") as errors:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, *options, "-c", BOOT, root, str(theirs.fileno())],
            cwd=folder,
            env=environment(folder, variant),
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    return process, ours
