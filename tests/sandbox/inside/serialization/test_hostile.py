"""Bytes from a process that ran hostile code make values at most; nothing of theirs is called."""

import importlib
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.sandbox.inside.serialization import LENGTH, pack, unpack
from authoring.sandbox.inside.serialization.codec import read, write
from authoring.validators.base import CollectedItems, Missing, Opaque
from tests.case_files import read_yaml
from tests.examples import examples

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "tests" / "cases" / "serialization"
CASES: list[dict[str, str]] = read_yaml((FOLDER / "hostile.yml").read_text("utf-8"))
VALUES: dict[str, list[str]] = read_yaml((FOLDER / "values.yml").read_text("utf-8"))
AREA = "authoring.sandbox.inside.serialization."
MEMORY = 2_000_000_000
FORBIDDEN = (
    "os.",
    "exec",
    "compile",
    "open",
    "socket.",
    "subprocess.",
    "ctypes.",
    "pickle.find_class",
    "shutil.",
    "sys.set",
    "sys._",
)
called: list[str] = []
heard: list[str] = []
listening = False


def canary(*_: object) -> None:
    """Be what hostile bytes would call."""
    called.append("canary")


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    if listening and event.startswith(FORBIDDEN):
        heard.append(f"{event} {arguments!r:.100}")


sys.addaudithook(_listen)
CANARY = "canary_of_packing"
sys.modules[CANARY] = ModuleType(CANARY)
vars(sys.modules[CANARY])["canary"] = canary


def text(value: str) -> bytes:
    """Return the opcodes for a text."""
    return b"X" + len(value.encode()).to_bytes(4, "little") + value.encode()


def data(value: bytes) -> bytes:
    """Return the opcodes for bytes."""
    return b"B" + len(value).to_bytes(4, "little") + value


def number(value: int) -> bytes:
    """Return the opcodes for a whole number."""
    return b"\x8a\x10" + value.to_bytes(16, "little", signed=True)


def found(module: str, name: str) -> bytes:
    """Return the opcodes for what stands under a name in a module."""
    return text(module) + text(name) + b"\x93"


def maker(area: str, name: str) -> bytes:
    """Return the opcodes for a maker."""
    return found(AREA + area, name)


def call(function: bytes, *arguments: bytes) -> bytes:
    """Return the opcodes for a call."""
    return function + b"(" + b"".join(arguments) + b"tR"


def state(name: str, value: bytes) -> bytes:
    """Return the opcodes for a state of one attribute."""
    return b"}" + text(name) + value + b"s"


def slots(name: str, value: bytes) -> bytes:
    """Return the opcodes for a state of one slot."""
    return b"N" + state(name, value) + b"\x86"


def stream(*parts: bytes) -> bytes:
    """Return the bytes of an item."""
    return b"\x80\x05" + b"".join(parts) + b"."


def _array(text_of_dtype: str, values: bytes, size: int) -> bytes:
    return call(maker("arrays", "make_array"), text(text_of_dtype), number(size) + b"\x85", text("C"), data(values))


ARRAY = _array("<i4", b"\x07\x00\x00\x00", 1)
PLACES = _array("<i4", b"\xff\xff\xff\x00", 1)
POINTERS = _array("<i4", b"\x00\x00\x00\x00\x01\x00\x00\x00", 2)
INDEX = call(maker("tables", "make_index"), ARRAY, b"N", b"N")
FRAME = call(maker("tables", "make_frame"), b"]" + number(0) + b"\x85" + ARRAY + b"\x86a", INDEX, INDEX, b"}", b"\x88")
NAMES = {
    "text": text,
    "data": data,
    "number": number,
    "found": found,
    "maker": maker,
    "call": call,
    "state": state,
    "slots": slots,
    "stream": stream,
    "ARRAY": ARRAY,
    "PLACES": PLACES,
    "POINTERS": POINTERS,
    "INDEX": INDEX,
    "FRAME": FRAME,
    "CANARY": CANARY,
    "AREA": AREA,
}


def item(data_of_item: bytes) -> bytes:
    """Return evidence of one item."""
    return LENGTH.pack(1) + b"x" + LENGTH.pack(len(data_of_item)) + data_of_item


