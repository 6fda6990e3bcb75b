"""
title: Which columns hold numbers
stage: loading
knowledge: [data types, selecting columns]
needs: [df]
where:
  - test: table.amounts
    says: an amount
  - test: table.numbers >= 2 and table.width - table.numbers >= 2
    says: both numeric columns and several others
  - test: not table.empty
    says: a value in every column, because pandas takes what is empty for numbers
"""

# %%
"""
question: |
  [[Which columns of `df` are numeric to pandas || Which columns of `df` hold numbers to pandas]] (integers or floats, no
  booleans)? Answer with a list of their names, in the order in which the columns stand in `df`.

validator:
  result:
"""

df.select_dtypes("number").columns.tolist()
