"""One sitting over translated questions: each beside its original, until all are decided or the reviewer leaves."""

from dataclasses import dataclass, field

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from authoring.cli.review.editor import edit
from authoring.cli.review.keyboard import Keyboard, open_keyboard
from authoring.cli.translation_desk import Desk
from authoring.cli.views.render import flowing, plain, show
from authoring.drafting.translation import Wish, findings_of, originals
from authoring.errors import AuthoringError
from authoring.records.translation import LANGUAGES, TranslatedQuestion

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


@dataclass(slots=True)
class Sitting:
    """A reviewer in front of translations."""

    desk: Desk
    reviewer: str
    keyboard: Keyboard = field(default_factory=open_keyboard)
    position: int = 0

    def hold(self) -> None:
        """Go through what nobody has looked at; every decision is written as it is made."""
        waiting = [number for number, one in self.desk.standing.items() if not one.reviewer]
        fresh = True
        while waiting:
            question = self.desk.standing[waiting[self.position]]
            if fresh:
                show(Text(), self._view(question, place=self.position + 1, of=len(waiting)))
            show(prompt())
            key = self.keyboard.key()
            if key == "q":
                return
            fresh = self._press(key, question, of=len(waiting))
            if key == "a" and fresh:
                left = [number for number in waiting if not self.desk.standing[number].reviewer]
                if not left:
                    return
                self.position = waiting.index(next((number for number in left if number > question.number), left[0]))

    def _press(self, key: str, question: TranslatedQuestion, *, of: int) -> bool:
        """Do what a key says; return whether there is something else to be looked at."""
        if key in {"n", "p"}:
            return self._go(1 if key == "n" else -1, of=of)
        if key == "a":
            return self._accept(question)
        if key == "e":
            return self._edit(question)
        if key == "r":
            return self._again(question)
        show(keys_view() if key == "?" else plain("no such key; ? shows them all", "cyan"))
        return False

    def _go(self, by: int, *, of: int) -> bool:
        if not 0 <= self.position + by < of:
            show(plain("this is the last one" if by > 0 else "this is the first one", "cyan"))
            return False
        self.position += by
        return True

    def _accept(self, question: TranslatedQuestion) -> bool:
        """Keep the reviewer's word, where it is given."""
        found = findings_of(question, self.desk.language)
        if found and self.keyboard.line(f"{found[0].message}: accept all the same? [y/N]").strip().lower() not in {
            "y",
            "yes",
        }:
            show(plain("not accepted", "cyan"))
            return False
        self.desk.keep([question.model_copy(update={"reviewer": self.reviewer})])
        show(plain(f"question {question.number} accepted", "cyan"))
        return True

    def _edit(self, question: TranslatedQuestion) -> bool:
        returned = edit(question.text + "\n")
        text = (returned.text or "").strip()
        if not text or text == question.text:
            show(plain(f"nothing changed{f': {returned.trouble}' if returned.trouble else ''}", "cyan"))
            return False
        self.desk.keep([question.model_copy(update={"text": text, "reviewer": ""})])
        return True

    def _again(self, question: TranslatedQuestion) -> bool:
        if self.desk.model is None:
            show(plain("no model is named: quit, and give --model NAME", "cyan"))
            return False
        said = self.keyboard.line("what should be different? (empty: just another one)").strip()
        try:
            self.desk.ask((question.number,), wish=Wish(question.number, said) if said else None)
        except AuthoringError as error:
            show(plain(f"not translated again: {error.message}", "cyan"))
            return False
        return True

    def _view(self, question: TranslatedQuestion, *, place: int, of: int) -> Panel:
        count = len(originals(self.desk.problemset))
        grid = Table.grid(padding=(0, 2), expand=True)
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        grid.add_row(Text("English", "dim"), Text(LANGUAGES[self.desk.language], "dim"))
        grid.add_row(flowing(question.original), flowing(question.text))
        found = findings_of(question, self.desk.language)
        return Panel(
            Group(
                grid, *([Text()] if found else []), *(plain(f"{one.code}: {one.message}", "yellow") for one in found)
            ),
            title=Text(f"question {question.number} of {count}", "bold"),
            title_align="left",
            subtitle=Text(f"{place} of {of} to look at", "dim"),
            subtitle_align="right",
            border_style="yellow" if found else "green" if question.reviewer else "blue",
            padding=(1, 2),
        )


def keys_view() -> Table:
    """Return what the keys do."""
    grid = Table.grid(padding=(0, 2))
    for key, does in KEYS.items():
        grid.add_row(Text(f"  {key}", "bold cyan"), Text(does))
    return grid


def prompt() -> Text:
    """Return the line that waits for a key."""
    text = Text()
    for word in PROMPT:
        text.append(word[0], "bold cyan")
        text.append(word[1:] + "  ", "dim")
    return text
