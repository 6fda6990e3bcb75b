"""The problem sets that are measured: some made for it, and those of a folder."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of

ROOT = Path(__file__).parents[2]
TABLE = """
generator = np.random.default_rng(0)
df = pd.DataFrame({"a": generator.integers(0, 100, 1_000), "b": generator.normal(size=1_000)})
df["c"] = df["a"] % 7
df.shape
"""
TINY = (
    'means = df.groupby("c")["b"].mean()\nmeans',
    'df["d"] = df["a"] * 2 + df["c"]\ndf["d"].sum()',
    'top = df.sort_values("b", ascending=False).head(10)\ntop',
    'wide = df.pivot_table(index="c", values="b", aggfunc=["min", "max"])\nwide',
    'df.merge(means.rename("m").reset_index(), on="c")["m"].sum()',
    "df.describe()",
    'df.groupby(["c", pd.cut(df["b"], 3)], observed=True).agg({"a": ["mean", "std"]})',
)
LEARNING = (
    'X = df[["a", "c"]].to_numpy(dtype=float)\ny = (df["b"] > 0).astype(int)\ny.sum()',
    "from sklearn.linear_model import LogisticRegression\nmodel = LogisticRegression().fit(X, y)\nmodel.score(X, y)",
    """from sklearn.ensemble import RandomForestClassifier
forest = RandomForestClassifier(n_estimators=15, max_depth=4, random_state=0).fit(X, y)
forest.score(X, y)""",
    "from sklearn.model_selection import cross_val_score\ncross_val_score(LogisticRegression(), X, y, cv=3).mean()",
)


@dataclass(frozen=True, slots=True)
class Set:
    """A problem set and its files, and a folder in which its cells can run without a sandbox."""

    name: str
    text: str
    inputs: tuple[Path, ...]
    cells: tuple[str, ...]
    modules: tuple[str, ...]
    folder: Path

    @property
    def problems(self) -> int:
        """How many problems it has."""
        return len(parse(self.text).problems)


def named_or_admitted(paths: Sequence[Path]) -> Sequence[Path]:
    """Return the sets that are named, else those of problemsets/."""
    return paths or sorted((ROOT / "problemsets").glob("[!_]*.py"))


def read_set(path: Path, folder: Path) -> Set:
    """Read a set, and lay its inputs out below a folder of its own."""
    own = path.parent / "_inputs" / path.stem
    # A set may have a folder of inputs of its own; otherwise all sets of the folder share one.
    source = own if own.is_dir() else path.parent / "_inputs"
    inputs = tuple(sorted(source.iterdir())) if source.is_dir() else ()
    return made_set(path.stem, path.read_text("utf-8"), folder, inputs)


def made_set(name: str, text: str, folder: Path, inputs: Sequence[Path] = ()) -> Set:
    """Return a set with this text, and lay its inputs out below a folder of its own."""
    target = folder / name
    (target / "inputs").mkdir(parents=True)
    for file in inputs:
        copy = shutil.copytree if file.is_dir() else shutil.copy
        copy(file, target / "inputs" / file.name)
    codes = tuple(cell.code for cell in parse(text).runnable)
    modules = sorted({module for code in codes for module in loads_of(code)})
    return Set(name, text, tuple(inputs), codes, tuple(modules), target)


def tiny(folder: Path) -> Set:
    """Return a few cells of pandas."""
    return made_set("tiny", _text(TINY), folder)


def learning(folder: Path) -> Set:
    """Return a few cells of scikit-learn."""
    return made_set("scikit-learn", _text(LEARNING), folder)


def sized(problems: int, folder: Path, *, mark: str = "") -> Set:
    """Return a set with this many problems, each of which costs little of its own.

    With a `mark` its text is like no other's, though it does the same.
    """
    codes = [f'df["e"] = (df["a"] * {number}) % 101\ndf["e"].sum()' for number in range(2, problems + 2)]
    return made_set(f"sized-{problems}{mark}", _text(codes, mark), folder)


def _text(codes: Sequence[str], mark: str = "") -> str:
    context = f"import numpy as np\nimport pandas as pd\n{TABLE}"
    said = f"set {mark}: " if mark else ""
    cells = [f'# %%\n"""\nquestion: {said}What is number {n}?\n"""\n\n{code}\n' for n, code in enumerate(codes, 1)]
    return f"# %%\n{context}\n" + "\n".join(cells)
