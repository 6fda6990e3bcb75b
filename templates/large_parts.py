"""
title: Groups with a large part
stage: features
knowledge: [filtering, counting, grouping]
needs: [df, part]
presumes: rows of a whole
worth: answer|map(attribute=1)|max > 0
"""

# %%
"""
question: |
  Call a row dominant if it alone has more than a fifth of its {{ part.group }} by {{ part.column }}. How many
  dominant rows does each {{ part.group }} have? Answer with a Series of integers indexed by {{ part.group }}[[order:
  in ascending order]], with 0 for a {{ part.group }} that has none.

validator:
  result: "{{ same_table }}"
"""

(df[{{ part.column }}] > 0.2).groupby(df[{{ part.group }}]).sum().astype(int)
