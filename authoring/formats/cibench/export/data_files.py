"""Where data files stand in the tree: one folder ``data/`` for all notebooks, for the ``inputs/`` of each set."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from authoring.dseal.code import identifiers, parse_code, strings
from authoring.records.bundle import AdmittedSet, FileContent

WORKING = "datasources"
"""The kernel's working directory, below the tree."""
EMPTY = FileContent(path=f"{WORKING}/data/README.txt", content=b"The notebooks of this tree read no files.\n")
"""Stands there where no set has data: CIBench's evaluator demands the folder."""
_LISTING = {"listdir", "scandir", "walk", "glob", "iglob", "rglob", "iterdir"}
_FOLDER_NAME = re.compile(r"""(["'`])(\./)?inputs(?=/|\1)""")
_BEGINNING = re.compile(r"(\./)?inputs(/|$)")


@dataclass(frozen=True, slots=True)
class Placed:
    """The data files of one set: the path below ``inputs/`` to the path that a notebook opens."""

    paths: Mapping[str, str]

    @property
    def renamed(self) -> bool:
        """Whether a file has another name than it had in the set."""
        return any(new != f"data/{old}" for old, new in self.paths.items())


def place(problemsets: Sequence[AdmittedSet]) -> Mapping[str, Placed]:
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
        shared = len(contents[path.lower()]) == 1 and path.partition("/")[0].lower() not in reserved
        return f"data/{path}" if shared else f"data/{problemset.name}/{path}"

    return {
        problemset.name: Placed({file.path: placed(problemset, file.path) for file in problemset.inputs})
        for problemset in problemsets
    }


def placed_files(problemset: AdmittedSet, placed: Placed) -> tuple[FileContent, ...]:
    """Return a set's files at their place in the tree."""
    return tuple(
        FileContent(path=f"{WORKING}/{placed.paths[file.path]}", content=file.content) for file in problemset.inputs
    )


def moved(text: str, placed: Placed) -> str:
    """Return code or a question that names files where they stand in the tree."""
    for old in sorted(placed.paths, key=len, reverse=True):
        pattern = rf"(?<![\w/])(\./)?inputs/{re.escape(old)}(?!\w|\.\w)"
        text = re.sub(pattern, placed.paths[old].replace("\\", r"\\"), text)
    return text if placed.renamed else _FOLDER_NAME.sub(r"\1data", text)


def stays_behind(code: str, placed: Placed) -> bool:
    """Return whether code would still look into ``inputs/``, or look at what else is in its folder."""
    tree = parse_code(code).tree
    if not any(_BEGINNING.match(str(text.value)) for text in strings(tree)):
        return False
    rest = any(_BEGINNING.match(str(text.value)) for text in strings(parse_code(moved(code, placed)).tree))
    wild = any(_BEGINNING.match(str(text.value)) and set("*?[") & set(str(text.value)) for text in strings(tree))
    return rest or wild or bool(_LISTING & identifiers(tree))


def named_in(text: str, placed: Placed) -> frozenset[str]:
    """Return the paths, as notebooks open them, that a text names."""
    return frozenset(path for path in placed.paths.values() if re.search(rf"(?<![\w/]){re.escape(path)}(?!\w)", text))
