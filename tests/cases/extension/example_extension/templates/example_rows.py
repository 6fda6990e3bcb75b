"""
title: How many rows the example counts
stage: loading
level: easy
knowledge: [counting]
needs: [df]
"""

# %%
"""
question: |
  How many rows does the table have? Answer with an integer.

validator:
  result:
"""

len(df)
