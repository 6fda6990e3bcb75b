"""The rules of lint, one module a rule, each with its `INFO` (code, name, explanation, examples) and a `check`.

A rule is added by its module here and by its cases, ``tests/cases/lint/CODE.yml``; installed packages add rules through
entry points of the group ``authoring.dseal.rules``. Rules read a parsed text and what is known of its input files; they
open no file and run no code. `registry` imports them all, which who needs a single rule need not wait for.
"""
