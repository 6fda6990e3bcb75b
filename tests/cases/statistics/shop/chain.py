# %%
from math import sqrt

import pandas as pd

shop = pd.DataFrame({"town": ["Ulm", "Bern", "Ulm"], "sold": [4, 9, 16]})

# %%
"""
question: |
  How much was sold in each `town`? Store it as `totals`.
validator:
  namespace_check:
    totals:
"""

totals = shop.groupby("town")["sold"].sum()

# %%
"""
question: |
  What is the largest of `totals`?
"""

totals.max()

# %%
"""
question: |
  Add the column `root` to `shop`, the square root of `sold`.
validator:
  template: intact
  namespace_check:
    shop:
      ignore_dtypes: true
"""

shop["root"] = [sqrt(sold) for sold in shop["sold"]]

# %%
"""
question: |
  Which rows of `shop` have a `root` over `totals` of their town divided by 6? Store them as `rich`.
validator:
  namespace_check:
    rich:
execution:
  max_time: 5
"""

rich = shop[shop["root"] > shop["town"].map(totals) / 6]

# %%
"""
question: |
  How many rows has `rich`?
"""

len(rich)

# %%
"""
question: |
  Write a function `double` that doubles a series and turns it into text.
validator:
  table_test:
    function_name: double
    test_cases:
      - ["`pd.Series([1, 2])`"]
      - ["`pd.Series([], dtype=float)`"]
"""


def double(series):
    return series.mul(2).astype(str).str.upper()


# %%
"""
question: |
  What does `double` make of the numbers 1 and 2?
"""

double(pd.Series([1, 2])).to_list()

# %%
"""
question: |
  What is the square root of 16?
"""

sqrt(16)
