"""Holds the results of runs against each other: verdicts, pass rates, and what they were made with."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.evaluation.figure_comparison import compare_figures, figures_of_runs
from authoring.api.evaluation.project_scores import ProjectScores
from authoring.errors import UsageError
from authoring.evaluation.agreement import AttemptKey, compare_verdicts, judged_pairs, recorded_pairs
from authoring.evaluation.clustered_rates import ProblemKey
from authoring.evaluation.rate_comparison import (
    adjusted_p_values,
    compare_rates,
    judged_scores,
    rate_of,
    recorded_scores,
)
from authoring.formats.dseval.results import read_results, render_results
from authoring.records.results import Agreement, ComparedRun, Evaluation, RunComparison, RunTable, VerdictPair
from authoring.workspace.evaluation_file import check_evaluation, read_evaluation, read_scores


@dataclass(frozen=True, slots=True)
class ComparableRun:
    """What is known of one run: from its file of results, or of an evaluation that has just ended."""

    name: str
    file: Path
    pairs: Mapping[AttemptKey, VerdictPair]
    """The verdicts of its attempts."""
    scores: Mapping[ProblemKey, float]
    """The share of right answers of each problem."""
    evaluation: Evaluation | None
    """None where no evaluation of ours wrote the file."""
    project: ProjectScores | None
    """The figures of the project whose questions or tasks were evaluated, where they are recorded."""

    @classmethod
    def read(cls, file: Path, name: str = "") -> "ComparableRun":
        """Return the run that a file holds.

        Raises:
            ResultsError: it cannot be read, or its evidence lost a part, which would be compared as if nothing else
                had been judged.
        """
        check_evaluation(file, render_results)
        results, evaluation = read_results(file), read_evaluation(file)
        scores = recorded_scores(results) if evaluation is None else judged_scores(evaluation)
        return cls(name, file, recorded_pairs(results), scores, evaluation, read_scores(file, ProjectScores))

    @classmethod
    def of(cls, evaluation: Evaluation, file: Path, project: ProjectScores | None) -> "ComparableRun":
        """Return the run of an evaluation whose results stand in a file."""
        pairs = judged_pairs(evaluation)
        return cls(evaluation.solver, file, pairs, judged_scores(evaluation), evaluation, project)

    def agreement(self, new: "ComparableRun") -> Agreement:
        """Return how far the verdicts of another run agree with those of this one."""
        return compare_verdicts(self.pairs, new.pairs)

    def surroundings(self, new: "ComparableRun") -> tuple[str, ...]:
        """Return in words what verdicts of the other run depend on and is not the same, as far as both say it."""
        if self.evaluation is None or new.evaluation is None:
            return ()
        return tuple(_differences(self.evaluation, new.evaluation))


def compare_results(old: Path, new: Path) -> RunComparison:
    """Hold the results of two runs about one benchmark against each other.

    Returns:
        How many verdicts agree and which do not, the difference of pass rates with its interval, and what verdicts
        depend on beside the answers and is not the same in both.

    Raises:
        ResultsError: a file cannot be read.
    """
    first, second = ComparableRun.read(old), ComparableRun.read(new)
    agreement = first.agreement(second)
    return RunComparison(
        pairs=agreement.pairs,
        same=agreement.same,
        changes=agreement.changes,
        added=agreement.added,
        rates=compare_rates(first.scores, second.scores),
        figures=compare_figures(first.project, second.project),
        surroundings=first.surroundings(second),
    )


def compare_runs(files: Sequence[Path]) -> RunTable:
    """Hold several runs about one benchmark against the first of them, over the problems that all were asked.

    Raises:
        ResultsError: a file cannot be read.
        UsageError: a file is named twice, or no problem is in all of them.
    """
    if repeated := [file for file in files if [path.resolve() for path in files].count(file.resolve()) > 1]:
        raise UsageError(f"{repeated[0]}: is named twice", hint="a run is held against other ones")
    runs = [ComparableRun.read(file, name) for file, name in zip(files, _names(files), strict=True)]
    table = table_of_runs(runs)
    if table is None:
        raise UsageError("no problem is in all of these results", hint="compare runs on the same benchmark")
    return table


def table_of_runs(runs: Sequence[ComparableRun]) -> RunTable | None:
    """Hold runs against the first of them, over the problems that all were asked; None where there are none.

    Runs of which nothing was judged, as after an outage, are left out.
    """
    left_out = tuple(run.name for run in runs if not run.scores)
    runs = [run for run in runs if run.scores]
    if not runs[1:]:
        return None
    first, *others = runs
    common = set.intersection(*(set(run.scores) for run in runs))
    if not common:
        return None
    first_scores, *other_scores = ({key: run.scores[key] for key in common} for run in runs)
    pairs = [compare_rates(first_scores, scores, comparisons=len(others)) for scores in other_scores]
    p_values = adjusted_p_values([pair.p_value if pair else 1.0 for pair in pairs])
    first_figures, *figures = figures_of_runs([run.project for run in runs])
    compared = [
        ComparedRun(
            name=run.name,
            file=str(run.file),
            rate=rate_of(scores),
            rates=pair,
            figures=of_run_figures,
            adjusted_p_value=p_value,
            changed=sum(change.new is not None for change in first.agreement(run).changes),
            surroundings=first.surroundings(run),
        )
        for run, scores, pair, p_value, of_run_figures in zip(
            others, other_scores, pairs, p_values, figures, strict=True
        )
    ]
    against = ComparedRun(name=first.name, file=str(first.file), rate=rate_of(first_scores), figures=first_figures)
    sets = len({name for name, _ in common})
    return RunTable(against=first.name, problems=len(common), sets=sets, runs=(against, *compared), left_out=left_out)


def _names(files: Sequence[Path]) -> list[str]:
    """Return what runs are called: by their files' names, or their paths where two have one name."""
    stems = [file.stem for file in files]
    return stems if len(set(stems)) == len(stems) else [str(file) for file in files]


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
