"""Rules that hold a question against its reference, one module a rule, each with its `INFO` and a `check`.

`registry` imports them all, which who needs a single rule need not wait for.
"""
