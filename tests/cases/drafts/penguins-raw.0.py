# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Whole numbers are given as integers, rounded ones as floats.
# - Numbers are rounded as numpy rounds them.
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about Palmer penguins, field records. Read `inputs/penguins-raw.csv` into a
  DataFrame named `df` with the defaults of pandas. Answer with a tuple: its number of rows, then of
  columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/penguins-raw.csv")

df.shape

# %%
"""
question: |-
  `Date Egg` was read as text in the format `%Y-%m-%d`. Convert it to datetimes inside `df` and tell
  me how many whole days lie between the earliest and the latest of them.
validator:
  namespace_check:
    df:
"""

df["Date Egg"] = pd.to_datetime(df["Date Egg"], format="%Y-%m-%d")

int((df["Date Egg"].max() - df["Date Egg"].min()).days)

# %%
"""
question: |-
  `Delta 13 C (o/oo)` has gaps. Fill each of them, inside `df`, with the median of `Delta 13 C (o/oo)`
  over the rows that have the same `studyName`, and change nothing else. What is the mean of
  `Delta 13 C (o/oo)` after that, rounded to 3 decimals?
validator:
  namespace_check:
    df:
"""

medians = df.groupby("studyName", observed=True)["Delta 13 C (o/oo)"].transform("median")
df["Delta 13 C (o/oo)"] = df["Delta 13 C (o/oo)"].fillna(medians)

float(round(df["Delta 13 C (o/oo)"].mean(), 3))

# %%
"""
question: |-
  Turn `Species` into indicators. Make a DataFrame `encoded` with the index of `df` and one column of
  integers 0 and 1 for every value of `Species`, named `species_` followed by the value, in ascending
  order of the values (none is left out). Answer with the sum of each column: a Series indexed by
  column name in that order.
validator:
  namespace_check:
    encoded: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

encoded = pd.get_dummies(df["Species"], prefix="species", dtype=int)

encoded.sum()

# %%
"""
question: |-
  Write a function `tidy_name(name)` that makes a column name easy to type: the text in lower case,
  every run of characters other than the letters a to z and the digits 0 to 9 replaced by one
  underscore, without underscores at the beginning and the end; `column` if nothing is left.
validator:
  table_test:
    function_name: tidy_name
    test_cases:
      - [Region]
      - [Stage]
      - ["Body Mass (g)"]
      - ["  % of total -- 2019 "]
      - [__id__]
      - [already_tidy]
      - ["?!"]
      - [""]
      - |
        ```
        def _generate():
            signs = "ABCxyz019 _-.()/%"
            return ("".join(random.choice(signs) for _ in range(random.randint(1, 20))),)
        ```
      - "//"
      - "//"
"""

import re


def tidy_name(name):
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "column"

# %%
"""
question: |-
  How many rows in `df` fall into each calendar month by `Date Egg`? Answer with a Series in order of
  time, indexed by the month as text such as `2013-01` (year, hyphen, two digits); months without rows
  do not appear.
validator:
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

df["Date Egg"].dt.strftime("%Y-%m").value_counts().sort_index()

# %%
"""
question: |-
  A table of `Body Mass (g)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex` and
  the columns `Sex`, `rows` (how many rows in `df` it has, with or without `Body Mass (g)`) and `mean`
  (its mean `Body Mass (g)`, rounded to 2 decimals, missing values left out), in this order. The
  highest `mean` comes first. Rows without `Sex` are left out.
validator:
  template: intact
  namespace_check:
    summary: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

summary = (
    df.groupby("Sex", observed=True)
    .agg(rows=("Body Mass (g)", "size"), mean=("Body Mass (g)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Set each single row beside the `mean` of `summary`: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Sex` (missing where `Sex` is). In how many rows is `Body Mass (g)` greater than this `mean`?
validator:
  namespace_check:
    compared: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

compared = df.merge(summary[["Sex", "mean"]], on="Sex", how="left")

int((compared["Body Mass (g)"] > compared["mean"]).sum())

# %%
"""
question: |-
  Two texts are one truth value. Add a last column `is_clutch_completion` of booleans to `df`: whether
  `Clutch Completion` is `Yes`. Answer with a Series, indexed by `Island`, of the share of True within
  each, rounded to 3 decimals, the largest first.
validator:
  namespace_check:
    df: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

df["is_clutch_completion"] = df["Clutch Completion"] == "Yes"
true_shares = df.groupby("Island", observed=True)["is_clutch_completion"].mean().round(3)

true_shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Bring `Culmen Length (mm)`, `Culmen Depth (mm)` and `Flipper Length (mm)` of `df` into one column.
  Make a DataFrame `long` with the columns `measure` (the name of the original column) and `value`,
  one row for every value that is not missing; its order and index do not matter. Answer with the
  median of `value` for each `measure`, unrounded: a Series indexed by `measure` in the order of my
  list.
validator:
  namespace_check:
    long: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_column_type", "check_names", "check_categorical"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              ordered = [
                  table.sort_values(list(table.columns), key=lambda column: column.astype(object)).reset_index(drop=True)
                  for table in (submission, reference)
              ]
              pd.testing.assert_frame_equal(*ordered, **options)
          except (AssertionError, AttributeError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

long = df[["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median().reindex(["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)"])

# %%
"""
question: |-
  Take the rows of `df` where `Delta 15 N (o/oo)` is greater than 8.7. Which `Island` is most frequent
  among them? Answer with a tuple: the `Island`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Delta 15 N (o/oo)"] > 8.7, "Island"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Who comes first in its `studyName`? Add a last column `delta_13_c_o_oo_rank` to `df`: the rank of
  the row's `Delta 13 C (o/oo)` within its `studyName`, an integer, 1 for the highest, equal values
  sharing their best (1, 2, 2, 4). What is the lowest `Delta 13 C (o/oo)` at rank 1?
validator:
  namespace_check:
    df: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

ranks = df.groupby("studyName", observed=True)["Delta 13 C (o/oo)"].rank(method="min", ascending=False)
df["delta_13_c_o_oo_rank"] = ranks.astype(int)

df.loc[df["delta_13_c_o_oo_rank"] == 1, "Delta 13 C (o/oo)"].min().item()
