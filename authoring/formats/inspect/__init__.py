"""A task package of Inspect AI: ``inspect eval task.py`` asks any solver, and our validators judge in its sandbox."""

from authoring.formats.base.port import Format
from authoring.formats.inspect.codes import CODES
from authoring.formats.inspect.export import export
from authoring.records.bundle import LANGUAGES, ORIGINAL

FORMAT = Format(
    summary="a task package of Inspect AI, with a scorer that judges in its sandbox",
    export=export,
    codes=CODES,
    next_step="cd {folder} && inspect eval task.py --model MODEL",
    runs=True,
    languages=(ORIGINAL, *LANGUAGES),
)
