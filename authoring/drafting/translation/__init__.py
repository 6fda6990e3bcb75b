"""Translations of an admitted set's questions: requested from a model, then checked by rules.

What must stay the same in every language, and the findings about it, belong here; a person's review of a translation
does not.
"""
