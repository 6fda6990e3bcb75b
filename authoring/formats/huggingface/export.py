"""The folder: ``data/`` with rows, the sets and their data as they are, ``README.md``, ``croissant.json``."""

from collections.abc import Iterator, Sequence

from authoring.dseal import Diagnostic, canonical, parse
from authoring.dseal.diagnostic import errors_in
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.huggingface.card import card, summary
from authoring.formats.huggingface.codes import UNPUBLISHABLE_DATA, UNTOLD_ORIGIN
from authoring.formats.huggingface.croissant import croissant, data_file
from authoring.formats.huggingface.data_dictionary import DATA_PACKAGE, data_package
from authoring.formats.huggingface.licences import STRICTNESS
from authoring.formats.huggingface.rows import INPUTS, SETS, DescribedSet, describe_set, json_lines
from authoring.records.bundle import AdmittedSet, Bundle, FileContent


def export(
    problemsets: Sequence[AdmittedSet],
    *,
    options: ExportOptions,
    play: Player,  # noqa: ARG001 - the protocol's
    across: MapSets = map,  # noqa: ARG001 - the protocol's
) -> Bundle:
    """Return a data set for the Hugging Face hub; nothing runs.

    Data that must not be handed on are an error (DS755).
    """
    sets = [describe_set(problemset, options.language) for problemset in problemsets]
    rows = [row for described in sets for row in described.problems]
    files = [
        FileContent(path=data_file("problems"), content=json_lines(rows)),
        FileContent(path=data_file("sets"), content=json_lines([described.row for described in sets])),
        *(file for described in sets for file in _originals(described.problemset)),
    ]
    if (package := data_package(options.name, sets)) is not None:
        files.append(FileContent(path=DATA_PACKAGE, content=package))
    files.append(FileContent(path="README.md", content=card(options, sets).encode("utf-8", "backslashreplace")))
    # The metadata hold the hashes of all other files, so they come last.
    metadata = croissant(options, sets, sorted(files, key=lambda file: file.path), summary(sets))
    files.append(FileContent(path="croissant.json", content=metadata))
    return Bundle(files=tuple(files), findings=tuple(finding for described in sets for finding in _findings(described)))


def _originals(problemset: AdmittedSet) -> Iterator[FileContent]:
    text = canonical(parse(problemset.text))
    yield FileContent(path=f"{SETS}/{problemset.name}.py", content=text.encode("utf-8", "surrogatepass"))
    for file in problemset.inputs:
        yield FileContent(path=f"{INPUTS}/{problemset.name}/{file.path}", content=file.content)


def _findings(described: DescribedSet) -> Iterator[Diagnostic]:
    path = f"{described.problemset.name}.py"
    parsed = parse(described.problemset.text)
    findings = errors_in(parsed.diagnostics)
    # Without data files there is nothing to hand on.
    if described.problemset.inputs and not described.terms.licence.redistributable:
        licence = described.terms.text or "nobody said which"
        findings.append(
            UNPUBLISHABLE_DATA.diagnostic(
                f"the licence of its data ({licence}): {STRICTNESS[described.terms.rank]}",
                hint="Say the licence: authoring seed edit SEED --licence SPDX. Let pass, the card names it as it is.",
            )
        )
    if not (described.about.seed.source or described.about.seed.url):
        findings.append(
            UNTOLD_ORIGIN.diagnostic("nothing is kept of where its data come from", hint="See problemsets/_meta/.")
        )
    for finding in findings:
        yield finding.model_copy(update={"path": path})
    yield from described.findings
