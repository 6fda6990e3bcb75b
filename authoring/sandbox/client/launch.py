"""Starting a zygote: an isolated Python with a short, pinned environment."""

import json
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

import authoring
from authoring.records.evidence import Pins
from authoring.records.protection import Level
from authoring.sandbox.client.interpreter import Interpreter
from authoring.sandbox.inside.isolation.rootfs import PROCESSORS, SETTINGS, SYSTEM
from authoring.sandbox.inside.isolation.workdir import HOME, ROOM, SCRATCH
from authoring.sandbox.inside.pins import pinned
from authoring.sandbox.inside.protocol import Frame, Line, pair
from authoring.sandbox.isolation import seccomp as filters

UNSEEN = {"JOBLIB_MULTIPROCESSING": "0"}
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
class Site:
    """Where a zygote works: the client's folder for it, and the level of its walls."""

    folder: Path
    """Holds ``root``, ``inputs``, ``home`` and ``tmp``."""
    level: Level
    landlock: str
    """The folder of the package landlockpy, or empty where the kernel has no Landlock."""

    @property
    def walled(self) -> bool:
        """Whether there is a house."""
        return self.level is Level.NAMESPACES

    @property
    def bound(self) -> bool:
        """Whether sessions are bound by Landlock and seccomp."""
        return self.level is not Level.LIMITS


def environment(python: Interpreter, site: Site, pins: Pins) -> dict[str, str]:
    """Return the whole environment of a zygote; nothing else of the caller's reaches it."""
    room = Path(ROOM) if site.walled else site.folder
    home = str(room / HOME)
    places = {"HOME": home, "MPLCONFIGDIR": home, "TMPDIR": str(room / SCRATCH)}
    if python.user_base:
        places["PYTHONUSERBASE"] = python.user_base
    fixed = pinned(hash_seed=pins.hash_seed, timezone=pins.timezone, locale=pins.locale, threads=pins.threads)
    unseen = UNSEEN if site.level is Level.LANDLOCK else {}
    return {**python.environment, **fixed, **unseen, **places}


def start(python: Interpreter, site: Site, pins: Pins, log: Path) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a zygote; return the process around it, and our end of its line. Its errors go to `log`."""
    ours, theirs = pair()
    package = str(Path(authoring.__file__).parent)
    settings = {
        "line": theirs.fileno(),
        "root": str(site.folder / "root") if site.walled else "",
        "inputs": str(site.folder / "inputs"),
        "needed": [*python.folders, package, *filter(None, [site.landlock])],
        "readable": [
            *SYSTEM,
            *SETTINGS,
            PROCESSORS,
            *(["/etc", "/dev"] if site.walled else [str(site.folder / HOME), str(site.folder / "inputs")]),
        ],
        "landlock": site.landlock if site.bound else "",
    }
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
            start_new_session=True,
        )
    # The filter takes a while to compile; meanwhile the zygote imports pandas.
    Line(ours).send(Frame({}, filters.program(walled=site.walled) if site.bound else b""))
    return process, ours
