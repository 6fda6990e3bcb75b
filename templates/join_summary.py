"""
title: Compare each row with its group
stage: joining
knowledge: [joining, left join, comparison]
needs: [df, summary]
"""

# %%
"""
question: |
  [[Bring the `mean` of `summary` back to the single rows: || Set each single row beside the `mean` of `summary`:]] make a DataFrame `compared` with all {{ rows }} in `df` in their order,
  all columns of `df` and, last, the column `mean` that `summary` has for the row's {{ summary.group }}
  {% if summary.group.missing %}(missing where {{ summary.group }} is){% endif %}[[index:, indexed from 0]]. In how many {{ rows }} is
  {{ summary.amount }} greater than this `mean`?[[types: Answer with an integer.]]

validator:
  namespace_check:
    compared: "{{ same_table }}"
"""

compared = df.merge(summary[[{{ summary.group }}, "mean"]], on={{ summary.group }}, how="left")

int((compared[{{ summary.amount }}] > compared["mean"]).sum())
