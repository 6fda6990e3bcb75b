"""A review of translations by keys: decisions are written as they are made, and the review ends when all are made."""

from collections.abc import Callable

import pytest
from rich.console import Console, Group

from authoring.api.translation import TranslationReport, TranslationSession
from authoring.cli.review.translation import KEYS, PROMPT, TranslationReview, command_after, report_view
from authoring.records.bundle import TranslatedQuestion, Translation
from authoring.records.sketch import Guide
from authoring.workspace import Workspace
from tests.cli.conftest import bare
from tests.cli.test_translate import CHINESE, TEXT

__all__ = ["bare"]


class ScriptedKeyboard:
    """Types keys and answers that were written down before."""

    is_live = False

    def __init__(self, keys: str, *answers: str) -> None:
        self._keys, self._answers = iter(keys), iter(answers)
        self.questions: list[str] = []

    def key(self) -> str:
        """Return the next key; ``q`` when there is no more."""
        return next(self._keys, "q")

    def key_meanwhile(self, look: Callable[[], None]) -> str:
        """Return the next key."""
        del look
        return self.key()

    def line(self, question: str) -> str:
        """Return the next answer."""
        self.questions.append(question)
        return next(self._answers)


@pytest.fixture
def session(bare: Workspace) -> TranslationSession:
    """Return a set with three translations, the last of which lacks a name."""
    bare.problemset_path("tiny").write_text(TEXT)
    prompt = Guide(name="translate", text="")
    session = TranslationSession(bare, bare.read_problemset("tiny"), "zh", "Ada", None, prompt)
    texts = CHINESE | {3: "哪一种排在最前。"}
    for number, original in session.questions.items():
        session.edit(TranslatedQuestion(number=number, original=original, text=""), texts[number])
    return session


def reviewers(session: TranslationSession) -> list[str]:
    """Return who accepted each translation."""
    return [question.reviewer for question in session.translations.values()]


def test_the_review_ends_when_all_are_decided(session: TranslationSession) -> None:
    """Every acceptance leads to the next translation that is left; one with a finding takes a second word."""
    keyboard = ScriptedKeyboard("naaaa", "", "y")
    TranslationReview(session, keyboard).run()

    assert reviewers(session) == ["Ada", "Ada", "Ada"]
    assert [question.endswith("accept all the same? [y/N]") for question in keyboard.questions] == [True, True]


def test_keys_that_lead_nowhere_decide_nothing(session: TranslationSession, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the first, behind the last, a slip, another translation without a model: a word, and the same again."""
    TranslationReview(session, ScriptedKeyboard("pnnnzr?")).run()
    shown = capsys.readouterr().out

    assert reviewers(session) == ["", "", ""]
    for words in ("this is the first one", "this is the last one", "no such key", "no model is named", *KEYS.values()):
        assert words in shown
    assert {word[0] for word in PROMPT} == set(KEYS)


def report(reviewer: str) -> TranslationReport:
    """Return a report on one question that was translated."""
    question = TranslatedQuestion.model_validate(
        {"number": 1, "original": "How many?", "text": "多少。", "model": "tutor", "reviewer": reviewer}
    )
    return TranslationReport(
        name="tiny",
        translation=Translation(language="zh", questions=(question,)),
        asked=(),
        left=() if reviewer else (1,),
        findings=(),
        path="problemsets/_translations/zh/tiny.yaml",
    )


def test_what_is_left_comes_next() -> None:
    """A set that a person has looked at in whole is exported next."""
    assert command_after(report("")) == "authoring translate tiny --language zh"
    assert command_after(report("Ada")) == "authoring export cibench DIR tiny --language zh --suite template"


def test_the_summary_counts_reviewed_questions() -> None:
    """Translated is not yet looked at."""
    console = Console(width=200, no_color=True)
    with console.capture() as caught:
        console.print(Group(*report_view(report(""))))

    assert caught.get().startswith("tiny: 1 question in Simplified Chinese, 0 looked at, 1 left; problemsets/")
