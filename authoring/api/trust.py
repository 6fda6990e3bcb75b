"""What a person allows a workspace, and which code may run where nothing but limits stands around it.

Both are claims: what a folder asks for, with a hash of its path and content. A claim that nobody allowed stops the
command with a `TrustError`, which says what would happen. A terminal asks the person and begins the command anew; a
program without one names hashes in `consenting`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from authoring.errors import JournalError, TrustError, WorkspaceError
from authoring.records.base import sha256_of
from authoring.records.draft import Template
from authoring.records.model_config import ModelChoice
from authoring.records.protection import Claim, Level, TrustList, WorkspaceTrust, digest_of, make_claim
from authoring.records.results import Benchmark
from authoring.records.run import RunSettings
from authoring.workspace import Workspace, shipped_texts
from authoring.workspace.journal import read_settings as read_pinned
from authoring.workspace.settings import SETTINGS, SandboxSettings, read_settings
from authoring.workspace.trust import TrustStore, blind_claims, claims_of, link_claims, origin_of

WITHOUT_WALLS = "isolation"
"""The key of the claims of code that may run at the level `limits`."""


@dataclass(frozen=True, slots=True)
class TrustGrant:
    """What was allowed to one command, and is kept nowhere."""

    hashes: frozenset[str] = frozenset()
    """Hashes of claims, or of all claims of a workspace together."""
    level: Level | None = None
    """The walls that code needs, instead of what settings say; `limits` lets untrusted code run without any."""


class _Command:
    """The leave of the command that this process runs; threads of it share it, so it is no context variable."""

    grant = TrustGrant()


@contextmanager
def consenting(*, hashes: Iterable[str] = (), level: Level | None = None) -> Iterator[None]:
    """Give leave to all that happens meanwhile in this process, beside what was given already.

    Args:
        hashes: of claims, or of all claims of a workspace together, as a `TrustError` names them.
        level: the walls that code needs, instead of what settings say; `limits` lets untrusted code run without any.
    """
    before = _Command.grant
    _Command.grant = TrustGrant(before.hashes | frozenset(hashes), level or before.level)
    try:
        yield
    finally:
        _Command.grant = before


def minimum_level(settings: SandboxSettings) -> Level:
    """Return the level below which nothing runs: what the command names, else what the settings say."""
    return _Command.grant.level or settings.isolation


def require(workspace: Workspace, claims: Iterable[Claim]) -> None:
    """See that a person allowed what files of a workspace ask for.

    Raises:
        TrustError: nobody did.
    """
    claims = tuple(claims)
    # Nothing is asked for in most workspaces, and then nothing is read.
    if not claims:
        return
    root = str(workspace.root)
    refused = _refused(root, claims)
    if not refused:
        return
    everything = _every_claim(workspace.root)
    is_of_files = {claim.sha256 for claim in refused} <= {claim.sha256 for claim in everything}
    if is_of_files and digest_of(root, everything) in _Command.grant.hashes:
        return
    effects = "; ".join(claim.text for claim in refused)
    # A lock that nothing names, or an environment, is asked for by no file until a command does.
    values = [digest_of(root, everything)] if is_of_files else [claim.sha256 for claim in refused]
    raise TrustError(
        f"{root} is not trusted, and asks for this: {effects}",
        hint=f"look at it, then: authoring trust {root}; without a terminal: AUTHORING_TRUST={','.join(values)}",
        root=root,
        claims=[(claim.sha256, claim.text) for claim in refused],
    )


def _refused(root: str, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    allowed = TrustStore().allowed(root)
    return tuple(claim for claim in claims if claim.sha256 not in allowed and claim.sha256 not in _Command.grant.hashes)


def require_own_links(workspace: Workspace) -> Workspace:
    """Return the workspace, when none of its links leads out of it or a person allowed those that do.

    Raises:
        TrustError: nobody did.
    """
    require(workspace, link_claims(workspace.root))
    return workspace


def model_claim(root: Path, choice: ModelChoice) -> Claim:
    """Return the claim of a run that is pinned to a model: a journal may come with a stranger's workspace."""
    server = origin_of(choice.base_url) or "OpenAI"
    effect = f"a draft goes on with the model {choice.name} at {server}"
    return make_claim(str(root), "journal", effect, choice.name, server)


