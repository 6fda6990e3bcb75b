"""What belongs to an admitted set, and whose it is."""

from pathlib import Path

import pytest

from authoring.dseal import canonical, parse
from authoring.errors import WorkspaceError
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import edited_meta, is_set_of, paths_of_set, provenance_of
from authoring.workspace.files import read_text


def test_set_belongs_to_the_draft_whose_text_it_is(admitted: Workspace) -> None:
    """As it was written or in DSEval's spelling; any other text is of another origin."""
    text = admitted.read_problemset("penguins").text

    assert is_set_of(admitted, "penguins", ["# %%\nx = 1\n", text])
    assert is_set_of(admitted, "penguins", [canonical(parse(text))])
    assert not is_set_of(admitted, "penguins", [text.replace("rows", "lines")])
    assert not is_set_of(admitted, "birds", [text])


def test_paths_begin_with_the_text(admitted: Workspace) -> None:
    """A set leaves the benchmark with its own file first, so that no moment shows it without its data."""
    assert paths_of_set(admitted.root, "penguins") == (
        "problemsets/penguins.py",
        "problemsets/_inputs/penguins",
        "problemsets/_meta/penguins.yaml",
    )


def test_broken_record_is_none(admitted: Workspace) -> None:
    """A record that cannot be read says nothing, and an edit of a good one keeps all else."""
    path = admitted.root / "problemsets/_meta/penguins.yaml"
    assert edited_meta(read_text(path), path, lambda _: None) == read_text(path)
    path.write_text("seed: [")
    assert provenance_of(admitted, "penguins") is None


def test_link_out_of_the_benchmark_is_refused(admitted: Workspace, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a link leads to is neither moved nor taken for a set's text or record."""
    benchmark, outside = admitted.root / "problemsets", tmp_path_factory.mktemp("outside")
    (outside / "de").mkdir()
    for name in ("penguins.py", "penguins.yaml", "de/penguins.yaml"):
        (outside / name).write_text("mine")

    def refused(place: Path, target: Path) -> None:
        aside = place.rename(outside / "aside") if place.exists() else None
        place.symlink_to(target)
        with pytest.raises(WorkspaceError, match="leads out"):
            paths_of_set(admitted.root, "penguins")
        place.unlink()
        if aside is not None:
            aside.rename(place)

    refused(benchmark / "penguins.py", outside / "penguins.py")
    refused(benchmark / "_meta" / "penguins.yaml", outside / "penguins.yaml")
    refused(benchmark / "_inputs", outside)
    refused(benchmark / "_translations", outside)
    (benchmark / "_meta" / "penguins.yaml").unlink()
    (benchmark / "_meta" / "penguins.yaml").symlink_to(outside / "penguins.yaml")
    with pytest.raises(WorkspaceError, match="leads out"):
        provenance_of(admitted, "penguins")
    (benchmark / "penguins.py").unlink()
    (benchmark / "penguins.py").symlink_to(outside / "penguins.py")
    with pytest.raises(WorkspaceError, match="leads out"):
        is_set_of(admitted, "penguins", ["mine"])
