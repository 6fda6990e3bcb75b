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

medians = df.groupby("Island", observed=True)["Body Mass (g)"].transform("median")
df["Body Mass (g)"] = df["Body Mass (g)"].fillna(medians)

float(round(df["Body Mass (g)"].mean(), 2))

# %%
"""
question: |-
  A model cannot read `Species` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `Species`, named `species_` followed by the value, in
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

encoded = pd.get_dummies(df["Species"], prefix="species", dtype=int)

encoded.sum()

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
  For each value of `Clutch Completion`: how do the rows in `df` divide among the values of
  `studyName`? Answer with a DataFrame with `Clutch Completion` as its index and one column per
  `studyName`, both ascending, of percentages that add up to 100 in each row before they are rounded
  to 1 decimal, with 0 where nothing belongs.
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

pd.crosstab(df["Clutch Completion"], df["studyName"], normalize="index").mul(100).round(1)

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

skewness = df[["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)", "Delta 15 N (o/oo)", "Delta 13 C (o/oo)"]].skew().round(2)

skewness.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Summarise `Culmen Depth (mm)` by `Sex`. Make a DataFrame `summary` with one row per `Sex` and the
  columns `Sex`, `rows` (how many rows in `df` it has, with or without `Culmen Depth (mm)`) and `mean`
  (its mean `Culmen Depth (mm)`, rounded to 2 decimals), in this order. The highest `mean` comes
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
    .agg(rows=("Culmen Depth (mm)", "size"), mean=("Culmen Depth (mm)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Divide the rows in `df` into bands of `Body Mass (g)`: add a last column `body_mass_g_band` with the
  text `low` up to and including 3700, `middle` above that up to and including 4500, and `high`
  beyond. Answer with the number of rows of each: a Series indexed by `low`, `middle` and `high`, in
  this order.
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

edges = [-np.inf, 3700, 4500, np.inf]
df["body_mass_g_band"] = pd.cut(df["Body Mass (g)"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["body_mass_g_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  Write a function `band_of(value)` that returns the band of a number by the limits of
  `body_mass_g_band`: `low` up to and including 3700, `middle` above that up to and including 4500,
  `high` beyond; for None `unknown`.
validator:
  table_test:
    function_name: band_of
    test_cases:
      - ["`3700`"]
      - ["`4500`"]
      - ["`3700 + 1e-6`"]
      - ["`4500 + 1e-6`"]
      - ["`3700 - 1000`"]
      - ["`4500 + 1000`"]
      - ["`(3700 + 4500) / 2`"]
      - ["`None`"]
      - ["`random.uniform(2700.0, 6300.0)`"]
      - "//"
      - "//"
"""

def band_of(value):
    if value is None:
        return "unknown"
    if value <= 3700:
        return "low"
    return "middle" if value <= 4500 else "high"

# %%
"""
question: |-
  Take the rows of `df` where `Delta 13 C (o/oo)` is greater than -26. Which `Island` is most frequent
  among them? Answer with a tuple: the `Island`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Delta 13 C (o/oo)"] > -26, "Island"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  How much of the variance of `Culmen Depth (mm)` lies between the means of `Sex`? Make a DataFrame
  `compared` with all rows in `df` in their order, all columns of `df` and, last, the column `mean`
  that `summary` has for the row's `Sex` (missing where `Sex` is). Answer with the variance of `mean`
  divided by that of `Culmen Depth (mm)`, both over the rows of `compared` that have both, as a float
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
pairs = compared[["Culmen Depth (mm)", "mean"]].dropna()

float(round(pairs["mean"].var() / pairs["Culmen Depth (mm)"].var(), 3))

# %%
"""
question: |-
  Take the median `Flipper Length (mm)` of all rows in `df`: in which `studyName` do most lie above
  it? Answer with a Series, indexed by `studyName`, of the percentage of rows whose
  `Flipper Length (mm)` is greater than that median, rounded to 1 decimal, the largest first.
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

with_value = df.dropna(subset=["Flipper Length (mm)"])
is_above = with_value["Flipper Length (mm)"] > with_value["Flipper Length (mm)"].median()
above_shares = is_above.groupby(with_value["studyName"]).mean().mul(100).round(1)

above_shares.sort_index().sort_values(ascending=False, kind="stable")
