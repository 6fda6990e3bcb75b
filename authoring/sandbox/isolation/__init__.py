"""Isolation as the client prepares it: detection of what the kernel supports, the seccomp filter, control groups.

Setting it up around a session, from within the process, belongs to `authoring.sandbox.inside.isolation`.
"""
