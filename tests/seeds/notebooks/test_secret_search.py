"""Secrets that are planted in a notebook are gone from all of it, and nothing else is."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from authoring.drafting.prompts.notebook import digest_notebook
from authoring.records.documents import load_yaml
from authoring.seeds.notebooks.cleaning import clean_notebook
from authoring.seeds.notebooks.reading import read_notebook
from authoring.seeds.notebooks.secret_search import REMOVED, KnownSecrets, find_secrets, without_secrets
from tests.seeds.notebooks.shapes import SOURCES, notebook

CASES = Path(__file__).parents[2] / "cases"
PLANTED = load_yaml((CASES / "notebooks" / "planted.yml").read_text())
OWN = sorted(
    path
    for folder in (CASES, CASES.parents[1] / "seeds", CASES.parents[1] / "problemsets")
    for path in folder.rglob("*.ipynb")
    if "dirty" not in path.parts
)
"""Notebooks of this repository that hold no secret."""


def planted(cells: list[dict[str, Any]]) -> str:
    """Return the notebook that a case describes."""
    return notebook(*(_cell(dict(cell)) for cell in cells))


def _cell(case: dict[str, Any]) -> dict[str, Any]:
    kind = next(kind for kind in ("code", "markdown", "raw") if kind in case)
    cell: dict[str, Any] = {"cell_type": kind, "source": case[kind], "metadata": case.get("metadata", {})}
    cell["metadata"] |= {"tags": case["tags"]} if "tags" in case else {}
    cell |= {"attachments": case["attachments"]} if "attachments" in case else {}
    if kind == "code":
        outputs = [{"output_type": "stream", "name": "stdout", "text": text} for text in case.get("printed", [])]
        data = {"text/plain": case.get("value", ""), "text/html": case.get("html", "")}
        if "value" in case or "html" in case:
            outputs.append({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1})
        if "error" in case:
            outputs.append(
                {"output_type": "error", "ename": "E", "evalue": case["error"], "traceback": [case["error"]]}
            )
        cell |= {"outputs": outputs, "execution_count": 1}
    return cell


@pytest.mark.parametrize("case", PLANTED, ids=[case["case"] for case in PLANTED])
def test_planted_secret_is_gone(case: dict[str, Any]) -> None:
    """From code, prose, outputs, tags, metadata, attachments and from the prompt, and no finding repeats it."""
    text = planted(case["cells"])
    assert all(json.dumps(gone)[1:-1] in text or gone not in text for gone in case["gone"])
    cleaned = clean_notebook(text, "a.ipynb")
    shown = (cleaned.text, repr(cleaned.findings), digest_notebook(text, budget=50_000))

    assert [gone for gone in case["gone"] for part in shown if gone in part or json.dumps(gone)[1:-1] in part] == []
    assert clean_notebook(cleaned.text, "a.ipynb").text == cleaned.text


def test_enough_is_planted() -> None:
    """Of many kinds and in many places."""
    assert len(PLANTED) >= 60


@pytest.mark.parametrize("path", OWN, ids=[str(path.relative_to(CASES.parents[1])) for path in OWN])
def test_notebooks_without_secrets_stay(path: Path) -> None:
    """No notebook of this repository loses a word of its code or prose."""
    for cell in read_notebook(path.read_text(), path.name).cells:
        assert find_secrets(cell.source, cell.kind) == ()


@pytest.mark.parametrize(
    "text",
    [
        "from sklearn.ensemble import RandomForestClassifier, HistGradientBoostingRegressor",
        "df_train_2020_FINAL_v2_with_all_features_and_targets_2021 = 1",
        "tokens = nltk.word_tokenize(text)  # a token is a word",
        "password_length = df['password'].str.len()",
        "The table has a column password; it is hidden.",
        "Basic statistics of the columns",
        "key = 'species'\ndf.merge(other, on='customer_id', validate='many_to_one')",
        "pd.read_csv('https://raw.githubusercontent.com/mwaskom/seaborn-data/master/penguins_size_2020.csv')",
        "model = AutoModel.from_pretrained('distilbert-base-uncased-finetuned-sst-2-english')",
        "df.columns = ['PassengerId', 'Survived', 'Pclass', 'SibSp', 'Embarked']",
        "api_key = os.environ['SHOP_API_KEY']",
        "api_key = UserSecretsClient().get_secret('OPENAI_API_KEY')",
        "password = getpass('Password: ')",
        "token = open('token.txt').read()",
        "accuracy: 0.9834567890123456789, loss: 0.00012345678901234567890",
        "2024-01-31T12:00:00.000000+00:00",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    ],
)
@pytest.mark.parametrize("kind", ["code", "markdown", None])
def test_what_is_no_secret_stays(text: str, kind: Any) -> None:
    """Names, paths, numbers, and code that only names a secret."""
    assert without_secrets(text, kind) == (text, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("password = 'correct horse'", f"password = '{REMOVED}'"),
        ("password = 'correct-horse'", f"password = '{REMOVED}'"),
        ("api_key = '<your key here>'", "api_key = '<your key here>'"),
        ("curl --token abcdef123456", f"curl --token {REMOVED}"),
        ("KGAT_0123456789abcdefghij", REMOVED),
        ("key = df['key']", "key = df['key']"),
    ],
)
def test_secrets(text: str, expected: str) -> None:
    """What looks like a secret is replaced; placeholders and code stay."""
    assert without_secrets(text)[0] == expected


def test_what_is_in_doubt_is_said_to_be() -> None:
    """A person reads in the finding what was surely a secret and what may be one."""
    cleaned = clean_notebook(planted([{"code": "c = Client('a1B2c3D4e5F6g7H8i9J0k1L2')"}]), "a.ipynb")

    assert "which may be a key" in repr(cleaned.findings)


def test_repetition_is_told() -> None:
    """With the cells in which the secret stood again."""
    cleaned = clean_notebook(planted([{"code": "password = 'hunter2xy'"}, {"markdown": "hunter2xy!"}]), "a.ipynb")

    assert "the same again, 1 in cell 2" in repr(cleaned.findings)


def test_secret_with_an_odd_escape_is_gone_in_both_forms() -> None:
    """A backslash before any letter is no escape for Python, and nothing is warned of."""
    notebook = planted([{"code": "password = 'hun\\yter2\\n-hun'"}, {"markdown": "hun\\yter2\n-hun"}])
    cleaned = clean_notebook(notebook, "a.ipynb")

    assert "yter2" not in repr(cleaned)


@given(SOURCES | st.text(), st.sampled_from(["code", "markdown", "raw", None]))
@example("password = '\\x'", "code")
@example("password = 'a' + '\\N{BULLET}é' + 'b'", "code")
def test_any_text_is_searched(text: str, kind: Any) -> None:
    """Places lie within the text, in order; what was found is known, and found again in no other form."""
    found = find_secrets(text, kind)

    assert all(0 <= secret.start < secret.end <= len(text) for secret in found)
    assert all(first.end <= second.start for first, second in itertools.pairwise(found))
    known = KnownSecrets()
    known.learn(text, kind)
    assert known.redact(known.redact(text)[0])[1] == 0
