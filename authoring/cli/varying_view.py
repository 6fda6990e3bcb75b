"""How what depends on its surroundings looks."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.varying import BY_ITSELF, TOGETHER, Dependence, Variation, VariedSet
from authoring.cli.views.render import counted, heading, plain, table

STYLES = {"ends otherwise": "bold red", "is refused": "bold red", "differs": "bold yellow"}
SAID = {"ends otherwise": "ends otherwise", "is refused": "differs", "differs": "differs"}
JUDGED = {
    "ends otherwise": "",
    "is refused": ": its own validator refuses that",
    "differs": ": its validator accepts both",
}


def variation_view(variation: Variation) -> Iterator[RenderableType]:
    """Give what was varied as a table, and below it what depends on it, set by set."""
    usual, varied = (pins.model_dump() for pins in variation.pins)
    shown = table("varied", "usually", "here")
    for name in variation.varied:
        shown.add_row(plain(name, "bold"), plain(str(usual[name])), plain(str(varied[name])))
    yield shown
    for each in variation.sets:
        yield Text()
        yield from _set_view(each)


def _set_view(each: VariedSet) -> Iterator[RenderableType]:
    if each.refused:
        yield heading(f"{each.name}: not run: {each.refused}", "bold red")
        return
    cells = {found.cell for found in each.dependences}
    matters = any(found.matters for found in each.dependences)
    told = f"{counted(len(cells), 'cell')} with results that depend on it" if cells else "no result depends on it"
    yield heading(f"{each.name}: {told}", "bold red" if matters else "bold yellow" if cells else "bold green")
    for found in each.dependences:
        where = "context" if found.number is None else f"problem {found.number}"
        judged = "" if found.number is None else JUDGED[found.effect]
        said = (f"{where} {SAID[found.effect]}", STYLES[found.effect])
        yield Text.assemble("  ", said, " ", plain(_when(found) + judged))
        if found.usual != found.varied:
            yield Text.assemble("    ", plain(f"{found.usual or 'nothing'} -> {found.varied or 'nothing'}", "dim"))


def _when(found: Dependence) -> str:
    if found.on == BY_ITSELF:
        return "when nothing is varied, because of what cannot be pinned, as a clock"
    if found.on == TOGETHER:
        return "when all of this is varied at once, and not when each is alone"
    return f"when {found.on} = {found.value}"
