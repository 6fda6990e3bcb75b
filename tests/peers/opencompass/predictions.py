"""Predictions as OpenCompass' agent leaves them, made of notebook outputs: stored ones, or those of a kernel."""

import base64
import io
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from PIL import Image

LONGEST = 1024
"""Characters of an answer; the middle of a longer one is cut out."""
CUT = "......"
NO_OUTPUT = "The code is succeed without any outputs."
"""The interpreter's answer where there is no text."""
TOOL = "IPythonInterpreter"


@dataclass(frozen=True, slots=True)
class Action:
    """One call of a tool: what was run and what came back."""

    code: str
    text: str = ""
    """Every text output in a block of its own, named by its kind."""
    pictures: tuple[Path, ...] = ()
    error: str = ""
    tool: str = TOOL


@dataclass(frozen=True, slots=True)
class Experiment:
    """One notebook's predictions: a step is the calls an agent made for one question."""

    questions: tuple[str, ...]
    steps: tuple[tuple[Action, ...], ...]


def action_of(code: str, outputs: Iterable[NotebookNode], *, pictures: Path) -> Action:
    """Return the answer that OpenCompass' interpreter makes of a cell's outputs; pictures are saved in a folder."""
    text, saved, failed = "", [], False
    for output in outputs:
        kind, said = output.output_type, ""
        if kind == "stream":
            kind, said = output.name, output.text
        elif kind == "error":
            failed, said = True, re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", "\n".join(output.traceback))
        elif "image/png" in output.data:
            saved.append(save(output.data["image/png"], folder=pictures))
            said = output.data.get("text/plain", "") if kind == "execute_result" else ""
        else:
            said = output.data.get("text/plain", "")
        if said:
            text += f"\n\n{kind}:\n\n```\n{said}\n```"
    if len(text) > LONGEST:
        half = (LONGEST - len(CUT)) // 2
        text = text[:half] + CUT + text[-half:]
    text = text.lstrip("\n")
    return Action(code, error=repr(text)) if failed else Action(code, text, tuple(saved))


def save(picture: str, *, folder: Path) -> Path:
    """Write a picture as the interpreter does, which reads it and writes it anew."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{len(list(folder.iterdir()))}.png"
    Image.open(io.BytesIO(base64.b64decode(picture))).save(file, "png")
    return file


def stored(notebook: Path, *, pictures: Path) -> tuple[tuple[Action, ...], ...]:
    """Return a perfect agent's steps: the outputs that stand in a notebook."""
    cells = [cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
    return tuple((action_of(cell.source, cell.outputs, pictures=pictures),) for cell in cells)


def write(file: Path, experiments: Sequence[Experiment]) -> None:
    """Write one dataset's predictions as OpenCompass' inferencer does."""
    entries = {str(number): entry_of(experiment) for number, experiment in enumerate(experiments)}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(entries, ensure_ascii=False, indent=4), encoding="utf-8")


def entry_of(experiment: Experiment) -> dict[str, object]:
    """Return one experiment as it stands in a file of predictions."""
    return {
        "gold": [""] * len(experiment.steps),
        "prediction": [step[-1].text if step else "" for step in experiment.steps],
        "origin_prompt": list(experiment.questions),
        "steps": [[call_of(action) for action in step] for step in experiment.steps],
    }


def call_of(action: Action) -> dict[str, object]:
    """Return one call as lagent dumps it."""
    text = action.text or NO_OUTPUT
    pictures = "\n\n".join(f"![fig-{number:03}]({file})" for number, file in enumerate(action.pictures, start=1))
    return {
        "type": action.tool,
        "args": {"text": f"```python\n{action.code}\n```\n", "extract_code": action.code},
        "result": None if action.error else {"text": text, "image_path": pictures},
        "thought": "",
        "state": -1002 if action.error else 0,
        "errmsg": action.error or None,
        "valid": 1,
    }
