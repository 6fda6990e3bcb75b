"""Verbs for what was made already: admitted sets and drafts that are removed, renamed, reopened or edited."""
