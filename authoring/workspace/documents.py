"""The YAML documents of a workspace that belong to one admitted set or one seed.

Translations of an admitted set stand in problemsets/_translations/LANGUAGE/NAME.yaml, where it came from in
problemsets/_meta/NAME.yaml. The topics of a module and the plan of a synthetic table stand beside their seeds: a module
is a seed whose data the experiments make, and a plan lets its table be drawn again.
"""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from authoring.errors import AuthoringError, JournalError, SeedError, WorkspaceError
from authoring.records.base import Record
from authoring.records.bundle import TranslatedQuestion, Translation
from authoring.records.documents import load_yaml
from authoring.records.experiment import ModuleApi, Topic, TopicList, seed_name
from authoring.records.format_version import current, marked
from authoring.records.provenance import CHECKSUM, Provenance, checksum_of, read_provenance
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.records.synthetic_table import SyntheticTable
from authoring.workspace.files import read_text, write_yaml
from authoring.workspace.journal import read_settings
from authoring.workspace.links import refuse_links_out
from authoring.workspace.regular_file import is_present
from authoring.workspace.unfinished import locked

if TYPE_CHECKING:
    from authoring.workspace import Workspace

R = TypeVar("R", bound=Record)
TRANSLATIONS_FOLDER = "_translations"
TOPICS_FILE = "topics.yaml"
PLAN_FILE = "plan.yaml"
MODULE_SOURCE = "module:"
"""How the source of a module's seed begins."""


def _write(path: Path, kind: str, record: Record) -> Path:
    """Write a record as YAML with its format version; return the path."""
    write_yaml(path, marked(kind, record.model_dump(mode="json")))
    return path


def _read(path: Path, kind: str, record: type[R], *, error: type[AuthoringError], hint: str) -> R:
    """Read a record of a kind from YAML.

    Raises:
        WorkspaceError: the file cannot be read.
        AuthoringError: of the class `error`, with the hint, when it is no YAML, or not what the record says.
    """
    try:
        return record.model_validate(
            current(kind, load_yaml(read_text(path, inside=path.parent)), path=path, error=error)
        )
    except ValueError as failure:
        first_line = (str(failure).strip() or type(failure).__name__).splitlines()[0]
        raise error(f"{path}: {first_line}", hint=hint) from failure


def translation_path(root: Path, name: str, language: str) -> Path:
    """Return where a translation stands, or will stand."""
    return root / "problemsets" / TRANSLATIONS_FOLDER / language / f"{name}.yaml"


def read_translations(root: Path, name: str) -> tuple[Translation, ...]:
    """Return the translations of an admitted set, sorted by language.

    Raises:
        WorkspaceError: a file cannot be read, or does not say what it should.
    """
    return tuple(read_translation(path) for path in translation_files(root / "problemsets", name))


def write_translation(root: Path, name: str, translation: Translation) -> Path:
    """Write a translation of an admitted set whole; return its path."""
    content = translation.model_dump(mode="json")
    path = translation_path(root, name, translation.language)
    write_yaml(path, marked("translation", {CHECKSUM: checksum_of(content), **content}))
    return path


def merge_translation(root: Path, name: str, language: str, questions: Sequence[TranslatedQuestion]) -> Path:
    """Write translated questions of an admitted set in the place of those of the same numbers; return the path.

    Raises:
        WorkspaceError: the file that stands there cannot be read.
    """
    path = translation_path(root, name, language)
    # Read while it is held, so that two people may look at the same translation.
    with locked(path):
        earlier = read_translation(path).questions if path.is_file() else ()
        # The new questions come last and so replace those of the same number.
        merged = {question.number: question for question in (*earlier, *questions)}
        translation = Translation(language=language, questions=tuple(merged[number] for number in sorted(merged)))
        return write_translation(root, name, translation)


def translation_files(folder: Path, name: str) -> tuple[Path, ...]:
    """Return the files of a set's translations in a benchmark's folder, sorted by language.

    Raises:
        WorkspaceError: a link leads out of the folder.
    """
    home = folder / TRANSLATIONS_FOLDER
    refuse_links_out([home], folder, error=WorkspaceError)
    return tuple(sorted(home.glob(f"*/{name}.yaml")))


def is_changed_translation(path: Path) -> bool:
    """Tell whether a file of translated questions is another than was written; one without a checksum is not.

    Raises:
        WorkspaceError: it cannot be read.
    """
    return _read_translation(path)[1]


def _read_translation(path: Path) -> tuple[Translation, bool]:
    """Return what a file of translated questions holds, and whether it is another than was written."""
    hint = "mend the file, or remove it and translate again: authoring translate"
    try:
        content = current(
            "translation", load_yaml(read_text(path, inside=path.parent)), path=path, error=WorkspaceError
        )
        checksum = content.pop(CHECKSUM, None)
        translation = Translation.model_validate(content)
        return translation, checksum not in (None, checksum_of(translation.model_dump(mode="json")))
    except ValueError as failure:
        first_line = (str(failure).strip() or type(failure).__name__).splitlines()[0]
        raise WorkspaceError(f"{path}: {first_line}", hint=hint) from failure


def read_translation(path: Path) -> Translation:
    """Return what a file of translated questions holds; after a change by hand nobody counts as having looked at it.

    Raises:
        WorkspaceError: it cannot be read, or does not say what it should.
    """
    translation, is_changed = _read_translation(path)
    if not is_changed:
        return translation
    unseen = tuple(question.model_copy(update={"reviewer": ""}) for question in translation.questions)
    return translation.model_copy(update={"questions": unseen})


