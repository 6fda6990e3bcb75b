"""The profiles of a benchmark's input files, for solvers that are shown them."""

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from authoring.api.workers import Workers
from authoring.drafting.prompts.profile import profile_text
from authoring.errors import SeedError
from authoring.records.evidence import Limits
from authoring.records.job import SandboxJob
from authoring.records.results import BenchmarkSet
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.sandbox.worker_cache import required_sandbox
from authoring.seeds.intake import read_files
from authoring.seeds.profile import profile_data
from authoring.workspace.files import job_inputs


class ProfileJob(SandboxJob):
    """Input files to be profiled by a worker."""

    limits: Limits


class InputProfiles:
    """The profiles of a benchmark's input files, computed in the sandbox when a set is first asked about."""

    def __init__(self, sets: Sequence[BenchmarkSet], sandbox: Sandbox, limits: Limits) -> None:
        self._inputs = {problemset.name: problemset.inputs for problemset in sets}
        self._sandbox = sandbox
        self._limits = limits
        self._texts: dict[str, str] = {}
        self._locks = {name: threading.Lock() for name in self._inputs}

    def text(self, problemset: str) -> str:
        """Return the profile of a set's input files; empty where none is a table."""
        # Several threads may ask about one set, which is profiled once.
        with self._locks[problemset]:
            if problemset not in self._texts:
                self._texts[problemset] = _profile(self._inputs[problemset], self._sandbox, self._limits)
            return self._texts[problemset]


def profiles_of(sets: Sequence[BenchmarkSet], workers: Workers, limits: Limits) -> dict[str, str]:
    """Return the profiles of the sets' input files by name, which the workers compute side by side.

    All are there before the first set is asked about: one that runs keeps its worker while somebody answers.

    Raises:
        SandboxError: the sandbox of a worker failed, or the cluster did.
    """
    inputs_of = cache(job_inputs)
    jobs = [
        ProfileJob(
            name=problemset.name,
            text="",
            inputs=tuple(file for path in problemset.inputs for file in inputs_of(path)),
            limits=limits,
            requirements=workers.requirements,
        )
        for problemset in sets
    ]
    texts = [workers.executor.submit(profile_job, job) for job in jobs]
    return {job.name: text.result() for job, text in zip(jobs, texts, strict=True)}


def profile_job(job: ProfileJob) -> str:
    """On a worker: return the profile of input files.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
    """
    return _profile(job.files, required_sandbox(job.requirements), job.limits)


def _profile(inputs: Sequence[Path], sandbox: Sandbox, limits: Limits) -> str:
    if not inputs:
        return ""
    tables, companions = read_files(inputs, sandbox=sandbox, limits=limits)
    seed = Seed(name="inputs", title="", description="", source="", licence="", files=tables, companions=companions)
    try:
        profile = profile_data(seed, files=inputs, sandbox=sandbox, limits=limits)
    except SeedError:
        # Tables that take more than the limits: whoever answers has to do without, as the author of the set had to.
        return ""
    return profile_text(profile)
