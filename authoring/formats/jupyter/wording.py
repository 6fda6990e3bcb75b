"""What notebooks say in words, and how plain text is said in Markdown."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from authoring.dseal.model import Problem
from authoring.records.bundle import ORIGINAL
from authoring.records.provenance import Provenance

BLOCK = re.compile(r"(^```[\w+-]*\n.*?^``` *$)", re.DOTALL | re.MULTILINE)
"""A block of code that is fenced at the margin, where nothing else can hold it."""
ADDRESS_END = re.compile(r"(?i)(?:://|\bwww\.|@)\S*\Z")
"""A bare address that goes on to the end of a text."""
CODE = re.compile(r"(`[^`\n]*`)")
ACTIVE = re.compile(r"[\\<\[\]*~]|(?<!\w)_|_(?!\w)")
"""Characters that begin a link, a tag or an emphasis in Markdown; lists stay lists."""
HEADS = re.compile(r"^([ \t]*)(?=#|>|=+[ \t]*$|-+[ \t]*$)", re.MULTILINE)
"""Places where Markdown would see a heading, a quote or a rule."""


@dataclass(frozen=True, slots=True)
class NotebookWording:
    """The sentences of notebooks in one language; names in braces are filled in."""

    question: str
    answers: str
    task: str
    solved: str
    data: str
    licence: str
    review: str
    forbidden: str
    missing: str
    conventions: str


ENGLISH = NotebookWording(
    question="Question {number}",
    answers="{title}: answers",
    task="Run the cells from the top. Write each answer into the cell below its question, in the place of the line "
    "that raises an error. An answer is the value of the last line of its cell, with the variables that the question "
    "names; later questions go on from there. Data files are in `inputs/`.",
    solved="Every question with a right answer, and what it gives. Data files are in `inputs/`.",
    data="Data: {source}",
    licence="Licence of the data: {licence}",
    review="Review: {claims}",
    forbidden="Not to be used: {names}",
    missing="Question {number} has no answer yet",
    conventions="Unless a question says otherwise:",
)
CHINESE = NotebookWording(
    question="问题 {number}",
    answers="{title}:答案",
    task="请从上到下依次运行各单元格。把每个问题的答案写在其下方的单元格中,替换其中抛出错误的那一行。"
    "单元格最后一行的值以及题目所说的变量就是答案,后面的问题会在此基础上继续。数据文件在 `inputs/` 中。",
    solved="每个问题都附有正确答案及其输出。数据文件在 `inputs/` 中。",
    data="数据:{source}",
    licence="数据许可:{licence}",
    review="审查记录:{claims}",
    forbidden="不得使用:{names}",
    missing="问题 {number} 还没有答案",
    conventions="除非题目另有说明:",
)
WORDS: Mapping[str, NotebookWording] = {ORIGINAL: ENGLISH, "zh": CHINESE}


def escaped_markdown(text: str) -> str:
    """Return Markdown that shows a text as it is written, but for code in backticks and lists.

    A question is no Markdown of ours: it must not bring links, tags or formulas, and loses no asterisk or bracket.
    """
    return "".join(part if number % 2 else _beside_blocks(part) for number, part in enumerate(BLOCK.split(text)))


def _beside_blocks(text: str) -> str:
    parts = CODE.split(text)
    # Where backticks do not pair off within each line, or one is read as a part of the bare address before it, programs
    # differ in what is code: then nothing is.
    is_paired = "``" not in text and not any(line.count("`") % 2 for line in text.splitlines())
    if not is_paired or any(ADDRESS_END.search(part) for part in parts[:-1:2]):
        return _escaped(text).replace("`", "\\`")
    return "".join(part if number % 2 else _escaped(part) for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    text = HEADS.sub(lambda match: f"{match[0]}\\", ACTIVE.sub(lambda match: f"\\{match[0]}", text))
    # Behind a bare address a backslash is read as the address's end, and what follows as a link.
    text = text.replace("\\<", "&lt;")
    # Two of them would make a formula, for Jupyter before Markdown is read, and for a page of HTML after it was.
    return text.replace("$", "<span>\\$</span>")


def title_text(
    name: str,
    about: Provenance,
    words: NotebookWording,
    *,
    solved: bool,
    claims: Sequence[str] = (),
    conventions: Sequence[str] = (),
) -> str:
    """Return the first cell: what the set is about, what is to be done, what holds for every question, its data.

    At the end stands who looked at it.
    """
    seed = about.seed
    title = escaped_markdown(" ".join(seed.title.split()) or name)
    parts = [f"# {words.answers.format(title=title) if solved else title}", words.solved if solved else words.task]
    if conventions:
        parts.append("\n".join((words.conventions, "", *(f"- {escaped_markdown(item)}" for item in conventions))))
    source = " ".join((seed.url or seed.source).split())
    sources = [words.data.format(source=escaped_markdown(source))] if source else []
    sources += [words.licence.format(licence=escaped_markdown(" ".join(seed.licence.split())))] if seed.licence else []
    reviews = [words.review.format(claims=escaped_markdown("; ".join(claims)))] if claims else []
    return "\n\n".join([*parts, *sources, *reviews])


def question_text(problem: Problem, question: str, words: NotebookWording) -> str:
    """Return the cell of a question."""
    text = f"## {words.question.format(number=problem.number)}\n\n{escaped_markdown(question.strip())}"
    if not problem.forbid_names:
        return text
    names = ", ".join(f"`{name}`" for name in problem.forbid_names)
    return f"{text}\n\n{words.forbidden.format(names=names)}"


def missing_answer(problem: Problem, words: NotebookWording) -> str:
    """Return the cell that an answer is to be written into.

    It raises an error that names its question: whoever runs all cells gets to the first question without an answer,
    and not to errors that the missing variables cause in cells behind it.
    """
    return f'raise NotImplementedError("{words.missing.format(number=problem.number)}")'
