"""Files as tables: how a file is read, what its columns hold, and whether they hold personal data.

Runs inside the sandbox, because the bytes are a stranger's: standard library, numpy and pandas only. What the results
mean for a seed belongs to `authoring.seeds`.
"""
