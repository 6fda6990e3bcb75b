"""
title: Who is in the high band
stage: features
knowledge: [grouping, shares, derived columns]
needs: [df, band]
worth: spread(answer) >= 5 + 100 * group.noise
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..30}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= 5
    says: a group in which every level has five rows
  - test: group.name != band.amount.name
    says: a category besides the amount that was banded
"""

# %%
"""
question: |
  What percentage of the rows of each {{ group }} is `high` in {{ band.column }}? Answer with a Series indexed by
  {{ group }}[[order: in ascending order]], rounded to 1 decimal, with 0 for a {{ group }} that has none.

validator:
  result: "{{ same_table }}"
"""

(df[{{ band.column }}] == "high").groupby(df[{{ group }}]).mean().mul(100).round(1)
