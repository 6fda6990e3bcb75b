# %%
# Conventions:
# - A Series or DataFrame by group stands in ascending order of its index.
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Missing values are left out.
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
  `Culmen Depth (mm)` has gaps. Fill each of them, inside `df`, with the median of `Culmen Depth (mm)`
  over the rows that have the same `studyName`, and change nothing else. What is the mean of
  `Culmen Depth (mm)` after that, rounded to 2 decimals?
validator:
  namespace_check:
    df:
"""

medians_to_fill = df.groupby("studyName", observed=True)["Culmen Depth (mm)"].transform("median")
df["Culmen Depth (mm)"] = df["Culmen Depth (mm)"].fillna(medians_to_fill)

float(round(df["Culmen Depth (mm)"].mean(), 2))

# %%
"""
question: |-
  Not every row of `df` has a `Sex`. Put the text `unknown` where it is missing, inside `df`. Answer
  with the counts of rows of each `Sex` afterwards, a Series indexed by `Sex`.
validator:
  namespace_check:
    df:
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

df["Sex"] = df["Sex"].fillna("unknown")

df["Sex"].value_counts().sort_index()

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
  What would `tidy_name` call the columns of `df`, which keep their names for now? Answer with a list
  in their order.
validator:
  result:
"""

[tidy_name(name) for name in df.columns]

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
  Which of `Culmen Length (mm)`, `Culmen Depth (mm)`, `Flipper Length (mm)`, `Body Mass (g)`,
  `Delta 15 N (o/oo)` and `Delta 13 C (o/oo)` have a long tail, and on which side? Answer with a
  Series of their sample skewness (as pandas computes it, corrected for bias, missing values left
  out), indexed by column name and rounded to 2 decimals, the highest first.
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

skewness_by_column = df[["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)", "Delta 15 N (o/oo)", "Delta 13 C (o/oo)"]].skew().round(2)

skewness_by_column.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Compare the quartiles of `Flipper Length (mm)` between the values of `Clutch Completion`. Answer
  with a DataFrame, one row per `Clutch Completion` with `Clutch Completion` as the index, whose
  columns "q1", "q2" and "q3" are the first quartile, the median and the third quartile of
  `Flipper Length (mm)` (linear interpolation, the default of pandas), rounded to 2 decimals.
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

quartiles_by_group = df.groupby("Clutch Completion", observed=True)["Flipper Length (mm)"].quantile([0.25, 0.5, 0.75]).unstack()

quartiles_by_group.set_axis(["q1", "q2", "q3"], axis=1).round(2)

# %%
"""
question: |-
  Two texts are one truth value. Add a last column `is_clutch_completion` of booleans to `df`: whether
  `Clutch Completion` is `Yes`. Answer with a Series, indexed by `Species`, of the share of True
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
true_shares = df.groupby("Species", observed=True)["is_clutch_completion"].mean().round(3)

true_shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Look at the two most frequent values of `Island` only, `Biscoe` and `Dream`: how large is the median
  of `Delta 15 N (o/oo)` among the rows with the first, and among those with the second? Answer with a
  tuple of two floats in this order, rounded to 3 decimals.
validator:
  result:
"""

level_medians = df[df["Island"].isin(["Biscoe", "Dream"])].groupby("Island")["Delta 15 N (o/oo)"].median()

(float(round(level_medians["Biscoe"], 3)), float(round(level_medians["Dream"], 3)))

# %%
"""
question: |-
  Draw a vertical bar chart with matplotlib, in a figure of 6 by 4 inches: a bar for each `Island` in
  `df`, in ascending order from the left, as high as its median of `Culmen Length (mm)`, with the
  `Island` below it. Give the chart the title "Median by group".
validator:
  template: intact
  vis:
    titles: true
    ticks: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

bar_heights = df.groupby("Island", observed=True)["Culmen Length (mm)"].median().sort_index()
plt.figure(figsize=(6, 4))
plt.bar(bar_heights.index, bar_heights)
plt.title("Median by group")
plt.show()

# %%
"""
question: |-
  Take the median `Body Mass (g)` of all rows in `df`: in which `Species` do most lie above it? Answer
  with a Series, indexed by `Species`, of the percentage of rows whose `Body Mass (g)` is greater than
  that median, rounded to 1 decimal, the largest first.
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

with_value = df.dropna(subset=["Body Mass (g)"])
is_above = with_value["Body Mass (g)"] > with_value["Body Mass (g)"].median()
above_shares = is_above.groupby(with_value["Species"]).mean().mul(100).round(1)

above_shares.sort_index().sort_values(ascending=False, kind="stable")
