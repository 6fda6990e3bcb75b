"""One sitting of a reviewer: keys go into the state machine, and what it wants done is done here."""

from dataclasses import dataclass, replace

from rich.text import Text

from authoring.api.pipeline import RunSettings
from authoring.cli.journals import End, decision_on, go_on
from authoring.cli.review.carry import carried
from authoring.cli.review.editor import edit
from authoring.cli.review.keyboard import Keyboard
from authoring.cli.review.recheck import Recheck
from authoring.cli.review.screen import cell_view, heading_view, keys_view, prompt
from authoring.cli.review.session import answer, edited, moved_on, opening, press, start
from authoring.cli.review.state import (
    Ask,
    CarryOut,
    Effect,
    Keep,
    Leave,
    OpenEditor,
    Review,
    Rewrite,
    Show,
    ShowKeys,
    Step,
    Tell,
)
from authoring.cli.revising import carry_out
from authoring.cli.views.render import plain, show
from authoring.dseal import parse
from authoring.errors import AuthoringError
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Waiting
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal


@dataclass
class Sitting:
    """A reviewer in front of a draft, until they leave or the draft is admitted or rejected."""

    workspace: Workspace
    journal: Journal[RunSettings]
    sandbox: Sandbox
    reviewer: str
    keyboard: Keyboard
    recheck: Recheck

    def hold(self, waiting: Waiting) -> End:
        """Go through a draft with the reviewer; return where the run stands when they leave."""
        review = start(waiting.draft, waiting.evidence, self.journal.decision(waiting.draft))
        self.recheck.warm(waiting.draft.text)
        show(*heading_view(review))
        todo = list(opening(review))
        while True:
            while todo:
                effect = todo.pop(0)
                if isinstance(effect, Leave):
                    return go_on(self.workspace, self.journal, sandbox=self.sandbox, label="recording")
                review, more = self._do(review, effect)
                todo.extend(more)
            show(prompt())
            review, effects = press(review, self.keyboard.key())
            todo.extend(effects)

    def _do(self, review: Review, effect: Effect) -> Step:
        """Carry one effect out."""
        if isinstance(effect, Ask):
            return answer(review, self.keyboard.line(effect.question))
        if isinstance(effect, OpenEditor):
            returned = edit(effect.source)
            return edited(review, returned.text, returned.trouble)
        if isinstance(effect, Rewrite):
            return self._rewrite(review, effect)
        if isinstance(effect, CarryOut):
            return self._carry_out(review)
        if isinstance(effect, Keep):
            self._keep(review, effect)
        elif isinstance(effect, Show):
            show(Text(), cell_view(review))
        elif isinstance(effect, ShowKeys):
            show(keys_view())
        elif isinstance(effect, Tell):
            show(plain(effect.message, "cyan"))
        return review, ()

    def _keep(self, review: Review, keep: Keep, *, text: str | None = None) -> None:
        self.journal.decide(
            decision_on(
                review.draft.sha256,
                keep.action,
                self.reviewer,
                reason=keep.reason,
                comments=review.comments,
                accepted=review.accepted,
                text=text,
            )
        )

    def _rewrite(self, review: Review, rewrite: Rewrite) -> Step:
        """Record a new text and go on with it."""
        accepted, comments = carried(review.problemset, parse(rewrite.text), review.accepted, review.comments)
        # What is carried over is said of the new text before the old text leads there: a person who edits back to an
        # earlier text would otherwise leave two texts in the journal that lead to each other.
        self.journal.decide(
            decision_on(sha256_of(rewrite.text), Action.REVISE, self.reviewer, comments=comments, accepted=accepted)
        )
        self._keep(review, Keep(Action.REVISE), text=rewrite.text)
        self.recheck.run(rewrite.text)
        end = go_on(self.workspace, self.journal, sandbox=self.sandbox, label="examining")
        if not isinstance(end, Waiting):
            return review, (Leave(),)
        return moved_on(review, end.draft, end.evidence, rewrite.cell)

    def _carry_out(self, review: Review) -> Step:
        """Have the model carry the comments out; where it cannot, they are kept."""
        if not self.journal.settings.model.name:
            return review, (Tell("templates wrote this draft, and no model: e edits a problem"),)
        try:
            end = carry_out(self.workspace, self.journal, self.sandbox, review.draft, self.reviewer)
        except AuthoringError as error:
            return review, (Tell(f"not revised, the comments are kept: {error.message}"),)
        if not isinstance(end, Waiting):
            return review, (Leave(),)
        changed = [number for number, cell in enumerate(review.problemset.cells) if cell.source not in end.draft.text]
        new, effects = moved_on(review, end.draft, end.evidence, changed[0] if changed else 0)
        # What was asked for is done; a comment that is still meant is made again.
        return replace(new, comments=()), (Keep(Action.REVISE), *effects)
