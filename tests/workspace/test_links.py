"""No link in a folder that may be a stranger's leads to what lies elsewhere on this machine."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from authoring.api.findings.lint import problemset_files
from authoring.errors import AuthoringError, SandboxError, SeedError
from authoring.formats.cibench.score.opencompass import find_predictions, open_tree
from authoring.records.bundle import FileContent
from authoring.records.seed import InputFile, Seed
from authoring.sandbox.folders import copy_inputs
from authoring.workspace import Workspace
from authoring.workspace.benchmark import inputs_beside, read_benchmark, read_environment
from authoring.workspace.benchmark_changes import provenance_of
from authoring.workspace.files import copy_into, write_yaml
from authoring.workspace.guidance import read_guides, read_notebook
from authoring.workspace.links import open_inside, refuse_links_out

CONTENT = "id,key\n1,of-my-own\n"
SHA256 = "0" * 64


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder of the person's own, with a file that nobody else is to see."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in ("secret.csv", "secret.yaml", "secret.py", "secret.md", "secret.ipynb", "secret.json"):
        (folder / name).write_text(CONTENT)
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A workspace with a seed and an admitted set, all of it in order."""
    made, _ = Workspace.create(tmp_path / "workspace")
    problemsets, seed = made.root / "problemsets", made.root / "seeds" / "shop"
    for folder in (problemsets / "_inputs/shop/deep", problemsets / "_meta", seed / "data"):
        folder.mkdir(parents=True)
    (problemsets / "shop.py").write_text("# %%\nx = 1\n")
    (problemsets / "_manifest.yaml").write_text("name: B\nversion: 1\n")
    (problemsets / "_inputs/shop/a.csv").write_text("a\n1\n")
    write_yaml(seed / "seed.yaml", _seed().model_dump(mode="json"))
    return made


def _seed(*files: str) -> Seed:
    companions = tuple(InputFile(name=name, sha256=SHA256, size=1) for name in files)
    return Seed(
        name="shop", title="t", description="d", source="file:x", licence="MIT", files=(), companions=companions
    )


LINKS: list[tuple[str, str, Callable[[Workspace], object]]] = [
    (place, leads_to, read)
    for read, places in (
        (
            lambda workspace: read_benchmark(workspace.root / "problemsets"),
            [
                ("problemsets/other.py", "secret.py"),
                ("problemsets/_inputs/shop/b.csv", "secret.csv"),
                ("problemsets/_inputs/shop/deep/b.csv", "secret.csv"),
                ("problemsets/_inputs/shop/folder", ""),
                ("problemsets/_inputs/other", ""),
                ("problemsets/_inputs/index.csv", "secret.csv"),
                ("problemsets/_meta/shop.yaml", "secret.yaml"),
                ("problemsets/_translations", ""),
            ],
        ),
        (
            lambda workspace: read_benchmark(workspace.root / "problemsets" / "shop.py"),
            [("problemsets/_inputs/shop/b.csv", "secret.csv"), ("problemsets/_inputs/shop/folder", "")],
        ),
        (
            lambda workspace: inputs_beside(workspace.root / "problemsets" / "shop.py"),
            [("problemsets/_inputs/shop/b.csv", "secret.csv"), ("problemsets/_inputs/shop/folder", "")],
        ),
        (
            lambda workspace: workspace.read_problemset("shop"),
            [
                ("problemsets/_inputs/shop/b.csv", "secret.csv"),
                ("problemsets/_inputs/shop/folder", ""),
                ("problemsets/_meta/shop.yaml", "secret.yaml"),
                ("problemsets/_translations/de", ""),
                ("problemsets/_translations/shop.yaml", "secret.yaml"),
            ],
        ),
        (
            lambda workspace: workspace.problemset_inputs("shop"),
            [("problemsets/_inputs/shop/b.csv", "secret.csv"), ("problemsets/_inputs/shop/folder", "")],
        ),
        (
            lambda workspace: provenance_of(workspace, "other"),
            [("problemsets/_meta/other.yaml", "secret.yaml")],
        ),
        (
            lambda workspace: workspace.seed_files(_seed()),
            [
                ("seeds/shop/data/b.csv", "secret.csv"),
                ("seeds/shop/data/folder", ""),
                ("seeds/shop/data/key", "../workspace/authoring.toml"),
            ],
        ),
        (lambda workspace: workspace.read_seed("linked"), [("seeds/linked", "")]),
        (
            lambda workspace: read_notebook(workspace.root, "shop"),
            [("seeds/shop/reference.ipynb", "secret.ipynb"), ("seeds/shop/reference.md", "secret.md")],
        ),
        (lambda workspace: read_guides(workspace.root), [("guides/more.md", "secret.md")]),
        (lambda workspace: workspace.templates(), [("templates/more.py", "secret.py")]),
        (
            lambda workspace: problemset_files([workspace.root / "problemsets"]),
            [("problemsets/other.py", "secret.py")],
        ),
        (
            lambda workspace: open_tree(workspace.root / "tree"),
            [("tree/cibench_x/pandas/1.ipynb", "secret.ipynb"), ("tree/cibench_x/linked", "")],
        ),
        (
            lambda workspace: find_predictions(workspace.root / "run", open_tree(_tree(workspace.root))),
            [("run/cibench_x/pandas.json", "secret.json"), ("run/linked", "")],
        ),
    )
    for place, leads_to in places
]


def _tree(root: Path) -> Path:
    (root / "ours" / "cibench_x" / "pandas").mkdir(parents=True)
    return root / "ours"


