"""What pip is told, uv is told too."""

from pathlib import Path

import pytest

from authoring.sandbox.environments.pip_settings import (
    has_uv_settings,
    parse_settings,
    pip_settings,
    uv_options,
    uv_variables,
)

LISTED = """\
:env:.find-links='/opt/wheels'
:env:.cert='/etc/ca.crt'
freeze.timeout='10'
global.extra-index-url='file:///a/simple file:///b/simple'
global.find-links='/elsewhere'
global.index-url='https://one.example/simple'
install.index-url='https://two.example/simple'
install.trusted-host="['not a list]"
global.broken=what
"""


def test_strongest_setting_counts() -> None:
    """Variables come before what is for installing, and that before what is for all commands."""
    settings_found = parse_settings(LISTED)

    assert settings_found["find-links"] == "/opt/wheels"
    assert settings_found["index-url"] == "https://two.example/simple"
    assert "timeout" not in settings_found
    assert "broken" not in settings_found


def test_settings_become_options() -> None:
    """Each has its counterpart; with several indexes uv is to choose among all, as pip does."""
    options = uv_options({**parse_settings(LISTED), "no-index": "true", "trusted-host": "one.example"})

    assert options == (
        *("--default-index", "https://two.example/simple"),
        *("--index", "file:///a/simple", "--index", "file:///b/simple"),
        *("--find-links", "/opt/wheels", "--no-index", "--allow-insecure-host", "one.example"),
        *("--index-strategy", "unsafe-best-match"),
    )
    assert uv_options({}) == ()


def test_certificate_and_proxy_become_variables() -> None:
    """Unless they are set already."""
    settings = {"cert": "/etc/ca.crt", "proxy": "http://proxy.example"}

    assert uv_variables(settings, {"SSL_CERT_FILE": "/own"}) == {"ALL_PROXY": "http://proxy.example"}
    assert uv_variables(settings, {})["SSL_CERT_FILE"] == "/etc/ca.crt"


def test_pip_itself_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of pip reaches us through the pip of this interpreter."""
    monkeypatch.setenv("PIP_INDEX_URL", "https://three.example/simple")

    assert pip_settings()["index-url"] == "https://three.example/simple"


def test_no_pip_is_no_settings(tmp_path: Path) -> None:
    """An interpreter without pip, or none at all, is no error."""
    assert pip_settings(str(tmp_path / "python")) == {}
    assert pip_settings("/bin/false") == {}


def test_uv_that_was_told_is_left_alone(tmp_path: Path) -> None:
    """A person who told uv where packages come from, by variable or file, meant it."""
    home = {"HOME": str(tmp_path)}
    (tmp_path / "empty").mkdir()

    assert not has_uv_settings(home)
    assert has_uv_settings({**home, "UV_DEFAULT_INDEX": "https://four.example/simple"})
    (tmp_path / ".config" / "uv").mkdir(parents=True)
    (tmp_path / ".config" / "uv" / "uv.toml").write_text("")
    assert has_uv_settings(home)
    assert not has_uv_settings({**home, "XDG_CONFIG_HOME": str(tmp_path / "empty")})
