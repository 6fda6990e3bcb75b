"""Python modules as ideas for experiments: what one offers, and topics about it. Frozen records."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import Field

from authoring.dseal.python_code import CUSTOMARY
from authoring.records.base import Name, Record
from authoring.records.evidence import CellRun
from authoring.records.sketch import Instructions, LevelName

ModuleName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}(\.[A-Za-z_][A-Za-z0-9_]{0,63}){0,5}$")]
"""What stands behind `import`."""
DottedName = Annotated[str, Field(pattern=r"^[^\W\d]\w*(\.[^\W\d]\w*)*$", max_length=200)]
PlainWord = Annotated[str, Field(pattern=r"^[A-Za-z0-9._+!-]{0,80}$")]
"""A word of a package's metadata that stands in a prompt outside of a data block."""
MOST_TOPICS = 50
"""Most topics of one module, as in CIBench's paper."""

ALIASES: Mapping[str, str] = {
    **CUSTOMARY,
    "beautifulsoup4": "bs4",
    "opencv": "cv2",
    "opencv-contrib-python": "cv2",
    "opencv-python": "cv2",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "python-dateutil": "dateutil",
    "pytorch": "torch",
    "pyyaml": "yaml",
    "scikit-image": "skimage",
    "scikit-learn": "sklearn",
    "sk": "sklearn",
    "tf": "tensorflow",
}
"""What a library is imported as, by the names that people install it under or write for short."""


_TYPE = r"\s+(?:DataFrame|Series|Index|Timestamp|n?d?array)s?\b(?!\.\w)"


def spoken_names(module: str) -> tuple[str, ...]:
    """Return the names that a question may call a library by: as it is imported, and as people install it."""
    return tuple(sorted({module, *(short for short, full in ALIASES.items() if full == module and len(short) > 2)}))  # noqa: PLR2004 - pd, tf


def libraries_named_in(question: str, libraries: Iterable[str]) -> tuple[str, ...]:
    """Return those libraries that a question says to use, as they are imported, in the order of its words.

    A type, as in "a pandas DataFrame", says the form of an answer, and names no library to use.
    """
    places: dict[str, int] = {}
    for library in libraries:
        names = "|".join(re.escape(name) for name in spoken_names(library))
        named = re.search(rf"(?<![\w./-])(?:{names})(?![\w-]|{_TYPE})", question, re.IGNORECASE)
        if named is not None:
            places[library] = named.start()
    return tuple(sorted(places, key=lambda library: (places[library], library)))


def import_name(name: str) -> str:
    """Return the name that a library is imported by, whatever a person calls it."""
    plain = name.strip()
    return ALIASES.get(plain.lower().replace("_", "-"), plain.replace("-", "_"))


def seed_name(module: str) -> str:
    """Return what the seed of a module is called."""
    return "module-" + re.sub(r"[^a-z0-9]+", "-", module.lower()).strip("-")


class Namespace(Record):
    """The functions and classes that one place of a module offers."""

    name: str
    """Dotted: a module, or a class whose methods are told."""
    public: tuple[str, ...]


class ModuleApi(Record):
    """What a module offers, as found in the sandbox. The names and the summary are strangers'."""

    name: ModuleName
    distribution: PlainWord
    """What it is installed as."""
    version: PlainWord
    summary: str
    """The first line of its own documentation."""
    namespaces: tuple[Namespace, ...]

    @property
    def spoken(self) -> tuple[str, ...]:
        """The names that a question may call the module by."""
        return tuple(sorted({*spoken_names(self.name), self.distribution}))


class Topic(Record):
    """What one experiment about a module is to be about."""

    title: Annotated[str, Field(min_length=3, max_length=120)]
    task: Annotated[str, Field(min_length=3, max_length=600)]
    """What a user would want to get done, in a sentence or two."""
    names: Annotated[tuple[DottedName, ...], Field(max_length=12)]
    """Public functions and classes it uses, dotted from the module that is imported; each is there. A topic that a
    person thought of may name none."""
    level: LevelName

    @property
    def slug(self) -> Name:
        """The title as a part of a file name."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")[:40].strip("-") or "topic"


class RefusedTopic(Record):
    """A topic that a model proposed and that was not taken."""

    title: str
    reason: str


class TopicList(Record):
    """The topics of a module that were made so far."""

    module: ModuleName
    version: str = ""
    """The module's version when the last topic was made."""
    topics: tuple[Topic, ...] = ()
    rounds: int = 0
    """How often a model was asked so far: asking again is asking for another reply, not for the one that is kept."""


class TopicProposal(Record):
    """The result of requests for topics, with every proposal, accepted or refused."""

    module: str
    version: str
    wanted: int
    topics: tuple[Topic, ...]
    """Those that were taken, in the order in which they were proposed."""
    refused: tuple[RefusedTopic, ...]
    rounds: int
    """Number of requests to the model."""
    why_short: str = ""
    """Why there are fewer than were wanted; empty where there are not."""

    @property
    def proposed(self) -> int:
        """How many topics the model proposed in all."""
        return len(self.topics) + len(self.refused)


class Experiment(Record):
    """What a run about a module is pinned to."""

    api: ModuleApi
    topic: Topic


class ExperimentInstructions(Instructions):
    """What a model is told that mends an experiment."""

    experiment: Experiment


class RepeatedCell(Record):
    """One cell of an experiment, run twice in a row in one session."""

    cell: int
    """Index into ProblemSet.cells."""
    first: CellRun
    second: CellRun | None = None
    """None where the first did not end well."""


_WORD = re.compile(r"[a-z0-9]+")
_STOP_WORD_LIST = "a an and as at by for from how in into of on or the their to using use via with within"
_STOP_WORDS = frozenset(_STOP_WORD_LIST.split())
_ENDINGS = ("ing", "ies", "es", "ed", "e", "s")
_SIMILAR = 0.75
"""Share of words that two topics have in common from which on they are the same."""


def words_of(text: str) -> frozenset[str]:
    """Return the words that carry a title's meaning, without the endings that grammar adds."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP_WORDS)


def similar_topic(topic: Topic, topics: Iterable[Topic]) -> Topic | None:
    """Return the topic among those known that a new one repeats, or nearly; None where it is new."""
    words, task = words_of(topic.title), words_of(topic.task)
    for earlier in topics:
        if (
            _similarity(words, words_of(earlier.title)) >= _SIMILAR
            or _similarity(task, words_of(earlier.task)) >= _SIMILAR
        ):
            return earlier
    return None


# Share of common words (Jaccard): 0 for none, 1 for the same.
def _similarity(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right) if left | right else 1.0


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:  # noqa: PLR2004 - what is left has to be a word
            return word[: -len(ending)]
    return word
