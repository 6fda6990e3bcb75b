# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Missing values are left out.
# - Whole numbers are given as integers, rounded ones as floats.
# - Numbers are rounded as numpy rounds them.
import numpy as np
import pandas as pd

# %%
"""
question: |-
  We are going to look at Palmer penguins, field records. Read `inputs/penguins-raw.csv` into a
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
  `Flipper Length (mm)` has gaps. Fill each of them, inside `df`, with the median of
  `Flipper Length (mm)` over the rows that have the same `studyName`, and change nothing else. What is
  the mean of `Flipper Length (mm)` after that, rounded to 2 decimals?
validator:
  namespace_check:
    df:
"""

medians = df.groupby("studyName", observed=True)["Flipper Length (mm)"].transform("median")
df["Flipper Length (mm)"] = df["Flipper Length (mm)"].fillna(medians)

float(round(df["Flipper Length (mm)"].mean(), 2))

# %%
"""
question: |-
  Outliers of any list: write a function `outside_fences(values, factor)` that returns a list of those
  of at least four numbers that lie more than `factor` times the interquartile range below the first
  quartile or above the third, in their order and as often as they stand in `values`. Quartiles are
  those of `np.quantile` with its default method. `values` must not be changed.
validator:
  table_test:
    function_name: outside_fences
    test_cases:
      -
        - [1, 2, 3, 4]
        - 1.5
      -
        - [5, 5, 5, 5, 5, 9]
        - 1.5
      -
        - [-40, 1, 2, 2, 3, 3, 4, 50, -40]
        - 1.5
      -
        - [10, 12, 11, 13, 30, 12]
        - 3
      -
        - [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        - 0
      - |
        ```
        def _generate():
            size = random.randint(8, 60)
            values = [round(random.gauss(0, 1) ** 3, 3) for _ in range(size)]
            return values, random.choice([0.5, 1, 1.5, 3])
        ```
      - "//"
      - "//"
      - "//"
    input_validator: |
      def _validate(values, factor):
          return len(values) >= 4 and factor >= 0
"""

def outside_fences(values, factor):
    q1, q3 = np.quantile(values, [0.25, 0.75])
    low, high = q1 - factor * (q3 - q1), q3 + factor * (q3 - q1)
    return [value for value in values if value < low or value > high]

# %%
"""
question: |-
  How many values of `Delta 13 C (o/oo)` in `df` does `outside_fences` return with a factor of 3?
validator:
  result:
"""

len(outside_fences(df["Delta 13 C (o/oo)"].dropna().tolist(), 3))

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
  Summarise `Culmen Depth (mm)` by `Species`. Make a DataFrame `summary` with one row per `Species`
  and the columns `Species`, `rows` (how many rows in `df` it has, with or without
  `Culmen Depth (mm)`) and `mean` (its mean `Culmen Depth (mm)`, rounded to 2 decimals), in this
  order. The highest `mean` comes first.
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
    df.groupby("Species", observed=True)
    .agg(rows=("Culmen Depth (mm)", "size"), mean=("Culmen Depth (mm)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Species"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Species`. In how many rows is `Culmen Depth (mm)` greater than this `mean`?
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

compared = df.merge(summary[["Species", "mean"]], on="Species", how="left")

int((compared["Culmen Depth (mm)"] > compared["mean"]).sum())

# %%
"""
question: |-
  `Clutch Completion` is easier to count as True and False. Add a last column `is_clutch_completion`
  of booleans to `df`: whether `Clutch Completion` is `Yes`. Answer with a Series, indexed by
  `Island`, of the share of True within each, rounded to 3 decimals, the largest first.
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
  Take the rows of `df` where `Culmen Length (mm)` is greater than 44. Which `Species` is most
  frequent among them? Answer with a tuple: the `Species`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Culmen Length (mm)"] > 44, "Species"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Draw a vertical bar chart with matplotlib, in a figure of 6 by 4 inches: a bar for each `studyName`
  in `df`, in ascending order from the left, as high as its median of `Body Mass (g)`, with the
  `studyName` below it. Give the chart the title "Median by group".
validator:
  template: intact
  vis:
    titles: true
    ticks: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

bar_heights = df.groupby("studyName", observed=True)["Body Mass (g)"].median().sort_index()
plt.figure(figsize=(6, 4))
plt.bar(bar_heights.index, bar_heights)
plt.title("Median by group")
plt.show()

# %%
"""
question: |-
  What combinations of `Island` and `Clutch Completion` are there? Make a DataFrame `pairs` with the
  columns `Island`, `Clutch Completion` and `count`: one row for each combination in `df`, with its
  number of rows, the most frequent first. Answer with a tuple of two integers: how many combinations
  occur, and how many of all conceivable ones (any `Island` with any `Clutch Completion` in `df`) do
  not.
validator:
  namespace_check:
    pairs: |
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

pairs = (
    df.groupby(["Island", "Clutch Completion"], observed=True)
    .size()
    .reset_index(name="count")
    .sort_values(["count", "Island", "Clutch Completion"], ascending=[False, True, True])
    .reset_index(drop=True)
)

(len(pairs), int(df["Island"].nunique() * df["Clutch Completion"].nunique() - len(pairs)))
