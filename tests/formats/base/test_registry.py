"""All formats: what each keeps to, whatever it writes."""

import itertools
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from inspect import signature
from pathlib import Path, PurePosixPath

import pytest

from authoring.dseal import parse
from authoring.errors import ExportError, UsageError
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions, Player
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS, FORMATS, prepare, refuse_unfit
from authoring.records.base import sha256_of
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.records.evidence import CellRun
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from tests.exports import exported, manifest_in

ROOT = Path(__file__).parents[3]
WORKSPACE = Workspace(ROOT)
SMALL = AdmittedSet(name="small", text='# %%\nx = 1\n\n# %%\n"""\nquestion: How much is `x`?\n"""\nx\n', inputs=())
RUNS = sorted(name for name, entry in EXPORTERS.items() if entry.runs)


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    """Play cells over the repository's sets, each sequence once: two exports are told apart by what they make of it."""
    played: dict[tuple[str, ...], tuple[CellRun, ...]] = {}
    with closing(LocalSandbox()) as sandbox:
        play = SetPlayer(sandbox, WORKSPACE.settings.limits, WORKSPACE.problemset_inputs)

        def remembered(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
            key = (problemset.name, *cells)
            if key not in played:
                played[key] = play(problemset, cells)
            return played[key]

        yield remembered


def prepared(target: str, play: Player, *, language: str = "en") -> Bundle:
    """Export two sets of the repository, with all let pass that may be."""
    names = WORKSPACE.problemsets()
    sets = [WORKSPACE.read_problemset(name) for name in names if name.startswith("penguins")][:2]
    options = ExportOptions(name="b", version="1", language=language, tool="t 1")
    return prepare(target, sets, options=options, play=play, allowed=EXPORT_CODES)


@pytest.fixture(
    params=[pytest.param(n, marks=[pytest.mark.slow] * (n in RUNS)) for n in sorted(EXPORTERS, reverse=True)],
    scope="module",
)
def bundles(request: pytest.FixtureRequest, player: Player) -> tuple[Bundle, Bundle]:
    """Export in each format, two times."""
    target: str = request.param
    return prepared(target, player), prepared(target, player)


@pytest.mark.exhaustive
def test_same_sets_give_the_same_bytes(bundles: tuple[Bundle, Bundle]) -> None:
    """Every file and finding is equal when an export is made again."""
    first, second = bundles

    assert [file.path for file in first.files if file not in second.files] == []
    assert first == second


@pytest.mark.exhaustive
def test_paths_are_plain_sorted_and_unique(bundles: tuple[Bundle, Bundle]) -> None:
    """No file leaves the folder or hides another, and their order is that of their names, the manifest last."""
    paths = [file.path for file in bundles[0].files]

    assert paths[-1] == "export.json"
    assert paths[:-1] == sorted(set(paths[:-1]))
    assert [path for path in paths if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts] == []


@pytest.mark.exhaustive
def test_nothing_of_this_machine_is_in_it(bundles: tuple[Bundle, Bundle]) -> None:
    """No path of this machine goes into an export."""
    places = [f"{place}/".encode() for place in (ROOT, Path.home(), sys.prefix)]
    paths = [file.path for file in bundles[0].files if any(place in file.content for place in places)]

    assert paths == []


@pytest.mark.exhaustive
def test_what_is_let_pass_is_complete(bundles: tuple[Bundle, Bundle]) -> None:
    """With every code let pass nothing keeps the export back, and findings name file, line and code of the format."""
    bundle = bundles[0]
    refuse_unfit(bundle)

    assert [finding for finding in bundle.findings if not finding.path or finding.line < 1] == []


@pytest.mark.parametrize("code", sorted(EXPORT_CODES))
def test_code_stands_in_the_guide(code: str) -> None:
    """Whoever reads the guide of exports, or of translations, meets every code, by its name."""
    paths = (ROOT / "guides" / name for name in ("exporting.md", "translating.md"))
    guide = "".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())

    assert code in guide
    assert EXPORT_CODES[code].name in guide


def test_every_folder_beside_base_is_a_format() -> None:
    """A format is found by its folder, exports by the protocol or is imported; ML-Benchmark is evaluated as it is."""
    folders = {path.parent.name for path in (ROOT / "authoring" / "formats").glob("*/__init__.py")} - {"base"}

    assert folders <= FORMATS.keys()
    for name, entry in FORMATS.items():
        assert entry.summary, name
        assert entry.export is not None or entry.import_codes or name == "mlbench", name
        assert (entry.next_step != "") == (entry.export is not None), name
        if entry.export is not None:
            assert list(signature(entry.export).parameters) == ["problemsets", "options", "play", "across"], name


def test_codes_belong_to_one_format() -> None:
    """No two kinds of findings share a code or a name."""
    for info, next_info in itertools.combinations(EXPORT_CODES.values(), 2):
        assert info.name != next_info.name
    assert [code for code, info in EXPORT_CODES.items() if code != info.code] == []


@pytest.mark.parametrize("target", sorted(EXPORTERS))
def test_format_stands_in_the_guide(target: str) -> None:
    """Every format has a line in the guide's table, and names the next step with the folder in it."""
    assert f"| `{target}` |" in (ROOT / "guides" / "exporting.md").read_text(encoding="utf-8")
    assert "{folder}" in EXPORTERS[target].next_step


@pytest.mark.parametrize("target", sorted(EXPORTERS))
def test_nothing_to_export_is_an_error(target: str, player: Player) -> None:
    """An empty benchmark is never written."""
    with pytest.raises(ExportError, match="no admitted problem set"):
        exported(target, [], play=player)


def test_slips_are_told() -> None:
    """A format, language or suite that is not there is named with those that are."""
    options = ExportOptions(name="b", version="1")
    with pytest.raises(UsageError, match="no format is called nope") as caught:
        prepare("nope", [SMALL], options=options, play=_unasked)
    assert caught.value.hint.startswith("formats: ")
    with pytest.raises(UsageError, match="dseval has no language zh") as caught:
        prepare("dseval", [SMALL], options=ExportOptions(name="b", version="1", language="zh"), play=_unasked)
    assert caught.value.hint == "it has: en"
    with pytest.raises(UsageError, match="dseval has no suite template"):
        prepare("dseval", [SMALL], options=ExportOptions(name="b", version="1", suite="template"), play=_unasked)


def test_only_what_is_a_code_of_a_format_may_pass() -> None:
    """An error of lint keeps its weight, whatever a person lets pass."""
    broken = SMALL.model_copy(update={"text": SMALL.text.replace("question:", "qestion:")})
    with pytest.raises(ExportError):
        exported("dseval", [broken], allowed=["DS125", "DS126", *EXPORT_CODES])


def test_every_set_counts_its_problems_once() -> None:
    """The manifest tells what was exported: hashes of the texts as they stand."""
    sets = [WORKSPACE.read_problemset(name) for name in WORKSPACE.problemsets()]
    bundle = exported("dseval", sets, allowed=["DS702"])

    manifest = manifest_in(bundle.files[-1].content)

    assert [(info.name, info.sha256) for info in manifest.problemsets] == [
        (info.name, sha256_of(info.text)) for info in sets
    ]
    assert sum(len(parse(info.text).problems) for info in sets) > 50


def _unasked(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
    raise AssertionError((problemset.name, cells))
