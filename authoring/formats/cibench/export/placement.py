"""Places in the tree: the module folder of a set, and one folder ``data/`` in place of the ``inputs/`` of each set."""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from authoring.dseal.analysis.dependencies import effects_of, modules_used
from authoring.dseal.model import ProblemSet
from authoring.dseal.python_code import identifiers, parse_code, strings
from authoring.dseal.session import steps
from authoring.records.bundle import AdmittedSet, FileContent
from authoring.records.experiment import import_name, libraries_named_in

WORKING = "datasources"
"""The kernel's working directory, below the tree."""
EMPTY = FileContent(path=f"{WORKING}/data/README.txt", content=b"The notebooks of this tree read no files.\n")
"""Stands there where no set has data: CIBench's evaluator demands the folder."""
_LISTING = {"listdir", "scandir", "walk", "glob", "iglob", "rglob", "iterdir"}
# The folder as a whole, in quotes or backticks: "inputs", "./inputs/".
_FOLDER_NAME = re.compile(r"""(["'`])(\./)?inputs(?=/|\1)""")
# A path into the folder, or the folder itself.
_BEGINNING = re.compile(r"(\./)?inputs(/|$)")
GENERATION = ("matplotlib", "opencv", "pandas", "pytorch", "scipy", "seaborn")
TEMPLATE = (
    *("lightgbm", "matplotlib", "nltk", "opencv", "pandas", "pytorch", "scipy", "seaborn", "sklearn", "tensorflow"),
)
SUITE_MODULES: Mapping[str, tuple[str, ...]] = {"generation": GENERATION, "template": TEMPLATE}
"""The folders that OpenCompass' configurations load, by suite."""
USUAL = "pandas"
"""The folder of sets that are about no module in particular."""
CALLED: Mapping[str, str] = {"cv2": "opencv", "torch": "pytorch"}
"""CIBench's name of a module where it differs from the imported name."""
SHARE = 3
"""A set is about a module if one in this many of its problems names it."""


@dataclass(frozen=True, slots=True)
class PlacedFiles:
    """The data files of one set: the path below ``inputs/`` to the path that a notebook opens."""

    paths: Mapping[str, str]

    @property
    def renamed(self) -> bool:
        """Whether a file has another name than it had in the set."""
        return any(new != f"data/{old}" for old, new in self.paths.items())


def place_files(problemsets: Sequence[AdmittedSet]) -> Mapping[str, PlacedFiles]:
    """Return where the files of each set go, by its name.

    A file keeps its name, unless two sets have different files of one name: then each has its own below a folder that
    is called like the set.
    """
    contents: defaultdict[str, set[bytes]] = defaultdict(set)
    for problemset in problemsets:
        for file in problemset.inputs:
            contents[file.path.lower()].add(file.content)
    reserved = {problemset.name for problemset in problemsets}

    def placed(problemset: AdmittedSet, path: str) -> str:
        # Compared in small letters, because trees are unpacked on file systems that do not tell them from capitals.
        # A file or folder that is called like a set would stand in the way of that set's own folder.
        shared = len(contents[path.lower()]) == 1 and path.partition("/")[0].lower() not in reserved
        return f"data/{path}" if shared else f"data/{problemset.name}/{path}"

    return {
        problemset.name: PlacedFiles({file.path: placed(problemset, file.path) for file in problemset.inputs})
        for problemset in problemsets
    }


def placed_files(problemset: AdmittedSet, placed: PlacedFiles) -> tuple[FileContent, ...]:
    """Return a set's files at their place in the tree."""
    return tuple(
        FileContent(path=f"{WORKING}/{placed.paths[file.path]}", content=file.content) for file in problemset.inputs
    )


def with_moved_paths(text: str, placed: PlacedFiles) -> str:
    """Return code or a question that names files where they stand in the tree."""
    # The longest first: a path may end with another.
    for old in sorted(placed.paths, key=len, reverse=True):
        # No other path that ends with this one, and no longer file name that begins with it.
        pattern = rf"(?<![\w/])(\./)?inputs/{re.escape(old)}(?!\w|\.\w)"
        text = re.sub(pattern, placed.paths[old].replace("\\", r"\\"), text)
    # With renamed files the folder is no longer what the code takes it for, so its bare name stays.
    return text if placed.renamed else _FOLDER_NAME.sub(r"\1data", text)


def has_unmoved_paths(code: str, placed: PlacedFiles) -> bool:
    """Return whether code would still look into ``inputs/``, or look at what else is in its folder."""
    tree = parse_code(code).tree
    if not any(_BEGINNING.match(str(text.value)) for text in strings(tree)):
        return False
    remaining = any(
        _BEGINNING.match(str(text.value)) for text in strings(parse_code(with_moved_paths(code, placed)).tree)
    )
    # Patterns such as "inputs/*.csv" would find the files of other sets, too.
    wild = any(_BEGINNING.match(str(text.value)) and set("*?[") & set(str(text.value)) for text in strings(tree))
    return remaining or wild or bool(_LISTING & identifiers(tree))


def paths_named_in(text: str, placed: PlacedFiles) -> frozenset[str]:
    """Return the paths, as notebooks open them, that a text names."""
    return frozenset(path for path in placed.paths.values() if re.search(rf"(?<![\w/]){re.escape(path)}(?!\w)", text))


def folder_of(problemset: ProblemSet, *, suite: str, seed: str = "") -> str:
    """Return the folder of a set: that of its seed's module, else of the module that most problems name.

    The name of a seed such as ``module-scipy`` says that its experiment is about scipy.

    Returns:
        A folder of the suite; or the seed's module, where the suite has no folder for it.
    """
    module = seed.removeprefix("module-").partition("-")[0] if seed.startswith("module-") else ""
    if module:
        # The seed says what an experiment is about, also where the suite has no folder for it.
        return CALLED.get(module, module)
    problem_steps = [step for step in steps(problemset) if step.cell.problem is not None]
    problem_counts = Counter(
        CALLED.get(module, module) for step in problem_steps for module in modules_used(step.cell.code, step.aliases)
    )
    frequent = [
        module
        for module in SUITE_MODULES[suite]
        # pandas is named nearly everywhere, so it is the folder of what is left.
        if module != USUAL and problem_counts[module] * SHARE >= len(problem_steps) > 0
    ]
    return max(frequent, key=lambda module: problem_counts[module]) if frequent else USUAL


def modules_by_problem(problemset: ProblemSet, *, folder: str) -> Mapping[int, tuple[str, ...]]:
    """Return the modules that each problem is to be solved with, by its number; none where plain Python does.

    Those that its question says to use are all. Where it says none they are those that its code names, the folder's
    first, which counts as well where a variable is used that was made with it.
    """
    modules: dict[int, tuple[str, ...]] = {}
    concerned_names: set[str] = set()
    for step in steps(problemset):
        effects = effects_of(step.cell.code)
        step_modules = tuple(CALLED.get(module, module) for module in modules_used(step.cell.code, step.aliases))
        concerned = folder in step_modules or bool(effects.reads & concerned_names)
        if concerned:
            # Imports are named at the top of a set, and would make every later step concerned.
            concerned_names |= (effects.binds | effects.mutates) - effects.imports
        if step.cell.problem is not None:
            imported = {full.partition(".")[0] for full in step.aliases.values()} - sys.stdlib_module_names
            named = libraries_named_in(step.cell.problem.question, imported | {import_name(name) for name in TEMPLATE})
            other_modules = (module for module in step_modules if module != folder)
            used = (*((folder,) if concerned else ()), *other_modules)
            modules[step.cell.problem.number] = tuple(CALLED.get(module, module) for module in named) or used
    return modules
