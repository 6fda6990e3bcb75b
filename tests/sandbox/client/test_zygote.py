"""A zygote gives sessions that are warm, fresh and each a process of its own."""

from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

LIMITS = Limits(max_time=60)
LOADED = "import sys\n[name for name in ('pandas', 'wave', 'colorsys') if name in sys.modules]"


def test_every_session_is_another_process(local: LocalSandbox) -> None:
    """What one session did is in no other, whether it was forked ahead or not."""
    sessions = [local.session() for _ in range(3)]
    for number, session in enumerate(sessions):
        session.run(f"x = {number}", limits=LIMITS)
    values = [session.run("x", limits=LIMITS).value for session in sessions]
    numbers = {session.number for session in sessions}
    for session in sessions:
        session.close()

    assert [value.text for value in values if value is not None] == ["0", "1", "2"]
    assert len(numbers) == 3


def test_sessions_are_warm(local: LocalSandbox) -> None:
    """What nearly every cell needs is imported before a session begins; what nobody asked for is not."""
    with local.session() as session:
        value = session.run(LOADED, limits=LIMITS).value

    assert value is not None
    assert value.text == "['pandas']"


def test_versions_are_those_of_the_cells_interpreter(local: LocalSandbox) -> None:
    """A package that is not there is left out, and the others are what a cell would import."""
    versions = dict(local.versions(["pandas", "no_such_package"]))
    with local.session() as session:
        value = session.run("import pandas\npandas.__version__", limits=LIMITS).value

    assert versions.keys() >= {"pandas"}
    assert "no_such_package" not in versions
    assert value is not None
    assert value.text == repr(versions["pandas"])
