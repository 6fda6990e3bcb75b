"""Drafting: everything that writes or rewrites the text of a problem set.

Drafters (templates, models, imported sets), the prompts and the reading of replies, repair, revision, translation,
lessons from reviews, synthetic tables and the search for duplicates belong here. Running a draft and judging what comes
of it belongs to `authoring.gate`.
"""
