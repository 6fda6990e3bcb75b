"""Prompt tokens per problem, and how many of them a provider's cache can keep: ``python -m bench.prompts``.

Counts the sketch call, the look at the data and the write call of five seeds, as `authoring draft` would make them:
with the guides and prompts of this checkout, and with the admitted sets as examples, but for the seed's own. The plan
that the last two hold is that of an admitted set, cut to twelve problems; a fifth seed, which has none, borrows the
first. A repair of that set's third, sixth and ninth problem stands beside them, and is in no sum: not every draft
takes one. Everything is counted as if no cache were there; `stable` is what one could have kept.
"""

import importlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from authoring import dseal
from authoring.drafting.examples import pick_examples
from authoring.drafting.prompts.instructions import instructions_of
from authoring.drafting.prompts.requests import probes_request, sketch_request, write_request
from authoring.drafting.repair import repair_draft
from authoring.drafting.replies.sketch import MOST_PROBES, PROBES_SCHEMA, SKETCH_SCHEMA
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import Request
from authoring.llm.tokens import estimate_tokens
from authoring.records.draft import Draft, ProblemOrigin
from authoring.records.evidence import Evidence, Limits
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions, KnowledgeCount, PlannedProblem, Sketch
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data
from authoring.seeds.table_probes import table_names
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_guides, read_prompts

ROOT = Path(__file__).parents[2]
FIFTH = "package:statsmodels/anes96"
PROBLEMS = 12
PAPER = 5_860
"""Prompt tokens per problem in the DSEval paper: 877 k for sketches and 1.44 M for sets, over 396 problems."""
FINDINGS = (("DS979", "blind-disagreement"), ("DS655", "other-number"), ("DS401", "raised-error"))
FINDING = "whoever sees the question and the tables alone gives another answer than the reference"
Count = Callable[[str], int]


class Cost(NamedTuple):
    """Tokens of one call's prompt."""

    whole: int
    stable: int


def main() -> None:
    """Print a table per way of counting."""
    by_seed = [(seed.name, _requests(Workspace(ROOT), seed, profile)) for seed, profile in _seeds()]
    for name, count in _counts():
        print(f"{name}\n{'seed':18}{'sketch':>8}{'probes':>8}{'write':>8}{'a problem':>11}{'stable':>8}{'repair':>8}")
        total = Cost(0, 0)
        for seed, (*requests, repair) in by_seed:
            costs = [_cost(request, count) for request in requests]
            both = Cost(*map(sum, zip(*costs, strict=True)))
            total = Cost(total.whole + both.whole, total.stable + both.stable)
            each = both.whole / PROBLEMS
            calls = "".join(f"{cost.whole:8}" for cost in costs)
            print(f"{seed:18}{calls}{each:11.0f}{both.stable / both.whole:8.0%}{_cost(repair, count).whole:8}")
        each = total.whole / PROBLEMS / len(by_seed)
        print(f"{'all':42}{each:11.0f}{total.stable / total.whole:8.0%}   (the paper: {PAPER})\n")


def _counts() -> Iterator[tuple[str, Count]]:
    yield "estimated by authoring.llm.tokens", estimate_tokens
    try:
        encoding = importlib.import_module("tiktoken").get_encoding("cl100k_base")
    # tiktoken may be missing, or may not be able to fetch its tables without a network.
    except (ImportError, OSError) as error:
        print(f"not counted with cl100k_base: {error}\n")
    else:
        yield "counted with cl100k_base", lambda text: len(encoding.encode(text, disallowed_special=()))


def _cost(request: Request, count: Count) -> Cost:
    sizes = [count(message.content) for message in request.messages]
    schema = count(request.schema_.text) if request.schema_ else 0
    return Cost(sum(sizes) + schema, sum(sizes[: request.stable]))


def _seeds() -> Iterator[tuple[Seed, Profile]]:
    workspace, sandbox = Workspace(ROOT), LocalSandbox()
    try:
        for name in workspace.seeds():
            seed = workspace.read_seed(name)
            yield seed, profile_data(seed, files=workspace.seed_files(seed), sandbox=sandbox)
        with tempfile.TemporaryDirectory(prefix="authoring-bench-") as scratch:
            intake = fetch_seed([FIFTH], sandbox=sandbox, limits=Limits(), scratch=Path(scratch))
            yield intake.seed, profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
    finally:
        sandbox.close()


def _requests(workspace: Workspace, seed: Seed, profile: Profile) -> tuple[Request, ...]:
    names = workspace.problemsets()
    instructions = instructions_of(
        read_guides(ROOT),
        read_prompts(ROOT),
        examples=pick_examples(
            workspace.examples(),
            random_seed=0,
            leave_out=seed.name,
            budget=workspace.settings.model.example_tokens,
        ),
        covered=_covered(names),
    )
    planned = seed.name if seed.name in names else names[0]
    sketch = _plan(workspace, planned)
    return (
        sketch_request(seed, profile, instructions, schema=SKETCH_SCHEMA),
        probes_request(
            seed,
            profile,
            sketch,
            instructions,
            tables=table_names(profile),
            most=MOST_PROBES,
            schema=PROBES_SCHEMA,
        ),
        write_request(seed, profile, sketch, instructions),
        _repair(workspace.read_problemset(planned).text, profile, instructions),
    )


def _repair(text: str, profile: Profile, instructions: Instructions) -> Request:
    """Return the request that a repair of some problems makes."""
    origin = ProblemOrigin(origin="model:bench")
    numbers = [problem.number for _, problem in dseal.parse(text).problems]
    draft = Draft(name="bench", seed=profile.seed, revision=1, text=text, origins=(origin,) * len(numbers))
    found = [
        Diagnostic(code=code, name=name, severity=Severity.WARNING, message=FINDING, problem=number, line=1)
        for number, (code, name) in zip(numbers[2::3], FINDINGS, strict=False)
    ]
    evidence = Evidence(draft=draft.sha256, diagnostics=tuple(found))
    requests: list[Request] = []

    def listen(request: Request) -> ScriptEntry:
        requests.append(request)
        return "nothing"

    repair_draft(draft, evidence, profile=profile, model=ScriptedModel(listen), instructions=instructions, round=1)
    return requests[0]


def _meta(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load((ROOT / "problemsets" / "_meta" / f"{name}.yaml").read_text("utf-8"))["problems"])


def _covered(names: tuple[str, ...]) -> list[KnowledgeCount]:
    points: dict[str, int] = {}
    for name in names:
        for problem in _meta(name):
            for point in problem.get("knowledge", []):
                points[point] = points.get(point, 0) + 1
    return [KnowledgeCount(knowledge=point, problems=count) for point, count in points.items()]


def _plan(workspace: Workspace, name: str) -> Sketch:
    """Return the plan that an admitted set might have been written from."""
    problems = dseal.parse(workspace.read_problemset(name).text).problems
    planned = [
        PlannedProblem(
            task=" ".join(problem.question.split())[:200],
            knowledge=tuple(known["knowledge"]),
            level=known["level"],
            needs=(1,) if problem.number > 1 else (),
            gives=("table",),
        )
        for (_, problem), known in zip(problems, _meta(name), strict=True)
    ]
    knowledge = sorted({point for one in planned for point in one.knowledge})
    return Sketch(seed=name, knowledge=tuple(knowledge), problems=tuple(planned[:PROBLEMS]))


if __name__ == "__main__":
    main()
