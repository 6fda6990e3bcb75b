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
  Summarise `Delta 13 C (o/oo)` by `Species`. Make a DataFrame `summary` with one row per `Species`
  and the columns `Species`, `rows` (how many rows in `df` it has, with or without
  `Delta 13 C (o/oo)`) and `mean` (its mean `Delta 13 C (o/oo)`, rounded to 3 decimals), in this
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
    .agg(rows=("Delta 13 C (o/oo)", "size"), mean=("Delta 13 C (o/oo)", "mean"))
    .round({"mean": 3})
    .reset_index()
    .sort_values(["mean", "Species"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Species`. In how many rows is `Delta 13 C (o/oo)` greater than this `mean`?
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

int((compared["Delta 13 C (o/oo)"] > compared["mean"]).sum())

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
  Take the rows of `df` where `Delta 15 N (o/oo)` is greater than 8.7. Which `studyName` is most
  frequent among them? Answer with a tuple: the `studyName`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Delta 15 N (o/oo)"] > 8.7, "studyName"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Extreme values of `Body Mass (g)` should not dominate a mean. Add a last column
  `body_mass_g_clipped` to `df`: `Body Mass (g)`, with every value below its 5th percentile set to
  that percentile, and every value above its 95th percentile to that one (linear interpolation, the
  default of pandas). What is the mean of `body_mass_g_clipped` minus the mean of `Body Mass (g)`,
  rounded to 3 decimals?
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

low, high = df["Body Mass (g)"].quantile([0.05, 0.95])
df["body_mass_g_clipped"] = df["Body Mass (g)"].clip(low, high)

float(round(df["body_mass_g_clipped"].mean() - df["Body Mass (g)"].mean(), 3))

# %%
"""
question: |-
  Do the rows in `df` whose `Clutch Completion` is `No` stand out in `Flipper Length (mm)`? Compare
  them, as the first sample, with all other rows by Welch's t test (two-sided, variances not assumed
  equal). Answer with a tuple: the t statistic rounded to 3 decimals, then True if the p-value is
  below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["Clutch Completion"] == "No"
t_test = stats.ttest_ind(
    df.loc[chosen, "Flipper Length (mm)"].dropna(), df.loc[~chosen, "Flipper Length (mm)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  What is the longest time without any entry? Order the different values of `Date Egg` and find the
  two neighbours that lie furthest apart. Answer with a tuple: the earlier one as text such as
  `2013-01-31`, then the whole days between them; of equally long breaks take the first.
validator:
  result:
"""

moments = pd.Series(df["Date Egg"].dropna().unique()).sort_values().reset_index(drop=True)
breaks = moments.diff().shift(-1)

(moments[breaks.idxmax()].strftime("%Y-%m-%d"), int(breaks.max().days))
