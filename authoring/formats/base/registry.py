"""The formats problem sets can be exported in."""

from collections.abc import Collection, Sequence
from importlib.metadata import version as version_of

from authoring.dseal.diagnostic import Severity
from authoring.errors import ExportError, UsageError
from authoring.formats import dabench, dseval, huggingface, inspect, jupyter
from authoring.formats.base.base import Across, Format, Order, Player, waived
from authoring.formats.base.codes import CODES
from authoring.formats.base.manifest import manifest_of
from authoring.formats.cibench import export as cibench
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.records.evidence import CellRun
from authoring.records.questions import LANGUAGES, ORIGINAL
from authoring.validators.base import Dialect

EXPORTERS: dict[str, Format] = {
    "cibench": Format(
        what="the tree of notebooks that OpenCompass loads as CIBench",
        export=cibench.export,
        next_step="cp -r {folder} OPENCOMPASS/data/cibench_dataset",
        runs=True,
        languages=cibench.LANGUAGES,
        suites=cibench.SUITES,
    ),
    "dseval": Format(
        what="the benchmark folder of DSEval 0.0.1", export=dseval.export, next_step="authoring run {folder}"
    ),
    "huggingface": Format(
        what="a data set for the Hugging Face hub, with a card and Croissant metadata",
        export=huggingface.export,
        next_step="mlcroissant validate --jsonld {folder}/croissant.json",
        languages=(ORIGINAL, *LANGUAGES),
    ),
    "dabench": Format(
        what="questions, labels and tables of InfiAgent-DABench, for problems with scalar answers",
        export=dabench.export,
        next_step="authoring score dabench RESPONSES --labels {folder}/da-dev-labels.jsonl",
        runs=True,
    ),
    "inspect": Format(
        what="a task package of Inspect AI, with a scorer that judges in its sandbox",
        export=inspect.export,
        next_step="cd {folder} && inspect eval task.py --model MODEL",
        runs=True,
        languages=(ORIGINAL, *LANGUAGES),
    ),
    "jupyter": Format(
        what="a notebook per set for students, one with the answers, and HTML of both",
        export=jupyter.export,
        next_step="jupyter lab {folder}/notebooks",
        runs=True,
        languages=(ORIGINAL, *LANGUAGES),
    ),
}


def prepare(
    target: str,
    problemsets: Sequence[AdmittedSet],
    *,
    order: Order,
    play: Player,
    across: Across = map,
    allowed: Collection[str] = (),
) -> Bundle:
    """Return admitted sets in another project's format, with its manifest, and all that has to be said of it.

    Args:
        target: a key of `EXPORTERS`.
        problemsets: with their data, from `Workspace.read_problemset`.
        order: what the export is to be.
        play: runs cells, for formats that show what code gives.
        across: takes the sets one after the other, or several at once.
        allowed: codes of findings that a person lets pass.

    Returns:
        Files as data, sorted by path. With an error among the findings they must not be used: see `refuse_unfit`.

    Raises:
        UsageError: when there is no such format, or it has no such language or suite.
        ExportError: when there is nothing to export.
    """
    if target not in EXPORTERS:
        raise UsageError(f"no format is called {target}", hint=f"formats: {', '.join(EXPORTERS)}")
    known = EXPORTERS[target]
    for what, wanted, offered in (("language", order.language, known.languages), ("suite", order.suite, known.suites)):
        if wanted and wanted not in offered:
            hint = f"it has: {', '.join(offered)}" if offered else "leave the option out"
            raise UsageError(f"{target} has no {what} {wanted}", hint=hint)
    if not problemsets:
        raise ExportError("there is no admitted problem set to export", hint="admit one with: authoring admit NAME")
    codes = frozenset(allowed)
    problemsets = sorted(problemsets, key=lambda one: one.name)
    made = known.export(problemsets, order=order, play=play, across=across)
    files = tuple(sorted(made.files, key=lambda file: file.path))
    manifest = manifest_of(target, problemsets, files, order=order, allowed=codes)
    return Bundle(files=(*files, manifest), findings=waived(made.findings, codes, CODES))


def refuse_unfit(bundle: Bundle) -> None:
    """Stop an export that has an error left.

    Raises:
        ExportError: it names the first, and says how to let it pass where it may.
    """
    errors = [finding for finding in bundle.findings if finding.severity is Severity.ERROR]
    if not errors:
        return
    first = errors[0]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    codes = " ".join(f"--allow {code}" for code in sorted({error.code for error in errors} & set(CODES)))
    hint = f"{first.hint} To let it pass: {codes}".strip() if codes else first.hint
    raise ExportError(f"{first.path}:{first.line}: {first.code} {first.message}{more}", hint=hint)


def export(
    target: str,
    problemsets: Sequence[AdmittedSet],
    *,
    name: str,
    version: str,
    dialect: Dialect = "dseval",
    play: Player | None = None,
    across: Across = map,
    allowed: Collection[str] = (),
) -> Bundle:
    """Return admitted sets in another project's format; the same sets give the same bytes.

    Args:
        target: a key of `EXPORTERS`.
        problemsets: with their data, from `Workspace.read_problemset`.
        name: what the benchmark is called in the format.
        version: of the benchmark.
        dialect: whose rules the benchmark is judged by.
        play: runs cells, for formats that show what code gives; see `authoring.SetPlayer`.
        across: `map`, or the same method of an executor of threads, which plays several sets at once.
        allowed: codes of findings that a person lets pass.

    Returns:
        Files as data, sorted by path; `Workspace.write_bundle` writes them.

    Raises:
        UsageError: when there is no such format, or it has to run cells and nothing is given that could.
        ExportError: when a set cannot be said in the format.
    """
    if play is None and target in EXPORTERS and EXPORTERS[target].runs:
        raise UsageError(f"the format {target} has to run cells", hint="give a player: authoring.SetPlayer")
    order = Order(name=name, version=version, dialect=dialect, tool=this_tool())
    bundle = prepare(target, problemsets, order=order, play=play or nothing_played, across=across, allowed=allowed)
    refuse_unfit(bundle)
    return bundle


def this_tool() -> str:
    """Return name and version of this program."""
    return f"dseal-authoring {version_of('dseal-authoring')}"


def nothing_played(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:  # noqa: ARG001 - a Player's
    """Play nothing, for formats that show no output."""
    return ()
