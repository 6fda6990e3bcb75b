"""
title: Which columns can we calculate with
stage: loading
knowledge: [data types, selecting columns]
needs: [df]
where:
  - test: table.amounts
    says: an amount
  - test: table.numbers >= 2 and table.numbers < table.width
    says: both numeric columns and others
"""

# %%
"""
question: |
  [[Which columns of `df` are numeric to pandas || With which columns of `df` can one calculate, that is, which are numeric to pandas]] (integers or floats, no booleans)? Answer with a list of their names, in
  the order in which the columns stand in `df`.

validator:
  result:
"""

df.select_dtypes("number").columns.tolist()
