"""Environment variables that are fixed for every process that runs cells, so that results repeat."""

FIXED = {
    # Each arena reserves address space, and that is what a cell's memory limit counts.
    "MALLOC_ARENA_MAX": "2",
    # Arrow's allocator would start a thread as soon as it is imported, and threads do not survive a fork.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    # There is no screen.
    "MPLBACKEND": "Agg",
    # Threads that wait for each other wait asleep: the machine runs other sessions meanwhile.
    "OMP_WAIT_POLICY": "PASSIVE",
    "KMP_BLOCKTIME": "0",
    # Compiled files would count as files that a cell has written.
    "PYTHONDONTWRITEBYTECODE": "1",
}
THREADS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OMP_THREAD_LIMIT",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "POLARS_MAX_THREADS",
    "RAYON_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",
)
"""Variables that say how many threads a library may start."""


def pinned_variables(*, hash_seed: int, timezone: str, locale: str, threads: int) -> dict[str, str]:
    """Return the variables; the fields of `Pins` that are some, by name."""
    return {
        **FIXED,
        "PYTHONHASHSEED": str(hash_seed),
        "TZ": timezone,
        "LANG": locale,
        "LC_ALL": locale,
        **dict.fromkeys(THREADS, str(threads)),
    }
