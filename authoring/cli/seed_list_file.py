"""``authoring seed add --from FILE``: many seeds, of which those that fail keep none of the others out."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from authoring.cli.gating import Allowing
from authoring.cli.isolation import open_sandbox
from authoring.cli.options import open_workspace
from authoring.cli.seed_list_lines import Reference, references_in
from authoring.cli.seed_list_record import End, ListedSeed, ListedSeeds
from authoring.cli.seed_list_view import show_line, show_list
from authoring.cli.seeding import Wish, add_seed
from authoring.cli.views.render import emit
from authoring.errors import SandboxError, SeedError, UsageError
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.sources.kaggle.references import dataset_reference
from authoring.seeds.sources.kaggle.refusals import NoAccessError
from authoring.workspace import Workspace, read_text

MOST_BYTES = 1_000_000
"""Of a list; a longer one is none."""


def read_references(path: Path) -> tuple[Reference, ...]:
    """Return what a list asks for.

    Raises:
        SeedError: it is no list, or a line of it cannot be read.
        WorkspaceError: it cannot be read, or is not UTF-8.
    """
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise SeedError(f"{path}: too long for a list of seeds", hint="name a text file with one reference a line")
    return references_in(read_text(path), path=path)


def add_many(
    place: Workspace,
    references: Sequence[Reference],
    wish: Wish,
    *,
    sandbox: Sandbox,
    told: Callable[[ListedSeed], None] = lambda _: None,
) -> tuple[ListedSeed, ...]:
    """Add the seeds that a list asks for, one after the other; those that are there already are left alone.

    Args:
        place: where the seeds go.
        references: what the list asks for.
        wish: what holds for all of them where their line says nothing else; with `replace`, none is left alone.
        sandbox: where tables are read.
        told: hears of each line as it ends.

    Raises:
        UsageError: what a line lets pass is no finding, or has no reason; nothing is begun.
        NoAccessError: Kaggle cannot be asked at all, which the next lines would only say again.
    """
    wishes = [_wish_of(reference, wish) for reference in references]
    ends: list[ListedSeed] = []
    for reference, own in zip(references, wishes, strict=True):
        end = _left_alone(place, reference, own) or _added(place, reference, own, sandbox)
        told(end)
        ends.append(end)
    return tuple(ends)


def carry_out_list(file: Path, wish: Wish, workspace: Path | None, *, as_json: bool) -> int:
    """Add the seeds of a list, say of each what became of it, and return the exit code.

    Raises:
        UsageError: what only one seed can have is asked for all.
        SeedError: the list cannot be read.
    """
    naming = wish.naming
    if naming.name or naming.title or naming.description or wish.notebook.reference:
        message = "a name, a title, a description or a notebook is for one seed, and a list has several"
        raise UsageError(message, hint="write it on the line: kaggle:OWNER/SLUG name=NAME notebook=OWNER/SLUG")
    references = read_references(file)
    place = open_workspace(workspace)
    show_each = show_line if not as_json else lambda _end, _done, _of: None
    ends: list[ListedSeed] = []

    def told(end: ListedSeed) -> None:
        ends.append(end)
        show_each(end, len(ends), len(references))

    with open_sandbox(place) as sandbox:
        lines = add_many(place, references, wish, sandbox=sandbox, told=told)
    listed = ListedSeeds(file=str(file), lines=lines)
    if as_json:
        emit(listed)
    else:
        show_list(listed)
    return listed.exit_code


def _wish_of(reference: Reference, wish: Wish) -> Wish:
    """The wish for one line: its own words come before those for all."""
    allowing = Allowing((*wish.allowing.codes, *reference.allow), reference.why or wish.allowing.why, wish.allowing.who)
    try:
        allowing.allowances()
    except UsageError as error:
        hint = f'{error.hint}; on a line: allow=CODE why="TEXT"'
        raise UsageError(f"line {reference.line}: {error.message}", hint=hint) from None
    naming = replace(reference.naming, licence=reference.naming.licence or wish.naming.licence)
    notebook = wish.notebook if wish.notebook.none and not reference.notebook.reference else reference.notebook
    return Wish(naming=naming, notebook=notebook, allowing=allowing, replace=wish.replace, as_json=wish.as_json)


def _left_alone(place: Workspace, reference: Reference, wish: Wish) -> ListedSeed | None:
    """What became of a line that needs nothing, or can get nothing; None for the others."""
    if reference.repeats is not None:
        return _end(reference, "repeated", reason=f"the same as line {reference.repeats}")
    if wish.replace:
        return None
    seeds = [place.read_seed(name) for name in place.seeds()]
    if seed := next((seed for seed in seeds if _is(seed, reference)), None):
        return _end(reference, "there", seed=seed.name)
    if seed := next((seed for seed in seeds if seed.name == wish.naming.name), None):
        return _end(
            reference,
            "failed",
            reason=f"there is a seed called {seed.name} already, from {seed.source}",
            hint="give it another name on its line: name=NAME; or replace the old one with --replace",
            exit_code=SeedError.exit_code,
        )
    return None


def _is(seed: Seed, reference: Reference) -> bool:
    """Whether a seed is what a line asks for."""
    if reference.naming.name and seed.name != reference.naming.name:
        return False
    if not reference.is_kaggle:
        return seed.source == reference.shown
    if seed.publication is None:
        return False
    wanted = dataset_reference(reference.references[0].removeprefix("kaggle:"))
    same = seed.publication.ref.lower() == wanted.ref.lower()
    return same and wanted.version in {None, seed.publication.version}


def _added(place: Workspace, reference: Reference, wish: Wish, sandbox: Sandbox) -> ListedSeed:
    try:
        added = add_seed(place, reference.references, wish, sandbox=sandbox)
    except NoAccessError:
        raise
    except (SeedError, SandboxError) as error:
        return _end(reference, "failed", reason=error.message, hint=error.hint, exit_code=error.exit_code)
    return _end(reference, "added", seed=added.seed.name).model_copy(update={"findings": added.findings})


def _end(
    reference: Reference,
    end: End,
    *,
    seed: str = "",
    reason: str = "",
    hint: str = "",
    exit_code: int = 0,
) -> ListedSeed:
    return ListedSeed(
        line=reference.line,
        reference=reference.shown,
        end=end,
        seed=seed,
        reason=reason,
        hint=hint,
        exit_code=exit_code,
    )
