"""What ``authoring seed add`` does, once its options are read."""

from dataclasses import dataclass
from pathlib import Path

from authoring.cli.findings import findings_view
from authoring.cli.isolation import open_sandbox
from authoring.cli.options import open_workspace
from authoring.cli.profiles import seed_view
from authoring.cli.seeding import Added, Wish, add_seed
from authoring.cli.views.render import emit, next_command, plain, show
from authoring.errors import UsageError


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be added: references, or a file of them."""

    references: tuple[str, ...]
    file: Path | None
    wish: Wish


def carry_out(asked: Asked, workspace: Path | None, *, as_json: bool) -> int:
    """Add one seed, or those of a list; return the exit code.

    Raises:
        UsageError: both or neither are given.
        SeedError: the one seed cannot be added.
    """
    if asked.file is not None:
        if asked.references:
            raise UsageError("references are given and a --from FILE too", hint="give one of them")
        from authoring.cli.seed_list_file import carry_out_list

        return carry_out_list(asked.file, asked.wish, workspace, as_json=as_json)
    place = open_workspace(workspace)
    # Said before anything is fetched.
    asked.wish.allowing.allowances()
    with open_sandbox(place) as sandbox:
        added = add_seed(place, asked.references, asked.wish, sandbox=sandbox)
    if as_json:
        emit(added)
        return 0
    _show(added)
    return 0


def _show(added: Added) -> None:
    show(*seed_view(added.seed), *findings_view(added.findings, added.seed.name))
    if added.left_out:
        most = 5
        more = f" and {len(added.left_out) - most} more" if len(added.left_out) > most else ""
        show(plain(f"left out: {'; '.join(added.left_out[:most])}{more}", "dim"))
    next_command(f"authoring seed show {added.seed.name}")
