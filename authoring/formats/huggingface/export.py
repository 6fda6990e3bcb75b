"""The folder: ``data/`` with rows, the sets and their data as they are, ``README.md``, ``croissant.json``."""

from collections.abc import Iterator, Sequence

from authoring.dseal import Diagnostic, canonical, parse
from authoring.dseal.diagnostic import Severity
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.huggingface.card import card, summary
from authoring.formats.huggingface.codes import UNPUBLISHABLE_DATA, UNTOLD_ORIGIN
from authoring.formats.huggingface.croissant import croissant, data_file
from authoring.formats.huggingface.licences import STRICTNESS
from authoring.formats.huggingface.rows import INPUTS, SETS, Described, described, json_lines
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
    sets = [described(problemset, options.language) for problemset in problemsets]
    rows = [row for each in sets for row in each.problems]
    files = [
        FileContent(path=data_file("problems"), content=json_lines(rows)),
        FileContent(path=data_file("sets"), content=json_lines([each.row for each in sets])),
        *(file for each in sets for file in _originals(each.problemset)),
    ]
    files.append(FileContent(path="README.md", content=card(options, sets).encode("utf-8", "backslashreplace")))
    metadata = croissant(options, sets, sorted(files, key=lambda file: file.path), summary(sets))
    files.append(FileContent(path="croissant.json", content=metadata))
    return Bundle(files=tuple(files), findings=tuple(finding for each in sets for finding in _findings(each)))


def _originals(problemset: AdmittedSet) -> Iterator[FileContent]:
    text = canonical(parse(problemset.text))
    yield FileContent(path=f"{SETS}/{problemset.name}.py", content=text.encode("utf-8", "surrogatepass"))
    for file in problemset.inputs:
        yield FileContent(path=f"{INPUTS}/{problemset.name}/{file.path}", content=file.content)


def _findings(each: Described) -> Iterator[Diagnostic]:
    path = f"{each.problemset.name}.py"
    parsed = parse(each.problemset.text)
    found = [finding for finding in parsed.diagnostics if finding.severity is Severity.ERROR]
    if each.problemset.inputs and not each.terms.licence.redistributable:
        said = each.terms.said or "nobody said which"
        found.append(
            UNPUBLISHABLE_DATA.diagnostic(
                f"the licence of its data ({said}): {STRICTNESS[each.terms.rank]}",
                hint="Say the licence in the seed and admit the set anew. Let pass, the card names it as it is.",
            )
        )
    if not (each.about.seed.source or each.about.seed.url):
        found.append(
            UNTOLD_ORIGIN.diagnostic("nothing is kept of where its data come from", hint="See problemsets/_meta/.")
        )
    for finding in found:
        yield finding.model_copy(update={"path": path})
    yield from each.findings
