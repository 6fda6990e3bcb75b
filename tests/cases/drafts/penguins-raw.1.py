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
  From here on I only want rows in which `Body Mass (g)` is known. Remove the others from `df`, number
  the remaining rows from 0 in their order, and tell me how many are left.
validator:
  namespace_check:
    df:
"""

df = df.dropna(subset=["Body Mass (g)"]).reset_index(drop=True)

len(df)

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
  Do the values of `Species` differ in `Body Mass (g)`, normal or not? Run the Kruskal-Wallis H test
  (corrected for ties, as scipy does) on `Body Mass (g)` divided by `Species`. Answer with a tuple:
  the H statistic rounded to 2 decimals, then True if the p-value is below 0.01, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

samples = [members for _, members in df.groupby("Species", observed=True)["Body Mass (g)"]]
kruskal = stats.kruskal(*samples)

(float(round(kruskal.statistic, 2)), bool(kruskal.pvalue < 0.01))

# %%
"""
question: |-
  Summarise `Delta 13 C (o/oo)` by `Sex`. Make a DataFrame `summary` with one row per `Sex` and the
  columns `Sex`, `rows` (how many rows in `df` it has, with or without `Delta 13 C (o/oo)`) and `mean`
  (its mean `Delta 13 C (o/oo)`, rounded to 3 decimals), in this order. The highest `mean` comes
  first.
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
    .agg(rows=("Delta 13 C (o/oo)", "size"), mean=("Delta 13 C (o/oo)", "mean"))
    .round({"mean": 3})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Sex` (missing where `Sex` is). In how many rows is `Delta 13 C (o/oo)` greater than this
  `mean`?
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

int((compared["Delta 13 C (o/oo)"] > compared["mean"]).sum())

# %%
"""
question: |-
  Take the rows of `df` where `Culmen Depth (mm)` is greater than 17. Which `studyName` is most
  frequent among them? Answer with a tuple: the `studyName`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Culmen Depth (mm)"] > 17, "studyName"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  A measure of variety would help. Write a function `evenness(values)` for a list: the Shannon entropy
  of the shares of its different values (natural logarithm), divided by the natural logarithm of their
  number, so that 1 means that all are equally frequent. With fewer than two different values it
  returns 0.0. `values` must not be changed.
validator:
  template: intact
  table_test:
    function_name: evenness
    test_cases:
      -
        - [a, b]
      -
        - [a, a, a, b]
      -
        - [x]
      -
        - []
      -
        - [1, 2, 3, 3, 3, 3]
      - |
        ```
        def _generate():
            return ([random.choice("aaabbcd") for _ in range(random.randint(5, 80))],)
        ```
      - "//"
      - "//"
    output_checker:
      rtol: 1.0e-09
      atol: 1.0e-09
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

import math


def evenness(values):
    counts = [values.count(value) for value in set(values)]
    if len(counts) < 2:
        return 0.0
    shares = sorted(count / len(values) for count in counts)
    return -sum(share * math.log(share) for share in shares) / math.log(len(shares))

# %%
"""
question: |-
  Apply `evenness` to `Island` of `df`. Answer with a float rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

round(evenness(df["Island"].dropna().tolist()), 3)

# %%
"""
question: |-
  Draw a vertical bar chart with matplotlib, in a figure of 6 by 4 inches: a bar for each
  `Clutch Completion` in `df`, in ascending order from the left, as high as its median of
  `Flipper Length (mm)`, with the `Clutch Completion` below it. Give the chart the title "Median by
  group".
validator:
  template: intact
  vis:
    titles: true
    ticks: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

bar_heights = df.groupby("Clutch Completion", observed=True)["Flipper Length (mm)"].median().sort_index()
plt.figure(figsize=(6, 4))
plt.bar(bar_heights.index, bar_heights)
plt.title("Median by group")
plt.show()

# %%
"""
question: |-
  Do a few extremes drive the mean of `Culmen Length (mm)`? Leave out the lowest tenth and the highest
  tenth of its values, each rounded down to a whole number of values. Answer with a tuple of floats
  rounded to 2 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Culmen Length (mm)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 2)), float(round(middle.mean(), 2)))
