"""An export takes the place of an earlier export, and of nothing else."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.errors import WorkspaceError
from authoring.formats.base.manifest import manifest_of
from authoring.formats.base.port import ExportOptions
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.workspace.exports import refuse_foreign, write_export

SET = AdmittedSet(name="small", text="# %%\nx = 1\n", inputs=())


def bundle(**contents: str) -> Bundle:
    """Return an export of files; two underscores in a name are a slash, one is a dot."""
    files = tuple(
        FileContent(path=name.replace("__", "/").replace("_", "."), content=content.encode())
        for name, content in sorted(contents.items())
    )
    manifest = manifest_of("dseval", [SET], files, options=ExportOptions(name="b", version="1"), allowed=frozenset())
    return Bundle(files=(*files, manifest))


def tree(folder: Path) -> dict[str, bytes | None]:
    """Return all that stands below a folder: files with their content, folders and links without."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() and not path.is_symlink() else None
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return a folder that holds an export."""
    write_export(tmp_path / "out", bundle(a__b_txt="1", c_txt="2"))
    return tmp_path / "out"


def test_everything_is_written(out: Path) -> None:
    """All files and the manifest stand there, and their paths are returned in the bundle's order."""
    assert set(tree(out)) == {"a", "a/b.txt", "c.txt", "export.json"}
    written = write_export(out, bundle(a__b_txt="1", c_txt="2"))
    assert [path.relative_to(out).as_posix() for path in written] == ["a/b.txt", "c.txt", "export.json"]


def test_earlier_export_is_replaced_whole(out: Path) -> None:
    """Nothing of an earlier export stays."""
    write_export(out, bundle(d_txt="3"))

    assert set(tree(out)) == {"d.txt", "export.json"}
    assert [path.name for path in out.parent.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("target", "options", "names", "words"),
    [
        ("jupyter", ExportOptions(name="b", version="1"), ["small"], "jupyter of the benchmark b"),
        ("dseval", ExportOptions(name="other", version="1"), ["small"], "the benchmark other"),
        ("dseval", ExportOptions(name="b", version="1", language="zh"), ["small"], "(zh, small)"),
        ("dseval", ExportOptions(name="b", version="1", suite="template"), ["small"], "(template, en, small)"),
        ("dseval", ExportOptions(name="b", version="1"), ["v", "w", "x", "y"], "(en, v, w, x, 1 more)"),
    ],
)
def test_another_export_gives_way_on_demand_only(
    tmp_path: Path, target: str, options: ExportOptions, names: list[str], words: str
) -> None:
    """An export of another format, benchmark, language, suite or of other sets is named and kept, unless replaced."""
    file = FileContent(path="c.txt", content=b"2")
    sets = [SET.model_copy(update={"name": name}) for name in names]
    manifest = manifest_of(target, sets, [file], options=options, allowed=frozenset())
    other, out = Bundle(files=(file, manifest)), tmp_path / "out"
    write_export(out, other)
    before = tree(out)
    own = ExportOptions(name="b", version="2", suite="generation")
    new = Bundle(files=(manifest_of("dseval", [SET], [], options=own, allowed=frozenset()),))
    with pytest.raises(WorkspaceError, match=re.escape(words)) as caught:
        write_export(out, new)

    assert "--replace" in caught.value.hint
    assert tree(out) == before
    write_export(out, new, replace=True)
    assert set(tree(out)) == {"export.json"}


def test_more_or_fewer_of_the_same_sets_take_their_place(tmp_path: Path) -> None:
    """A benchmark that grew, or one of its sets alone, is exported into the same folder again, in any version."""
    sets = [SET, SET.model_copy(update={"name": "second"})]
    for version, chosen in (("1", sets[:1]), ("2", sets), ("3", sets[1:])):
        options = ExportOptions(name="b", version=version)
        manifest = manifest_of("dseval", chosen, [], options=options, allowed=frozenset())
        write_export(tmp_path / "out", Bundle(files=(manifest,)))

    assert b'"version": "3"' in (tmp_path / "out" / "export.json").read_bytes()


def test_empty_folder_is_filled(tmp_path: Path) -> None:
    """A folder that somebody made for it will do, and one below folders that are not there yet."""
    (tmp_path / "empty").mkdir()
    write_export(tmp_path / "empty", bundle(c_txt="2"))
    write_export(tmp_path / "new" / "below", bundle(c_txt="2"))

    assert tree(tmp_path / "empty") == tree(tmp_path / "new" / "below")


def _own_file(out: Path) -> None:
    (out / "thesis.txt").write_text("years of work")


def _hidden_file(out: Path) -> None:
    (out / "a" / ".keep").write_text("")


def _changed_file(out: Path) -> None:
    (out / "c.txt").write_text("2, mended by hand")


def _link_to_same(out: Path) -> None:
    (out / "c.txt").rename(out.parent / "c.txt")
    (out / "c.txt").symlink_to(out.parent / "c.txt")


def _link_to_folder(out: Path) -> None:
    (out.parent / "precious").mkdir()
    (out.parent / "precious" / "x.txt").write_text("x")
    (out / "more").symlink_to(out.parent / "precious")


def _dangling_link(out: Path) -> None:
    (out / "more").symlink_to("nowhere")


def _folder_in_the_place_of_a_file(out: Path) -> None:
    (out / "c.txt").unlink()
    (out / "c.txt").mkdir()
    (out / "c.txt" / "x").write_text("")


