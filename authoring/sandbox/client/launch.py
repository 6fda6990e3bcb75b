"""Starting a zygote: an isolated Python with a short, pinned environment."""

import contextlib
import json
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

import authoring
from authoring.errors import SandboxError
from authoring.records.evidence import Pins
from authoring.records.protection import Level
from authoring.sandbox.client.interpreter import Interpreter
from authoring.sandbox.inside.isolation.rootfs import PROCESSORS, SYSTEM, SYSTEM_SETTINGS
from authoring.sandbox.inside.isolation.workdir import HOME, SANDBOX_ROOT, SCRATCH
from authoring.sandbox.inside.pins import pinned_variables
from authoring.sandbox.inside.protocol import Frame, FrameSocket, SocketClosedError, socket_pair
from authoring.sandbox.isolation import seccomp

HIDDEN = "/dev/shm"  # noqa: S108 - nothing is written there
"""Where a session in namespaces has memory of its own in the place of the machine's."""
WITHOUT_PROC = {"JOBLIB_MULTIPROCESSING": "0"}
"""Where a process cannot read of itself in ``/proc``, because that is shared with others. joblib's processes would fail
when they ask how much memory they take, so joblib does the work in the session, one part after the other."""
BOOT = """
import importlib.util, sys
folder, settings = sys.argv[1:]
spec = importlib.util.spec_from_file_location("authoring", folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules["authoring"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["authoring"])
import authoring.sandbox.inside.zygote
authoring.sandbox.inside.zygote.main(settings)
"""
"""The package is loaded from its folder, without what lies beside it: those are the tool's packages, not a cell's."""


@dataclass(frozen=True, slots=True)
class ZygoteSite:
    """Where a zygote works: its folder, and the level of isolation around it."""

    folder: Path
    """Holds ``root``, ``inputs``, ``home`` and ``tmp``."""
    level: Level
    landlock: str
    """The folder of the package landlockpy, or empty where the kernel has no Landlock."""

    @property
    def isolated(self) -> bool:
        """Whether there are namespaces and a rootfs."""
        return self.level is Level.NAMESPACES

    @property
    def restricted(self) -> bool:
        """Whether sessions are bound by Landlock and seccomp."""
        return self.level is not Level.LIMITS


def environment(python: Interpreter, site: ZygoteSite, pins: Pins) -> dict[str, str]:
    """Return the whole environment of a zygote; nothing else of the caller's reaches it."""
    sandbox_root = Path(SANDBOX_ROOT) if site.isolated else site.folder
    home = str(sandbox_root / HOME)
    folder_variables = {"HOME": home, "MPLCONFIGDIR": home, "TMPDIR": str(sandbox_root / SCRATCH)}
    if python.user_base:
        folder_variables["PYTHONUSERBASE"] = python.user_base
    fixed_variables = pinned_variables(
        hash_seed=pins.hash_seed, timezone=pins.timezone, locale=pins.locale, threads=pins.threads
    )
    # With namespaces `/proc` is the session tree's own, and with limits alone nothing hides it.
    without_proc = WITHOUT_PROC if site.level is Level.LANDLOCK else {}
    return {**python.environment, **fixed_variables, **without_proc, **folder_variables}


def start_zygote(
    python: Interpreter, site: ZygoteSite, pins: Pins, log: Path
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a zygote; return the process around it, and our end of its socket. Its errors go to `log`.

    Raises:
        SandboxError: the interpreter lies where no session sees it.
    """
    package = str(Path(authoring.__file__).parent)
    hidden = [folder for folder in (*python.folders, package) if site.isolated and Path(folder).is_relative_to(HIDDEN)]
    if hidden:
        raise SandboxError(
            f"{hidden[0]}: code in the sandbox has a {HIDDEN} of its own, and cannot run what lies there",
            hint="use a virtual environment in another folder",
        )
    ours, theirs = socket_pair()
    settings = {
        "line": theirs.fileno(),
        "root": str(site.folder / "root") if site.isolated else "",
        "inputs": str(site.folder / "inputs"),
        "needed": [*python.folders, package, *filter(None, [site.landlock])],
        "readable": [
            *SYSTEM,
            *SYSTEM_SETTINGS,
            PROCESSORS,
            *(["/etc", "/dev"] if site.isolated else [str(site.folder / HOME), str(site.folder / "inputs")]),
        ],
        "landlock": site.landlock if site.restricted else "",
    }
    # `-P` keeps the working folder off the module path, `-s` the user's private packages, unless it uses them.
    options = ["-P"] if python.user_base else ["-P", "-s"]
    with theirs, log.open("wb") as errors:
        process = subprocess.Popen(  # noqa: S603 - our own module, in the interpreter that was asked for
            [python.path, *options, "-c", BOOT, package, json.dumps(settings)],
            cwd=site.folder,
            env=environment(python, site, pins),
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            pass_fds=[theirs.fileno()],
            # A group of its own: ^C at the terminal does not reach it, and `kill` ends it as a whole.
            start_new_session=True,
        )
    # The filter takes a while to compile; meanwhile the zygote imports pandas.
    program = seccomp.program(isolated=site.isolated) if site.restricted else b""
    # One that has ended already is met when its greeting is awaited, where its last words are read, too.
    with contextlib.suppress(SocketClosedError):
        FrameSocket(ours).send(Frame({}, program))
    return process, ours
