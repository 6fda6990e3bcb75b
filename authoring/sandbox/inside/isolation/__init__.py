"""Isolation of untrusted code, from the outside in: rootfs, sandbox root and working directories, restrictions.

The rootfs is common to all sessions, a sandbox root belongs to one session tree, and the restrictions to one session.
Only the kernel is trusted to hold them. Each is put up by a process that has not yet run a cell, and none can be taken
down from inside.
"""