def allow_pinned_model(root: Path, choice: ModelChoice) -> None:
    """Keep that a person named the model that a run is pinned to: later commands go on with it and do not name it.

    Where that cannot be kept, they ask.
    """
    claim = model_claim(root, choice)
    with suppress(OSError):
        allow(str(root), [(claim.sha256, claim.text)])


def require_blind_model(workspace: Workspace, choice: ModelChoice) -> None:
    """See that a person allowed the model that the settings name for solving drafts blind, whose server a person named.

    Raises:
        TrustError: nobody did.
    """
    require(workspace, blind_claims(workspace.root, workspace.settings.draft))
    allow_pinned_model(workspace.root, choice)


def allow(root: str, claims: Iterable[tuple[str, str]]) -> None:
    """Keep that a person allowed claims, as a `TrustError` lists them."""
    TrustStore().allow(root, claims)


def trust(
    folder: Path | None = None,
    deed: Literal["show", "allow", "withdraw", "list"] = "show",
    *,
    agree: Callable[[WorkspaceTrust], bool] | None = None,
) -> WorkspaceTrust | TrustList:
    """Show what a workspace asks for, allow it, or withdraw what was allowed; or list all that was allowed anywhere.

    Where something is only shown that nobody allowed, `agree` is asked whether it is to be allowed; nobody is if None.

    Raises:
        WorkspaceError: there is no workspace, its settings are broken, or the leave cannot be kept.
    """
    if deed == "list":
        return list_trust()
    if deed == "withdraw":
        return withdraw_trust(folder)
    examined = examine_trust(folder)
    if deed == "allow" or (not examined.trusted and agree is not None and agree(examined)):
        return trust_workspace(examined)
    return examined


def examine_trust(folder: Path | None = None) -> WorkspaceTrust:
    """Return what the workspace in a folder, or around the current one, asks for; it is read and nothing of it is used.

    Raises:
        WorkspaceError: there is none, or its settings are broken.
    """
    if folder is None:
        return _trust_of(Workspace.find(Path.cwd()).root)
    if not (folder / SETTINGS).is_file():
        raise WorkspaceError(f"{folder}: is no workspace", hint=f"make it one with: authoring init {folder}")
    return _trust_of(folder.resolve())


def trust_workspace(examined: WorkspaceTrust) -> WorkspaceTrust:
    """Allow what was examined, and nothing that came to stand there since; return what holds now.

    Raises:
        WorkspaceError: the leave cannot be kept.
    """
    allow(examined.workspace, [(claim.sha256, claim.text) for claim in examined.claims])
    return examine_trust(Path(examined.workspace))


def withdraw_trust(folder: Path | None = None) -> WorkspaceTrust:
    """Forget everything that was allowed to a folder; return what it asks for now.

    The folder need not be there any more; if None it is the workspace around the current one.
    """
    root = folder.resolve() if folder else Workspace.find(Path.cwd()).root
    store = TrustStore()
    store.withdraw(str(root))
    return _listed(str(root), store)


def list_trust() -> TrustList:
    """Return every folder that was allowed something, with what it asks for now."""
    store = TrustStore()
    return TrustList(store=str(store.path), workspaces=tuple(_listed(root, store) for root in store.folders()))


def _every_claim(root: Path) -> tuple[Claim, ...]:
    """Return what all files of a workspace ask for, the journals of its drafts included."""
    if not (root / SETTINGS).is_file():
        return ()
    claims = {claim.sha256: claim for claim in claims_of(root, read_settings(root / SETTINGS))}
    for journal in sorted((root / ".authoring" / "runs").glob("*/journal.jsonl")):
        # A journal that cannot be read has no draft that could go on.
        with suppress(JournalError, OSError):
            pinned = read_pinned(journal, RunSettings)
            for model in (pinned.model, *((pinned.blind.model,) if pinned.blind else ())):
                claim = model_claim(root, model)
                if model.name:
                    claims[claim.sha256] = claim
    return tuple(claims.values())


def _trust_of(root: Path) -> WorkspaceTrust:
    """Return what a folder asks for; a benchmark's, or one that is gone, asks for nothing by itself."""
    claims = _every_claim(root)
    allowed = TrustStore().allowed(str(root))
    return WorkspaceTrust(
        workspace=str(root),
        claims=claims,
        trusted=all(claim.sha256 in allowed for claim in claims),
        sha256=digest_of(str(root), claims),
        allowed=tuple(allowed.values()),
    )


