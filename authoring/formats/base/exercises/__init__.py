"""Exercises made problem sets by rule: a question in words, its answer in code, and the validator that fits both.

`assembly` is the way in, for every format that holds questions with answers in Python. How a format's files are split
into exercises belongs to the format.
"""
