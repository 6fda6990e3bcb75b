"""Nothing is handed on that is not what was admitted: what differs is named, with a way out."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from authoring.errors import BenchmarkError
from authoring.records.bundle import TranslatedQuestion, Translation
from authoring.records.progress import Notice, ProgressEvent
from authoring.records.provenance import admission_differences, provenance_text
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_set, refuse_changed_sets, report_unrecorded
from authoring.workspace.benchmark import mark_manifest, read_benchmark, read_manifest
from authoring.workspace.documents import merge_translation, read_translation, write_translation
from authoring.workspace.exports import write_export
from tests.admitted_sets import meta_of, put_set
from tests.exports import exported

ROOT = Path(__file__).parents[2]
TEXT = '# %%\n"""\nquestion: How many rows?\n"""\nlen(open("inputs/t.csv").readlines())\n'


@pytest.fixture
def bench(tmp_path: Path) -> Workspace:
    """Return a workspace with two admitted sets: one with two input files, one of them in a folder, and one without."""
    workspace, _ = Workspace.create(tmp_path / "w")
    (tmp_path / "t.csv").write_text("a\n1\n2\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "u.csv").write_text("b\n3\n")
    put_set(workspace, "sums", TEXT, [tmp_path / "t.csv", tmp_path / "more"])
    put_set(workspace, "plain", '# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n')
    return workspace


def cut(path: Path) -> None:
    """Leave the first half of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def append(path: Path) -> None:
    """Add a line to a file."""
    path.write_bytes(path.read_bytes() + b"\n")


def link(path: Path) -> None:
    """Put a link to the very same bytes in the place of a file."""
    elsewhere = path.with_name(".elsewhere")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def licence(path: Path) -> None:
    """Change a word of a file of _meta/, which stays in order."""
    path.write_text(path.read_text().replace("CC0-1.0", "MIT"))


def stray(path: Path) -> None:
    """Add a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("1")


SUMS = "_inputs/sums"
CHANGES: list[tuple[str, Callable[[Path], object], str]] = [
    ("sums.py", append, "sums.py is not the text that was admitted"),
    ("sums.py", cut, "sums.py is not the text that was admitted"),
    (f"{SUMS}/t.csv", cut, "t.csv has other bytes than the file that was admitted"),
    (f"{SUMS}/more/u.csv", append, "more/u.csv has other bytes than the file that was admitted"),
    (f"{SUMS}/t.csv", Path.unlink, "t.csv is missing"),
    (f"{SUMS}/more/u.csv", Path.unlink, "more/u.csv is missing"),
    (f"{SUMS}/t.csv", link, "t.csv is a link"),
    (f"{SUMS}/answers.csv", stray, "answers.csv was never admitted"),
    (f"{SUMS}/more/deep/answers.csv", stray, "more/deep/answers.csv was never admitted"),
    (f"{SUMS}/.hidden", stray, ".hidden was never admitted"),
    (f"{SUMS}/__pycache__/x.pyc", stray, "__pycache__/x.pyc was never admitted"),
    ("_meta/sums.yaml", cut, "_meta/sums.yaml"),
    ("_meta/sums.yaml", Path.unlink, "_meta/sums.yaml is missing or empty"),
    ("_meta/sums.yaml", lambda path: path.write_text(""), "_meta/sums.yaml is missing or empty"),
    ("_meta/sums.yaml", lambda path: path.write_text("a: ["), "not as it was written on admission"),
    ("_meta/sums.yaml", lambda path: path.write_text("[1, 2]"), "not as it was written on admission"),
    ("_meta/sums.yaml", lambda path: path.write_bytes(b"\xff\xfe"), "cannot be compared with what was admitted"),
    ("_meta/sums.yaml", licence, "its checksum is another"),
    (
        "_meta/sums.yaml",
        lambda path: path.write_text(path.with_name("plain.yaml").read_text()),
        "_meta/sums.yaml is about plain",
    ),
]


@pytest.mark.parametrize(("name", "change", "message"), CHANGES)
def test_what_differs_is_refused(bench: Workspace, name: str, change: Callable[[Path], object], message: str) -> None:
    """A text, an input or a provenance that is cut, changed, missing or added is named, and so is the way out."""
    folder = bench.root / "problemsets"
    refuse_changed_sets(read_benchmark(folder))
    change(folder / name)
    for hand_over in (
        lambda: bench.admitted_set("sums"),
        lambda: refuse_changed_sets(read_benchmark(folder)),
        lambda: refuse_changed_sets(read_benchmark(folder), ["sums"]),
        lambda: refuse_changed_sets(read_benchmark(folder / "sums.py")),
    ):
        with pytest.raises(BenchmarkError) as refused:
            hand_over()
        assert message in refused.value.message
        assert "authoring admit sums" in refused.value.hint

    # What is wrong with one set keeps no other.
    assert bench.admitted_set("plain").name == "plain"
    refuse_changed_sets(read_benchmark(folder), ["plain"])


@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_every_cut_of_a_provenance_is_noticed(bench: Workspace, step: int) -> None:
    """Wherever a file of _meta/ is cut off, be it YAML or not, the set is refused; its layout does not matter."""
    path = bench.root / "problemsets" / "_meta" / "sums.yaml"
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, step):
        path.write_bytes(whole[:length])
        with pytest.raises(BenchmarkError):
            bench.admitted_set("sums")
    path.write_text("# Looked at.\n" + yaml.safe_dump(yaml.safe_load(whole)))
    bench.admitted_set("sums")


def test_a_provenance_without_a_checksum_is_read(bench: Workspace) -> None:
    """Sets that were admitted before checksums were written are taken; one that ends too early is not."""
    path = bench.root / "problemsets" / "_meta" / "sums.yaml"
    content = yaml.safe_load(path.read_text())
    del content["checksum"]
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    bench.admitted_set("sums")
    del content["findings"]
    path.write_text(yaml.safe_dump(content, sort_keys=False))

    with pytest.raises(BenchmarkError, match="ends too early: it lacks findings"):
        bench.admitted_set("sums")


def test_a_stray_file_for_all_sets_is_refused(bench: Workspace) -> None:
    """A set without a folder of its own is given what lies in the folder that all share, but for others' folders."""
    folder = bench.root / "problemsets"
    (folder / "_inputs" / "plain").rmdir()
    bench.admitted_set("plain")
    stray(folder / "_inputs" / "answers.csv")

    with pytest.raises(BenchmarkError, match=r"answers\.csv was never admitted"):
        bench.admitted_set("plain")
    bench.admitted_set("sums")


