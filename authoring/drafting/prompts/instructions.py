"""Instructions for models beside the seed: guides, prompts, examples; and the record of what a draft was made with."""

from collections.abc import Iterator, Sequence

from authoring.dseal.parse import parse
from authoring.errors import WorkspaceError
from authoring.llm.prompt import check_prompt, cut, fenced, render
from authoring.records.draft import DraftingInputs, Example
from authoring.records.lesson import read_lessons_text, render_lessons
from authoring.records.sketch import Guide, Instructions, KnowledgeCount, RejectedProblem

PROMPTS = ("system", "sketch", "write", "continue", "repair", "revise")
"""The prompts that drafting needs; others in the folder are for other commands."""
GUIDES = ("sketch", "write", "revise")
"""The guides that drafting needs."""
LESSONS = "lessons"
MOST_COVERED = 30
"""Knowledge points that are named as often covered."""
MOST_WANTED = 20
"""Knowledge points that are named as lacking."""
MOST_LACKING = 60
"""Knowledge points that a run keeps as lacking, of which a prompt names those that the data carry."""
MOST_REFUSED = 8
"""Rejected problems that are shown."""
MOST_MENDED = 4
"""Problems that were sent back and are shown as they were and as they were admitted, the newest."""
MOST_OF_REFUSED = 500
"""Characters of question, code and reason each."""
MOST_QUESTION = 220
"""Characters of a question in an outline."""


def instructions_of(
    guides: Sequence[Guide],
    prompts: Sequence[Guide],
    *,
    examples: Sequence[Example] = (),
    refused: Sequence[RejectedProblem] = (),
    covered: Sequence[KnowledgeCount] = (),
    missing_points: Sequence[str] = (),
    notebook: str = "",
    description: str = "",
) -> Instructions:
    """Collect the instructions for a model, and check that nothing is missing before the first call is paid.

    Guides are pages of guides/, of which those that no prompt shows are left out, and prompts pages of
    templates/prompts/. Examples are shown in their order, of refused problems and missing points (the rarest first)
    only the first few. The notebook comes from `digest_notebook`, the description from `seed_text`.

    Raises:
        WorkspaceError: when a guide or a prompt is missing, or the lessons cannot be read.
        TemplateError: when a prompt is no template.
    """
    _require(GUIDES, guides, "guides")
    _require(PROMPTS, prompts, "templates/prompts")
    for prompt in prompts:
        check_prompt(prompt)
    # Sorted, because the instructions are part of fingerprints: the order of files in a folder must change none.
    return Instructions(
        guides=tuple(sorted(_pinned(guides), key=lambda guide: guide.name)),
        prompts=tuple(sorted(prompts, key=lambda prompt: prompt.name)),
        examples=tuple(examples),
        refused=tuple(refused),
        covered=tuple(sorted(covered, key=lambda point: (-point.problems, point.knowledge))),
        wanted=tuple(missing_points[:MOST_LACKING]),
        notebook=notebook,
        description=description,
    )


def _pinned(guides: Sequence[Guide]) -> Iterator[Guide]:
    """Yield the guides that models read; of the lessons the rules alone, and nothing where there are none."""
    for guide in guides:
        if guide.name == LESSONS:
            # Lessons may stand already in the form that models read, which begins with this heading.
            rendered = guide.text.startswith("# Lessons from reviews\n")
            text = guide.text if rendered else render_lessons(read_lessons_text(guide.text))
            if text:
                yield Guide(name=LESSONS, text=text)
        # The guide to experiments about modules is not required: it is shown where it is there, as the lessons are.
        elif guide.name in {*GUIDES, "cibench"}:
            yield guide


def _require(names: Sequence[str], pages: Sequence[Guide], folder: str) -> None:
    present = {page.name for page in pages if page.text.strip()}
    missing = [f"{folder}/{name}.md" for name in names if name not in present]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        message = f"{', '.join(missing)} {verb} missing or empty: a model cannot be asked without"
        raise WorkspaceError(message, hint="restore what comes with the toolkit with: authoring init .")


def making_of(instructions: Instructions, *, model: str) -> DraftingInputs:
    """Return what a draft is made with, for the record."""
    return DraftingInputs(
        model=model,
        guides=tuple((guide.name, guide.version) for guide in instructions.guides),
        prompts=tuple((prompt.name, prompt.version) for prompt in instructions.prompts),
        examples=tuple(example.name for example in instructions.examples),
    )


def system_text(
    instructions: Instructions, guides: Sequence[str], *, examples: bool = False, planning: bool = False
) -> str:
    """Return the part of a prompt that is the same for every seed of a run: rules, guides, lessons, examples.

    Admitted sets are shown whole as `examples`; for `planning` their questions are, and what the benchmark has enough
    of.
    """
    texts = {guide.name: guide.text.strip() for guide in instructions.guides}
    return render(
        instructions.prompt("system"),
        guides=[texts[name] for name in guides],
        lessons=texts.get(LESSONS, ""),
        examples=[fenced("example", example.text) for example in instructions.examples] if examples else [],
        outlines=[fenced("questions", outline_of(example)) for example in instructions.examples] if planning else [],
        refused=[fenced("refused", _refused(problem)) for problem in instructions.refused if not problem.is_mended][
            :MOST_REFUSED
        ],
        mended=[fenced("mended", _mended(problem)) for problem in instructions.refused if problem.is_mended][
            -MOST_MENDED:
        ],
        covered=_enough(instructions.covered) if planning else "",
        wanted=wanted_text(instructions.wanted) if planning else "",
    )


def wanted_text(points: Sequence[str]) -> str:
    """Return the first of the points that a benchmark lacks, as data; empty where there is none."""
    return fenced("wanted", ", ".join(points[:MOST_WANTED])) if points else ""


def outline_of(example: Example) -> str:
    """Return the questions of a set, shortened, one a line."""
    return "\n".join(
        f"{problem.number}. {cut(' '.join(problem.question.split()), MOST_QUESTION)}"
        for _, problem in parse(example.text).problems
    )


def _refused(problem: RejectedProblem) -> str:
    parts = (cut(part.strip(), MOST_OF_REFUSED) for part in (problem.question, problem.code, problem.reason))
    return "{}\n---\n{}\n---\nRefused: {}".format(*parts)


def _mended(problem: RejectedProblem) -> str:
    before, code, reason, after, code_after = (
        cut(part.strip(), MOST_OF_REFUSED)
        for part in (problem.question, problem.code, problem.reason, problem.question_after, problem.code_after)
    )
    return f"Before:\n{before}\n---\n{code}\n---\nSent back: {reason}\n---\nAfter:\n{after}\n---\n{code_after}"


def _enough(covered: Sequence[KnowledgeCount]) -> str:
    """Return the knowledge points with more problems than the average, the most frequent first."""
    total = sum(point.problems for point in covered)
    # A point that one problem asks for is never named as often asked for, however low the mean is.
    often = [point for point in covered if point.problems * len(covered) > total and point.problems > 1]
    listed = ", ".join(f"{point.knowledge} {point.problems}" for point in often[:MOST_COVERED])
    return fenced("covered", listed) if listed else ""
