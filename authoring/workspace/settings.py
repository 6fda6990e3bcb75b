"""What authoring.toml may say."""

from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from authoring.errors import WorkspaceError
from authoring.records.base import Record
from authoring.records.documents import DocumentError, load_toml
from authoring.records.evidence import Limits
from authoring.records.format_version import current
from authoring.records.model_config import ModelChoice
from authoring.records.protection import Level
from authoring.workspace.files import read_text

SETTINGS = "authoring.toml"
"""The file that makes a folder a workspace."""
ExampleStrategy = Literal["random", "similar", "diverse"]


class DraftSettings(Record):
    """The ``[draft]`` table of authoring.toml."""

    random_seed: int = 0
    """Which of the possible problem sets is drafted."""
    try_answers: bool = True
    """Whether answers are tried on the validators of drafts and imports before a person is asked."""
    probes: bool = True
    """Whether a model may look at the data between plan and writing, where templates/prompts knows that step."""
    blind_solve: bool = False
    """Whether a model answers what a model drafted, from questions and tables alone, before a person is asked."""
    blind_model: str = ""
    """The model that does; empty for the one that drafts."""


class BenchmarkSettings(Record):
    """The ``[benchmark]`` table of authoring.toml: what ``_manifest.yaml`` says to DSEval."""

    name: str = "benchmark"
    version: str = "0.1.0"


class EvaluationSettings(Record):
    """The ``[evaluation]`` table of authoring.toml: how answers are judged."""

    wall_factor: float = Field(default=3.0, ge=1, le=100)
    """How many times its limit an answer may take by the clock on the wall while its processor time is within it."""


class SandboxSettings(Record):
    """The ``[sandbox]`` table of authoring.toml: where untrusted code runs."""

    isolation: Level = Level.LIMITS
    """The least that this machine must give; below it nothing runs."""
    container: str = ""
    """The image of a container to run in, by podman or docker; empty for this machine."""
    command: tuple[str, ...] = ()
    """A program that starts ``authoring serve`` elsewhere and passes its standard streams on; empty for none."""


class EnvironmentSettings(Record):
    """The ``[environment]`` table of authoring.toml: the Python that cells run under."""

    python: str = ""
    """Path of an interpreter, from the workspace, or a version; empty for the one that runs this program."""
    lock: str = ""
    """A lock file below the workspace, made by ``authoring env lock``; its environment is made when first needed."""


class ModelSettings(ModelChoice):
    """The ``[model]`` table of authoring.toml: who drafts, where no ``--model`` is given."""

    key_file: str = ""
    """A file that holds the key, from the workspace; empty for the environment variable OPENAI_API_KEY."""
    rounds: int = Field(default=2, ge=0, le=20)
    """How often the findings of a draft are sent back for repair before a person is asked."""
    examples: ExampleStrategy = "random"
    """How admitted sets are chosen as examples."""
    example_tokens: int = Field(default=12_000, ge=0)
    """Tokens that examples may take in a prompt."""
    budget_tokens: int = Field(default=0, ge=0)
    """Tokens that one command may spend; 0 for no limit."""
    budget_money: float = Field(default=0.0, ge=0)
    """Money that one command may spend, in the currency of the price table; 0 for no limit."""


class Settings(Record):
    """Everything authoring.toml may say; unknown keys are refused."""

    benchmark: BenchmarkSettings = Field(default_factory=BenchmarkSettings)
    draft: DraftSettings = Field(default_factory=DraftSettings)
    model: ModelSettings = Field(default_factory=ModelSettings)
    limits: Limits = Field(default_factory=Limits)
    evaluation: EvaluationSettings = Field(default_factory=EvaluationSettings)
    sandbox: SandboxSettings = Field(default_factory=SandboxSettings)
    environment: EnvironmentSettings = Field(default_factory=EnvironmentSettings)


