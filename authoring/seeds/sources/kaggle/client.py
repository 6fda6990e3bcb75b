"""Kaggle as this program asks it: few questions, each with a bounded wait, and every failure as one paragraph."""

import os
import time
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, Self, TypeVar

from authoring.errors import SeedError
from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, DatasetQuery, NotebookInfo
from authoring.seeds.file_names import safe_name
from authoring.seeds.sources.kaggle import retry
from authoring.seeds.sources.kaggle.auth import NotSignedInError, home, load_client, no_access, sign_in, silenced
from authoring.seeds.sources.kaggle.credentials import Credentials, find_credentials, secrets_of
from authoring.seeds.sources.kaggle.download import Download
from authoring.seeds.sources.kaggle.errors import (
    CallSubject,
    CutShortError,
    ErrorContext,
    MissingError,
    UnexpectedAnswerError,
    failure_of,
    status_of,
    wait_before_retry,
)
from authoring.seeds.sources.kaggle.references import DatasetReference, notebook_url
from authoring.seeds.sources.kaggle.responses import (
    DatasetPage,
    NotebookText,
    dataset_file,
    dataset_info,
    notebook_info,
    notebook_text,
)
from authoring.seeds.sources.kaggle.retry import KaggleRetryPolicy

T = TypeVar("T")
PAGE_SIZE = 100
"""Data sets, files or notebooks of one page."""
MOST_FILES = 2_000
"""Files of a data set that are listed at most."""
NOTEBOOK_LIMIT = 20_000_000
"""Characters of a notebook."""
DOWNLOAD_LIMIT = 50_000_000
"""Bytes of a download, where the caller names no other limit."""
_NOT_SATISFIABLE = 416


