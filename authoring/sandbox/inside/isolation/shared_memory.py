"""Shared memory of a branch: what it inherits mapped is mapped anew, so that no write reaches the session it came from.

A fork copies memory only when it is written to, but for what was mapped as shared: locks of `multiprocessing`, memory
maps, arrays that processes share. The client reads from outside which parts these are.
"""

import ctypes
import mmap
import os
from collections.abc import Sequence

from authoring.sandbox.inside.isolation.open_files import path_in

PROTECTIONS = {"r": mmap.PROT_READ, "w": mmap.PROT_WRITE, "x": mmap.PROT_EXEC}
MAP_FIXED = 0x10
MAP_SHARED, MAP_ANONYMOUS = 0x01, 0x20
MREMAP_MAYMOVE, MREMAP_FIXED = 1, 2
FAILED = ctypes.c_void_p(-1).value or 0
CHUNK = 65_536
"""Bytes copied at once: as many as an empty pipe takes."""
_libc = ctypes.CDLL(None, use_errno=True)


def renew(mappings: Sequence[tuple[int, int, str, int, str]], workdir: str) -> None:
    """Replace shared mappings by others with the same content, which only this process and its children share.

    Args:
        mappings: of each the first address, the size, the protection as ``/proc/PID/maps`` writes it, the place in the
            file, and the file's path.
        workdir: the folder of this session; a file of another session's folder is replaced by the same one here.

    Raises:
        OSError: there is no memory left.
    """
    _libc.mmap.restype = _libc.mremap.restype = ctypes.c_void_p
    for address, size, protection, offset, path in mappings:
        flags = sum(bit for letter, bit in PROTECTIONS.items() if letter in protection)
        if not _map_file(address, size, flags, offset, path_in(workdir, path), workdir):
            _map_copy(address, size, flags)


def _map_file(address: int, size: int, protection: int, offset: int, path: str, workdir: str) -> bool:
    """Map this session's own copy of a file; tell whether there is one."""
    if not path.startswith(f"{workdir}/") or path.endswith(" (deleted)"):
        return False
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return _mapped(address, size, protection, MAP_SHARED | MAP_FIXED, descriptor, offset) != FAILED
    finally:
        os.close(descriptor)


def _map_copy(address: int, size: int, protection: int) -> None:
    copy = _mapped(0, size, mmap.PROT_READ | mmap.PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    if copy == FAILED:
        _fail()
    reading, writing = os.pipe()
    # Through the kernel, which says so where a page of a file is gone; reading it ourselves would end this process.
    for begin in range(0, size, CHUNK) if protection & mmap.PROT_READ else ():
        length = ctypes.c_size_t(min(CHUNK, size - begin))
        written = _libc.write(writing, ctypes.c_void_p(address + begin), length)
        if written > 0:
            _libc.read(reading, ctypes.c_void_p(copy + begin), ctypes.c_size_t(written))
    os.close(reading)
    os.close(writing)
    if _libc.mprotect(ctypes.c_void_p(copy), ctypes.c_size_t(size), ctypes.c_int(protection)) < 0:
        _fail()
    words = (ctypes.c_void_p(copy), ctypes.c_size_t(size), ctypes.c_size_t(size))
    # In one step: there is no moment in which nothing is mapped there.
    moved = _libc.mremap(*words, ctypes.c_int(MREMAP_MAYMOVE | MREMAP_FIXED), ctypes.c_void_p(address))
    if moved == FAILED:
        _fail()


def _mapped(address: int, size: int, protection: int, flags: int, descriptor: int, offset: int) -> int:
    place, length, start = ctypes.c_void_p(address), ctypes.c_size_t(size), ctypes.c_long(offset)
    numbers = (ctypes.c_int(protection), ctypes.c_int(flags), ctypes.c_int(descriptor))
    result: int | None = _libc.mmap(place, length, *numbers, start)
    return FAILED if result is None else result


def _fail() -> None:
    number = ctypes.get_errno()
    raise OSError(number, os.strerror(number), "shared memory")
