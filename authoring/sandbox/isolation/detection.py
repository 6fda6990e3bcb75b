"""Which layers of isolation this machine supports, detected once per run of the program."""

import functools
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import authoring
from authoring.records.protection import Layer, Level, Protection
from authoring.sandbox.isolation import seccomp
from authoring.sandbox.isolation.cgroups import NAME, Cgroups

PROBE_TIME = 30.0
"""Seconds for a probe, on a machine that is very busy."""
PROBE = """
import importlib.util, sys
folder = sys.argv[1]
spec = importlib.util.spec_from_file_location("authoring", folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules["authoring"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["authoring"])
from authoring.sandbox.inside.isolation.probe import main
main()
"""
USERS_HINT = (
    "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, "
    "or the option of the container around us), or use the container backend: guides/isolation.md"
)
FILTER_HINT = "install libseccomp, for example: apt-get install libseccomp2"
PACKAGES_HINT = "install this program anew with the versions of pyseccomp and landlockpy that it names"
LANDLOCK_HINT = "boot a kernel from 5.13 on with lsm=...,landlock"
MEMORY_BOUND = "memory in total"
OLDEST_SCOPES = 6
"""The Landlock that keeps signals and abstract sockets in."""


@functools.cache
def protection() -> Protection:
    """Return every layer, and what they add up to; what is tried is undone before this returns."""
    layers = tuple(_detect_layers())
    by_name = {layer.name: layer for layer in layers}
    has_rootfs = all(
        layer.used for layer in layers if layer.name.endswith("namespace") or layer.name == "read-only root"
    )
    # Landlock without seccomp, or the reverse, leaves ways around it, so neither alone is a level.
    has_restrictions = by_name["seccomp"].used and by_name["Landlock"].used
    level = (
        Level.NAMESPACES if has_rootfs and has_restrictions else Level.LANDLOCK if has_restrictions else Level.LIMITS
    )
    return Protection(level=level, layers=layers)


def protection_up_to(level: Level) -> Protection:
    """Return what is used where one stops at a level although the machine gives more."""
    best = protection()
    if not best.level.at_least(level) or best.level is level:
        return best
    layers = tuple(
        layer
        if not layer.used
        or (level is Level.LANDLOCK and layer.name in RESTRICTIONS)
        or layer.name in {"limits", MEMORY_BOUND}
        else layer.model_copy(update={"used": False, "detail": f"not asked for: the level is {level}"})
        for layer in best.layers
    )
    return Protection(level=level, layers=layers)


RESTRICTIONS = frozenset({"seccomp", "Landlock", "no new privileges", "capabilities dropped"})


def _detect_layers() -> list[Layer]:
    probed = _probe() if sys.platform == "linux" else {}
    walls = {name: probed.pop(name, "") for name in ("seccomp", "Landlock")}
    layers = [
        Layer(
            name=name,
            used=not reason,
            detail=reason,
            hint=USERS_HINT if reason and name.endswith(("space", "root")) else "",
        )
        for name, reason in probed.items()
    ]
    reason = seccomp.reason_unavailable() if probed else f"this is {sys.platform}, not Linux"
    hint = PACKAGES_HINT if walls["seccomp"] else FILTER_HINT
    reason = reason or walls["seccomp"]
    layers.append(Layer(name="seccomp", used=not reason, detail=reason, hint=hint if reason and probed else ""))
    landlock = _landlock() if probed else Layer(name="Landlock", used=False, detail=reason)
    if landlock.used and walls["Landlock"]:
        landlock = Layer(name="Landlock", used=False, detail=walls["Landlock"], hint=PACKAGES_HINT)
    layers.append(landlock)
    cgroups = find_cgroups()
    layers.append(cgroups.layer if isinstance(cgroups, Cgroups) else cgroups)
    layers.append(_memory_bound(cgroups))
    return [*layers, Layer(name="limits", used=True, detail="time, memory, processes, files and output")]


def _memory_bound(cgroups: "Cgroups | Layer") -> Layer:
    """Return what bounds the memory of all processes of a session together."""
    if sys.platform != "linux":
        return Layer(name=MEMORY_BOUND, used=False, detail="only each process is held to its limit by itself")
    watch = "this program adds up what a session's processes hold, many times a second, and ends them over the limit"
    return Layer(
        name=MEMORY_BOUND,
        used=True,
        detail=f"{watch}; the kernel (cgroup v2) does so a little above it" if isinstance(cgroups, Cgroups) else watch,
    )


@functools.cache
def find_cgroups() -> "Cgroups | Layer":
    """Return where control groups can be made, or why nowhere."""
    if sys.platform != "linux":
        return Layer(name=NAME, used=False, detail=f"this is {sys.platform}, not Linux")
    return Cgroups.detect()


def _probe() -> dict[str, str]:
    """Return for each layer of the kernel why it cannot be had; empty where it can."""
    try:
        with subprocess.Popen(  # noqa: S603 - our own module, in our own interpreter
            # Neither `site` nor the working folder: the probe takes the standard library and our package only.
            [sys.executable, "-S", "-P", "-c", PROBE, str(Path(authoring.__file__).parent), landlock_folder()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            # While the probe tries namespaces. Nearly all sessions get this filter, so it is compiled for them too.
            program = b"" if seccomp.reason_unavailable() else seccomp.program(isolated=True)
            try:
                output, _ = process.communicate(program, timeout=PROBE_TIME)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        return {str(name): str(reason) for name, reason in json.loads(output).items()}
    except (OSError, ValueError, RuntimeError, subprocess.SubprocessError) as error:
        reason = f"the probe failed: {type(error).__name__}"
        # What was not tried is not claimed.
        return {"user namespace": reason, "seccomp": reason, "Landlock": reason}


def landlock_folder() -> str:
    """Return where the package landlockpy lies; empty where the kernel has no Landlock."""
    spec = importlib.util.find_spec("landlockpy")
    locations = spec.submodule_search_locations if spec else None
    return str(Path(locations[0])) if locations and _landlock().used else ""


def _abi() -> int:
    import landlockpy  # noqa: PLC0415 - asked for once, and only where untrusted code runs

    return landlockpy.abi_version()


def _landlock() -> Layer:
    try:
        abi = _abi()
    except Exception as error:  # noqa: BLE001 - a package that is not there, or is another than we know
        reason = f"the package landlockpy cannot be used: {type(error).__name__}: {error}"
        return Layer(name="Landlock", used=False, detail=reason, hint=PACKAGES_HINT)
    if not abi:
        return Layer(name="Landlock", used=False, detail="the kernel does not have it", hint=LANDLOCK_HINT)
    detail = f"version {abi}"
    if abi < OLDEST_SCOPES:
        detail += ": signals between the sessions of one set are not held back"
    return Layer(name="Landlock", used=True, detail=detail)
