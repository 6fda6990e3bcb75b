"""A review of translated questions: each beside its original, until all are decided or the reviewer leaves."""

from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from authoring.api.translation import TranslationReport, TranslationSession
from authoring.cli.review.editor import edit_text
from authoring.cli.review.keyboard import Keyboard, open_keyboard
from authoring.cli.review.screen import keys_view, prompt
from authoring.cli.views.findings import findings_view
from authoring.cli.views.render import flowing, plain, show
from authoring.errors import AuthoringError
from authoring.records.bundle import LANGUAGES, TranslatedQuestion
from authoring.records.wording import counted

KEYS = {
    "a": "accept this translation",
    "e": "edit it in $EDITOR",
    "r": "ask the model again, with a word on what should be different",
    "n": "next; decide about this one later",
    "p": "previous",
    "?": "show the keys",
    "q": "quit; go on later where you stopped",
}
PROMPT = ("accept", "edit", "retranslate", "next", "prev", "? keys", "quit")


def review_translations(session: TranslationSession) -> None:
    """Have the person at the keyboard decide on every translation that nobody has looked at."""
    TranslationReview(session).run()


@dataclass(slots=True)
class TranslationReview:
    """A reviewer in front of translations."""

    session: TranslationSession
    keyboard: Keyboard = field(default_factory=open_keyboard)
    position: int = 0
    """Index of the translation that is shown, among those nobody had looked at when the review began."""

    def run(self) -> None:
        """Go through what nobody has looked at; every decision is written as it is made."""
        translations = self.session.translations
        # Fixed at the beginning, so that "2 of 5" means the same until the end.
        numbers = [number for number, question in translations.items() if not question.reviewer]
        is_new = True
        while numbers:
            question = self.session.translations[numbers[self.position]]
            if is_new:
                show(Text(), self._view(question, total=len(numbers)))
            show(prompt(PROMPT))
            key = self.keyboard.key()
            if key == "q":
                return
            is_new = self._handle_key(key, question, total=len(numbers))
            if key == "a" and is_new:
                translations = self.session.translations
                undecided = [number for number in numbers if not translations[number].reviewer]
                if not undecided:
                    return
                # On to the next one that is left, and from the end to the first.
                following = next((number for number in undecided if number > question.number), undecided[0])
                self.position = numbers.index(following)

    def _handle_key(self, key: str, question: TranslatedQuestion, *, total: int) -> bool:
        """Do what a key says; return whether there is something else to be looked at."""
        if key in {"n", "p"}:
            return self._move(1 if key == "n" else -1, total=total)
        if key == "a":
            return self._accept(question)
        if key == "e":
            return self._edit(question)
        if key == "r":
            return self._retranslate(question)
        show(keys_view(KEYS) if key == "?" else plain("no such key; ? shows them all", "cyan"))
        return False

    def _move(self, step: int, *, total: int) -> bool:
        if not 0 <= self.position + step < total:
            show(plain("this is the last one" if step > 0 else "this is the first one", "cyan"))
            return False
        self.position += step
        return True

    def _accept(self, question: TranslatedQuestion) -> bool:
        """Accept a translation; one with findings only on a second word."""
        findings = self.session.findings(question)
        if findings:
            answer = self.keyboard.line(f"{findings[0].message}: accept all the same? [y/N]")
            if answer.strip().lower() not in {"y", "yes"}:
                show(plain("not accepted", "cyan"))
                return False
        self.session.accept([question])
        show(plain(f"question {question.number} accepted", "cyan"))
        return True

    def _edit(self, question: TranslatedQuestion) -> bool:
        edited = edit_text(question.text + "\n")
        text = (edited.text or "").strip()
        # An emptied file is no translation.
        if not text or text == question.text:
            show(plain(f"nothing changed{f': {edited.problem}' if edited.problem else ''}", "cyan"))
            return False
        self.session.edit(question, text)
        return True

    def _retranslate(self, question: TranslatedQuestion) -> bool:
        # Before a comment is asked for that nobody could act on.
        if self.session.model is None:
            show(plain("no model is named: quit, and give --model NAME", "cyan"))
            return False
        comment = self.keyboard.line("what should be different? (empty: just another one)").strip()
        try:
            self.session.translate((question.number,), comment=comment)
        except AuthoringError as error:
            show(plain(f"not translated again: {error.message}", "cyan"))
            return False
        return True

    def _view(self, question: TranslatedQuestion, *, total: int) -> Panel:
        grid = Table.grid(padding=(0, 2), expand=True)
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        grid.add_row(Text("English", "dim"), Text(LANGUAGES[self.session.language], "dim"))
        grid.add_row(flowing(question.original), flowing(question.text))
        findings = [
            plain(f"{finding.code}: {finding.message}", "yellow") for finding in self.session.findings(question)
        ]
        return Panel(
            Group(grid, *([Text()] if findings else []), *findings),
            title=Text(f"question {question.number} of {len(self.session.questions)}", "bold"),
            title_align="left",
            subtitle=Text(f"{self.position + 1} of {total} to look at", "dim"),
            subtitle_align="right",
            border_style="yellow" if findings else "green" if question.reviewer else "blue",
            padding=(1, 2),
        )


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
