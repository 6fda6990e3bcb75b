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
  I want to see the five rows with the highest `temp_min`: a DataFrame with the columns `date` and
  `temp_min`, in this order, from the highest down. Rows with equal `temp_min` keep the order they
  have in `df`.
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

rows_in_order = df.sort_values("temp_min", ascending=False, kind="stable")

rows_in_order[["date", "temp_min"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  What is the mean `wind` of each `weather`? Make a DataFrame `summary` with one row per `weather` and
  the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean `wind`, rounded to
  2 decimals), in this order. The highest `mean` comes first.
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
    .agg(rows=("wind", "size"), mean=("wind", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  `wind` has a long tail. Add a last column `log_wind` to `df` with the logarithm of `wind` to base
  10, unrounded. Answer with a tuple: the skewness of `wind`, then that of `log_wind` (as pandas
  computes it, corrected for bias), rounded to 3 decimals.
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

df["log_wind"] = np.log10(df["wind"])

(float(round(df["wind"].skew(), 3)), float(round(df["log_wind"].skew(), 3)))

# %%
"""
question: |-
  Round `log_wind` down to whole numbers: how many rows in `df` have each order of magnitude of
  `wind`? Answer with a Series of the counts, indexed by that integer in ascending order.
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

np.floor(df["log_wind"]).astype(int).value_counts().sort_index()

# %%
"""
question: |-
  Give the geometric mean of `wind` for each `weather`, 10 to the power of the mean of `log_wind`: a
  Series indexed by `weather` and rounded to 2 decimals, the largest first.
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

geometric_by_group = (10 ** df.groupby("weather", observed=True)["log_wind"].mean()).round(2)

geometric_by_group.sort_index().sort_values(ascending=False, kind="stable")

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

rows_in_time = df.sort_values("date", kind="stable")
smooth = rows_in_time["precipitation"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

# %%
"""
question: |-
  Look at the two most frequent values of `weather` only, `sun` and `fog`: how large is the median of
  `temp_max` among the rows with the first, and among those with the second? Answer with a tuple of
  two floats in this order, rounded to 2 decimals.
validator:
  result:
"""

level_medians = df[df["weather"].isin(["sun", "fog"])].groupby("weather")["temp_max"].median()

(float(round(level_medians["sun"], 2)), float(round(level_medians["fog"], 2)))

# %%
"""
question: |-
  How much of the variance of `wind` lies between the means of `weather`? Make a DataFrame `compared`
  with all rows in `df` in their order, all columns of `df` and, last, the column `mean` that
  `summary` has for the row's `weather`. Answer with the variance of `mean` divided by that of `wind`,
  both over the rows of `compared`, as a float rounded to 3 decimals.
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
joined_pairs = compared[["wind", "mean"]].dropna()

float(round(joined_pairs["mean"].var() / joined_pairs["wind"].var(), 3))

# %%
"""
question: |-
  Draw how the rows in `df` divide among the values of `weather`: a vertical bar chart by matplotlib,
  in a figure of 6 by 4 inches, with a bar for each `weather` as high as its number of rows and the
  `weather` below it, the most frequent on the left. Give the chart the title "Number of rows".
validator:
  template: intact
  vis:
    titles: true
    ticks: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

level_counts = df["weather"].value_counts().sort_index().sort_values(ascending=False, kind="stable")
plt.figure(figsize=(6, 4))
plt.bar(level_counts.index, level_counts)
plt.title("Number of rows")
plt.show()

# %%
"""
question: |-
  Which `weather` is more frequent at the top of `temp_min` than elsewhere? The top are the rows in
  `df` whose `temp_min` is at least its 90th percentile (linear interpolation, the default of pandas).
  Answer with a Series, indexed by `weather` in ascending order: the percentage of the top that each
  `weather` makes up (0 where none is there) minus its percentage of all rows, rounded to 1 decimal.
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

with_value = df.dropna(subset=["temp_min"])
is_top = with_value["temp_min"] >= with_value["temp_min"].quantile(0.9)
shares_by_level = with_value["weather"].value_counts(normalize=True).sort_index()
top_shares = with_value.loc[is_top, "weather"].value_counts(normalize=True).reindex(shares_by_level.index, fill_value=0)

(top_shares - shares_by_level).mul(100).round(1)

# %%
"""
question: |-
  Which two levels of `weather` are most alike in `precipitation`, `temp_max`, `temp_min` and `wind`?
  Standardise these columns over all rows in `df` (minus the mean, divided by the sample standard
  deviation, ddof=1), take the mean of each by `weather`, and the Euclidean distance between these
  means. Answer with a tuple of three: the two levels in ascending order, then their distance rounded
  to 3 decimals.
validator:
  result:
"""

from itertools import combinations

group_measures = df[["precipitation", "temp_max", "temp_min", "wind"]]
scaled_measures = (group_measures - group_measures.mean()) / group_measures.std(ddof=1)
group_centres = scaled_measures.groupby(df["weather"], observed=True).mean()
centre_distances = {
    pair: float(((group_centres.loc[pair[0]] - group_centres.loc[pair[1]]) ** 2).sum() ** 0.5)
    for pair in combinations(group_centres.index, 2)
}
closest_groups = min(centre_distances, key=centre_distances.get)

(*closest_groups, round(centre_distances[closest_groups], 3))
