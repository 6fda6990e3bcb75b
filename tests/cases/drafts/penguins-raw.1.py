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
  `Body Mass (g)` has gaps. Fill each of them, inside `df`, with the median of `Body Mass (g)` over
  the rows that have the same `Island`, and change nothing else. What is the mean of `Body Mass (g)`
  after that, rounded to 2 decimals?
validator:
  namespace_check:
    df:
"""

medians_to_fill = df.groupby("Island", observed=True)["Body Mass (g)"].transform("median")
df["Body Mass (g)"] = df["Body Mass (g)"].fillna(medians_to_fill)

float(round(df["Body Mass (g)"].mean(), 2))

# %%
"""
question: |-
  Cross `Clutch Completion` with `studyName`: a DataFrame `grid` with one row per `Clutch Completion`
  (as the index), one column per `studyName`, both ascending, and in each cell the mean
  `Delta 13 C (o/oo)` of its rows, rounded to 3 decimals. Combinations without any value stay missing.
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
    index="Clutch Completion", columns="studyName", values="Delta 13 C (o/oo)", aggfunc="mean", observed=True
).round(3)

# %%
"""
question: |-
  Outliers of any list: write a function `outside_fences(values, factor)` that takes a list of at
  least four numbers and returns a list of those that lie more than `factor` times the interquartile
  range below the first quartile or above the third, in their order and as often as they stand in
  `values`. Quartiles are those of `np.quantile` with its default method. `values` must not be
  changed.
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
  How many values of `Culmen Depth (mm)` in `df` does `outside_fences` return with a factor of 3?
validator:
  result:
"""

len(outside_fences(df["Culmen Depth (mm)"].dropna().tolist(), 3))

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
  For each value of `Species`: how do the rows in `df` divide among the values of `Island`? Answer
  with a DataFrame with `Species` as its index and one column per `Island`, both ascending, of
  percentages that add up to 100 in each row before they are rounded to 1 decimal, with 0 where
  nothing belongs.
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

pd.crosstab(df["Species"], df["Island"], normalize="index").mul(100).round(1)

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
  Summarise `Delta 15 N (o/oo)` by `Sex`. Make a DataFrame `summary` with one row per `Sex` and the
  columns `Sex`, `rows` (how many rows in `df` it has, with or without `Delta 15 N (o/oo)`) and `mean`
  (its mean `Delta 15 N (o/oo)`, rounded to 3 decimals), in this order. The highest `mean` comes
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
    .agg(rows=("Delta 15 N (o/oo)", "size"), mean=("Delta 15 N (o/oo)", "mean"))
    .round({"mean": 3})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Which `Species` stands out most in `Body Mass (g)`? Turn `Species` into one indicator for every
  value, which is 1 in the rows that have it and 0 in all others, and take the Pearson correlation of
  each with `Body Mass (g)` in `df`. Answer with a tuple: the `Species` whose correlation is the
  farthest from 0, then that correlation rounded to 3 decimals.
validator:
  result:
"""

level_indicators = pd.get_dummies(df["Species"], dtype=float)
level_correlations = level_indicators.corrwith(df["Body Mass (g)"])
strongest_level = level_correlations.abs().idxmax()

(strongest_level, float(level_correlations[strongest_level].round(3)))

# %%
"""
question: |-
  Only `Biscoe` and `Dream`, the most frequent values of `Island`, matter now: how large is the median
  of `Flipper Length (mm)` among the rows with the first, and among those with the second? Answer with
  a tuple of two floats in this order, rounded to 2 decimals.
validator:
  result:
"""

level_medians = df[df["Island"].isin(["Biscoe", "Dream"])].groupby("Island")["Flipper Length (mm)"].median()

(float(round(level_medians["Biscoe"], 2)), float(round(level_medians["Dream"], 2)))

# %%
"""
question: |-
  How much of the variance of `Delta 15 N (o/oo)` lies between the means of `Sex`? Make a DataFrame
  `compared` with all rows in `df` in their order, all columns of `df` and, last, the column `mean`
  that `summary` has for the row's `Sex` (missing where `Sex` is). Answer with the variance of `mean`
  divided by that of `Delta 15 N (o/oo)`, both over the rows of `compared` that have both, as a float
  rounded to 3 decimals.
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
joined_pairs = compared[["Delta 15 N (o/oo)", "mean"]].dropna()

float(round(joined_pairs["mean"].var() / joined_pairs["Delta 15 N (o/oo)"].var(), 3))
