"""Drafting problem sets: about tables, about modules, one or many, at once or by a provider's batches.

What is drafted is said in a request, and every draft is a run (`authoring.api.runs`). How a draft is written belongs to
`authoring.drafting`, and the order of its steps to `authoring.api.pipeline`.
"""
