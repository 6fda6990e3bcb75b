"""Cells run in a real Jupyter kernel by the rules of OpenCompass' interpreter, which its released package lacks.

The rules were read off the interpreter in OpenCompass' repository: the kernel is moved into the folder of the data;
input and shell commands are taken away; a kernel that says nothing for a while has failed; one kernel serves all
notebooks of a dataset; code is searched for backticks, and what stands between the first two is all that is run.
"""

import os
import queue
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel
from nbformat import NotebookNode

from tests.peers.opencompass.predictions import Action, action_of

SILENCE = 60
"""Seconds without a message after which a cell counts as hanging: ten over there, and a busy machine fails no test."""
START = """
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
def input(*args, **kwargs):
    raise NotImplementedError("no input here")
get_ipython().system = lambda *args: print("no shell here")
os.chdir({data!r})
"""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel of the interpreter that runs the tests."""

    client: BlockingKernelClient
    pictures: Path

    def run(self, code: str) -> Action:
        """Run a cell as an agent's call."""
        return action_of(code, self._outputs(between_backticks(code)), pictures=self.pictures)

    def _outputs(self, code: str) -> Iterator[NotebookNode]:
        message_id = self.client.execute(code)
        while True:
            try:
                message = self.client.get_iopub_msg(timeout=SILENCE)
            except queue.Empty:
                yield nbformat.v4.new_output("error", ename="Timeout", evalue="", traceback=["Timeout"])
                return
            if message["parent_header"].get("msg_id") != message_id:
                continue
            if message["msg_type"] in {"stream", "execute_result", "display_data", "error"}:
                yield nbformat.v4.output_from_msg(message)
            elif message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return


def between_backticks(code: str) -> str:
    """Return what the interpreter runs of a cell: it takes code that holds backticks for a reply that quotes code."""
    fenced = code.split("```", maxsplit=1)[0]
    quoted = re.search(r"`([^`]*)`", fenced)
    return quoted[1] if quoted else fenced


@contextmanager
def kernel(datasources: Path, *, pictures: Path) -> Iterator[Kernel]:
    """Start a kernel in a tree's folder of data, and end it."""
    # Fonts are searched for anew, as in our sandbox: the home folder may list those of an environment that is gone.
    with TemporaryDirectory() as settings:
        manager, client = start_new_kernel(env={**os.environ, "MPLCONFIGDIR": settings})
        try:
            started = Kernel(client, pictures)
            problem = started.run(START.format(data=str(datasources))).error
            assert not problem, problem
            yield started
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


def attempts(kernel: Kernel, cells: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """Return a perfect agent's steps in the oracle mode, where each reference cell runs again behind the attempt."""
    steps = []
    for code in cells:
        steps.append((kernel.run(code),))
        kernel.run(code)
    return tuple(steps)