def test_the_whole_of_meta_may_not_be_gone(bench: Workspace) -> None:
    """Where a run admitted the set, or where it is exported, provenance that is not there is missing."""
    folder = bench.root / "problemsets"
    shutil.rmtree(folder / "_meta")
    for place in (folder, folder / "sums.py", shutil.copytree(folder, bench.root / "copy")):
        with pytest.raises(BenchmarkError, match=r"sums\.yaml is missing or empty|plain\.yaml is missing or empty"):
            refuse_changed_sets(read_benchmark(place))
    # Of an earlier version, whose manifest says nothing of it, it is a folder as DSEval loads it.
    (folder / "_manifest.yaml").write_text("name: benchmark\nversion: 0.1.0\n")
    refuse_changed_sets(read_benchmark(folder))
    with pytest.raises(BenchmarkError, match="is missing or empty"):
        bench.admitted_set("sums")
    journal = bench.journal_path("sums")
    journal.parent.mkdir(parents=True)
    journal.write_text('{"kind":"header"}\n{"kind":"step","stage":"admit_draft","key":"1"}\n')
    with pytest.raises(BenchmarkError, match="is missing or empty"):
        refuse_changed_sets(read_benchmark(folder))


@pytest.mark.parametrize(("key", "value"), [("name", "other"), ("version", "0.2.0")])
def test_a_manifest_that_disagrees_is_refused(bench: Workspace, key: str, value: str) -> None:
    """The manifest says what the settings say, which exports take; the message shows both."""
    manifest = bench.root / "problemsets" / "_manifest.yaml"
    content = yaml.safe_load(manifest.read_text())
    manifest.write_text(yaml.safe_dump({**content, key: value}))

    with pytest.raises(BenchmarkError, match=rf"says {key} {value}, and \[benchmark\] of .* says {content[key]}"):
        refuse_changed_sets(read_benchmark(bench.root / "problemsets"))


