"""Operators of rewriting: each module is a family with its `OPERATORS`, found by walking the folder."""
