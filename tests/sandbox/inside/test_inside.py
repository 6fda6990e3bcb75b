"""The sandbox's side as a whole: it runs on a bare Python, and every command of it is proven in sessions.

What happens in a node, a supervisor or a zygote can be seen only from outside, so tests of sessions prove it: commands
of a zygote in tests/sandbox/client, of a supervisor in test_supervisor, of a session and its judge here and in
tests/sandbox/test_lying_sessions, which lies in every answer there is.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from authoring.sandbox import inside
from authoring.sandbox.inside import FUNCTIONS, node
from tests.sandbox.test_lying_sessions import KINDS

FOLDER = Path(inside.__file__).parent
PACKAGE = FOLDER.parents[1]
MODULES = sorted(
    ".".join(("authoring", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in FOLDER.rglob("*.py")
)
BARE = """
import importlib, importlib.util, sys
class Fence:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"pydantic", "yaml", "jsonschema", "jinja2", "typer", "rich"}:
            raise ImportError(f"the client's package {name} is not there")
sys.meta_path.insert(0, Fence())
folder, *modules = sys.argv[1:]
spec = importlib.util.spec_from_file_location("authoring", folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules["authoring"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["authoring"])
for module in modules:
    importlib.import_module(module)
print(len(modules))
"""
SESSION_COMMANDS_BY_KIND = {"run", "fork", "enter", "variables", "separate", "evidence", "collect", "judge", "call"}


def test_every_module_runs_without_the_clients_packages() -> None:
    """An interpreter that has numpy and pandas, and nothing else of ours, can run cells."""
    completed = subprocess.run(
        [sys.executable, "-I", "-c", BARE, str(PACKAGE), *MODULES], capture_output=True, text=True, check=False
    )

    assert completed.stderr == ""
    assert completed.stdout == f"{len(MODULES)}\n"


@pytest.mark.parametrize(
    "module", ["kernel", "isolation.rootfs", "isolation.workdir", "isolation.restrictions", "isolation.probe"]
)
def test_isolation_comes_before_any_library(module: str) -> None:
    """The walls are built by a process that has imported the standard library alone, without site-packages."""
    completed = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BARE, str(PACKAGE), f"authoring.sandbox.inside.{module}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (completed.stderr, completed.stdout) == ("", "1\n")


def is_answer(value: ast.expr) -> bool:
    """Return whether an entry of a table is a function that answers."""
    return isinstance(value, ast.Lambda)


def commands_of(method: str) -> set[str]:
    """Return the commands that a method of a node answers."""
    (body,) = [
        child
        for child in ast.walk(ast.parse(Path(node.__file__).read_text()))
        if isinstance(child, ast.FunctionDef) and child.name == method
    ]
    patterns = [child.value for child in ast.walk(body) if isinstance(child, ast.MatchValue)]
    tables = [child for child in ast.walk(body) if isinstance(child, ast.Dict)]
    keys = [key for table in tables for key, value in zip(table.keys, table.values, strict=True) if is_answer(value)]
    return {part.value for part in [*patterns, *keys] if isinstance(part, ast.Constant) and isinstance(part.value, str)}


@pytest.mark.parametrize(
    ("method", "callers"),
    [
        ("_answer_as_zygote", ("zygote.py", "supervisor.py")),
        ("_answer_as_supervisor", ("session_tree.py", "supervisor.py")),
        (
            "_answer_as_session",
            ("session_tree.py", "session.py", "replay.py", "judgement.py", "attempts.py", "variables.py"),
        ),
    ],
)
def test_every_command_has_a_caller(method: str, callers: tuple[str, ...]) -> None:
    """A node answers nothing that the client never asks."""
    client = PACKAGE / "sandbox" / "client"
    text = "".join((client / name).read_text() for name in callers)
    unused = {command for command in commands_of(method) if f'"{command}"' not in text}

    assert commands_of(method)
    assert unused == set()


def test_every_answer_of_a_session_is_lied_about() -> None:
    """The client's tests against lies know each command whose answer it reads."""
    untold = commands_of("_answer_as_session") - set(KINDS)

    assert untold <= {
        "confine",
        "renew",
        "hold start",
        "judge itself",
    }  # of the first three nothing is read; the last is judged as `judge` is
    assert set(KINDS) >= SESSION_COMMANDS_BY_KIND


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_is_there(name: str) -> None:
    """Each function that a session may be asked to call exists on this side."""
    module, _, function = FUNCTIONS[name].partition(":")
    path = PACKAGE.joinpath(*module.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")

    assert function in {child.name for child in ast.parse(path.read_text()).body if isinstance(child, ast.FunctionDef)}
