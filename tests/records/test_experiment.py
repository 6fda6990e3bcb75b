"""Modules and topics: what a library is called, and when two topics are the same."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.records.experiment import ModuleApi, Namespace, Topic, import_name, seed_name, similar_topic, words_of
from authoring.records.seed import Seed

WORDS = st.lists(st.text(string.ascii_lowercase, min_size=3, max_size=9), min_size=2, max_size=8)


def topic(title: str, task: str = "") -> Topic:
    """Return a topic."""
    return Topic(title=title, task=task or f"Do this: {title}, and {title[::-1]}.", names=("m.f",), level="easy")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("pandas", "pandas"),
        ("scikit-learn", "sklearn"),
        ("scikit_learn", "sklearn"),
        ("sklearn", "sklearn"),
        ("PyTorch", "torch"),
        ("torch", "torch"),
        ("opencv", "cv2"),
        ("opencv-python-headless", "cv2"),
        ("tensorflow", "tensorflow"),
        ("lightgbm", "lightgbm"),
        ("nltk", "nltk"),
        (" scipy ", "scipy"),
        ("matplotlib.pyplot", "matplotlib.pyplot"),
        ("Pillow", "PIL"),
        ("my-own-module", "my_own_module"),
    ],
)
def test_library_is_known_by_its_names(said: str, name: str) -> None:
    """Whatever a library is installed as or called, the name behind `import` is found."""
    assert import_name(said) == name


def test_seed_of_a_module_has_a_plain_name() -> None:
    """A module's seed can be a folder."""
    for module in ("pandas", "torch.nn", "PIL", "a_b"):
        Seed(name=seed_name(module), title="", description="", source="", licence="", files=())
    assert seed_name("torch.nn") == "module-torch-nn"


def test_module_may_be_called_by_any_of_its_names() -> None:
    """A question may name the library as it is imported, installed or commonly called; not by two letters."""
    spaces = (Namespace(name="cv2", public=("imread",)),)
    api = ModuleApi(name="cv2", distribution="opencv-python-headless", version="4", summary="", namespaces=spaces)

    assert {"cv2", "opencv", "opencv-python-headless"} <= set(api.spoken)
    assert "pd" not in ModuleApi(name="pandas", distribution="pandas", version="", summary="", namespaces=spaces).spoken


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Smoothing noisy signals", "smooth a noisy signal", True),
        ("Group sales by month", "Sales grouped by month", True),
        ("Group sales by month", "Group sales by shop", False),
        ("Rolling means of prices", "Correlation of prices", False),
        ("Tokenize text", "Tokenizing texts", True),
    ],
)
def test_topics_repeat(one: str, other: str, same: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Grammar and idle words do not make another topic; another subject does."""
    assert (similar_topic(topic(one), [topic(other)]) is not None) == same


def test_same_work_under_another_title_repeats() -> None:
    """The task counts as well as the title."""
    task = "Read sensor values, smooth them with two filters, and compare how much noise is left."

    assert similar_topic(topic("Filters for sensors", task), [topic("A study of denoising", task + " ")]) is not None


@given(words=WORDS)
def test_topic_repeats_itself(words: list[str]) -> None:
    """Every topic repeats itself, in any order of its words and in any case."""
    title = " ".join(words)
    shuffled = " ".join(sorted(words)).upper()

    assert similar_topic(topic(title), [topic(title)]) is not None
    assert words_of(title) == words_of(shuffled)


@given(title=st.text(min_size=3, max_size=60))
def test_any_title_gives_a_file_name(title: str) -> None:
    """A topic can be a part of a draft's name, whatever it is called."""
    slug = topic(title).slug

    assert Seed(name=slug, title="", description="", source="", licence="", files=()).name == slug
