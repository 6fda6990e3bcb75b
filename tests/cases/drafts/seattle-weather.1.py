# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - Whole numbers are given as integers, rounded ones as floats.
# - Numbers are rounded as numpy rounds them.
import numpy as np
import pandas as pd

# %%
"""
question: |-
  We are going to look at Weather in Seattle. Read `inputs/seattle-weather.csv` into a DataFrame named
  `df` with the defaults of pandas. Answer with a tuple: its number of rows, then of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/seattle-weather.csv")

df.shape

# %%
"""
question: |-
  With which columns of `df` can one calculate, that is, which are numeric to pandas (integers or
  floats, no booleans)? Answer with a list of their names, in the order in which the columns stand in
  `df`.
validator:
  result:
"""

df.select_dtypes("number").columns.tolist()

# %%
"""
question: |-
  `date` was read as text in the format `%Y/%m/%d`. Convert it to datetimes inside `df` and tell me
  how many whole days lie between the earliest and the latest of them.
validator:
  namespace_check:
    df:
"""

df["date"] = pd.to_datetime(df["date"], format="%Y/%m/%d")

int((df["date"].max() - df["date"].min()).days)

# %%
"""
question: |-
  A model cannot read `weather` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `weather`, named `weather_` followed by the value, in
  ascending order of the values (none is left out). Answer with the sum of each column: a Series
  indexed by column name in that order.
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

encoded = pd.get_dummies(df["weather"], prefix="weather", dtype=int)

encoded.sum()

# %%
"""
question: |-
  Write a function `top_share(values, k)` that says how concentrated a list is: it returns the share,
  between 0 and 1 and unrounded, of the elements of `values` that belong to its `k` most frequent
  values. With fewer than `k` different values the share is 1.0, for an empty list it is 0.0. `k` is
  at least 1, and `values` must not be changed.
validator:
  table_test:
    function_name: top_share
    test_cases:
      -
        - [a, b, a, c]
        - 1
      -
        - [a, b, a, c]
        - 2
      -
        - [x]
        - 3
      -
        - []
        - 2
      -
        - [3, 3, 2, 2, 1]
        - 2
      - |
        ```
        def _generate():
            values = [random.choice("aaabbcdefg") for _ in range(random.randint(5, 60))]
            return values, random.randint(1, 4)
        ```
      - "//"
      - "//"
    output_checker:
      rtol: 1.0e-09
      atol: 1.0e-09
    input_validator: |
      def _validate(values, k):
          return isinstance(values, list) and k >= 1
"""

def top_share(values, k):
    if not values:
        return 0.0
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return sum(counts[:k]) / len(values)

# %%
"""
question: |-
  What does `top_share` give for `weather` of `df` with `k` set to 2? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

round(top_share(df["weather"].dropna().tolist(), 2), 3)

# %%
"""
question: |-
  What is usual for `precipitation` in each `weather`? Make a DataFrame `summary` with one row per
  `weather` and the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean
  `precipitation`, rounded to 2 decimals), in this order. The highest `mean` comes first; rows whose
  `mean`, as rounded, is equal are ordered by `weather` ascending.
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
    df.groupby("weather", observed=True)
    .agg(rows=("precipitation", "size"), mean=("precipitation", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`. In how many rows is `precipitation` greater than this `mean`?
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

compared = df.merge(summary[["weather", "mean"]], on="weather", how="left")

int((compared["precipitation"] > compared["mean"]).sum())

# %%
"""
question: |-
  Draw a scatter plot of `df` with matplotlib, in a figure of 6 by 4 inches: `temp_min` from left to
  right, `wind` upwards, the rows of each `weather` as a series of their own, in ascending order of
  `weather`, with a legend that names them.
validator:
  template: intact
  vis:
    legend: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

plt.figure(figsize=(6, 4))
for level, members in df.groupby("weather", observed=True):
    plt.scatter(members["temp_min"], members["wind"], label=level)
plt.legend()
plt.show()

# %%
"""
question: |-
  I need `temp_max` and `temp_min` of `df` in long form. Make a DataFrame `long` with the columns
  `measure` (the name of the original column) and `value`, one row for every value that is not
  missing; its order and index do not matter. Answer with the median of `value` for each `measure`,
  unrounded: a Series indexed by `measure` in the order of my list.
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

long = df[["temp_max", "temp_min"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median().reindex(["temp_max", "temp_min"])

# %%
"""
question: |-
  Smooth `precipitation` over time: order the rows in `df` by `date` (equal ones as they stand in
  `df`), and take the mean of `precipitation` over each row and the six rows before it. Store these
  means in that order, without the first six rows, which have none, indexed from 0, as a Series
  `smooth`. Answer with the highest of them, rounded to 2 decimals.
validator:
  namespace_check:
    smooth: |
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

ordered = df.sort_values("date", kind="stable")
smooth = ordered["precipitation"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

# %%
"""
question: |-
  How often is `temp_max` above 16 where `weather` is `sun`? Answer with a tuple of floats, rounded to
  1 decimal: the percentage of rows whose `temp_max` is greater than 16 among those whose `weather` is
  `sun`, then among all others.
validator:
  result:
"""

with_value = df.dropna(subset=["temp_max"])
is_above = with_value["temp_max"] > 16
has_level = with_value["weather"] == "sun"

(float(round(is_above[has_level].mean() * 100, 1)), float(round(is_above[~has_level].mean() * 100, 1)))
