"""Laws of the house that no linter knows: budgets, names, mirrored tests, and that members of registries are whole."""

import ast
import gc
import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
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


@pytest.fixture(scope="module", autouse=True)
def syntax_trees() -> Iterator[None]:
    """Look for no garbage while there are a million nodes of trees, and drop them at the end."""
    gc.disable()
    yield
    tree.cache_clear()
    gc.enable()


def relative(path: Path) -> str:
    """Return a path from the package on, for the name of a test."""
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(module: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(module.read_text())


def functions(module: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a module."""
    pending: list[ast.AST] = [tree(module)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        # Functions are statements: no expression holds one.
        pending += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]


def stem(name: str) -> str:
    """Return a word without the endings that grammar adds."""
    ending = next((ending for ending in ENDINGS if name.endswith(ending) and len(name) > len(ending) + 2), "")
    return name.removesuffix(ending)


def test_modules_keep_the_budgets() -> None:
    """A concept stands whole in one file of at most 500 lines, functions stay under 60, names come from the field."""
    lengths = {relative(module): len(module.read_text().splitlines()) for module in MODULES}
    functions_by_length = {
        f"{relative(module)}: {function.name}": (function.end_lineno or 0) - function.lineno
        for module in MODULES
        for function in functions(module)
    }

    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
    assert {name: lines for name, lines in functions_by_length.items() if lines >= MOST_FUNCTION_LINES} == {}
    assert [relative(module) for module in MODULES if module.stem in BANNED] == []


def test_folders_keep_the_budget() -> None:
    """A reader takes a folder in at one look: at most 25 files, registries of members excepted."""
    files = Counter(relative(module.parent) for module in MODULES)

    assert {
        folder: number for folder, number in files.items() if number > MOST_FILES and folder not in REGISTRIES
    } == {}


def test_no_file_is_called_by_the_grammar_of_a_neighbour() -> None:
    """Beside `draft.py` there is no `drafting.py`, nor `drafted.py`, nor `drafts.py`, unless users say those words."""
    stems = Counter(
        (relative(folder), stem(name))
        for folder in FOLDERS
        if relative(folder) not in USERS_WORDS
        for name in {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
        if not name.startswith("_")
    )

    assert [name for name, number in stems.items() if number > 1] == []


def test_docstrings_are_sentences_of_their_own() -> None:
    """No docstring begins with "Of", which says nothing without the code beside it, and every module has one."""
    strings = [
        (f"{relative(module)}:{node.lineno}", node.value.value)
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]

    assert [position for position, text in strings if text.startswith(("Of ", "TODO"))] == []
    assert [relative(module) for module in MODULES if not ast.get_docstring(tree(module))] == []


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
    bound = [name for module in MODULES for name, _ in names.bound_names(tree(module))]
    twice = {name: [relative(home) for home in homes] for name, homes in names.public_classes(MODULES).items()}

    assert {name: homes for name, homes in twice.items() if len(homes) > 1} == {}
    assert sum(map(names.is_prose, bound)) < len(bound) / 100


def expected_tests(module: Path) -> list[Path]:
    """Return the files in which somebody would look for the tests of a module."""
    folder = ROOT / "tests" / module.parent.relative_to(PACKAGE)
    names = [folder / f"test_{module.stem}.py"] if module.name != "__init__.py" else []
    return [
        *names,
        folder / "test_init.py",
        folder / f"test_{folder.name}.py",
        folder.parent / f"test_{folder.name}.py",
    ]


def test_test_of_a_module_can_be_guessed() -> None:
    """``authoring/a/b.py`` is tested by ``tests/a/test_b.py``, a part of a package also by the package's own test."""
    with_code = [m for m in MODULES if any(isinstance(n, ast.FunctionDef | ast.ClassDef) for n in tree(m).body)]
    untested = [module for module in with_code if not any(path.is_file() for path in expected_tests(module))]

    assert [relative(module) for module in untested] == []


def test_validators_have_cases_and_a_guide() -> None:
    """A validator has a case file and a section of the guide."""
    guide, cases = (ROOT / "guides" / "validators.md").read_text(), ROOT / "tests" / "cases" / "validators"
    aliases = sorted(set(VALIDATORS) - set(PAPER_NAMES))

    assert [alias for alias in aliases if not (cases / f"{alias}.yml").is_file() or f"`{alias}`" not in guide] == []


def test_codes_stand_in_the_guides() -> None:
    """Whoever reads the guide of the language meets every code of a text or of its dry run."""
    guides = "".join((ROOT / "guides" / name).read_text() for name in ("dseal.md", "cibench.md"))

    assert [code for code in sorted(all_codes()) if code < "DS600" and code not in guides] == []


def test_templates_are_described_once() -> None:
    """Every template file of the repository stands in the templates guide."""
    guide = (ROOT / "guides" / "templates.md").read_text()

    assert [path.stem for path in (ROOT / "templates").glob("*.py") if path.stem not in guide] == []


def written_in(module: Path) -> Iterator[str]:
    """Yield the calls of a module that make, change or remove a file or folder."""
    for node in ast.walk(tree(module)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        name = called.rpartition(".")[2]
        modes = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
        opens = name == "open" and any(isinstance(mode, str) and set(mode) & set("wax+") for mode in modes)
        if opens or name in WRITING or (called.startswith(("os.", "shutil.")) and name in {"replace", "rename"}):
            yield f"{called}:{node.lineno}"


def test_files_are_written_in_few_rooms() -> None:
    """What becomes of a person's files is decided in the workspace, the sources, the sandbox and the ledger."""
    others = [module for module in MODULES if not relative(module).startswith(WRITERS)]

    assert [f"{relative(module)}: {call}" for module in others for call in written_in(module)] == []
