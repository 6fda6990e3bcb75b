"""How a translated set is shown."""

from rich.console import Console, Group

from authoring.api.translation import TranslationReport
from authoring.cli.views.translation import command_after, report_view
from authoring.records.bundle import TranslatedQuestion, Translation


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
