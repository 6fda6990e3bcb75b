"""Run by an interpreter that has OpenCompass 0.4.0: its own loader and evaluator of CIBench, on a tree and predictions.

Usage:

    score.py load TREE              prints {dataset: [row, ...]}; a dataset is SUITE/MODULE, a row what the loader made
    score.py score TREE RESULTS...  prints a list with {dataset: {metric: figure}} for each folder of predictions

A folder of predictions holds SUITE/MODULE.json, as OpenCompass writes them below predictions/MODEL; datasets without
such a file are left out, and SUITE_oracle/MODULE.json is another run on the same dataset. Nothing is written into the
tree or the folders.
"""

import json
import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

# The evaluator looks for the program jupytext, which stands beside this interpreter.
os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
os.environ["HF_HUB_OFFLINE"] = "1"


def hollow(name: str) -> ModuleType:
    """Put a package in place without running its ``__init__.py``; those import the code of every other benchmark."""
    module = ModuleType(name)
    spec = find_spec(name)
    module.__path__ = list((spec and spec.submodule_search_locations) or ())
    sys.modules[name] = module
    return module


def without_code_of_others() -> None:
    """Let the module of CIBench be imported alone, with the real classes that it uses, and nothing else replaced."""
    for name in ("opencompass.datasets", "opencompass.openicl", "opencompass.utils"):
        hollow(name)
    evaluators = hollow("opencompass.openicl.icl_evaluator")
    from opencompass.openicl.icl_evaluator.icl_base_evaluator import BaseEvaluator  # noqa: PLC0415 - needs the above
    from opencompass.openicl.icl_evaluator.icl_hf_evaluator import RougeEvaluator  # noqa: PLC0415 - as above

    evaluators.BaseEvaluator, evaluators.RougeEvaluator = BaseEvaluator, RougeEvaluator  # type: ignore[attr-defined]
    package = sys.modules["opencompass.openicl"]
    package.BaseEvaluator, package.DatasetReader = BaseEvaluator, object  # type: ignore[attr-defined]
    # Used by another benchmark's loader only, whose reading of numbers the visual judge borrows.
    sys.modules["opencompass.utils"].get_data_path = str  # type: ignore[attr-defined]
    # The released package lacks it; the evaluator's log in Markdown uses it, no figure does.
    interpreter = ModuleType("opencompass.lagent.actions.ipython_interpreter")
    interpreter.extract_code = str  # type: ignore[attr-defined]
    sys.modules[interpreter.__name__] = interpreter


without_code_of_others()
from opencompass.datasets.cibench import CIBenchDataset, CIBenchEvaluator  # noqa: E402 - only possible now


def datasets_of(tree: Path) -> dict[str, list[dict[str, Any]]]:
    """Return what the loader makes of every module folder of a tree, as the evaluator gets it."""
    folders = [module for suite in sorted(tree.glob("cibench_*")) for module in sorted(suite.iterdir())]
    loaded = {f"{folder.parent.name}/{folder.name}": CIBenchDataset.load(str(folder)) for folder in folders}
    return {name: [dict(row) for row in dataset] for name, dataset in loaded.items()}


def figures_of(rows: list[dict[str, Any]], file: Path, *, tree: Path) -> dict[str, float]:
    """Return the evaluator's figures for one dataset; predictions are read as OpenCompass' own task reads them."""
    entries = json.loads(file.read_text(encoding="utf-8"))
    predictions = [entries[str(number)] for number in range(len(entries))]
    evaluator = CIBenchEvaluator(user_data_dir=str(tree / "datasources"))
    with tempfile.TemporaryDirectory() as folder:
        evaluator._out_dir = folder  # noqa: SLF001 - the evaluation task sets it
        figures = evaluator.score(
            predictions=[entry["prediction"] for entry in predictions],
            references=[row["references"] for row in rows],
            steps=[entry["steps"] for entry in predictions],
            origin_prompt=[entry["origin_prompt"] for entry in predictions],
        )
    return dict(figures)


def oracle_name(name: str) -> str:
    """Return what OpenCompass' configurations call a dataset that is played with oracle answers."""
    suite, _, module = name.partition("/")
    first, _, rest = suite.removeprefix("cibench_").partition("_")
    return f"cibench_{first}_oracle{'_' if rest else ''}{rest}/{module}"


def main(kind: str, tree: Path, *results: Path) -> None:
    """Print what is asked for as JSON."""
    rows = datasets_of(tree)
    if kind == "load":
        sys.stdout.write(json.dumps(rows))
        return
    figures = [
        {
            played: figures_of(of, file, tree=tree)
            for name, of in rows.items()
            for played in (name, oracle_name(name))
            if (file := folder / f"{played}.json").exists()
        }
        for folder in results
    ]
    sys.stdout.write(json.dumps(figures, default=float))


if __name__ == "__main__":
    main(sys.argv[1], *(Path(path).resolve() for path in sys.argv[2:]))
