"""Run by Inspect's interpreter: evaluate an exported task package with the mock model, and print what came out as JSON.

Arguments: the package's folder, the interpreter of cells, a folder for logs, and a JSON file with the replies of the
model by sample; a sample without one is answered with its reference.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from inspect_ai import eval as evaluate
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import ExecResult, SandboxEnvironment, parse_compose_yaml, sandboxenv
from inspect_ai.util._sandbox.local import LocalSandboxEnvironment

TAMPERING = os.environ.get("TAMPERING", "")
FAULT = b'{"outcome": "killed", "ended": "", "fault": "others are at fault", "asks": 0, "look": 0.0}\n'
NOTES = Path("told.jsonl")
"""What each place of `Pair` was given, a line each."""


@sandboxenv(name="pair")
class Pair(LocalSandboxEnvironment):
    """Two places, as compose.yaml has them, each a folder of this machine; what goes into each is written down."""

    def __init__(self, name: str = "default") -> None:
        super().__init__()
        self._name = name

    @classmethod
    async def sample_init(cls, *_: object, **__: object) -> dict[str, SandboxEnvironment]:
        """Return the places."""
        return {"default": cls("default"), "judge": cls("judge")}

    async def exec(self, cmd: list[str], input: str | bytes | None = None, **extra: Any) -> ExecResult[str]:  # noqa: A002
        """Run, and write down what was told."""
        self._note(" ".join(cmd), input or b"")
        return await super().exec(cmd, input, **extra)

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write, and write down what was told."""
        self._note(file, contents)
        await super().write_file(file, contents)

    def _note(self, kind: str, data: str | bytes) -> None:
        text = data if isinstance(data, str) else data.decode("latin-1")
        with NOTES.open("a") as file:
            file.write(json.dumps([self._name, kind, text]) + "\n")


@sandboxenv(name="tampered")
class Tampered(Pair):
    """Two places, of which a solver's was changed by its tools: it reports what none reports, or nothing works."""

    @classmethod
    async def sample_init(cls, *_: object, **__: object) -> dict[str, SandboxEnvironment]:
        """Return the places."""
        return {"default": cls("default"), "judge": cls("judge")}

    async def exec(self, cmd: list[str], input: str | bytes | None = None, **extra: Any) -> ExecResult[str]:  # noqa: A002
        """Make no folder where that is how it was changed."""
        if self._name == "default" and cmd[0] == "mktemp" and TAMPERING == "no folder":
            return ExecResult(success=False, returncode=1, stdout="", stderr="mktemp: no space left")
        return await super().exec(cmd, input, **extra)

    async def read_file(self, file: str, text: bool = True) -> Any:  # noqa: FBT001, FBT002 - as of the class above
        """Return another report."""
        reports = {"nested": b"[" * 100_000, "a list": b"[]\n", "a fault": FAULT}
        if self._name == "default" and file.endswith("/out") and TAMPERING in reports:
            return reports[TAMPERING]
        return await super().read_file(file, text)


def main(folder: str, python: str, logs: str, replies: str, *extra: str) -> None:
    """Evaluate and print."""
    rows = [json.loads(line) for line in Path(folder, "dataset.jsonl").read_text("utf-8").splitlines()]
    replies_by_sample = json.loads(Path(replies).read_text("utf-8"))
    answers = {
        row["input"]: replies_by_sample.get(row["id"], f"Here it is:\n\n```python\n{row['target']}\n```\n")
        for row in rows
    }

    def reply(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        del tools, choice, config
        text = messages[-1].text
        question = max((question_text for question_text in answers if question_text in text), key=len)
        output = ModelOutput.from_content("mockllm", answers[question])
        output.usage = ModelUsage()  # else Inspect counts tokens, by a table that it downloads
        return output

    options = {"sandbox": "local", "python": python, **(json.loads(extra[0]) if extra else {})}
    (log,) = evaluate(
        os.path.relpath(Path(folder, "task.py")),  # Inspect refuses an absolute one
        model=get_model("mockllm/model", custom_outputs=reply),
        task_args=options,
        log_dir=logs,
        display="none",
        max_samples=2,
        fail_on_error=False,
    )
    sys.stdout.write(json.dumps(report_of(log, folder)))


def report_of(log: EvalLog, folder: str) -> dict[str, object]:
    """Return status, metrics, and each sample's score."""
    samples = log.samples or []
    return {
        "status": log.status,
        "error": log.error.message if log.error else "",
        "metrics": {
            name: value.value
            for score in (log.results.scores if log.results else [])
            for name, value in score.metrics.items()
        },
        "services": sorted(parse_compose_yaml(str(Path(folder, "compose.yaml")), multiple_services=True).services),
        "samples": {
            str(sample.id): {
                "score": next((score.value for score in (sample.scores or {}).values()), None),
                "said": next((score.explanation for score in (sample.scores or {}).values()), None),
                "error": sample.error.message if sample.error else "",
            }
            for sample in samples
        },
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