def _listed(root: str, store: TrustStore) -> WorkspaceTrust:
    try:
        return _trust_of(Path(root))
    # Settings that are broken keep nobody from seeing what was allowed there.
    except WorkspaceError:
        allowed = tuple(store.allowed(root).values())
        return WorkspaceTrust(workspace=root, trusted=False, sha256=digest_of(root, ()), allowed=allowed)


# Code where nothing but limits stands around it


@dataclass(frozen=True, slots=True)
class CodeOrigin:
    """Where code comes from that a sandbox is opened for."""

    texts: tuple[str, ...] = ()
    """Problem sets and templates that are known before."""
    incoming: str = ""
    """What else will run, which nobody has seen yet, in words: ``model replies``; empty for nothing."""
    folder: Path | None = None
    """Where the texts stand, if they are in no workspace."""

    @classmethod
    def of_templates(cls, templates: Iterable[Template]) -> "CodeOrigin":
        """Return the origin of a draft by templates."""
        return cls(tuple(template.text for template in templates))

    def with_incoming(self, incoming: str) -> "CodeOrigin":
        """Return this origin and further code that nobody has seen yet."""
        return replace(self, incoming=incoming)


PACKAGE_CODE = CodeOrigin()
"""For what this package itself runs: reading tables, looking at installed modules."""
IMPORTED_CODE = CodeOrigin(incoming="imported code")
"""For what comes from other projects' files."""
UNKNOWN_CODE = CodeOrigin(incoming="code of unknown origin")
"""For callers that do not say; it is refused as a stranger's is."""


def code_of_benchmarks(benchmarks: Iterable[Benchmark]) -> CodeOrigin:
    """Return the origin of the references of benchmarks; in no workspace they are allowed to the first one's folder."""
    sets = [problemset for benchmark in benchmarks for problemset in benchmark.sets]
    return CodeOrigin(tuple(problemset.text for problemset in sets), folder=sets[0].path.parent if sets else None)


def require_walls(workspace: Workspace | None, origin: CodeOrigin) -> None:
    """See that code may run where nothing but limits stands around it.

    Templates and sets that come with this package may, and what its templates made on this machine; anything else
    needs a person's leave. For texts the leave holds as long as they are unchanged; for what nobody has seen yet, model
    replies, imports or submissions, it holds for the folder.

    Raises:
        TrustError: nobody gave it.
    """
    if _Command.grant.level is Level.LIMITS:
        return
    root = str(workspace.root if workspace else (origin.folder or Path.cwd()).resolve())
    claims = []
    if origin.incoming:
        effect = f"{origin.incoming} may run without walls, and could read and write what you can"
        claims.append(make_claim(root, WITHOUT_WALLS, effect, origin.incoming))
    unshipped = {sha256_of(text) for text in origin.texts if text not in shipped_texts()}
    if foreign := sorted(unshipped - TrustStore().own_code() if unshipped else ()):
        effect = f"code that stands there may run without walls, and could read and write what you can ({len(foreign)})"
        claims.append(make_claim(root, WITHOUT_WALLS, effect, *foreign))
    if refused := _refused(root, claims):
        effects = "; ".join(claim.effect for claim in refused)
        values = ",".join(claim.sha256 for claim in refused)
        raise TrustError(
            f"this machine gives limits and no walls (Landlock and seccomp), and {root} needs your leave: {effects}",
            hint="see what is missing: authoring doctor; to run it all the same: --isolation limits, "
            f"or without a terminal: AUTHORING_TRUST={values}",
            root=root,
            claims=[(claim.sha256, claim.text) for claim in refused],
        )


def needs_walls(workspace: Workspace | None, origin: CodeOrigin) -> bool:
    """Tell whether code has to run behind walls because nobody allowed otherwise."""
    try:
        require_walls(workspace, origin)
    except TrustError:
        return True
    return False


def keep_own_text(templates: Iterable[Template], text: str) -> None:
    """Keep that a text was made by templates, if all of these come with this package."""
    if all(template.text in shipped_texts() for template in templates):
        TrustStore().add_own_code(text)
