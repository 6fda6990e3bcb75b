"""The real Kaggle client of this process, pointed at a loopback site for the time of a test."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tests.seeds.sources.kaggle.server import KEY, USER, KaggleSite


@contextmanager
def kaggle_at_loopback(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *, signed_in: bool = True
) -> Iterator[KaggleSite]:
    """Run a site, and have every Kaggle client that this process builds talk to it.

    Args:
        monkeypatch: of the test that uses it.
        folder: becomes `KAGGLE_CONFIG_DIR`; empty, or with the credentials that the test is about.
        signed_in: whether a user name and key that are accepted stand in the environment.
    """
    for name in list(os.environ):
        if name.startswith("KAGGLE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("KAGGLE_API_ENVIRONMENT", "LOCALHOST")
    monkeypatch.setenv("KAGGLE_CONFIG_DIR", str(folder))
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "127.0.0.1")
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        from kaggle.api.kaggle_api_extended import KaggleApi  # noqa: PLC0415 - it reads the environment when imported
        from kagglesdk import kaggle_env  # noqa: PLC0415 - comes with it
    # What the client read from the environment of the first test that imported it, it keeps as attributes of the class.
    monkeypatch.setattr(KaggleApi, "args", ["--local"])
    monkeypatch.setattr(KaggleApi, "config_dir", str(folder))
    monkeypatch.setattr(KaggleApi, "config", str(folder / "kaggle.json"))
    monkeypatch.setattr(KaggleApi, "config_values", {})
    if signed_in:
        monkeypatch.setenv("KAGGLE_USERNAME", USER)
        monkeypatch.setenv("KAGGLE_KEY", KEY)
    site = KaggleSite()
    monkeypatch.setitem(kaggle_env._env_to_endpoint, kaggle_env.KaggleEnv.LOCAL, site.url)  # noqa: SLF001 - the only way
    with site.running():
        yield site