class Kaggle:
    """Kaggle's own client, signed in. Use `open`; all methods raise `SeedError` and nothing else."""

    def __init__(self, api: Any, context: ErrorContext) -> None:
        self._api = api
        self._context = context

    @classmethod
    def open(cls, policy: KaggleRetryPolicy | None = None) -> Self:
        """Import the client and sign in with whatever credentials it finds.

        Raises:
            SeedError: the client is not installed, or there are no credentials that Kaggle accepts.
        """
        policy = policy or retry.DEFAULT_POLICY
        api = load_client(policy)
        credentials = find_credentials(os.environ, home())
        kaggle = cls(api, ErrorContext(policy, credentials, secrets_of(os.environ, home())))
        try:
            kaggle._call(CallSubject("signing in"), lambda: sign_in(api))
        except NotSignedInError:
            raise no_access(credentials) from None
        return kaggle

    def __enter__(self) -> Self:
        """Use as a context: every call's connections end with the call."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing open."""

    @property
    def credentials(self) -> Credentials:
        """Where credentials were found."""
        return self._context.credentials

    def datasets(self, query: DatasetQuery, page: str) -> DatasetPage:
        """Return one page of data sets that fit a query as far as the site can tell, most votes first.

        Args:
            query: the site looks at its words, size and file type; all else is the caller's to check.
            page: empty for the first page, then `DatasetPage.next_page`.
        """

        def fetch() -> DatasetPage:
            response = self._api.dataset_list_with_response(
                # Searches end where votes get too few, so the most-voted come first.
                sort_by="votes",
                file_type=None if query.file_type == "any" else query.file_type,
                search=query.words or None,
                max_size=query.max_size or None,
                page_size=PAGE_SIZE,
                page_token=page or None,
            )
            return DatasetPage(tuple(map(dataset_info, response.datasets or ())), response.next_page_token or "")

        return self._call(CallSubject("data sets to choose from", "https://www.kaggle.com/datasets"), fetch)

    def dataset(self, ref: str) -> DatasetInfo:
        """Return one data set as its page shows it, its newest version, with the licence's own name."""
        subject = _dataset(ref)
        reference = DatasetReference(ref)

        def fetch() -> DatasetInfo:
            from kagglesdk.datasets.types.dataset_api_service import (  # noqa: PLC0415 - need not be installed
                ApiGetDatasetMetadataRequest,
                ApiGetDatasetRequest,
            )

            request, about = ApiGetDatasetRequest(), ApiGetDatasetMetadataRequest()
            request.owner_slug = about.owner_slug = reference.owner
            request.dataset_slug = about.dataset_slug = reference.slug
            with self._api.build_kaggle_client() as client:
                dataset = client.datasets.dataset_api_client.get_dataset(request)
                metadata = client.datasets.dataset_api_client.get_dataset_metadata(about)
            # The site can answer with success and put an error inside.
            if metadata.error_message:
                raise UnexpectedAnswerError("it comes with an error in it")
            return dataset_info(dataset, metadata.info)

        info = self._call(subject, fetch)
        if info.publication.ref.lower() != ref.lower():
            raise self._failure(UnexpectedAnswerError("it is about another data set"), subject)
        return info

    def first_published(self, ref: str) -> datetime | None:
        """Return when the first version of a data set was published; None where the site does not say."""

        def fetch() -> datetime | None:
            from kagglesdk.datasets.types.dataset_api_service import ApiGetDatasetRequest  # noqa: PLC0415 - as above

            request = ApiGetDatasetRequest()
            request.owner_slug, request.dataset_slug = ref.split("/")
            with self._api.build_kaggle_client() as client:
                return dataset_info(client.datasets.dataset_api_client.get_dataset(request)).publication.published

        published = self._call(_dataset(ref), fetch)
        if published is not None:
            return published
        # Pages of old data sets may not list the first versions; their files carry the day that they came.
        try:
            return min((file.created for file in self.files(ref, 1) if file.created), default=None)
        # A first version that was deleted says nothing any more.
        except MissingError:
            return None

    def files(self, ref: str, version: int | None) -> tuple[DatasetFile, ...]:
        """Return the files of a version of a data set, the newest for None; at most `MOST_FILES`."""
        path = f"{ref}/{version}" if version else ref
        collected: list[DatasetFile] = []
        token: str | None = None

        def fetch() -> tuple[list[DatasetFile], str]:
            page = self._api.dataset_list_files(path, page_token=token, page_size=PAGE_SIZE)
            if page.error_message:
                raise UnexpectedAnswerError("it comes with an error in it")
            return [dataset_file(file) for file in page.dataset_files or ()], page.next_page_token or ""

        while len(collected) < MOST_FILES:
            files, next_token = self._call(_dataset(ref, version), fetch)
            collected += files
            # A site that names the same page for ever is not followed.
            if not next_token or next_token == token or not files:
                break
            token = next_token
        return tuple(collected[:MOST_FILES])

    def notebooks(self, ref: str) -> tuple[NotebookInfo, ...]:
        """Return the Python notebooks about a data set, most votes first; one page of them."""

        def fetch() -> tuple[NotebookInfo, ...]:
            response = self._api.kernels_list_with_response(
                dataset=ref, sort_by="voteCount", language="python", kernel_type="notebook", page_size=PAGE_SIZE
            )
            infos = [notebook_info(notebook) for notebook in response.kernels or ()]
            return tuple(sorted(infos, key=lambda info: -info.votes))

        return self._call(CallSubject(f"notebooks about {ref}", f"{DatasetReference(ref).url}/code"), fetch)

    def read_notebook(self, ref: str) -> NotebookText:
        """Return a notebook or script with what is known of it."""
        subject = CallSubject(f"the notebook {ref}", notebook_url(ref))
        owner, _, slug = ref.partition("/")

        def fetch() -> NotebookText:
            from kagglesdk.kernels.types.kernels_api_service import ApiGetKernelRequest  # noqa: PLC0415 - as above

            request = ApiGetKernelRequest()
            request.user_name, request.kernel_slug = owner, slug
            with self._api.build_kaggle_client() as client:
                notebook = client.kernels.kernels_api_client.get_kernel(request)
            return notebook_text(notebook, NOTEBOOK_LIMIT)

        return self._call(subject, fetch)

    def download(
        self,
        ref: str,
        version: int | None,
        into: Path,
        *,
        file: str = "",
        on_bytes: Callable[[int, int], None] = lambda _received, _total: None,
        limit: int = DOWNLOAD_LIMIT,
    ) -> Path:
        """Download all files of a data set as one zip, or one of its files, and return it once it is whole and checked.

        What an earlier call left in the folder `into` of the same object is gone on with. `limit` is the most bytes
        that may come; `on_bytes` is told bytes that came and bytes in all, 0 where that is not known. A file that is
        named by `file` may come packed as a zip.
        """
        reference = DatasetReference(ref, version)
        # Without a version the data set may change meanwhile, so it must be the same before and after.
        before = None if version else self.dataset(ref).publication
        # The version is in the name, so that a part of another version is never gone on with.
        number = before.version or 0 if before else version
        deadline = time.monotonic() + self._context.patience.whole
        download = Download(
            _target(into, f"{reference.slug}-v{number}", file), limit, on_bytes, deadline, packed=not file
        )
        archive = self._download(reference, file, download)
        if before is not None:
            after = self.dataset(ref).publication
            if (after.version, after.updated) != (before.version, before.updated):
                archive.unlink()
                transition = f"version {before.version} became {after.version}"
                raise SeedError(
                    f"the data set {ref} was changed while it was downloaded: {transition}", hint="run this again"
                )
        return archive

    def _download(self, reference: DatasetReference, file: str, download: Download) -> Path:
        """Have a download receive what the site gives, try by try."""
        from kagglesdk.datasets.types.dataset_api_service import ApiDownloadDatasetRequest  # noqa: PLC0415 - as above
        from requests import HTTPError  # noqa: PLC0415 - as above

        request = ApiDownloadDatasetRequest()
        request.owner_slug, request.dataset_slug = reference.owner, reference.slug
        if reference.version:
            request.dataset_version_number = reference.version
        if file:
            request.file_name = file

        def receive() -> Path:
            if time.monotonic() >= download.deadline:
                raise download.too_late()
            # They hold for the one request that follows; the adapter of each session reads them.
            self._api.bytes_headers = download.headers()
            try:
                with self._api.build_kaggle_client() as client:
                    with silenced():
                        stream = client.datasets.dataset_api_client.download_dataset(request)
                    return download.receive(stream)
            except HTTPError as error:
                # The site has fewer bytes than are kept here, so what is kept is of something else.
                if status_of(error) != _NOT_SATISFIABLE:
                    raise
                download.forget()
                raise CutShortError("more was kept of it than there is") from None
            finally:
                self._api.bytes_headers = {}

        # Not silenced as a whole: it takes long, and the process may print meanwhile.
        return self._call(_dataset(reference.ref, reference.version), receive, silent=False)

    def _call(self, subject: CallSubject, request: Callable[[], T], *, silent: bool = True) -> T:
        """Make a call until it succeeds, fails for good, or was tried often enough."""
        policy = self._context.patience
        for attempt in count(1):
            try:
                if not silent:
                    return request()
                with silenced():
                    return request()
            # These are final, and have their words already.
            except (NotSignedInError, SeedError):
                raise
            # The client calls exit() where other libraries raise.
            except SystemExit:
                raise self._failure(UnexpectedAnswerError("the client ended over it"), subject) from None
            except Exception as error:  # noqa: BLE001 - the client raises nearly everything
                delay = wait_before_retry(error, attempt, policy)
                if delay is None or attempt >= policy.tries:
                    # The chain of causes holds addresses that are signed, so it ends here.
                    raise self._failure(error, subject, attempt) from None
            policy.pause(delay)
        raise AssertionError  # count() does not end; mypy cannot know

    def _failure(self, error: Exception, subject: CallSubject, attempts: int = 1) -> SeedError:
        return failure_of(error, subject, attempts, self._context)


def _target(into: Path, stem: str, file: str) -> Path:
    """Return where a download goes: an archive of all files, or one file under a safe name in a folder of its own."""
    if not file:
        return into / f"{stem}.zip"
    (into / stem).mkdir(exist_ok=True)
    base = PurePosixPath(file).name
    # A packed table keeps both of its endings.
    packing = base[-len(".gz") :] if base.lower().endswith(".gz") else ""
    return into / stem / (safe_name(base.removesuffix(packing), set()) + packing.lower())


def _dataset(ref: str, version: int | None = None) -> CallSubject:
    reference = DatasetReference(ref, version)
    return CallSubject(f"the data set {reference.label}", reference.url)
