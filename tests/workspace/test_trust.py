"""What a workspace asks for, where a key is good, and which files hold a key."""

from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.workspace.settings import read_settings
from authoring.workspace.trust import TrustStore, claims_of, key_in, origin_of, read_key

SAME = (
    ("https://api.example.org/v1", "https://api.example.org"),
    ("https://api.example.org:443/v1", "https://API.example.org./v2/x"),
    ("http://localhost:8000", "http://LOCALHOST:8000/v1"),
)
OTHER = (
    ("https://api.example.org/v1", "http://api.example.org/v1"),
    ("https://api.example.org/v1", "https://api.example.org:8443/v1"),
    ("https://api.example.org/v1", "https://api.example.org.evil.net/v1"),
    ("https://api.example.org/v1", "https://api.example.org@evil.net/v1"),
    ("https://api.example.org/v1", "https://evil.net/https://api.example.org/v1"),
    ("https://api.example.org/v1", "https://api.example.org\\@evil.net/v1"),
    ("https://api.openai.com/v1", "https://\u0430pi.openai.com/v1"),
    ("http://localhost:8000", "http://127.0.0.1:8000"),
    ("https://api.example.org/v1", "https://api.example.org:x/v1"),
)
KEY_FILES = (
    (b"sk-abc_123\n", "sk-abc_123"),
    (b"\n# mine\nsk-abc\n\n", "sk-abc"),
    (b"export OPENAI_API_KEY='sk-abc'\nDATABASE=postgres://u:p@h\n", "sk-abc"),
    (b"KAGGLE_KEY=1\nOPENAI_API_KEY = sk-abc\n", "sk-abc"),
)
NO_KEY_FILES = (
    b"",
    b"\xff\xfe",
    b"sk-abc\nsk-def\n",
    b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
    b'{"username":"u","key":"0123456789abcdef"}',
    b"root:x:0:0:root:/root:/bin/bash\nbin:x:1:1::/:/bin/false\n",
    b"PASSWORD=secret\n",
    b"OPENAI_API_KEY=a\nOPENAI_API_KEY=b\n",
    b"two words\n",
    b"root:x:0:0:root:/root:/bin/bash\n",
    b"k" * 5_000,
)


@pytest.mark.parametrize(("url", "other"), SAME)
def test_same_server(url: str, other: str) -> None:
    """Scheme, host and port make a server; its path, and how the host is written, do not."""
    assert origin_of(url) == origin_of(other)


@pytest.mark.parametrize(("url", "other"), OTHER)
def test_other_server(url: str, other: str) -> None:
    """Whatever differs in scheme, host or port is another server, however it looks."""
    assert origin_of(url) != origin_of(other)


@pytest.mark.parametrize(("content", "key"), KEY_FILES)
def test_key_is_read(content: bytes, key: str) -> None:
    """A key on a line by itself, or the value of the one variable that holds it."""
    assert key_in(content) == key


@pytest.mark.parametrize("content", NO_KEY_FILES)
def test_other_secrets_are_no_key(content: bytes, tmp_path: Path) -> None:
    """A file that holds anything else is refused, and nothing of it is in the message."""
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(WorkspaceError) as refused:
        read_key(tmp_path / "file")

    assert key_in(content) == ""
    assert not any(word in refused.value.message for word in content.decode("latin-1").split() if len(word) > 5)


@pytest.mark.parametrize(
    ("settings", "other"),
    [
        ('[sandbox]\ncommand = ["sh", "run.sh"]', '[sandbox]\ncommand = ["sh", "run.sh", "x"]'),
        ('[sandbox]\ncontainer = "image"', '[sandbox]\ncontainer = "other"'),
        ('[environment]\npython = "run.sh"', '[environment]\npython = "other"'),
        ('[environment]\nlock = "run.sh"', '[environment]\nlock = "other"'),
        ('[model]\nname = "m"', '[model]\nname = "n"'),
        ('[model]\nbase_url = "http://h/v1"', '[model]\nbase_url = "http://i/v1"'),
        ('[model]\nkey_file = "k"', '[model]\nkey_file = "l"'),
    ],
)
def test_each_claim_has_a_hash_of_path_and_value(tmp_path: Path, settings: str, other: str) -> None:
    """Another folder, and another value, have another one; files of the workspace count with their content."""

    def hash_of(folder: str, text: str, script: str) -> str:
        root = tmp_path / folder
        root.mkdir(exist_ok=True)
        (root / "run.sh").write_text(script)
        (root / "authoring.toml").write_text(text)
        (claim,) = claims_of(root, read_settings(root / "authoring.toml"))
        return claim.sha256

    first = hash_of("a", settings, "1")

    assert hash_of("a", settings, "1") == first
    assert len({first, hash_of("b", settings, "1"), hash_of("a", other, "1")}) == 3
    assert (hash_of("a", settings, "2") != first) == ("run.sh" in settings)


def test_key_file_is_for_one_server(tmp_path: Path) -> None:
    """The same file beside another server is another claim."""
    hashes = set()
    for server in ("", "http://h/v1", "https://h/v1"):
        (tmp_path / "authoring.toml").write_text(f'[model]\nkey_file = "k"\nbase_url = "{server}"\n')
        claims = claims_of(tmp_path, read_settings(tmp_path / "authoring.toml"))
        hashes |= {claim.sha256 for claim in claims if claim.key == "model.key_file"}

    assert len(hashes) == 3


def test_default_settings_claim_nothing(tmp_path: Path) -> None:
    """Versions of Python, limits and the level that is demanded are data."""
    (tmp_path / "authoring.toml").write_text('[environment]\npython = "3.12"\n[sandbox]\nisolation = "limits"\n')

    assert claims_of(tmp_path, read_settings(tmp_path / "authoring.toml")) == ()


def test_store_keeps_what_several_allow(tmp_path: Path) -> None:
    """One leave does not write over another, and a withdrawal ends those of its folder only."""
    store = TrustStore(tmp_path)
    store.allow("/a", [("0" * 64, "x")])
    TrustStore(tmp_path).allow("/b", [("1" * 64, "y")])
    store.allow("/a", [("2" * 64, "z")])
    store.withdraw("/b")

    assert (store.allowed("/a"), store.folders()) == ({"0" * 64: "x", "2" * 64: "z"}, ("/a",))