def read_provenances(root: Path, *, problems: list[str] | None = None) -> tuple[Provenance, ...]:
    """Return where the admitted sets of a workspace came from, sorted by name.

    A file that cannot be read, or does not say what it should, is left out; why is added to `problems`.
    """
    provenances = []
    for path in sorted((root / "problemsets" / "_meta").glob("*.yaml")):
        try:
            provenances.append(read_provenance(read_text(path, inside=root / "problemsets"), path=str(path)))
        # One damaged record keeps nobody from drafting or learning; `authoring status` names it.
        except WorkspaceError as error:
            if problems is not None:
                problems.append(error.message)
    return tuple(provenances)


def topics_path(workspace: "Workspace", module: str) -> Path:
    """Return where the topics of a module stand, or will stand."""
    return workspace.root / "seeds" / seed_name(module) / TOPICS_FILE


def read_topics(workspace: "Workspace", module: str) -> TopicList:
    """Return the topics of a module that were kept; none where nobody asked for any.

    Raises:
        SeedError: when the file is not what it should be.
    """
    path = topics_path(workspace, module)
    return read_topics_file(path) if is_present(path) else TopicList(module=module)


def read_topics_file(path: Path) -> TopicList:
    """Return the topics that a file holds.

    Raises:
        SeedError: when the file is not what it should be.
    """
    return _read(path, "topics", TopicList, error=SeedError, hint="mend the file, or remove it and ask again")


def write_topics(workspace: "Workspace", topics: TopicList, api: ModuleApi) -> Path:
    """Write the topics of a module, and its seed where there is none; return where they stand.

    Topics that another command kept meanwhile stay: those that are new come after them.

    Raises:
        SeedError: when a seed of that name is about something else.
    """
    name, path = seed_name(topics.module), topics_path(workspace, topics.module)
    if name not in workspace.seeds():
        # SeedError says that another command has just written it.
        with contextlib.suppress(SeedError):
            workspace.write_seed(module_seed(api), ())
    with locked(path.parent):
        if module_of(workspace.read_seed(name)) != topics.module:
            raise SeedError(f"the seed {name} is about something else", hint=f"rename the folder seeds/{name}")
        existing = read_topics(workspace, topics.module)
        titles = {topic.title for topic in topics.topics}
        kept_meanwhile = tuple(topic for topic in existing.topics if topic.title not in titles)
        together = topics.model_copy(
            update={"topics": (*kept_meanwhile, *topics.topics), "rounds": max(topics.rounds, existing.rounds)}
        )
        return _write(path, "topics", together)


def module_seed(api: ModuleApi) -> Seed:
    """Return the seed that stands for a module: no file, and nothing of anybody's to license."""
    return Seed(
        name=seed_name(api.name),
        title=f"The Python module {api.name}",
        description=api.summary,
        source=f"{MODULE_SOURCE}{api.name}",
        licence="none needed: no data",
        files=(),
    )


def module_of(seed: Seed) -> str:
    """Return the module that a seed is about; nothing where it is about tables."""
    return seed.source.removeprefix(MODULE_SOURCE) if seed.source.startswith(MODULE_SOURCE) else ""


def is_experiment_set(workspace: "Workspace", name: str) -> bool:
    """Tell whether a set is an experiment about a module, as far as its record or its run says so."""
    benchmark = workspace.root / "problemsets"
    path = benchmark / "_meta" / f"{name}.yaml"
    try:
        record = read_provenance(read_text(path, inside=benchmark), path=str(path)) if path.is_file() else Provenance()
        if record.seed.source.startswith(MODULE_SOURCE):
            return True
        # About the tables of a seed, whose source says nothing of a module.
        return read_settings(workspace.journal_path(name), RunSettings).experiment is not None
    except (JournalError, WorkspaceError):
        # A set may have come without the run that it was made in.
        return False


def find_topic(topics: TopicList, reference: str) -> Topic:
    """Return the topic that a person means: by number from 1, by title, or by the beginning of its file name.

    Raises:
        SeedError: when there is none, or there are several.
    """
    # A number comes first: it is what the list of topics shows.
    if reference.isdecimal() and 1 <= int(reference) <= len(topics.topics):
        return topics.topics[int(reference) - 1]
    title = reference.strip().lower()
    matches = [topic for topic in topics.topics if title in {topic.title.lower(), topic.slug}]
    # A whole title comes before a part of one, so that a title within another can still be chosen.
    matches = matches or [topic for topic in topics.topics if title and title in topic.title.lower()]
    if len(matches) == 1:
        return matches[0]
    problem = "several topics are" if matches else "no topic is"
    hint = f"see: authoring topics {topics.module}"
    raise SeedError(f"{topics.module}: {problem} called {reference}", hint=hint)


def read_plan(path: Path) -> SyntheticTable:
    """Return the plan of an invented table.

    Raises:
        SeedError: when the file is not what it should be.
    """
    return _read(path, "synthetic-table", SyntheticTable, error=SeedError, hint="mend the file, or invent it again")


def write_plan(folder: Path, table: SyntheticTable) -> Path:
    """Write the plan of an invented table into the folder of its seed; return where it stands."""
    return _write(folder / PLAN_FILE, "synthetic-table", table)
