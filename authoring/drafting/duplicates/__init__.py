"""Near-duplicates of questions and code, within a set, across the benchmark and against a seed's notebook.

Similarity of problems belongs here; which set is compared with which is decided by the caller.
"""
