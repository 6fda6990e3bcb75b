"""Plants defects into DSEval's public sets, or audits them as they are, and prints what the gate finds.

Outcomes are appended to a journal, so that a run that was stopped goes on where it was; ^C prints what is known.
"""

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from authoring.api.verification import tables_of_files
from authoring.dseal.diagnostic import Severity
from authoring.dseal.lint import lint
from authoring.dseal.model import Surroundings
from authoring.records.evidence import Limits
from authoring.records.results import BenchmarkSet
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Sandbox
from authoring.workspace.benchmark import read_benchmark
from bench.dseval.checkout import read_checkout
from bench.gate.audit import audit, audit_table, subjects_of
from bench.gate.effects import has_effect
from bench.gate.findings import Examination, findings_of
from bench.gate.plants import KINDS, Family, Half, Kind, plant
from bench.gate.question_plants import question_outcomes, table_by_label
from bench.gate.rules import read_labels, readers_table, rule_figures, rules_table, stale_labels, static_alarms
from bench.gate.score import Outcome, Share, new_codes, table_of

FOLDER = Path(__file__).parents[2] / ".authoring" / "bench-gate"
TRAINED = 0.2
"""Share of the sets that train models which is measured: they take most of the time."""


def main() -> None:
    """Read the command line, plant, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sets", type=int, default=150)
    parser.add_argument("--plants", type=int, default=6, help="of each set")
    parser.add_argument(
        "--families", nargs="+", type=Family, choices=[*Family], default=[*Family], help="plant only these"
    )
    parser.add_argument("--part", choices=("plants", "questions", "alarms", "audit", "rules"), default="plants")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--seconds", type=float, default=120, help="of an audited set, after which no problem is begun")
    parser.add_argument("--trained", type=float, default=TRAINED, help="share of audited sets that train models")
    parser.add_argument("--python", type=Path, help="an interpreter with the packages that an audit runs under")
    parser.add_argument("--resume", action="store_true", help="keep what the journal holds")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.part == "audit":
        _audit(given)
    elif given.part == "rules":
        _print_rules(static_alarms(given.checkout))
    elif given.part == "alarms":
        _print_alarms(_sample(given.checkout, given.seed), given.sets)
    elif given.part == "questions":
        _plant_questions(given)
    else:
        _plant(given)


def _plant(given: argparse.Namespace) -> None:
    sets, clean = _sample(given.checkout, given.seed), 0
    journal = given.folder / "plants.jsonl"
    if not given.resume:
        journal.unlink(missing_ok=True)
    lines = journal.read_text("utf-8").splitlines() if journal.exists() else []
    outcomes = {outcome.key: outcome for outcome in map(Outcome.model_validate_json, lines)}
    try:
        with closing(LocalSandbox()) as sandbox, journal.open("a", encoding="utf-8") as file:
            for problemset in sets:
                if clean >= given.sets:
                    break
                fresh = list(_measure(problemset, given, outcomes, sandbox))
                clean += bool(fresh)
                for outcome in fresh:
                    if outcome.key not in outcomes:
                        file.write(outcome.model_dump_json() + "\n")
                    outcomes[outcome.key] = outcome
                file.flush()
                print(f"\r{clean} clean sets, {len(outcomes)} plants", end="", flush=True)
    except KeyboardInterrupt:
        print("\nstopped; --resume goes on")
    print(f"\n{clean} clean sets of {len(sets)} drawn; {_counted(outcomes)}\n\n{table_of(tuple(outcomes.values()))}")
    for half in Half:
        print(f"\n{half}:\n\n{table_of(tuple(outcomes.values()), half)}")


def _plant_questions(given: argparse.Namespace) -> None:
    """Plant into every question of the sample, and print what lint, dry run and alignment find."""
    with closing(LocalSandbox()) as sandbox:
        outcomes = tuple(question_outcomes(_sample(given.checkout, given.seed)[: given.sets], given.seed, sandbox))
    for half in Half:
        print(f"\n{half}:\n\n{table_of(outcomes, half)}")
    print(f"\nquestions that say less, of the measuring half:\n\n{table_by_label(outcomes)}")


def _audit(given: argparse.Namespace) -> None:
    """Audit the benchmarks, and print what their validators accept and refuse."""
    journal = given.folder / "audit.jsonl"
    if not given.resume:
        journal.unlink(missing_ok=True)
    subjects = subjects_of(given.checkout, given.seed, given.trained)
    audited = audit(subjects, journal, max_seconds=given.seconds, python=given.python)
    print(audit_table(audited, subjects))


def _counted(outcomes: dict[str, Outcome]) -> str:
    counted = sum(outcome.counted for outcome in outcomes.values())
    return f"{counted} of {len(outcomes)} plants are defects and were measured"


def _sample(checkout: Path, seed: int) -> list[BenchmarkSet]:
    """Return the sets in a seeded order, of those that train models a fifth."""
    sets = [problemset for part in read_checkout(checkout) for problemset in read_benchmark(part.folder).sets]
    chance = random.Random(seed)  # noqa: S311 - a sample that can be drawn again
    chance.shuffle(sets)
    return [problemset for problemset in sets if "sklearn" not in problemset.text or chance.random() < TRAINED]


def _measure(
    problemset: BenchmarkSet, given: argparse.Namespace, outcomes: dict[str, Outcome], sandbox: Sandbox
) -> Iterator[Outcome]:
    """Plant kinds of different families into one set; nothing where the set itself is not clean."""
    count, seed = given.plants, given.seed
    chance = random.Random(f"{seed} {problemset.name}")  # noqa: S311 - as above
    limits = Limits(max_time=20)
    surroundings = Surroundings(inputs=tables_of_files(problemset.inputs))
    if any(finding.severity is Severity.ERROR for finding in lint(problemset.text, surroundings=surroundings)):
        return
    kinds = [kind for kind in _kinds(chance) if kind.family in given.families]
    keys = [_key(problemset, kind, seed) for kind in kinds]
    if sum(key in outcomes for key in keys) >= count:
        yield from (outcomes[key] for key in keys if key in outcomes)
        return
    before = findings_of(problemset.text, problemset.inputs, sandbox, limits)
    if not before.is_clean:
        return
    left = count
    for kind, key in zip(kinds, keys, strict=True):
        planted = plant(kind, problemset.text, random.Random(key)) if left else None  # noqa: S311 - as above
        if planted is None:
            continue
        after = findings_of(planted.text, problemset.inputs, sandbox, limits)
        shows = has_effect(
            kind.name, problemset.text, planted.text, planted.problem,
            inputs=problemset.inputs, sandbox=sandbox, limits=limits,
        )  # fmt: skip
        left -= 1
        yield Outcome(
            key=key,
            set=problemset.name,
            family=kind.family,
            kind=kind.name,
            half=planted.half,
            counted=shows and _is_defect(kind, before, after, planted.problem),
            codes=new_codes(before.findings, after.findings, planted.problem),
        )


def _kinds(chance: random.Random) -> list[Kind]:
    """Return the kinds in an order that gives every family the same chance, however many kinds it has."""
    families = {family: [kind for kind in KINDS if kind.family is family] for family in Family}
    for kinds in families.values():
        chance.shuffle(kinds)
    ranked = [(rank, chance.random(), kind) for kinds in families.values() for rank, kind in enumerate(kinds)]
    return [kind for _, _, kind in sorted(ranked, key=lambda row: row[:2])]


def _key(problemset: BenchmarkSet, kind: Kind, seed: int) -> str:
    return sha256(f"{problemset.text}\n{kind.family}\n{kind.name}\n{seed}".encode()).hexdigest()


def _is_defect(kind: Kind, before: Examination, after: Examination, problem: int) -> bool:
    """Return whether the plant is a defect: a reference that gives the same as before is none."""
    if after.failure:
        return False
    return kind.family is not Family.REFERENCE or before.digests.get(problem) != after.digests.get(problem)


def _print_rules(alarms: Mapping[str, Sequence[str]]) -> None:
    """Print the alarms of each rule beside the labels of them, and what further readers said of samples."""
    labels = read_labels()
    print(f"{rules_table(rule_figures(alarms, labels))}\n\n{readers_table(alarms)}")
    for code, stale in stale_labels(alarms, labels).items():
        print(f"No longer raised, to be dropped from the labels: {code} {', '.join(stale)}")


def _print_alarms(sets: list[BenchmarkSet], count: int) -> None:
    """Print what is found in unaltered sets, for a reader to judge."""
    problems = 0
    with closing(LocalSandbox()) as sandbox:
        for problemset in sets[:count]:
            examination = findings_of(problemset.text, problemset.inputs, sandbox, Limits(max_time=20))
            problems += len(examination.digests)
            for finding in examination.findings:
                print(f"{finding.code},{problemset.name},{finding.problem},{finding.message}")
    print(f"{len(sets[:count])} sets; {Share(problems, max(problems, 1)).whole} problems ran")


if __name__ == "__main__":
    main()
