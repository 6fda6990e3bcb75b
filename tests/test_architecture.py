"""Laws of the house that no linter knows: budgets, names, mirrored tests, and that members of registries are whole."""

import ast
import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.api.findings.codes import all_codes
from authoring.validators import PAPER_NAMES, VALIDATORS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "authoring"
MODULES = sorted(PACKAGE.rglob("*.py"))
FOLDERS = sorted({module.parent for module in MODULES})
MOST_LINES, MOST_FUNCTION_LINES, MOST_FILES, MOST_ROOMS = 500, 60, 25, 17
PIPELINE, PIPELINE_LINES = PACKAGE / "api" / "pipeline.py", 90
BANNED = {"utils", "helpers", "common", "manager", "misc"}
REGISTRIES = {"dseal/rules", "dseal/mutation", "gate/alignment", "validators/checks"}
"""Folders of registry members, of which there may be any number."""
USERS_WORDS = {"llm/models"}
"""Folders whose files are called by words that users write: `record:FOLDER` and `recorded:FOLDER` name two models."""
WRITERS = (
    *("workspace/", "sandbox/", "seeds/sources/", "seeds/unpacking.py", "llm/ledger/", "llm/batch/"),
    # One writer of whole small files, for the model's own: prices and recorded replies.
    *("llm/atomic_file.py", "llm/models/record.py"),
    # Folders of their own that are gone afterwards: a worker's inputs, the targets of `doctor`, the text in an editor.
    *("api/executors/cluster.py", "api/machine.py", "cli/review/editor.py"),
)
WRITING = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "touch", "unlink", "remove_tree", "rmdir", "rmtree"),
    *("symlink_to", "hardlink_to", "copyfile", "copytree", "move"),
}
ENDINGS = ("ing", "ed", "es", "er", "s", "e")


def relative(path: Path) -> str:
    """Return a path from the package on, for the name of a test."""
    return path.relative_to(PACKAGE).as_posix()


def functions(module: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a module."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def stem(name: str) -> str:
    """Return a word without the endings that grammar adds."""
    ending = next((ending for ending in ENDINGS if name.endswith(ending) and len(name) > len(ending) + 2), "")
    return name.removesuffix(ending)


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_module_keeps_the_budgets(module: Path) -> None:
    """A concept stands whole in one file of at most 500 lines, functions stay under 60, names come from the field."""
    assert len(module.read_text().splitlines()) <= MOST_LINES
    long = {f.name: f.end_lineno for f in functions(module) if (f.end_lineno or 0) - f.lineno >= MOST_FUNCTION_LINES}
    assert long == {}
    assert module.stem not in BANNED


@pytest.mark.parametrize("folder", FOLDERS, ids=relative)
def test_folder_keeps_the_budget(folder: Path) -> None:
    """A reader takes a folder in at one look: at most 25 files, registries of members excepted."""
    if relative(folder) not in REGISTRIES:
        assert len(list(folder.glob("*.py"))) <= MOST_FILES


@pytest.mark.parametrize("folder", FOLDERS, ids=relative)
def test_no_file_is_called_by_the_grammar_of_a_neighbour(folder: Path) -> None:
    """Beside `draft.py` there is no `drafting.py`, nor `drafted.py`, nor `drafts.py`, unless users say those words."""
    if relative(folder) in USERS_WORDS:
        return
    children = {path.stem for path in folder.glob("*.py")} | {path.name for path in folder.iterdir() if path.is_dir()}
    stems = Counter(stem(name) for name in children if not name.startswith("_"))

    assert [name for name, number in stems.items() if number > 1] == []


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_docstrings_are_sentences_of_their_own(module: Path) -> None:
    """No docstring begins with "Of", which says nothing without the code beside it, and every module has one."""
    tree = ast.parse(module.read_text())
    strings = [
        (node.lineno, node.value.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]

    assert [line for line, text in strings if text.startswith("Of ")] == []
    assert ast.get_docstring(tree)
    assert not any(text.startswith("TODO") for _, text in strings)


def test_house_is_small_at_the_top() -> None:
    """The package has at most 17 Python children, and the pipeline fits one screen."""
    children = [path for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()]

    assert len([path for path in children if path.name != "__init__.py"]) <= MOST_ROOMS
    assert len(PIPELINE.read_text().splitlines()) <= PIPELINE_LINES


def test_names_have_one_meaning() -> None:
    """A public class name stands for one thing, and less than one bound name in a hundred is a word of prose."""
    sys.path.insert(0, str(ROOT))
    try:
        names = importlib.import_module("bench.names")
    finally:
        sys.path.remove(str(ROOT))
    bound = [name for module in MODULES for name, _ in names.bound_names(ast.parse(module.read_text()))]
    twice = {name: [relative(home) for home in homes] for name, homes in names.public_classes(MODULES).items()}

    assert {name: homes for name, homes in twice.items() if len(homes) > 1} == {}
    assert sum(map(names.is_prose, bound)) < len(bound) / 100


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_test_of_a_module_can_be_guessed(module: Path) -> None:
    """``authoring/a/b.py`` is tested by ``tests/a/test_b.py``, a part of a package also by the package's own test."""
    body = ast.parse(module.read_text()).body
    if not any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in body):
        return
    folder = ROOT / "tests" / module.parent.relative_to(PACKAGE)
    names = [folder / f"test_{module.stem}.py"] if module.name != "__init__.py" else []
    names += [folder / "test_init.py", folder / f"test_{folder.name}.py", folder.parent / f"test_{folder.name}.py"]

    assert [name for name in names if name.is_file()] != []


@pytest.mark.parametrize("alias", sorted(set(VALIDATORS) - set(PAPER_NAMES)))
def test_validator_has_cases_and_a_guide(alias: str) -> None:
    """A validator has a case file and a section of the guide."""
    assert (ROOT / "tests" / "cases" / "validators" / f"{alias}.yml").is_file()
    assert f"`{alias}`" in (ROOT / "guides" / "validators.md").read_text()


@pytest.mark.parametrize("code", sorted(code for code in all_codes() if code < "DS600"))
def test_code_stands_in_the_guide(code: str) -> None:
    """Whoever reads the guide of the language meets every code of a text or of its dry run."""
    guides = [(ROOT / "guides" / name).read_text() for name in ("dseal.md", "cibench.md")]

    assert any(code in guide for guide in guides)


def test_templates_are_described_once() -> None:
    """Every template file of the repository stands in the templates guide."""
    guide = (ROOT / "guides" / "templates.md").read_text()

    assert [path.stem for path in (ROOT / "templates").glob("*.py") if path.stem not in guide] == []


def written_in(module: Path) -> Iterator[str]:
    """Yield the calls of a module that make, change or remove a file or folder."""
    for node in ast.walk(ast.parse(module.read_text())):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        name = called.rpartition(".")[2]
        modes = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
        opens = name == "open" and any(isinstance(mode, str) and set(mode) & set("wax+") for mode in modes)
        if opens or name in WRITING or (called.startswith(("os.", "shutil.")) and name in {"replace", "rename"}):
            yield f"{called}:{node.lineno}"


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_files_are_written_in_few_rooms(module: Path) -> None:
    """What becomes of a person's files is decided in the workspace, the sources, the sandbox and the ledger."""
    if not relative(module).startswith(WRITERS):
        assert list(written_in(module)) == []
