"""Similarity of problems: by the words of their questions, by the syntax trees of their code, and by both together.

Pure comparisons belong here; who compares which problems, and what is said about it, is decided elsewhere.
"""
