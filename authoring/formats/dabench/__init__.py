"""InfiAgent-DABench: questions about one table each, whose answers are named values that are compared as text."""

from authoring.formats.base.port import Format
from authoring.formats.dabench.codes import CODES
from authoring.formats.dabench.export import export

FORMAT = Format(
    summary="questions, labels and tables of InfiAgent-DABench, for problems with scalar answers",
    export=export,
    codes=CODES,
    next_step="authoring score dabench RESPONSES --labels {folder}/da-dev-labels.jsonl",
    runs=True,
)
