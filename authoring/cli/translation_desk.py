"""Where an admitted set is translated: what is asked, what came, what a person said; all of it written at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.cli.progress import progress_bar
from authoring.cli.views.render import counted
from authoring.drafting.translation import Wish, standing, translate_questions
from authoring.errors import UsageError
from authoring.llm.port import Model
from authoring.records.bundle import AdmittedSet
from authoring.records.sketch import Guide
from authoring.records.translation import TranslatedQuestion
from authoring.workspace import Workspace
from authoring.workspace.translations import keep_translated, read_translations

SAMPLES = 3
"""How often the model is asked for another translation before it has none."""


@dataclass(slots=True)
class Desk:
    """A set that is translated, and what it is translated with."""

    place: Workspace
    admitted: AdmittedSet
    """As it stood when the desk was opened; its data are of no use here."""
    language: str
    model: Model | None
    prompt: Guide

    @property
    def name(self) -> str:
        """Of the set."""
        return self.admitted.name

    @property
    def problemset(self) -> AdmittedSet:
        """The set, with what is translated by now."""
        return self.admitted.model_copy(update={"translations": read_translations(self.place.root, self.name)})

    @property
    def standing(self) -> dict[int, TranslatedQuestion]:
        """What is translated and fits, by number, in order."""
        return {question.number: question for question in standing(self.problemset, self.language).questions}

    def keep(self, questions: Sequence[TranslatedQuestion]) -> None:
        """Write translated questions."""
        keep_translated(self.place.root, self.name, self.language, questions)

    def ask(self, numbers: Sequence[int], *, wish: Wish | None = None) -> tuple[TranslatedQuestion, ...]:
        """Have questions translated, and keep what came: of questions that are translated already, another one.

        Raises:
            UsageError: no model is named.
            ModelError: no usable reply came.
        """
        if self.model is None:
            what = f"{counted(len(numbers), 'question')} of {self.name} would have to be translated"
            raise UsageError(f"no model is named, and {what}", hint="name one with --model, or in authoring.toml")
        before = self.standing
        made: tuple[TranslatedQuestion, ...] = ()
        for sample in range(SAMPLES) if set(numbers) & set(before) else (0,):
            with progress_bar(f"translating {self.name}"):
                made = translate_questions(
                    self.problemset,
                    self.language,
                    numbers,
                    model=self.model,
                    prompt=self.prompt,
                    wish=wish,
                    sample=sample,
                ).questions
            if any(question.number not in before or question.text != before[question.number].text for question in made):
                break
        self.keep(made)
        return made
