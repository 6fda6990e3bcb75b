# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Missing values are left out.
# - Whole numbers are given as integers, rounded ones as floats.
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
  From here on I only want rows in which `Culmen Length (mm)` is known. Remove the others from `df`,
  number the remaining rows from 0 in their order, and tell me how many are left.
validator:
  namespace_check:
    df:
"""

df = df.dropna(subset=["Culmen Length (mm)"]).reset_index(drop=True)

len(df)

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
  Bring `Culmen Length (mm)`, `Culmen Depth (mm)` and `Flipper Length (mm)` of `df` into one column.
  Make a DataFrame `long` with the columns `measure` (the name of the original column) and `value`,
  one row for every value that is not missing; its order and index do not matter. Answer with the
  median of `value` for each `measure`, unrounded: a Series indexed by `measure` in alphabetical
  order.
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

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  A table of `Body Mass (g)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex` and
  the columns `Sex`, `rows` (how many rows in `df` it has, with or without `Body Mass (g)`) and `mean`
  (its mean `Body Mass (g)`, rounded to 2 decimals), in this order. The highest `mean` comes first.
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
  `Clutch Completion` is `Yes`. Answer with a Series, indexed by `studyName`, of the share of True
  within each, rounded to 3 decimals, the largest first.
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
true_shares = df.groupby("studyName", observed=True)["is_clutch_completion"].mean().round(3)

true_shares.sort_index().sort_values(ascending=False, kind="stable")

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
  Do a few extremes drive the mean of `Delta 13 C (o/oo)`? Leave out the lowest tenth and the highest
  tenth of its values, each rounded down to a whole number of values. Answer with a tuple of floats
  rounded to 3 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Delta 13 C (o/oo)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 3)), float(round(middle.mean(), 3)))

# %%
"""
question: |-
  How sure can we be of the mean of `Culmen Length (mm)`? Bootstrap it: with
  `rng = np.random.default_rng(0)` draw 500 times, in a loop, by `rng.choice` with replacement, as
  many values as `df` has rows from `Culmen Length (mm)` as a numpy array in the order of `df`. Answer
  with a tuple: the 2.5th and the 97.5th percentile of the 500 means (linear interpolation, the
  default of numpy), rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

measured = df["Culmen Length (mm)"].to_numpy()
rng = np.random.default_rng(0)
draw_means = [rng.choice(measured, size=len(measured), replace=True).mean() for _ in range(500)]

tuple(float(bound) for bound in np.percentile(draw_means, [2.5, 97.5]).round(3))

# %%
"""
question: |-
  Look for the longest break in `Date Egg`. Order the different values of `Date Egg` and find the two
  neighbours that lie furthest apart. Answer with a tuple: the earlier one as text such as
  `2013-01-31`, then the whole days between them; of equally long breaks take the first.
validator:
  result:
"""

moments = pd.Series(df["Date Egg"].dropna().unique()).sort_values().reset_index(drop=True)
breaks = moments.diff().shift(-1)

(moments[breaks.idxmax()].strftime("%Y-%m-%d"), int(breaks.max().days))
