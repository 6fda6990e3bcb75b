"""Replies of language models: parsed and mended, never trusted.

Everything here is pure: no files, no model, and no code of a reply is run. Which request a reply answers, and what
happens to a draft because of it, belongs to the modules of `authoring.drafting` above.
"""
