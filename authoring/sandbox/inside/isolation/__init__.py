"""The walls around untrusted code, outermost first: the house of all sessions, a family's own rooms, a session's bonds.

Only the kernel is trusted to hold them. Each is put up by a process that has not yet run a cell, and none can be taken
down from inside.
"""
