"""Runs, each the work on one draft: begun, resumed and continued, and what all of them have recorded.

Which step follows which is not decided here but in `authoring.api.pipeline`.
"""
