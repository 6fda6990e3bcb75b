"""The container backend: its command line, and a real container where an image is named (see conftest.py)."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import Limits, Outcome
from authoring.records.protection import Layer, Level, Protection
from authoring.sandbox.remote.container import ENGINES, ContainerSandbox, command_line, containerfile, installed_engine
from authoring.sandbox.remote.transport import PROTOCOL, ServerInfo

WALLS = ("--network none", "--read-only", "--cap-drop ALL", "--security-opt no-new-privileges", "--user 65534:65534")


@pytest.mark.parametrize("engine", ENGINES)
def test_engine_knows_every_option(engine: str) -> None:
    """Every option of the command line stands in the help of the program that will read it."""
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    output = subprocess.run([engine, "run", "--help"], capture_output=True, text=True, check=True).stdout
    options = [word for word in command_line(engine, "image", "name", 512) if word.startswith("--")]

    assert len(options) > 10
    assert [option for option in options if f"{option} " not in output and f"{option}\n" not in output] == []


def test_nothing_is_given_away() -> None:
    """The container has no network, a read-only root, no rights, another user, and bounds; its image comes last."""
    line = command_line("docker", "image", "name", 6_144)
    text = " ".join(line)

    assert [wall for wall in WALLS if wall not in text] == []
    assert "--memory 6144m" in text
    assert not {"--volume", "-v", "--mount", "--privileged", "--env-file"} & set(line)
    assert line[-3:] == ("image", "authoring", "serve")


@pytest.mark.parametrize(
    ("inside", "together"),
    [
        (Level.NAMESPACES, Level.NAMESPACES),
        (Level.LANDLOCK, Level.NAMESPACES),
        (Level.LIMITS, Level.LIMITS),
    ],
)
def test_level_is_what_both_give(inside: Level, together: Level) -> None:
    """A container keeps code from the machine, but sessions from each other only with Landlock inside."""
    sandbox = ContainerSandbox("image", engine="docker")
    seccomp = Layer(name="seccomp", used=True)
    begun = ServerInfo(
        protocol=PROTOCOL, version="1", fingerprint="x", protection=Protection(level=inside, layers=(seccomp,))
    )
    reply = sandbox._protection_from(begun)  # noqa: SLF001 - a container in which Landlock is missing is hard to come by

    assert reply.level is together
    assert [layer.name for layer in reply.layers] == ["container", "seccomp"]


def test_no_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a program for containers, the error says which to install."""
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(SandboxError) as caught:
        installed_engine()
    assert "podman" in caught.value.hint


def test_recipe_has_the_python_that_runs_this() -> None:
    """Cells run in the image under the same Python as here."""
    assert f"python:{sys.version_info.major}.{sys.version_info.minor}-slim" in containerfile()


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("open('/written', 'w')", {"OSError", "PermissionError"}),
        ("import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=3)", {"OSError", "PermissionError"}),
        ("import os\nos.setuid(0)", {"PermissionError"}),
        ("import os\nos.mknod('/tmp/device', 0o20600)", {"OSError", "PermissionError"}),
    ],
)
def test_container_is_a_wall(code: str, error: set[str], contained: ContainerSandbox) -> None:
    """From inside a real container nothing of the machine can be written, reached or become."""
    with contained.session() as session:
        run = session.run(code, limits=Limits())

    assert run.outcome is Outcome.ERROR
    assert run.error is not None
    assert run.error.type in error


@pytest.mark.parametrize("way", [signal.SIGKILL, None])
def test_container_ends_with_its_sandbox(way: signal.Signals | None, contained: ContainerSandbox) -> None:
    """Whether a sandbox is closed or the engine's own program is killed, its container goes."""
    assert contained.protection
    engine = installed_engine()

    def running() -> set[str]:
        output = subprocess.run([engine, "ps", "--quiet"], capture_output=True, text=True, check=True).stdout
        return set(output.split())

    before = running()
    with closing(ContainerSandbox(os.environ["AUTHORING_TEST_IMAGE"])) as sandbox, sandbox.session() as session:
        between = running()
        if way is not None:
            os.kill(session._connection._popen.pid, way)  # noqa: SLF001 - nobody else knows the program's number
            with pytest.raises(SandboxError):
                session.run("1", limits=Limits())
    deadline = time.monotonic() + 30
    while running() != before and time.monotonic() < deadline:
        time.sleep(0.2)

    assert len(between - before) == 1
    assert running() == before


def test_missing_image_is_told() -> None:
    """An image that is not there is not fetched: the program's own words are in the error."""
    if shutil.which("podman") is None:
        pytest.skip("podman is not installed")
    with pytest.raises(SandboxError) as caught:
        ContainerSandbox("localhost/no-such-image", engine="podman").session()

    assert "no-such-image" in caught.value.hint
