"""A small tree written by hand, with the outputs of a real kernel."""

from pathlib import Path

import nbformat
import yaml
from nbclient import NotebookClient

STEPS = Path(__file__).parents[2] / "cases" / "opencompass" / "steps.yml"
PRICES = "name,price\nlamp,17.25\nchair,49.9\ntable,120.0\nvase,22.8\n"


def make_tree(folder: Path) -> Path:
    """Write the tree and return its folder."""
    sources = folder / "datasources"
    (sources / "data").mkdir(parents=True)
    (sources / "data" / "prices.csv").write_text(PRICES)
    for dataset, notebooks in yaml.safe_load(STEPS.read_text()).items():
        (folder / dataset).mkdir(parents=True)
        for name, steps in notebooks.items():
            notebook = nbformat.v4.new_notebook()
            for number, (_, question, code) in enumerate(steps):
                question_cell, answered = nbformat.v4.new_markdown_cell(question), nbformat.v4.new_code_cell(code)
                question_cell.id, answered.id = f"question-{number}", f"answer-{number}"
                notebook.cells += [question_cell, answered]
            module = dataset.split("/")[1]
            NotebookClient(notebook, resources={"metadata": {"path": str(sources)}}).execute()
            notebook.metadata = {"modules": [module] * len(steps), "step_types": [kind for kind, _, _ in steps]}
            nbformat.write(notebook, folder / dataset / f"{name}.ipynb")
    return folder
