"""CIBench: notebooks whose steps OpenCompass asks one by one; exported as a tree, imported, and its runs scored."""

from collections.abc import Mapping, Sequence

from authoring.formats.base.exercises.codes import CODES as EXERCISE_CODES
from authoring.formats.base.port import ExportOptions, Format, MapSets, Player
from authoring.formats.cibench.codes import EXPORT_CODES, IMPORT_CODES
from authoring.records.bundle import AdmittedSet, Bundle

TREE_FOLDERS: Mapping[tuple[str, str], str] = {
    ("generation", "en"): "cibench_generation",
    ("template", "en"): "cibench_template",
    ("template", "zh"): "cibench_template_chinese",
}
"""The folders that OpenCompass' configurations load, by suite and language."""


def _export(
    problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
) -> Bundle:
    from authoring.formats.cibench.export.tree import export  # noqa: PLC0415 - who only reads scores exports nothing

    return export(problemsets, options=options, play=play, across=across)


FORMAT = Format(
    summary="the tree of notebooks that OpenCompass loads as CIBench",
    export=_export,
    codes=EXPORT_CODES,
    import_codes={**IMPORT_CODES, **EXERCISE_CODES},
    next_step="cp -r {folder} OPENCOMPASS/data/cibench_dataset",
    runs=True,
    languages=tuple(dict.fromkeys(language for _, language in TREE_FOLDERS)),
    suites=tuple(dict.fromkeys(suite for suite, _ in TREE_FOLDERS)),
)
