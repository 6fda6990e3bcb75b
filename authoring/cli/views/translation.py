"""How a translated set is shown: what was found, and how far the translation is."""

from rich.console import RenderableType

from authoring.api.translation import TranslationReport
from authoring.cli.views.findings import findings_view
from authoring.cli.views.render import plain
from authoring.records.bundle import LANGUAGES
from authoring.records.wording import counted


def report_view(report: TranslationReport) -> tuple[RenderableType, ...]:
    """Return what was found, and how far the translation is."""
    questions = report.translation.questions
    reviewed = sum(bool(question.reviewer) for question in questions)
    subject = f"{report.name}: {counted(len(questions), 'question')} in {LANGUAGES[report.translation.language]}"
    progress = f"{reviewed} looked at, {len(report.left)} left; {report.path}"
    problem = (plain(f"not translated: {report.trouble}", "red"),) if report.trouble else ()
    summary = plain(f"{subject}, {progress}", "yellow" if report.left else "green")
    return (*findings_view(report.findings), *problem, summary)


def command_after(report: TranslationReport) -> str:
    """Return the command that comes next: to translate what is left, or to export."""
    language = report.translation.language
    if report.left:
        return f"authoring translate {report.name} --language {language}"
    return f"authoring export cibench DIR {report.name} --language {language} --suite template"
