"""The figures of another project, whose questions, steps or tasks were evaluated."""

from authoring.formats.cibench.score.averages import CIBenchScores
from authoring.formats.dabench.score import DABenchScores
from authoring.formats.mlbench.score import MLBenchScores
from authoring.records.base import Record


class ProjectScores(Record):
    """The figures of the project whose questions or tasks were evaluated, under its name."""

    mlbench: MLBenchScores | None = None
    dabench: DABenchScores | None = None
    cibench: CIBenchScores | None = None
    """Those of all samples together, in the modes end-to-end and oracle."""
    notes: tuple[str, ...] = ()
    """Why there are no figures, where there could be some."""
