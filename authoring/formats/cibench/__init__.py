"""CIBench: notebooks whose steps OpenCompass asks one by one; exported as a tree, imported, and its runs scored."""

from authoring.formats.base.exercises.codes import CODES as EXERCISE_CODES
from authoring.formats.base.port import Format
from authoring.formats.cibench.codes import EXPORT_CODES, IMPORT_CODES
from authoring.formats.cibench.export.tree import LANGUAGES, SUITES, export

FORMAT = Format(
    summary="the tree of notebooks that OpenCompass loads as CIBench",
    export=export,
    codes=EXPORT_CODES,
    import_codes={**IMPORT_CODES, **EXERCISE_CODES},
    next_step="cp -r {folder} OPENCOMPASS/data/cibench_dataset",
    runs=True,
    languages=LANGUAGES,
    suites=SUITES,
)
