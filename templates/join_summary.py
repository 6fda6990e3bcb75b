"""
title: How much lies between groups
stage: joining
knowledge: [joining, left join, variance]
needs: [df, summary]
worth: 0.03 <= answer <= 0.97 and shown <= 0.25
shows: "float(((joined_pairs[{{ summary.amount }}] - joined_pairs[{{ summary.amount }}].mean()) ** 2).max() / (joined_pairs[{{ summary.amount }}].var() * len(joined_pairs)))"
"""

# %%
"""
question: |
  [[How much of the variance of {{ summary.amount }} lies between the means of {{ summary.group }}? || Bring the `mean`
  of `summary` back to the single rows.]] Make a DataFrame `compared` with all {{ rows }} in `df` in their order, all
  columns of `df` and, last, the column `mean` that `summary` has for the row's {{ summary.group }}
  {% if summary.group.missing %}(missing where {{ summary.group }} is){% endif %}[[index:, indexed from 0]]. Answer
  with the variance of `mean` divided by that of {{ summary.amount }}, both over the {{ rows }} of `compared`
  {% if summary.amount.missing or summary.group.missing %} that have both{% endif %}, as a float rounded to 3 decimals.

validator:
  namespace_check:
    compared: "{{ same_table }}"
"""

compared = df.merge(summary[[{{ summary.group }}, "mean"]], on={{ summary.group }}, how="left")
joined_pairs = compared[[{{ summary.amount }}, "mean"]].dropna()

float(round(joined_pairs["mean"].var() / joined_pairs[{{ summary.amount }}].var(), 3))
