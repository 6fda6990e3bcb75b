"""Topics of a module: they stand beside its seed, because a module is a seed whose data the experiments make."""

from pathlib import Path

import yaml

from authoring.errors import SeedError
from authoring.records.experiment import ModuleApi, Topic, TopicList, seed_name
from authoring.records.format_version import current, marked
from authoring.records.seed import Seed
from authoring.workspace import Workspace
from authoring.workspace.files import read_text, write_file

FILE = "topics.yaml"
SOURCE = "module:"
"""How the source of a module's seed begins."""


def topics_path(place: Workspace, module: str) -> Path:
    """Return where the topics of a module stand, or will stand."""
    return place.root / "seeds" / seed_name(module) / FILE


def read_topics(place: Workspace, module: str) -> TopicList:
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


def keep_topics(place: Workspace, topics: TopicList, api: ModuleApi) -> Path:
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


def topic_called(topics: TopicList, said: str) -> Topic:
    """Return the topic that a person means: by number from 1, by title, or by the beginning of its file name.

    Raises:
        SeedError: when there is none, or there are several.
    """
    if said.isdecimal() and 1 <= int(said) <= len(topics.topics):
        return topics.topics[int(said) - 1]
    wanted = said.strip().lower()
    found = [topic for topic in topics.topics if wanted in {topic.title.lower(), topic.slug}]
    found = found or [topic for topic in topics.topics if wanted and wanted in topic.title.lower()]
    if len(found) == 1:
        return found[0]
    what = "several topics are" if found else "no topic is"
    hint = f"see: authoring topics {topics.module}"
    raise SeedError(f"{topics.module}: {what} called {said}", hint=hint)