@pytest.mark.exhaustive(sample=22)
@pytest.mark.parametrize(
    ("place", "leads_to", "read"), LINKS, ids=[f"{place} {n}" for n, (place, *_) in enumerate(LINKS)]
)
@pytest.mark.parametrize("way", ["absolute", "relative"])
def test_link_out_is_refused_wherever_it_stands(
    place: str, leads_to: str, read: Callable[[Workspace], object], way: str, workspace: Workspace, outside: Path
) -> None:
    """A link to a file or a folder, absolute or by way of ``..``, stops what would read it, and is named."""
    link = workspace.root / place
    link.parent.mkdir(parents=True, exist_ok=True)
    target = outside / leads_to
    link.symlink_to(os.path.relpath(target, link.parent) if way == "relative" else target)
    (outside / "seed.yaml").write_text("name: linked\n")

    with pytest.raises(AuthoringError) as refusal:
        read(workspace)

    assert str(link) in refusal.value.message
    assert "leads out of" in refusal.value.message
    assert refusal.value.hint
    assert "of-my-own" not in refusal.value.message


def test_links_within_a_folder_stay_allowed(workspace: Workspace) -> None:
    """A file may stand under two names, and the folder that a person names may be a link."""
    shop = workspace.root / "problemsets" / "_inputs" / "shop"
    (shop / "same.csv").symlink_to("a.csv")
    named = workspace.root / "named"
    named.symlink_to(workspace.root / "problemsets")

    assert [path.name for path in read_benchmark(named).sets[0].inputs] == ["a.csv", "deep", "same.csv"]
    assert [file.path for file in workspace.read_problemset("shop").inputs] == ["a.csv", "same.csv"]


def test_circle_of_links_leads_nowhere(tmp_path: Path) -> None:
    """It is no way out, and nothing comes of opening it."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")

    refuse_links_out([tmp_path / "a"], tmp_path)
    with pytest.raises(OSError, match="symbolic links"):
        open_inside(tmp_path / "a", tmp_path)


def test_circle_of_links_by_way_of_another_folder_stays_closed(tmp_path: Path) -> None:
    """Wherever the circle is broken later, what is opened is asked where it is."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    (home / "a").symlink_to(elsewhere / "b")
    (elsewhere / "b").symlink_to(home / "a")
    with pytest.raises(OSError, match="symbolic links"):
        open_inside(home / "a", home)
    (elsewhere / "b").unlink()
    (elsewhere / "b").write_text("secret")

    with pytest.raises(SeedError, match="leads out of"):
        open_inside(home / "a", home)


def test_link_that_is_put_there_after_the_check_is_refused(tmp_path: Path, outside: Path) -> None:
    """What was opened is asked where it is, so that no time passes between the check and the use."""
    folder = tmp_path / "seeds" / "shop" / "data"
    folder.mkdir(parents=True)
    (folder / "a.csv").write_text("a\n1\n")
    refuse_links_out([folder], tmp_path / "seeds" / "shop")
    (folder / "a.csv").unlink()
    (folder / "a.csv").symlink_to(outside / "secret.csv")

    with pytest.raises(SeedError, match="leads out of"):
        open_inside(folder / "a.csv", folder)
    with pytest.raises(SeedError, match="leads out of"):
        copy_into(tmp_path / "copied", folder / "a.csv")
    with pytest.raises(SandboxError, match="leads out of"):
        copy_inputs(tmp_path / "session", [folder / "a.csv"])
    copies = [path for path in tmp_path.rglob("*.csv") if outside not in path.parents and not path.is_symlink()]
    assert [path for path in copies if "of-my-own" in path.read_text()] == []


@pytest.mark.parametrize("place", ["bench/_inputs/shop/a.csv", "bench/_inputs/a.csv", "bench/_inputs/shop"])
def test_session_gets_no_input_through_a_link_out(place: str, tmp_path: Path, outside: Path) -> None:
    """Whoever hands inputs of a benchmark to a sandbox, at whatever time: they are copied from inside of it only."""
    link = tmp_path / place
    link.parent.mkdir(parents=True)
    link.symlink_to(outside / "secret.csv" if place.endswith("csv") else outside)

    with pytest.raises(SandboxError, match="leads out of"):
        copy_inputs(tmp_path / "session", [link])


@pytest.mark.parametrize("name", ["/etc/passwd", "../a.csv", "a/../../b", "", "a//b", "./a", "a/", "a\0b", ".."])
def test_name_of_a_file_leads_nowhere_else(name: str) -> None:
    """What a seed, an export or a bundle calls a file is a path below its folder."""
    with pytest.raises(ValidationError):
        InputFile(name=name, sha256=SHA256, size=1)
    with pytest.raises(ValidationError):
        FileContent(path=name, content=b"")


@pytest.mark.parametrize("lock", ["../secret.lock", "/etc/passwd", "linked.lock", "folder/secret.lock"])
def test_manifest_names_no_lock_elsewhere(lock: str, tmp_path: Path, outside: Path) -> None:
    """Neither by an absolute path nor by ``..`` nor by a link."""
    bench = tmp_path / "bench"
    bench.mkdir()
    (bench / "_manifest.yaml").write_text(f"name: B\nversion: 1\nenvironment: {{lock: {lock}}}\n")
    (bench / "linked.lock").symlink_to(outside / "secret.yaml")
    (bench / "folder").symlink_to(outside)

    with pytest.raises(AuthoringError, match="leads out of the benchmark"):
        read_environment(bench)
