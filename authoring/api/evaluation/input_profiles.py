"""The profiles of a benchmark's input files, for solvers that are shown them."""

import threading
from collections.abc import Sequence
from pathlib import Path

from authoring.drafting.prompts.profile import profile_text
from authoring.errors import SeedError
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import read_files
from authoring.seeds.profile import profile_data


class InputProfiles:
    """The profiles of a benchmark's input files, computed in the sandbox when a set is first asked about."""

    def __init__(self, benchmark: Benchmark, sandbox: Sandbox, limits: Limits) -> None:
        self._inputs = {problemset.name: problemset.inputs for problemset in benchmark.sets}
        self._sandbox = sandbox
        self._limits = limits
        self._texts: dict[str, str] = {}
        self._locks = {name: threading.Lock() for name in self._inputs}

    def text(self, problemset: str) -> str:
        """Return the profile of a set's input files; empty where none is a table."""
        # Several threads may ask about one set, which is profiled once.
        with self._locks[problemset]:
            if problemset not in self._texts:
                self._texts[problemset] = self._profile(self._inputs[problemset])
            return self._texts[problemset]

    def _profile(self, inputs: Sequence[Path]) -> str:
        if not inputs:
            return ""
        tables, companions = read_files(inputs, sandbox=self._sandbox, limits=self._limits)
        seed = Seed(name="inputs", title="", description="", source="", licence="", files=tables, companions=companions)
        try:
            profile = profile_data(seed, files=inputs, sandbox=self._sandbox, limits=self._limits)
        except SeedError:
            # Tables that take more than the limits: whoever answers has to do without, as the author of the set had to.
            return ""
        return profile_text(profile)
