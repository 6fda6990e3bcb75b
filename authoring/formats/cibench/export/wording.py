"""The sentences that an export adds to a question, in English and in Chinese: how the answer is to be shown."""

# ruff: noqa: RUF001 - Chinese has punctuation of its own

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from authoring.formats.cibench.export.values import Printing, ValueKind, ValueShape


@dataclass(frozen=True, slots=True)
class Wording:
    """The sentences of one language, with fields in braces."""

    show: str
    rounds: str
    at_once: str
    figure: str
    size: str
    before: str
    files: str
    conventions: str
    kinds: Mapping[ValueKind, str]
    comma: str
    python: str
    """The text in the place of a module where a step needs none."""


ENGLISH = Wording(
    show="Show the answer by `{call}`, where `value` is the answer ({kind}), and print nothing else.",
    rounds="Numbers get 6 significant digits that way.",
    at_once="Print all of it by one call of `print`.",
    figure="Show one figure with `plt.show()`, and print nothing.",
    size="The figure is {width:g} by {height:g} inches at {dpi:g} dots per inch.",
    before="Begin with this code, which the steps build upon:",
    files="These data files belong to the session as well: {files}.",
    conventions="For this and all later steps, unless a step says otherwise:",
    kinds={
        "array": "an array",
        "bool": "True or False",
        "frame": "a pandas DataFrame",
        "index": "a pandas Index",
        "list": "a list",
        "mapping": "a dict",
        "number": "a number",
        "plain": "one value",
        "series": "a pandas Series",
        "set": "a set",
        "table": "a NumPy array",
        "text": "text",
        "tuple": "a tuple",
    },
    comma=", ",
    python="Python standard library",
)
CHINESE = Wording(
    show="请用 `{call}` 给出答案，其中 `value` 是答案（{kind}），不要打印其他内容。",
    rounds="这样数字保留 6 位有效数字。",
    at_once="请只调用一次 `print`，一次打印全部内容。",
    figure="用 `plt.show()` 显示一张图，不要打印任何内容。",
    size="图的大小为 {width:g} × {height:g} 英寸，分辨率为每英寸 {dpi:g} 点。",
    before="请先运行下面的代码，后面的步骤以它为基础：",
    files="本任务还用到这些数据文件：{files}。",
    conventions="以下约定适用于本步骤及后续所有步骤，除非某一步另有说明：",
    kinds={
        "array": "数组",
        "bool": "True 或 False",
        "frame": "pandas DataFrame",
        "index": "pandas Index",
        "list": "列表",
        "mapping": "字典",
        "number": "一个数",
        "plain": "一个值",
        "series": "pandas Series",
        "set": "集合",
        "table": "NumPy 数组",
        "text": "文本",
        "tuple": "元组",
    },
    comma="、",
    python="Python 标准库",
)
WORDINGS: Mapping[str, Wording] = {"en": ENGLISH, "zh": CHINESE}


@dataclass(frozen=True, slots=True)
class FigureSize:
    """The size of a figure: inches, and dots per inch."""

    width: float = 6.4
    height: float = 4.8
    dpi: float = 100


def show_answer(printing: Printing, shape: ValueShape, *, language: str) -> str:
    """Return how to print an answer."""
    wording = WORDINGS[language]
    kind = wording.kinds[shape.kind]
    sentence = wording.show.format(call=printing.call.replace("@", "value"), kind=kind)
    return _sentences(sentence, wording.rounds if printing.rounds else "", language=language)


def show_figure(size: FigureSize | None, *, language: str) -> str:
    """Return how to show a figure; its size is None where the question tells it."""
    wording = WORDINGS[language]
    sentence = wording.size.format(width=size.width, height=size.height, dpi=size.dpi) if size else ""
    return _sentences(sentence, wording.figure, language=language)


def run_before(code: str, *, language: str) -> str:
    """Return the demand to run code that is given."""
    return f"{WORDINGS[language].before}\n\n```python\n{code.strip()}\n```"


def name_files(paths: Sequence[str], *, language: str) -> str:
    """Return the data files of a session that its first question does not name."""
    wording = WORDINGS[language]
    return wording.files.format(files=wording.comma.join(f"`{path}`" for path in paths))


def name_conventions(conventions: Sequence[str], *, language: str) -> str:
    """Return what holds for all steps of a session where they say nothing else."""
    return "\n".join((WORDINGS[language].conventions, *(f"- {item}" for item in conventions)))


def _sentences(*sentences: str, language: str) -> str:
    # Chinese puts no blank between sentences.
    return ("" if language == "zh" else " ").join(sentence for sentence in sentences if sentence)
