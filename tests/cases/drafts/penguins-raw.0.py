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
  Cross `Species` with `Island`: a DataFrame `grid` with one row per `Species` (as the index), one
  column per `Island`, both ascending, and in each cell the mean `Delta 15 N (o/oo)` of its rows,
  rounded to 3 decimals. Combinations without any value stay missing.
validator:
  template: intact
  namespace_check:
    grid: |
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

grid = df.pivot_table(
    index="Species", columns="Island", values="Delta 15 N (o/oo)", aggfunc="mean", observed=True
).round(3)

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
  Bring numbers to one scale: write a function `rescale(values)` for a list of numbers and None: it
  returns a list of floats in the same order, the smallest number as 0.0, the largest as 1.0, those
  between in proportion; None stays None. If all numbers are equal, each becomes 0.0; a list without
  numbers is returned as it is. `values` must not be changed.
validator:
  template: intact
  table_test:
    function_name: rescale
    test_cases:
      -
        - [1, 2, 3]
      -
        - [5, 5]
      -
        - []
      - ["`[None, 4, None, 8, 5]`"]
      - ["`[None]`"]
      -
        - [-10, 0, 30]
      - |
        ```
        def _generate():
            return ([random.choice([None, round(random.gauss(0, 9), 2)]) for _ in range(random.randint(3, 40))],)
        ```
      - "//"
      - "//"
    output_checker:
      atol: 1.0e-09
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

def rescale(values):
    numbers = [value for value in values if value is not None]
    if not numbers:
        return list(values)
    low, width = min(numbers), max(numbers) - min(numbers)
    return [None if value is None else (value - low) / width if width else 0.0 for value in values]

# %%
"""
question: |-
  Apply `rescale` to `Body Mass (g)` of `df`. What is the median of the result, rounded to 3 decimals?
validator:
  result:
"""

float(round(np.median(rescale(df["Body Mass (g)"].dropna().tolist())), 3))

# %%
"""
question: |-
  A table of `Flipper Length (mm)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex`
  and the columns `Sex`, `rows` (how many rows in `df` it has, with or without `Flipper Length (mm)`)
  and `mean` (its mean `Flipper Length (mm)`, rounded to 2 decimals), in this order. The highest
  `mean` comes first.
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
    .agg(rows=("Flipper Length (mm)", "size"), mean=("Flipper Length (mm)", "mean"))
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
  row's `Sex` (missing where `Sex` is). In how many rows is `Flipper Length (mm)` greater than this
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

int((compared["Flipper Length (mm)"] > compared["mean"]).sum())

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
  Take the rows of `df` where `Culmen Length (mm)` is greater than 44. Which `Island` is most frequent
  among them? Answer with a tuple: the `Island`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Culmen Length (mm)"] > 44, "Island"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Do a few extremes drive the mean of `Culmen Depth (mm)`? Leave out the lowest tenth and the highest
  tenth of its values, each rounded down to a whole number of values. Answer with a tuple of floats
  rounded to 2 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Culmen Depth (mm)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 2)), float(round(middle.mean(), 2)))