LOCK = "numpy==2.0.0\n"
MEANINGS: list[tuple[str, str, str]] = [
    ("dialect: strict", "", "says dialect dseval, and strict when it was admitted"),
    ("", "dialect: strict", "says dialect strict, and dseval when it was admitted"),
    ("environment: {python: '3.11'}", "environment: {python: '3.12'}", "says environment.python 3.12, and 3.11 when"),
    ("environment: {python: '3.11'}", "", "says environment.python nothing, and 3.11 when it was admitted"),
    ("environment: {lock: a.lock}", "environment: {lock: b.lock}", "says environment.lock b.lock, and a.lock when"),
    (
        "environment: {lock: a.lock}",
        "environment: {lock: a.lock} ",
        "a.lock is not the lock that it was admitted under",
    ),
]


@pytest.mark.parametrize(("before", "after", "message"), MEANINGS)
def test_what_a_manifest_means_is_part_of_what_was_admitted(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    """Dialect and environment, with the bytes of its lock, are as on admission, in a copy of the folder too."""
    workspace, _ = Workspace.create(tmp_path / "w")
    folder = workspace.root / "problemsets"
    about = "name: benchmark\nversion: 0.1.0\n"
    folder.mkdir(exist_ok=True)
    (folder / "_manifest.yaml").write_text(f"{about}{before}\n")
    for name in ("a.lock", "b.lock"):
        (folder / name).write_text(LOCK)
    put_set(workspace, "plain", "# %%\n1\n")
    refuse_changed_sets(read_benchmark(folder))
    assert (folder / "_manifest.yaml").read_text() == f"{about}{before}\nprovenance: _meta\n".replace("\n\n", "\n")
    (folder / "_manifest.yaml").write_text(f"{about}{after}\n")
    (folder / "a.lock").write_text(LOCK if not after.endswith(" ") else "numpy==2.1.0\n")

    for hand_over in (
        lambda: workspace.admitted_set("plain"),
        lambda: refuse_changed_sets(read_benchmark(folder)),
        lambda: refuse_changed_sets(read_benchmark(folder / "plain.py")),
        lambda: refuse_changed_sets(read_benchmark(shutil.copytree(folder, tmp_path / "copy"))),
    ):
        with pytest.raises(BenchmarkError) as refused:
            hand_over()
        assert message in refused.value.message
        assert "authoring set reopen plain" in refused.value.hint


@pytest.mark.parametrize("manifest", ["{name: b, version: 1}\n", "name: b\nversion: 1\n...\n", "name: b\nversion: 1"])
def test_mark_leaves_a_manifest_as_it_is_read(tmp_path: Path, manifest: str) -> None:
    """However a person wrote the manifest, it says the same with the mark, which is set once."""
    (tmp_path / "_manifest.yaml").write_text(manifest)
    for _ in range(2):
        mark_manifest(tmp_path, {"name": "other"})
        assert read_manifest(tmp_path / "_manifest.yaml") == {"name": "b", "version": 1, "provenance": "_meta"}


def test_set_of_an_earlier_version_is_used_with_a_notice(bench: Workspace) -> None:
    """Where nobody recorded dialect and environment, a set is handed on, and a notice says what is not known."""
    folder, heard = bench.root / "problemsets", list[ProgressEvent]()
    paths = [bench.problemset_path(name) for name in bench.problemsets()]
    reporter = type("Ears", (), {"report": staticmethod(heard.append)})()
    report_unrecorded(paths, reporter)
    assert heard == []
    meta = folder / "_meta" / "sums.yaml"
    content = yaml.safe_load(meta.read_text())
    old = {
        key: value
        for key, value in content.items()
        if key not in {"benchmark", "checksum", "format_version", "written_by"}
    }
    meta.write_text(provenance_text(old))
    (folder / "_manifest.yaml").write_text("name: benchmark\nversion: 0.1.0\ndialect: strict\n")

    refuse_changed_sets(read_benchmark(folder), ["sums"])
    report_unrecorded(paths, reporter)
    [notice] = heard
    assert isinstance(notice, Notice)
    assert "admitted sums and recorded neither dialect nor environment" in notice.text
    assert notice.command == "authoring set reopen sums"


def test_translation_that_was_changed_by_hand_is_refused(bench: Workspace) -> None:
    """Accepted words are as they were accepted; after a change the way out is to have them looked at again."""
    question = TranslatedQuestion(number=1, original="How many rows?", text="有多少行", reviewer="Ada")
    path = write_translation(bench.root, "sums", Translation(language="zh", questions=(question,)))
    refuse_changed_sets(read_benchmark(bench.root / "problemsets"))
    path.write_text(path.read_text().replace("有多少行", "有多少列"))

    for hand_over in (
        lambda: bench.admitted_set("sums"),
        lambda: refuse_changed_sets(read_benchmark(bench.root / "problemsets"), ["sums"]),
    ):
        with pytest.raises(BenchmarkError, match=r"zh/sums\.yaml: is not what was written") as refused:
            hand_over()
        assert "authoring translate sums --language zh" in refused.value.hint
    assert [question.reviewer for question in read_translation(path).questions] == [""]
    refuse_changed_sets(read_benchmark(bench.root / "problemsets"), ["plain"])
    merge_translation(bench.root, "sums", "zh", (question,))
    assert bench.admitted_set("sums").translations[0].questions == (question,)


def written_export(bench: Workspace, folder: Path) -> Path:
    """Write the benchmark as an export, with the manifest of one."""
    sets = [bench.admitted_set(name) for name in bench.problemsets()]
    write_export(folder, exported("dseval", sets))
    return folder


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("sums.py", append, "was changed since it was exported"),
        ("_manifest.yaml", append, "was changed since it was exported"),
        (f"{SUMS}/t.csv", cut, "was changed since it was exported"),
        (f"{SUMS}/t.csv", Path.unlink, "was exported, and is missing"),
        (f"{SUMS}/extra.csv", stray, "no export wrote this file"),
        ("_meta/sums.yaml", cut, "was changed since it was exported"),
        ("export.json", cut, "is not the manifest of an export"),
    ],
)
def test_an_export_that_was_changed_is_refused(
    bench: Workspace, tmp_path: Path, name: str, change: Callable[[Path], object], message: str
) -> None:
    """What is evaluated is what was exported; what a person adds beside it, or runs leave there, does not matter."""
    folder = written_export(bench, tmp_path / "out")
    stray(folder / "results.jsonl")
    stray(folder / "__pycache__" / "x.pyc")
    refuse_changed_sets(read_benchmark(folder))
    change(folder / name)

    with pytest.raises(BenchmarkError, match=message):
        refuse_changed_sets(read_benchmark(folder), ["sums"])
    with pytest.raises(BenchmarkError, match=message):
        refuse_changed_set(folder / "sums.py", (folder / "sums.py").read_text())


