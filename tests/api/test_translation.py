"""Translations without a terminal: a person's decisions come in through a function."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.models import ModelAccess
from authoring.api.translation import TranslationRequest, TranslationSession, translate
from authoring.errors import UsageError
from authoring.workspace import Workspace
from tests.cli.test_translate import CHINESE, TEXT, say
from tests.llm.server import LoopbackServer

Cli = Callable[..., Any]


@pytest.fixture
def admitted(bare: Workspace) -> Workspace:
    """Return a workspace with an admitted set of three questions."""
    bare.problemset_path("tiny").write_text(TEXT)
    return bare


def test_a_reviewer_decides(cli: Cli, admitted: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the function accepts and edits is written at once; the report is what ``--json`` prints."""

    def review(session: TranslationSession) -> None:
        first, second, _ = session.translations.values()
        session.accept([first])
        session.edit(second, CHINESE[2].replace("均值", "平均值"))

    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    with LoopbackServer(say) as server:
        access = ModelAccess(model="tutor", base_url=server.url, default_key="sk-none")
        report = translate(admitted, TranslationRequest("tiny", reviewer="Ada"), access=access, review=review)
        options = ("--model", "tutor", "--base-url", server.url, "--workspace", admitted.root, "--json")
        printed = cli("translate", "tiny", *options).json

    assert (report.asked, report.left) == ((1, 2, 3), (2, 3))
    first, second, _ = report.translation.questions
    assert (first.reviewer, second.reviewer, second.text) == ("Ada", "", CHINESE[2].replace("均值", "平均值"))
    assert printed == report.model_copy(update={"asked": ()}).model_dump(mode="json")


def test_unseen_translations_are_accepted_on_request(admitted: Workspace) -> None:
    """Only those in which nothing is found."""
    request = TranslationRequest("tiny", accept_unseen=True, reviewer="Ada")
    with LoopbackServer(say) as server:
        access = ModelAccess(model="tutor", base_url=server.url, default_key="sk-none")
        report = translate(admitted, request, access=access)

    assert {question.reviewer for question in report.translation.questions} == {"Ada"}
    assert report.left == ()


def test_slips_are_refused(admitted: Workspace) -> None:
    """Neither another language nor a question that is not there; and somebody has to translate."""
    for request, message in (
        (TranslationRequest("tiny", "fr"), "nothing is translated into fr"),
        (TranslationRequest("tiny", again="7"), "7 is no question of the set"),
        (TranslationRequest("tiny"), "no model is named, and 3 questions of tiny"),
    ):
        with pytest.raises(UsageError, match=message):
            translate(admitted, request)
