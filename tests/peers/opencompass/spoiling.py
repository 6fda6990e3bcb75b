"""Right answers made wrong, one kind of wrongness for each metric."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PIL import Image

from tests.peers.opencompass.predictions import Action


@dataclass(frozen=True, slots=True)
class Spoil:
    """What goes wrong, in steps of which kind (``*`` for all), and which metric sees it."""

    metric: str
    tag: str
    action: Callable[[Action], Action]

    def step(self, actions: tuple[Action, ...], tag: str) -> tuple[Action, ...]:
        """Return a step of a kind as it then is."""
        return tuple(map(self.action, actions)) if self.tag in {"*", tag} else actions


def crash(action: Action) -> Action:
    """Return what is left of a call that raised."""
    return replace(action, text="", pictures=(), error="'NameError'")


def count_up(action: Action) -> Action:
    """Return a call whose digits are others."""
    return replace(action, text=action.text.translate(str.maketrans("0123456789", "1234567890")))


def say_other_words(action: Action) -> Action:
    """Return a call that printed something else."""
    return replace(action, text="stdout:\n\n```\nnothing of this kind\n\n```")


def blank(action: Action) -> Action:
    """Return a call that drew nothing, in the right size."""
    painted = []
    for file in action.pictures:
        with Image.open(file) as picture:
            size, mode = picture.size, picture.mode
        painted.append(file.with_suffix(".blank.png"))
        Image.new(mode, size, "white").save(painted[-1])
    return replace(action, pictures=tuple(painted))


SPOILS = (
    Spoil("tool_rate", "*", lambda action: replace(action, tool="FinishAction")),
    Spoil("executable", "*", crash),
    Spoil("numeric_correct", "num", count_up),
    Spoil("text_score", "text", say_other_words),
    Spoil("vis_sim", "vis", blank),
)
