"""Scripts and Markdown are split where their cells begin."""

from authoring.seeds.notebooks.text_formats import is_cell_script, markdown_cells, script_cells

PERCENT = """\
# ---
# jupyter: {}
# ---

# %% [markdown]
# How many?

# %% tags=["solution"]
len(df)
"""
DATABRICKS = """\
# Databricks notebook source
# MAGIC %md
# MAGIC # Rivers

# COMMAND ----------

x = 1
"""
MARKDOWN = """\
---
title: Rivers
---
Prose.

```python
x = 1
```

```bash
ls
```
"""


def test_percent_format() -> None:
    """The header is left out; kinds and tags are read."""
    assert list(script_cells(PERCENT)) == [("markdown", "How many?", ()), ("code", "len(df)", ("solution",))]


def test_export_of_databricks() -> None:
    """Its prose stands in comments of its own kind."""
    assert list(script_cells(DATABRICKS)) == [("markdown", "# Rivers", ()), ("code", "x = 1", ())]


def test_plain_scripts_have_no_cells() -> None:
    """Only a line that begins a cell makes a script one of cells."""
    assert is_cell_script(PERCENT)
    assert not is_cell_script("x = 1  # %%\n")


def test_markdown() -> None:
    """Fenced Python is code; other languages stay in the prose, and front matter is left out."""
    assert list(markdown_cells(MARKDOWN)) == [
        ("markdown", "Prose."),
        ("code", "x = 1"),
        ("markdown", "```bash\nls\n```"),
    ]
