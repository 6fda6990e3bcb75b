"""Translations of admitted sets: problemsets/_translations/LANGUAGE/NAME.yaml, one file per set and language."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from authoring.errors import SeedError, WorkspaceError
from authoring.records.experiment import ModuleApi, Topic, TopicList, seed_name
from authoring.records.format_version import current, marked
from authoring.records.provenance import Provenance, read_provenance
from authoring.records.seed import Seed
from authoring.records.synthetic_table import SyntheticTable
from authoring.records.translation import TranslatedQuestion, Translation
from authoring.workspace.files import read_text, write_file

if TYPE_CHECKING:
    from authoring.workspace import Workspace

TRANSLATIONS_FOLDER = "_translations"


def translation_path(root: Path, name: str, language: str) -> Path:
    """Return where a translation stands, or will stand."""
    return root / "problemsets" / TRANSLATIONS_FOLDER / language / f"{name}.yaml"


def read_translations(root: Path, name: str) -> tuple[Translation, ...]:
    """Return the translations of an admitted set, sorted by language.

    Raises:
        WorkspaceError: a file cannot be read, or does not say what it should.
    """
    paths = sorted((root / "problemsets" / TRANSLATIONS_FOLDER).glob(f"*/{name}.yaml"))
    return tuple(_read_translation(path) for path in paths)


def write_translation(root: Path, name: str, translation: Translation) -> Path:
    """Write a translation of an admitted set whole; return its path."""
    path = translation_path(root, name, translation.language)
    text = yaml.safe_dump(
        marked("translation", translation.model_dump(mode="json")), sort_keys=False, allow_unicode=True, width=120
    )
    write_file(path, text.encode())
    return path


def merge_translation(root: Path, name: str, language: str, questions: Sequence[TranslatedQuestion]) -> Path:
    """Write translated questions of an admitted set in the place of those of the same numbers; return the path.

    Raises:
        WorkspaceError: the file that stands there cannot be read.
    """
    path = translation_path(root, name, language)
    earlier = _read_translation(path).questions if path.is_file() else ()
    merged = {question.number: question for question in (*earlier, *questions)}
    translation = Translation(language=language, questions=tuple(merged[number] for number in sorted(merged)))
    return write_translation(root, name, translation)


def _read_translation(path: Path) -> Translation:
    try:
        return Translation.model_validate(
            current("translation", yaml.safe_load(read_text(path)), path=path, error=WorkspaceError)
        )
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = str(error).strip().splitlines()[0]
        hint = "mend the file, or remove it and translate again: authoring translate"
        raise WorkspaceError(f"{path}: {line}", hint=hint) from error


# What stands in problemsets/_meta/, set by set.


def read_provenances(root: Path) -> tuple[Provenance, ...]:
    """Return where the admitted sets of a workspace came from, sorted by name.

    Raises:
        WorkspaceError: a file cannot be read, or does not say what it should.
    """
    folder = root / "problemsets" / "_meta"
    provenances = (read_provenance(read_text(path), path=str(path)) for path in sorted(folder.glob("*.yaml")))
    return tuple(provenances)


# Topics of a module: they stand beside its seed, because a module is a seed whose data the experiments make.

TOPICS_FILE = "topics.yaml"

SOURCE = "module:"
"""How the source of a module's seed begins."""


def topics_path(place: "Workspace", module: str) -> Path:
    """Return where the topics of a module stand, or will stand."""
    return place.root / "seeds" / seed_name(module) / TOPICS_FILE


def read_topics(place: "Workspace", module: str) -> TopicList:
    """Return the topics of a module that were kept; none where nobody asked for any.

    Raises:
        SeedError: when the file is not what it should be.
    """
    path = topics_path(place, module)
    if not path.is_file():
        return TopicList(module=module)
    try:
        return TopicList.model_validate(current("topics", yaml.safe_load(read_text(path)), path=path, error=SeedError))
    except (ValueError, yaml.YAMLError) as error:
        first = str(error).strip().splitlines()[0]
        raise SeedError(f"{path}: {first}", hint="mend the file, or remove it and ask again") from error


def write_topics(place: "Workspace", topics: TopicList, api: ModuleApi) -> Path:
    """Write the topics of a module, and its seed where there is none; return where they stand.

    Raises:
        SeedError: when a seed of that name is about something else.
    """
    name = seed_name(topics.module)
    if name not in place.seeds():
        place.write_seed(module_seed(api), ())
    elif module_of(place.read_seed(name)) != topics.module:
        raise SeedError(f"the seed {name} is about something else", hint=f"rename the folder seeds/{name}")
    path = topics_path(place, topics.module)
    text = yaml.safe_dump(
        marked("topics", topics.model_dump(mode="json")), sort_keys=False, allow_unicode=True, width=120
    )
    write_file(path, text.encode())
    return path


def module_seed(api: ModuleApi) -> Seed:
    """Return the seed that stands for a module: no file, and nothing of anybody's to license."""
    return Seed(
        name=seed_name(api.name),
        title=f"The Python module {api.name}",
        description=api.summary,
        source=f"{SOURCE}{api.name}",
        licence="none needed: no data",
        files=(),
    )


def module_of(seed: Seed) -> str:
    """Return the module that a seed is about; nothing where it is about tables."""
    return seed.source.removeprefix(SOURCE) if seed.source.startswith(SOURCE) else ""


def find_topic(topics: TopicList, reference: str) -> Topic:
    """Return the topic that a person means: by number from 1, by title, or by the beginning of its file name.

    Raises:
        SeedError: when there is none, or there are several.
    """
    if reference.isdecimal() and 1 <= int(reference) <= len(topics.topics):
        return topics.topics[int(reference) - 1]
    title = reference.strip().lower()
    matches = [topic for topic in topics.topics if title in {topic.title.lower(), topic.slug}]
    matches = matches or [topic for topic in topics.topics if title and title in topic.title.lower()]
    if len(matches) == 1:
        return matches[0]
    problem = "several topics are" if matches else "no topic is"
    hint = f"see: authoring topics {topics.module}"
    raise SeedError(f"{topics.module}: {problem} called {reference}", hint=hint)


# The plan of an invented table stands beside its seed, so that the table can be drawn again and looked into.

PLAN_FILE = "plan.yaml"


def write_plan(place: "Workspace", seed: str, invented: SyntheticTable) -> Path:
    """Write the plan of an invented table; return where it stands."""
    path = place.root / "seeds" / seed / PLAN_FILE
    text = yaml.safe_dump(
        marked("synthetic-table", invented.model_dump(mode="json")), sort_keys=False, allow_unicode=True, width=120
    )
    write_file(path, text.encode())
    return path


def read_plan(place: "Workspace", seed: str) -> SyntheticTable:
    """Return the plan of an invented table.

    Raises:
        SeedError: there is none, or it is not what it should be.
    """
    path = place.root / "seeds" / seed / PLAN_FILE
    if not path.is_file():
        raise SeedError(f"the table of {seed} was not invented", hint="authoring seed invent makes such seeds")
    try:
        return SyntheticTable.model_validate(
            current("synthetic-table", yaml.safe_load(read_text(path)), path=path, error=SeedError)
        )
    except (ValueError, yaml.YAMLError) as error:
        first = str(error).strip().splitlines()[0]
        raise SeedError(f"{path}: {first}", hint="put the old file back") from error