@pytest.fixture(autouse=True)
def _watched() -> Iterator[None]:
    """Limit memory, and hear of everything that is done while bytes are read."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, before[1]))
    called.clear()
    heard.clear()
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def unpacked(evidence: bytes) -> CollectedItems:
    """Return what evidence holds, listening."""
    global listening  # noqa: PLW0603 - an audit hook cannot be taken away
    listening = True
    try:
        return unpack(evidence)
    finally:
        listening = False


def test_honest_parts_can_be_read() -> None:
    """What the cases are made of is right in itself, so that they fail for what is wrong about them."""
    values = [read(stream(part)) for part in (ARRAY, PLACES, POINTERS, INDEX, FRAME, number(-5), text("ä"), data(b"x"))]

    assert not any(isinstance(value, Opaque) for value in values)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_hostile_bytes(case: dict[str, str]) -> None:
    """Each is refused, or makes a value that does no harm; nothing is called, opened or imported."""
    if "needs" in case:
        pytest.importorskip("scipy.sparse" if case["needs"] == "scipy" else case["needs"])
    hostile = eval(case["bytes"], NAMES)  # noqa: S307 - cases are code

    value = unpacked(item(hostile)).items["x"]

    assert (called, heard) == ([], [])
    shown_text = "refused" if isinstance(value, Opaque) and value.type_name == "object" else repr(value)
    assert shown_text == case["becomes"]


@pytest.mark.parametrize(
    "evidence",
    [
        b"\0",
        LENGTH.pack(5) + b"x",
        item(b"N.")[:-1],
        LENGTH.pack(1) + b"\xff" + LENGTH.pack(0),
        item(b"=0"),
        item(b"=-1"),
        item(b"=" + b"9" * 5_000),
        item(b"="),
        item(b"N.") + item(b"=1"),
    ],
)
def test_no_items(evidence: bytes) -> None:
    """Bytes that are no items are refused as a whole."""
    with pytest.raises(ValueError, match=r".+"):
        unpacked(evidence)


def test_one_item_takes_no_other_with_it() -> None:
    """An item that cannot be read is opaque, and the others are what they are."""
    packed = pack(CollectedItems({"a": [1], "b": 2}))
    found_items = unpacked(packed + item(b"no item") + item(b"=0").replace(b"x", b"y", 1)).items

    assert (found_items["a"], found_items["b"], found_items["y"]) == ([1], 2, [1])
    assert isinstance(found_items["x"], Opaque)


def _honest() -> list[bytes]:
    """Return the values of the cases, but for those that read a file of zones, by whatever name is left of it."""
    names: dict[str, Any] = {name: importlib.import_module(name) for name in MODULES}
    names |= {"np": names["numpy"], "pd": names["pandas"], "Missing": Missing, "Opaque": Opaque}
    chosen = [expression for area in ("python", "numpy", "pandas") for expression in VALUES[area]]
    chosen = [
        expression
        for expression in chosen
        if not any(word in expression for word in ("matrix", "Europe", "zoneinfo", "UTC"))
    ]
    return [write(eval(expression, dict(names))) for expression in chosen]  # noqa: S307 - cases are code


MODULES = ("array", "collections", "datetime", "decimal", "fractions", "numpy", "pandas", "pathlib", "re", "uuid")
HONEST = _honest()
SPLICES = (
    b"b",
    b"R",
    b"\x81",
    b"\x93",
    b"a",
    b"s",
    b"u",
    b"e",
    b"0",
    b"2",
    b"o",
    found(CANARY, "canary"),
    call(found(CANARY, "canary")),
)


@given(st.data())
@settings(deadline=None, max_examples=examples(500), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_spoilt_bytes(drawn: st.DataObject) -> None:
    """Honest bytes that were changed at random are read or refused; nothing of theirs is called."""
    spoilt = bytearray(drawn.draw(st.sampled_from(HONEST)))
    for _ in range(drawn.draw(st.integers(1, 8))):
        place = drawn.draw(st.integers(0, len(spoilt)))
        match drawn.draw(st.integers(0, 3)):
            case 0:
                spoilt[place : place + 1] = bytes([drawn.draw(st.integers(0, 255))])
            case 1:
                spoilt[place:place] = drawn.draw(st.sampled_from(SPLICES))
            case 2:
                del spoilt[place : place + drawn.draw(st.integers(1, 10))]
            case _:
                second = drawn.draw(st.sampled_from(HONEST))
                spoilt[place:] = second[drawn.draw(st.integers(0, len(second))) :]

    with suppress(ValueError):
        unpacked(item(bytes(spoilt)))

    assert (called, heard) == ([], [])


@given(st.binary(max_size=200))
@settings(deadline=None, max_examples=examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes(evidence: bytes) -> None:
    """Bytes without any sense are refused by ValueError alone."""
    with suppress(ValueError):
        unpacked(evidence)

    assert (called, heard) == ([], [])