def test_a_set_that_is_added_to_an_export_is_refused(bench: Workspace, tmp_path: Path) -> None:
    """A problem set that no export wrote does not pass for one of the export's."""
    folder = written_export(bench, tmp_path / "out")
    stray(folder / "more.py")

    with pytest.raises(BenchmarkError, match=r"more\.py: no export wrote this file"):
        refuse_changed_sets(read_benchmark(folder))


def test_a_manifest_leads_out_of_no_export(bench: Workspace, tmp_path: Path) -> None:
    """A stranger's manifest that names files elsewhere is refused, and they are not read."""
    folder = written_export(bench, tmp_path / "out")
    link_out = folder / "plain.py"
    link_out.unlink()
    link_out.symlink_to(bench.problemset_path("plain"))
    with pytest.raises(BenchmarkError, match=r"plain\.py: was exported, and is missing"):
        refuse_changed_set(link_out, "")

    manifest = folder / "export.json"
    manifest.write_text(manifest.read_text().replace('"_manifest.yaml"', '"../w/authoring.toml"'))
    with pytest.raises(BenchmarkError, match="is not the manifest of an export"):
        refuse_changed_set(link_out, "")


def test_other_makers_benchmarks_are_let_pass(tmp_path: Path) -> None:
    """What DSEval loads claims no admission: neither provenance nor the manifest of an export stands there."""
    (tmp_path / "_manifest.yaml").write_text("name: B\nversion: 1\n")
    (tmp_path / "a.py").write_text("# %%\n1\n")
    stray(tmp_path / "_inputs" / "a" / "x.csv")

    refuse_changed_sets(read_benchmark(tmp_path))


def test_our_own_benchmark_is_what_was_admitted() -> None:
    """The sets that ship are whole, and each has its checksum."""
    benchmark = read_benchmark(ROOT / "problemsets")
    refuse_changed_sets(benchmark)

    for path in (ROOT / "problemsets" / "_meta").glob("*.yaml"):
        assert "checksum" in yaml.safe_load(path.read_text())


def test_a_checksum_survives_yaml() -> None:
    """What YAML reads in its own way, as dates and odd text, changes no checksum."""
    content = {**meta_of("odd", "x"), "when": "2026-11-22", "text": "é\u2028\ttab: yes", "number": 1.5, "none": None}

    assert list(admission_differences("odd", "x", {}, provenance_text(content))) == []
