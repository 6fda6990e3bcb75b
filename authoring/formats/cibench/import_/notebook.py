"""Reads one notebook of a CIBench tree: its steps, each with the output that OpenCompass would compare. Nothing runs.

OpenCompass 0.4.0 takes the i-th Markdown cell and the i-th code cell as a step; `modules` and `step_types` of the
notebook's own metadata, an entry for each step; and of a code cell's outputs the first picture that is displayed, else
the last text that is printed or shown.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, cast, get_args

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import parse_code
from authoring.formats.base.exercises.codes import BECAME_CONTEXT, LEFT_OUT, NO_EXERCISE
from authoring.formats.base.exercises.questions import quoted
from authoring.formats.cibench.codes import LEFT_WORDS, SHIFTED, UNFIT_LIST, UNFIT_OUTPUT
from authoring.records.documents import load_json
from authoring.seeds.notebooks.notebook import plain_lines
from authoring.seeds.notebooks.reading import NOTEBOOK

# A string that begins with the folder of the tree.
_IN_CODE = re.compile(r"""(?P<quote>["'])(?:\./)?data/""")
# The folder alone, where a call shows that it is one and not a word.
_FOLDER_IN_CODE = re.compile(
    r"""(?P<before>(?:listdir|scandir|walk|Path|join|chdir)\(\s*)(?P<quote>["'])(?:\./)?data(?P=quote)"""
)
StepType = Literal["exec", "num", "text", "vis"]
StoredOutput = Literal["", "printed", "value", "figure"]
MOST_OF_CELL = 200_000
"""Characters of a cell."""
MOST_CELLS = 2_000
_THOUGHT = "\n\nThought: "
# The sentence that OpenCompass itself glues to a question, in English or Chinese.
_SUFFIX = re.compile(r"(?:Please use [^\n.]{1,200} modules\.|请用 [^\n。]{1,200} 模块。)\s*\Z")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\Z", re.ASCII)


def inputs_in_code(code: str, files: Sequence[str]) -> str:
    """Return code that reads from ``inputs/`` what it read from ``data/``.

    Names of `files` within longer texts are exchanged as well.
    """
    changed = _FOLDER_IN_CODE.sub(r"\g<before>\g<quote>inputs\g<quote>", _IN_CODE.sub(r"\g<quote>inputs/", code))
    changed = inputs_in_question(changed, files)
    # Never make code unreadable that was Python before.
    return changed if parse_code(code).error is not None or parse_code(changed).error is None else code


def inputs_in_question(question: str, files: Sequence[str]) -> str:
    """Return a question that names the data files where they stand in a problem set; other words are kept."""
    moved = _pattern(tuple(files)).sub("inputs/", question) if files else question
    # Without a slash it may be a variable that is called so.
    return re.sub(r"`(?:\./)?data/`", "`inputs/`", moved)


@lru_cache(maxsize=8)
def _pattern(files: tuple[str, ...]) -> re.Pattern[str]:
    # The longest first: a name may begin with another.
    names = "|".join(re.escape(name) for name in sorted(files, key=len, reverse=True))
    return re.compile(rf"(?<![\w/.-])(?:\./)?data/(?=(?:{names})(?!\w|\.\w))")


@dataclass(frozen=True, slots=True)
class TreeStep:
    """One step: a question, and the code that answers it."""

    number: int
    """The number of its code cell, from 1."""
    question: str
    """Empty for code that answers none."""
    code: str
    type: StepType
    stored_output: StoredOutput
    """The kind of output that OpenCompass compares, from the stored outputs."""
    modules: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeNotebook:
    """A notebook's steps; none where it could not be read, and then a finding is an error."""

    steps: tuple[TreeStep, ...]
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cell:
    number: int
    code: bool
    source: str
    raw: Mapping[str, Any]


def read_steps(text: str) -> TreeNotebook:
    """Return the steps of a notebook of a CIBench tree."""
    try:
        document = load_json(text, limits=NOTEBOOK)
    except ValueError:
        document = None
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(cells, list) or len(cells) > MOST_CELLS:
        message = "this is no notebook with a list of cells, so OpenCompass stops at it"
        return TreeNotebook((), (NO_EXERCISE.diagnostic(message, hint="get the file anew"),))
    read = [cell for number, raw in enumerate(cells, start=1) for cell in _cell(number, raw)]
    findings: list[Diagnostic] = []
    # OpenCompass pairs by position, so any cell out of turn shifts all pairs behind it.
    in_turn = all(cell.code == (place % 2 == 1) for place, cell in enumerate(read)) and len(read) % 2 == 0
    if not in_turn:
        questions = sum(not cell.code for cell in read)
        message = f"{questions} questions and {len(read) - questions} code cells do not stand in turn"
        findings.append(
            SHIFTED.diagnostic(message, hint="each code cell was taken for the answer to the text before it")
        )
    steps = list(_paired(read, findings))
    if not any(step.question for step in steps):
        message = "no Markdown cell is followed by a code cell"
        return TreeNotebook(
            (), (*findings, NO_EXERCISE.diagnostic(message, hint="questions are Markdown, answers code"))
        )
    # Of cells in turn every pair has an entry in the lists, be its question or its code empty.
    numbers = (
        [cell.number for cell in read if cell.code] if in_turn else [step.number for step in steps if step.question]
    )
    described = _described(steps, document.get("metadata"), numbers, findings)
    return TreeNotebook(described, tuple(findings))


def _cell(number: int, raw: Any) -> Iterator[_Cell]:
    kind = raw.get("cell_type") if isinstance(raw, dict) else None
    if kind not in ("markdown", "code"):
        return
    source = plain_lines(_joined(raw.get("source")))
    yield _Cell(number, kind == "code", source if len(source) <= MOST_OF_CELL else "", raw)


def _joined(text: Any) -> str:
    if isinstance(text, str):
        return text
    return "".join(part for part in text if isinstance(part, str)) if isinstance(text, list) else ""


def _paired(cells: Sequence[_Cell], findings: list[Diagnostic]) -> Iterator[TreeStep]:
    """Yield steps: a code cell belongs to the question right before it."""
    question: _Cell | None = None
    for cell in cells:
        if cell.code and cell.source.strip():
            yield _step(cell, question)
            question = None
        elif cell.code:
            if question is not None:
                findings.append(
                    LEFT_OUT.diagnostic(f"cell {cell.number}: the answer is empty: {quoted(question.source)}")
                )
            question = None
        elif cell.source.strip():
            if question is not None:
                findings.append(
                    LEFT_OUT.diagnostic(f"cell {question.number}: no code follows: {quoted(question.source)}")
                )
            question = cell
    if question is not None:
        findings.append(LEFT_OUT.diagnostic(f"cell {question.number}: no code follows: {quoted(question.source)}"))


def _step(cell: _Cell, question: _Cell | None) -> TreeStep:
    kind, stored, trouble = _outputs(cell.raw.get("outputs"))
    findings = [UNFIT_OUTPUT.diagnostic(trouble)] if trouble else []
    if question is None:
        finding = BECAME_CONTEXT.diagnostic("no question stands before it")
        return TreeStep(cell.number, "", cell.source, "exec", stored, findings=(finding,))
    text = question.source.strip()
    head, *thoughts = text.split(_THOUGHT)
    # With two thoughts OpenCompass takes none out, and so both belong to the question.
    if len(thoughts) == 1:
        text = head.strip()
        findings.append(LEFT_WORDS.diagnostic(f"the reference's thought was left out: {quoted(thoughts[0])}"))
    if suffix := _SUFFIX.search(text):
        text = text[: suffix.start()].rstrip()
        findings.append(LEFT_WORDS.diagnostic(f"left out: {suffix[0].strip()}"))
    return TreeStep(cell.number, text, cell.source, kind, stored, findings=tuple(findings))


def _outputs(outputs: Any) -> tuple[StepType, StoredOutput, str]:
    """Return what OpenCompass makes of a cell's outputs, and what is wrong with them."""
    if not isinstance(outputs, list):
        return "exec", "", "the cell has no list of outputs, so OpenCompass does not load the notebook"
    records = [output for output in outputs if isinstance(output, dict)]
    displays = [output for output in records if output.get("output_type") == "display_data"]
    pictures = [output for output in displays if "image/png" in _mapping(output.get("data"))]
    # OpenCompass overlooks errors; what was stored beside one is no right answer.
    if any(output.get("output_type") == "error" for output in records):
        return "exec", "", "the code raised an error when its author ran it"
    if pictures:
        # Any display behind the first picture makes the loader stop; one before it is harmless.
        several = len(displays) > displays.index(pictures[0]) + 1
        return "vis", "figure", "several figures are displayed, so OpenCompass does not load it" if several else ""
    # The loader takes the last text, and looks at it only where there is no picture.
    for output in reversed(records):
        if output.get("output_type") == "stream" and output.get("name", "stdout") == "stdout":
            return _kind_of(_joined(output.get("text"))), "printed", ""
        if output.get("output_type") == "execute_result":
            return _kind_of(_joined(_mapping(output.get("data")).get("text/plain"))), "value", ""
    return "exec", "", ""


def _kind_of(text: str) -> StepType:
    return "num" if _NUMBER.match(text.strip()) else "text"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _described(
    steps: Sequence[TreeStep], metadata: Any, numbers: Sequence[int], findings: list[Diagnostic]
) -> tuple[TreeStep, ...]:
    """Return steps with the types and modules that the notebook gives them, as far as its lists fit.

    `numbers` are the code cells that have an entry in the lists.
    """
    types = _list_of(metadata, "step_types", numbers, findings)
    if strange := sorted(set(types.values()) - set(get_args(StepType))):
        findings.append(
            UNFIT_LIST.diagnostic(f"`step_types` holds {quoted(strange[0])}, which OpenCompass cannot score")
        )
        types = {}
    modules = _list_of(metadata, "modules", numbers, findings)
    described = []
    for step in steps:
        step_modules = tuple(part.strip() for part in modules.get(step.number, "").split("&") if part.strip())
        typed = _typed(step, types[step.number]) if step.number in types and step.question else step
        described.append(replace(typed, modules=step_modules))
    return tuple(described)


def _list_of(metadata: Any, name: str, numbers: Sequence[int], findings: list[Diagnostic]) -> Mapping[int, str]:
    entries = _mapping(metadata).get(name)
    if entries is None or entries == []:
        return {}
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        findings.append(UNFIT_LIST.diagnostic(f"`{name}` is no list of texts"))
        return {}
    if len(entries) != len(numbers):
        findings.append(UNFIT_LIST.diagnostic(f"`{name}` has {len(entries)} entries for {len(numbers)} steps"))
        return {}
    return dict(zip(numbers, entries, strict=True))


def _typed(step: TreeStep, type_name: str) -> TreeStep:
    """Return a step of the type that the notebook says; what it shows stays what it is."""
    step = replace(step, type=cast("StepType", type_name))
    fits = {"exec": True, "vis": step.stored_output == "figure"}.get(
        type_name, step.stored_output in {"printed", "value"}
    )
    if fits or any(finding.code == UNFIT_OUTPUT.code for finding in step.findings):
        return step
    lack = "no figure is stored" if type_name == "vis" else "no text is stored"
    trouble = UNFIT_OUTPUT.diagnostic(
        f"the step's type is {type_name}, and {lack}: OpenCompass scores it 0 for everybody"
    )
    return replace(step, findings=(*step.findings, trouble))
