"""Holds one run's results against another's: verdicts, pass rates, and what the two were made with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from authoring.evaluation.agreement import compare_verdicts, recorded_pairs
from authoring.evaluation.rate_comparison import ProblemKey, compare_rates, judged_scores, recorded_scores
from authoring.formats.dseval.results import read_results, render_results
from authoring.records.results import Evaluation, RecordedResult, RunComparison
from authoring.workspace.evaluation_file import check_evaluation, read_evaluation


@dataclass(frozen=True, slots=True)
class _Run:
    """What a file of results holds."""

    results: tuple[RecordedResult, ...]
    evaluation: Evaluation | None
    """None where no evaluation of ours wrote it."""

    @classmethod
    def read(cls, file: Path) -> "_Run":
        # A file whose evidence lost a part would be compared as if nothing else had been judged.
        check_evaluation(file, render_results)
        return cls(read_results(file), read_evaluation(file))

    @property
    def scores(self) -> Mapping[ProblemKey, float]:
        """The share of right answers of each problem."""
        return recorded_scores(self.results) if self.evaluation is None else judged_scores(self.evaluation)


def compare_results(old: Path, new: Path) -> RunComparison:
    """Hold the results of two runs about one benchmark against each other.

    Returns:
        How many verdicts agree and which do not, the difference of pass rates with its interval, and what verdicts
        depend on beside the answers and is not the same in both.

    Raises:
        ResultsError: a file cannot be read.
    """
    first, second = _Run.read(old), _Run.read(new)
    agreement = compare_verdicts(recorded_pairs(first.results), recorded_pairs(second.results))
    surroundings: tuple[str, ...] = ()
    if first.evaluation is not None and second.evaluation is not None:
        surroundings = tuple(_differences(first.evaluation, second.evaluation))
    return RunComparison(
        pairs=agreement.pairs,
        same=agreement.same,
        changes=agreement.changes,
        added=agreement.added,
        rates=compare_rates(first.scores, second.scores),
        surroundings=surroundings,
    )


def _differences(old: Evaluation, new: Evaluation) -> Iterator[str]:
    """Yield in words what verdicts depend on beside the answers and is not the same in both runs."""
    for name, before, now in (
        ("benchmark", f"{old.benchmark} {old.version}", f"{new.benchmark} {new.version}"),
        ("dialect", old.dialect, new.dialect),
        ("Python", old.python, new.python),
        ("lock of packages", old.lock[:12], new.lock[:12]),
    ):
        if before != now:
            yield f"{name}: {before or 'none'}, then {now or 'none'}"
    before_packages, now_packages = dict(old.packages), dict(new.packages)
    # A package of which only one run says the version belongs to sets that only that run was asked.
    for name in sorted(before_packages.keys() & now_packages.keys()):
        if before_packages[name] != now_packages[name]:
            yield f"{name}: {before_packages[name]}, then {now_packages[name]}"
    # The usual mode is left out where options are written.
    before_options = {"mode": str(old.options.mode), **dict(_flat(old.options.model_dump(mode="json")))}
    now_options = {"mode": str(new.options.mode), **dict(_flat(new.options.model_dump(mode="json")))}
    for name, before in before_options.items():
        if before != now_options[name]:
            yield f"{name}: {before}, then {now_options[name]}"


def _flat(options: Mapping[str, object], within: str = "") -> Iterator[tuple[str, str]]:
    """Yield options and those within them, by names that a person reads."""
    for key, value in options.items():
        name = f"{within}{key}".replace("_", " ")
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name} ")
        else:
            yield name, "none" if value is None else str(value)