def _no_manifest(out: Path) -> None:
    (out / "export.json").unlink()


def _broken_manifest(out: Path) -> None:
    (out / "export.json").write_text("{")


def _foreign_manifest(out: Path) -> None:
    (out / "export.json").write_text('{"exports": []}')


def _manifest_of_bytes(out: Path) -> None:
    (out / "export.json").write_bytes(b"\xff\xfe")


def _deep_manifest(out: Path) -> None:
    (out / "export.json").write_text("[" * 100_000)


def _pipe(out: Path) -> None:
    os.mkfifo(out / "pipe")


def _pipe_as_listed(out: Path) -> None:
    (out / "c.txt").unlink()
    os.mkfifo(out / "c.txt")


@pytest.mark.parametrize(
    "touch",
    [
        _own_file,
        _hidden_file,
        _changed_file,
        _link_to_same,
        _link_to_folder,
        _dangling_link,
        _folder_in_the_place_of_a_file,
        _no_manifest,
        _broken_manifest,
        _foreign_manifest,
        _manifest_of_bytes,
        _deep_manifest,
        _pipe,
        _pipe_as_listed,
    ],
)
def test_what_is_not_ours_stays(out: Path, touch: Callable[[Path], None]) -> None:
    """Whatever a person, a link or another program left there keeps the folder from being replaced, as it is."""
    touch(out)
    before = tree(out)
    with pytest.raises(WorkspaceError) as caught:
        write_export(out, bundle(d_txt="3"))

    assert caught.value.hint
    assert tree(out) == before


@pytest.mark.parametrize("place", ["/proc/x", "/proc/x/y", "/dev/null/x"])
def test_place_where_nothing_can_be_made_is_refused(place: str) -> None:
    """It is told before a long run, with the folder that takes no more, and not as a fault of ours."""
    with pytest.raises(WorkspaceError, match=f"^{place}: cannot be made, because /"):
        refuse_foreign(Path(place))


def test_place_of_a_file_or_a_link_is_refused(tmp_path: Path) -> None:
    """Neither a file nor a link, wherever that leads, becomes an export."""
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name in ("file", "link", "dangling"):
        with pytest.raises(WorkspaceError, match="is no folder"):
            write_export(tmp_path / name, bundle(c_txt="2"))

    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling", "empty", "file", "link"]
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("left", ["__pycache__/c.cpython-311.pyc", "a/.ipynb_checkpoints/b.txt", ".DS_Store"])
def test_what_looking_leaves_behind_does_not_count(out: Path, left: str) -> None:
    """Having imported or opened a file of an export is no reason to keep it."""
    (out / left).parent.mkdir(exist_ok=True)
    (out / left).write_text("x")
    write_export(out, bundle(d_txt="3"))

    assert set(tree(out)) == {"d.txt", "export.json"}


def test_missing_file_does_not_count(out: Path) -> None:
    """An export of which somebody took a file away is still ours."""
    (out / "c.txt").unlink()
    write_export(out, bundle(d_txt="3"))

    assert set(tree(out)) == {"d.txt", "export.json"}


NAMES = st.text("abcdé. ", min_size=1, max_size=6).filter(lambda name: name.strip(". ") and name != "export.json")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(st.dictionaries(NAMES, st.binary(max_size=9), max_size=4), NAMES, st.binary(max_size=9))
def test_any_difference_keeps_the_folder(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes], name: str, content: bytes
) -> None:
    """A file with any name or content other than what was exported is never lost."""
    out = tmp_path_factory.mktemp("any") / "out"
    files = tuple(FileContent(path=path, content=data) for path, data in sorted(contents.items()))
    manifest = manifest_of("dseval", [SET], files, options=ExportOptions(name="b", version="1"), allowed=frozenset())
    write_export(out, Bundle(files=(*files, manifest)))
    (out / name).write_bytes(content)
    if contents.get(name) == content:
        write_export(out, bundle(d_txt="3"))
        return
    with pytest.raises(WorkspaceError):
        write_export(out, bundle(d_txt="3"))
    assert (out / name).read_bytes() == content


def test_the_current_folder_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stands in it would stand in a folder that is gone; a neighbour is named by its way up as well."""
    (tmp_path / "here" / "below").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    for folder in (Path(), Path(".."), Path("../here")):
        with pytest.raises(WorkspaceError, match="is the current folder, or holds it"):
            write_export(folder, bundle(c_txt="2"))
    write_export(Path("below/../../there"), bundle(c_txt="2"))

    assert (tmp_path / "there" / "c.txt").read_text() == "2"


WRITER = """
import os, signal, sys
from pathlib import Path
import authoring.workspace.exports as exports
from tests.workspace.test_exports import bundle

count, real = int(sys.argv[2]), exports.write_file
def write_file(path, content):
    global count
    count -= 1
    if count < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    real(path, content)
exports.write_file = write_file
exports.write_export(Path(sys.argv[1]), bundle(a__b_txt="new", c_txt="new", d_txt="new"))
"""


@pytest.mark.parametrize("files", range(4))
def test_killed_halfway_leaves_the_earlier_export(out: Path, files: int) -> None:
    """A process killed after any number of files leaves the earlier export whole, and the next one sweeps up."""
    before = tree(out)
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", WRITER, out, str(files)], cwd=root, check=False)

    assert done.returncode == -signal.SIGKILL
    assert tree(out) == before
    write_export(out, bundle(c_txt="newest"))
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    assert json.loads((out / "export.json").read_text())["format"] == "dseval"
