"""How what depends on its surroundings looks."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from authoring.api.surroundings import BY_ITSELF, TOGETHER, Dependence, Variation, VariedSet
from authoring.cli.views.render import heading, plain, table
from authoring.records.wording import counted

STYLES = {"ends otherwise": "bold red", "is refused": "bold red", "differs": "bold yellow"}
PHRASES = {"ends otherwise": "ends otherwise", "is refused": "differs", "differs": "differs"}
JUDGED = {
    "ends otherwise": "",
    "is refused": ": its own validator refuses that",
    "differs": ": its validator accepts both",
}


def variation_view(variation: Variation) -> Iterator[RenderableType]:
    """Yield what was varied as a table, and below it what depends on it, set by set."""
    usual, varied = (session.model_dump() for session in variation.pins)
    pins = table("varied", "usually", "here")
    for name in variation.varied:
        pins.add_row(plain(name, "bold"), plain(str(usual[name])), plain(str(varied[name])))
    yield pins
    for problemset in variation.sets:
        yield Text()
        yield from _set_view(problemset)


def _set_view(problemset: VariedSet) -> Iterator[RenderableType]:
    if problemset.refused:
        yield heading(f"{problemset.name}: not run: {problemset.refused}", "bold red")
        return
    cells = {dependence.cell for dependence in problemset.dependences}
    matters = any(dependence.matters for dependence in problemset.dependences)
    result = f"{counted(len(cells), 'cell')} with results that depend on it" if cells else "no result depends on it"
    yield heading(f"{problemset.name}: {result}", "bold red" if matters else "bold yellow" if cells else "bold green")
    for dependence in problemset.dependences:
        cell = "context" if dependence.number is None else f"problem {dependence.number}"
        judged = "" if dependence.number is None else JUDGED[dependence.effect]
        phrase = (f"{cell} {PHRASES[dependence.effect]}", STYLES[dependence.effect])
        yield Text.assemble("  ", phrase, " ", plain(_condition(dependence) + judged))
        if dependence.usual != dependence.varied:
            yield Text.assemble(
                "    ", plain(f"{dependence.usual or 'nothing'} -> {dependence.varied or 'nothing'}", "dim")
            )


def _condition(dependence: Dependence) -> str:
    if dependence.on == BY_ITSELF:
        return "when nothing is varied, because of what cannot be pinned, as a clock"
    if dependence.on == TOGETHER:
        return "when all of this is varied at once, and not when each is alone"
    return f"when {dependence.on} = {dependence.value}"