SETTINGS_TEXT = """\
# Settings of this workspace. Every key is optional; what stands here is the default. Unknown keys are refused.

format_version = 1       # of this workspace; authoring migrate brings an older one up

[benchmark]              # what problemsets/_manifest.yaml says
name = "benchmark"
version = "0.1.0"

[draft]
random_seed = 0          # which of the possible problem sets is drafted
try_answers = true       # on the validators of drafts and imports, before a person is asked; false: at admission
probes = true            # a model may look at the data between plan and writing, ten expressions in the sandbox
blind_solve = false      # a model answers each draft of a model from questions and tables, a call a problem
blind_model = ""         # which model does; "" for the one that drafts

[model]                  # who drafts; without a name, templates do, with no key and no network
name = ""                # for example "gpt-5.6-mini"; --model comes first
base_url = ""            # a server that speaks OpenAI's interface: vLLM, llama.cpp, Ollama; "" for OpenAI's own
api = "chat"             # "chat" or "responses"
temperature = -1.0       # from 0 to 2; -1 leaves it to the server
structured = "auto"      # JSON by "schema" on the wire or by "prompt"; "auto" tries once per server
reply_tokens = 8192      # of one reply; a longer one is gone on with
timeout = 600.0          # seconds of one try
tries = 6                # of one call
concurrency = 8          # calls under way at once
requests_per_minute = 0  # 0 for no limit but the server's
tokens_per_minute = 0    # as above
key_file = ""            # a file with the key; "" for the environment variable OPENAI_API_KEY
rounds = 2               # how often findings are sent back for repair before a person is asked
examples = "random"      # how admitted sets are chosen as examples: "random", "similar" or "diverse"
example_tokens = 12000   # tokens that examples may take in a prompt
budget_tokens = 0        # tokens that one command may spend; 0 for no limit
budget_money = 0.0       # money that one command may spend; 0 for no limit

[limits]                 # a problem's own execution.max_time and execution.max_memory come first
max_time = 60.0          # seconds of wall time of a cell, kept from outside
max_cpu = 120.0          # seconds of processor time of a cell, its threads together, in one process
max_memory = 2048.0      # megabytes over the session's size when the cell starts
max_processes = 64       # processes and threads of a session together
max_open_files = 256     # open files of one process
max_output = 1000000     # bytes that a cell prints
max_repr = 10000         # characters of the text of a cell's value; a longer one is cut
max_file = 100000000     # bytes of one written file
max_disk = 100000000     # bytes of all files that a session writes
max_files = 1000         # files and folders that a session makes
max_inputs = 50000000    # bytes of all input files of one problem set
max_set_time = 3600.0    # seconds of wall time of all cells of one problem set together

[evaluation]             # how answers are judged
wall_factor = 3.0        # wall time of an answer over its limit, if its processor time is within it; 1.0 for none

[sandbox]                # where reference code and submissions run
isolation = "limits"     # the least this machine must give: "namespaces", "landlock" or "limits"
container = ""           # an image to run in, by podman or docker; "" for this machine
command = []             # a program, with its arguments, that starts `authoring serve` elsewhere; [] for none

[environment]            # the Python that cells run under
python = ""              # path of an interpreter; "" for the one that runs this program
lock = ""                # a lock file made by `authoring env lock`; "" for none
"""


def read_settings(path: Path) -> Settings:
    """Read an authoring.toml.

    Raises:
        WorkspaceError: when it is no TOML, or says something it may not say; the message names the key.
    """
    try:
        return Settings.model_validate(current("workspace", load_toml(read_text(path)), path=path))
    except DocumentError as error:
        raise WorkspaceError(f"{path}: {error}", hint="mend the file; see guides/settings.md") from error
    except ValidationError as error:
        # One mistake at a time: a wrong table often causes the others.
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        # A misspelt table is compared with the tables, a misspelt key with the keys of its own table.
        table = Settings.model_fields if len(first["loc"]) == 1 else _table_fields(str(first["loc"][0]))
        close = get_close_matches(str(first["loc"][-1]), table, n=1)
        hint = f"did you mean {close[0]}?" if first["type"] == "extra_forbidden" and close else "see guides/settings.md"
        message = "unknown key" if first["type"] == "extra_forbidden" else first["msg"]
        raise WorkspaceError(f"{path}: {key}: {message}", hint=hint) from error


def _table_fields(table: str) -> list[str]:
    field = Settings.model_fields.get(table)
    kind = field.annotation if field else None
    return list(kind.model_fields) if isinstance(kind, type) and issubclass(kind, Record) else []
