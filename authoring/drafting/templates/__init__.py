"""The engine of problem-set templates: reading them, filling their slots from a profile, and composing a draft.

What a template may ask of the data, and the drafter that needs no model, belong here; the templates themselves are
files of the workspace.
"""
