"""Asking a person for leave: what a stranger's files would do, and code without walls around it.

The verb ``authoring trust`` and the question at a terminal belong here; what needs leave is decided by api.
"""
