"""The ports between a format, the sandbox that plays its cells, and whoever asks for an export."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from authoring.dseal.diagnostic import RuleInfo
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.records.evidence import CellRun
from authoring.validators.base import Dialect

T = TypeVar("T")


class Player(Protocol):
    """Runs cells over a set's data in the sandbox: one session, one cell after the other, as a notebook would."""

    def __call__(self, problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        """Return the run of each cell, with pictures; cells behind one that ended the session are missing.

        Figures are shown and closed when a cell ends. A cell that raises does not keep the next from running.

        Raises:
            SandboxError: the sandbox failed; what the code does is part of the result.
        """
        ...


class MapSets(Protocol):
    """Applies a function to each set: `map`, or a function like it that works on several sets at once."""

    def __call__(self, work: Callable[[AdmittedSet], T], problemsets: Sequence[AdmittedSet], /) -> Iterable[T]:
        """Return the results of `work` in the order of the sets.

        Args:
            work: may be called in several threads at once. Its result may stay in memory until all sets are done, so
                it holds what goes into the export, and no runs.
            problemsets: the sets; `work` gets them one at a time.
        """
        ...


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What a person chose for an export.

    Attributes:
        name: the name of the benchmark.
        version: the version of the benchmark.
        dialect: the rules that the benchmark is judged by.
        language: the language of the questions; any but ``en`` needs reviewed translations.
        suite: the kind of tree, for formats that have several.
        tool: name and version of this program.
        passed: what a person let pass of this export: code, who and why, a line each.
    """

    name: str
    version: str
    dialect: Dialect = "dseval"
    language: str = "en"
    suite: str = ""
    tool: str = ""
    passed: tuple[str, ...] = ()


class Exporter(Protocol):
    """Turns problem sets into the files of a target format: the same sets, options and runs give the same bytes.

    What the format cannot express is a finding of weight error, made of one of the format's codes and named with the
    set's file, line and problem. A person may let it pass, so the files are complete in spite of it: the problem is
    left out, or its code stays as context for those behind it, as the finding's hint says.
    """

    def __call__(
        self, problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
    ) -> Bundle:
        """Return the files and the findings; the same, however many sets are played at once."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """How a format's package presents itself to the registry.

    Attributes:
        summary: one line for ``--help`` and lists.
        export: makes the files; None for a format that is only imported or scored.
        codes: the kinds of finding of its export, by code, all of which a person may let pass.
        import_codes: the kinds of finding of its import, by code.
        next_step: the command that loads an export, with ``{folder}`` in the place of its folder.
        runs: whether its export plays cells, and so needs a sandbox.
        languages: the languages that questions can be written in.
        suites: the kinds of tree; the first is the default.
    """

    summary: str
    export: Exporter | None = None
    codes: Mapping[str, RuleInfo] = field(default_factory=dict)
    import_codes: Mapping[str, RuleInfo] = field(default_factory=dict)
    next_step: str = ""
    runs: bool = False
    languages: tuple[str, ...] = ("en",)
    suites: tuple[str, ...] = ()
