"""Which variables of a session share objects or memory, and which of them the text of a cell can reach.

Only what needs no run of the session's code belongs here; comparing values before and after a cell is the work of
`authoring.sandbox.inside.changes`.
"""
