"""Translates the questions of an admitted set: asks a model for what is missing, and lets a person decide on each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from authoring.api.models import ModelAccess, open_model_pool
from authoring.drafting.translation.invariants import findings_of
from authoring.drafting.translation.translator import (
    TranslationComment,
    fitting_translation,
    originals,
    translate_questions,
)
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.errors import AuthoringError, UsageError
from authoring.llm.port import Model
from authoring.records.base import Record
from authoring.records.bundle import LANGUAGES, AdmittedSet, TranslatedQuestion, Translation
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.sketch import Guide
from authoring.records.wording import counted
from authoring.workspace import Workspace
from authoring.workspace.documents import merge_translation, read_translations, translation_path
from authoring.workspace.guidance import read_prompt

ALL = "all"
"""Stands for every question of a set."""
MOST_SAMPLES = 3
"""How often the model is asked for another translation before it has none."""


@dataclass(frozen=True, slots=True)
class TranslationRequest:
    """Which set is translated into which language."""

    name: str
    """Name of the set."""
    language: str = "zh"
    again: str = ""
    """Numbers of questions that are translated anew, commas between them; `ALL` for all."""
    accept_unseen: bool = False
    """Whether translations in which nothing is found are accepted on the word of the reviewer."""
    reviewer: str = ""
    """Who accepts translations."""


class TranslationReport(Record):
    """Answer of ``translate``: where a set stands in a language."""

    name: str
    translation: Translation
    """What fits the questions as they are now, reviewed or not."""
    asked: tuple[int, ...]
    """Numbers of the questions that the model was asked for just now."""
    left: tuple[int, ...]
    """Numbers of those without a translation that a person has looked at."""
    findings: tuple[Diagnostic, ...]
    """About translations that nobody has looked at."""
    trouble: str = ""
    """Why the model gave no translation of those it was asked for; empty where it gave one."""
    path: str
    """Where the file stands, relative to the workspace."""


@dataclass(slots=True)
class TranslationSession:
    """A set that is being translated, and what a reviewer can do with it; all of it is written at once."""

    workspace: Workspace
    admitted: AdmittedSet
    """As it stood when the session began; its data are of no use here."""
    language: str
    reviewer: str
    model: Model | None
    prompt: Guide
    reporter: Reporter = NOBODY

    @property
    def name(self) -> str:
        """The name of the set."""
        return self.admitted.name

    @property
    def problemset(self) -> AdmittedSet:
        """The set, with what is translated by now."""
        return self.admitted.model_copy(update={"translations": read_translations(self.workspace.root, self.name)})

    @property
    def questions(self) -> Mapping[int, str]:
        """The questions of the set by number, in order."""
        return originals(self.admitted)

    @property
    def translations(self) -> dict[int, TranslatedQuestion]:
        """What is translated and fits the questions as they are now, by number, in order."""
        return {question.number: question for question in fitting_translation(self.problemset, self.language).questions}

    def findings(self, question: TranslatedQuestion) -> tuple[Diagnostic, ...]:
        """Return what a translation lacks of its question, or has beyond it."""
        return findings_of(question, self.language)

    def accept(self, questions: Sequence[TranslatedQuestion]) -> None:
        """Write that the reviewer accepts translations."""
        self._save([question.model_copy(update={"reviewer": self.reviewer}) for question in questions])

    def edit(self, question: TranslatedQuestion, text: str) -> None:
        """Write another text of a translation, which nobody has accepted yet."""
        self._save([question.model_copy(update={"text": text, "reviewer": ""})])

    def translate(self, numbers: Sequence[int], *, comment: str = "") -> None:
        """Have questions translated, and write what came; those that are translated already get another translation.

        Args:
            numbers: of the questions.
            comment: what should be different, where there is one question only.

        Raises:
            UsageError: no model is named.
            ModelError: no usable reply came.
        """
        if self.model is None:
            missing = f"{counted(len(numbers), 'question')} of {self.name} would have to be translated"
            raise UsageError(f"no model is named, and {missing}", hint="name one with --model, or in authoring.toml")
        before = self.translations
        request = TranslationComment(numbers[0], comment) if comment else None
        questions: tuple[TranslatedQuestion, ...] = ()
        # A first translation may be any; one that is asked for again has to be another.
        for sample in range(MOST_SAMPLES) if set(numbers) & set(before) else (0,):
            with reporting(self.reporter, f"translating {self.name}"):
                questions = translate_questions(
                    self.problemset,
                    self.language,
                    numbers,
                    model=self.model,
                    prompt=self.prompt,
                    comment=request,
                    sample=sample,
                ).questions
            # A model may repeat itself; another sample is another reply.
            if any(
                question.number not in before or question.text != before[question.number].text for question in questions
            ):
                break
        self._save(questions)

    def _save(self, questions: Sequence[TranslatedQuestion]) -> None:
        merge_translation(self.workspace.root, self.name, self.language, questions)


def translate(
    workspace: Workspace,
    request: TranslationRequest,
    *,
    access: ModelAccess = ModelAccess(),
    review: Callable[[TranslationSession], None] | None = None,
    reporter: Reporter = NOBODY,
) -> TranslationReport:
    """Translate what is missing or was changed since, and have it looked at.

    A model is needed only where something is missing. `review` goes through the translations that nobody has looked at,
    and accepts or edits them; None lets nobody look.

    Raises:
        UsageError: there is no such set, language or question, or no model is named and one is needed.
        ModelError: the model gave no usable reply.
        BudgetError: the next call would exceed the budget.
        WorkspaceError: the prompt is missing, or a translation cannot be read.
    """
    if request.language not in LANGUAGES:
        languages = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise UsageError(f"nothing is translated into {request.language}", hint=f"languages: {languages}")
    with _open_session(workspace, request, access, reporter) as session:
        existing, questions = session.translations, session.questions
        repeated = _question_numbers(request.again, questions)
        # What was changed since does not stand any more, and is missing like what never was translated.
        numbers = tuple(number for number in questions if number in repeated or number not in existing)
        problem = _translate_missing(session, numbers, existing) if numbers else ""
        # A person's word for all takes the place of looking at each.
        if request.accept_unseen:
            _accept_unseen(session)
        elif review is not None:
            review(session)
        return _report(session, numbers, problem)


@contextmanager
def _open_session(
    workspace: Workspace, request: TranslationRequest, access: ModelAccess, reporter: Reporter
) -> Iterator[TranslationSession]:
    admitted = workspace.read_problemset(request.name)
    prompt, config = read_prompt(workspace.root, "translate"), access.config(workspace)
    with open_model_pool(workspace, access, reporter=reporter) as pool:
        model = pool.model(config)
        yield TranslationSession(workspace, admitted, request.language, request.reviewer, model, prompt, reporter)


def _translate_missing(
    session: TranslationSession, numbers: Sequence[int], existing: Mapping[int, TranslatedQuestion]
) -> str:
    """Have questions translated; return why that failed, where others wait to be looked at all the same.

    Raises:
        AuthoringError: it failed, and nothing waits.
    """
    try:
        session.translate(numbers)
    except AuthoringError as error:
        # Others wait to be looked at, for which no model is needed.
        if all(question.reviewer for question in existing.values()):
            raise
        return error.message
    return ""


def _accept_unseen(session: TranslationSession) -> None:
    unseen = [question for question in session.translations.values() if not question.reviewer]
    sound = [question for question in unseen if not session.findings(question)]
    if sound:
        session.accept(sound)


def _report(session: TranslationSession, asked: Sequence[int], problem: str) -> TranslationReport:
    translations, root = session.translations, session.workspace.root
    return TranslationReport(
        name=session.name,
        translation=Translation(language=session.language, questions=tuple(translations.values())),
        asked=tuple(asked),
        left=tuple(
            number for number in session.questions if number not in translations or not translations[number].reviewer
        ),
        findings=tuple(
            finding
            for question in translations.values()
            if not question.reviewer
            for finding in _placed(session.findings(question), session)
        ),
        trouble=problem,
        path=translation_path(root, session.name, session.language).relative_to(root).as_posix(),
    )


def _placed(findings: Sequence[Diagnostic], session: TranslationSession) -> Iterator[Diagnostic]:
    """Let findings point at the question in the set's own file."""
    problems = {problem.number: problem for _, problem in parse(session.admitted.text).problems}
    for finding in findings:
        # Findings of a translation name the question; without a number they are about the first.
        problem = problems[finding.problem or 1]
        # Where the question has no key of its own, the problem's header stands for it.
        span = problem.positions.get((problem.question_key,), problem.yaml_span)
        yield finding.model_copy(update={"path": f"{session.name}.py", "line": span.line, "column": span.column})


def _question_numbers(text: str, questions: Mapping[int, str]) -> frozenset[int]:
    """Return the numbers that ``--again`` names.

    Raises:
        UsageError: it names no question of the set.
    """
    if text.strip() == ALL:
        return frozenset(questions)
    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        if not word.isdecimal() or int(word) not in questions:
            hint = f"questions have the numbers 1 to {len(questions)}; say {ALL} for all"
            raise UsageError(f"--again {text}: {word} is no question of the set", hint=hint)
    return frozenset(int(word) for word in words)
