# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - A Series by group stands in ascending order of its index.
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
  Add a last column `culmen_depth_mm_per_culmen_length_mm` to `df`: `Culmen Depth (mm)` divided by
  `Culmen Length (mm)`, missing where either of them is. What is its median, rounded to 3 decimals?
validator:
  namespace_check:
    df:
"""

df["culmen_depth_mm_per_culmen_length_mm"] = df["Culmen Depth (mm)"] / df["Culmen Length (mm)"]

float(round(df["culmen_depth_mm_per_culmen_length_mm"].median(), 3))

# %%
"""
question: |-
  In how many rows in `df` does `Delta 15 N (o/oo)` lie between 8.4 and 9, both limits included, and
  what percentage of all rows in `df` is that (those without a value count, too)? Answer with a tuple:
  the count, then the percentage rounded to 1 decimal.
validator:
  result:
"""

inside = df["Delta 15 N (o/oo)"].between(8.4, 9)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

# %%
"""
question: |-
  Bring `Culmen Length (mm)`, `Culmen Depth (mm)` and `Flipper Length (mm)` of `df` into one column.
  Make a DataFrame `long` with the columns `measure` (the name of the original column) and `value`,
  one row for every value that is not missing; its order and index do not matter. Answer with the
  median of `value` for each `measure`, unrounded: a Series indexed by `measure`.
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
  A most frequent value need not be the only one. Write a function `modes(values)` that returns the
  list of those different elements of the list `values` that occur most often, in the order of their
  first appearance. None counts for nothing and is never returned; without any other element the
  result is an empty list. `values` must not be changed.
validator:
  template: intact
  table_test:
    function_name: modes
    test_cases:
      -
        - [a, b, a]
      -
        - [b, a]
      -
        - []
      - ["`[None, None, 'x']`"]
      - ["`[None]`"]
      -
        - [3, 1, 3, 1, 2]
      - |
        ```
        def _generate():
            return ([random.choice(["p", "q", "r", "s", None]) for _ in range(random.randint(1, 40))],)
        ```
      - "//"
      - "//"
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

def modes(values):
    counts = {}
    for value in values:
        if value is not None:
            counts[value] = counts.get(value, 0) + 1
    highest = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == highest]

# %%
"""
question: |-
  Use `modes` on `Clutch Completion` twice: for the rows in `df` whose `Body Mass (g)` is at most
  4100, and for those where it is greater. Answer with a tuple of the two lists.
validator:
  result:
"""

complete_pairs = df[["Clutch Completion", "Body Mass (g)"]].dropna()
is_low = complete_pairs["Body Mass (g)"] <= 4100

(modes(complete_pairs.loc[is_low, "Clutch Completion"].tolist()), modes(complete_pairs.loc[~is_low, "Clutch Completion"].tolist()))

# %%
"""
question: |-
  Summarise `Delta 13 C (o/oo)` by `Species`. Make a DataFrame `summary` with one row per `Species`
  and the columns `Species`, `rows` (how many rows in `df` it has, with or without
  `Delta 13 C (o/oo)`) and `mean` (its mean `Delta 13 C (o/oo)`, rounded to 3 decimals), in this
  order. The highest `mean` comes first; rows whose `mean`, as rounded, is equal are ordered by
  `Species` ascending.
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
  Do the rows in `df` whose `studyName` is `PAL0809` stand out in `Body Mass (g)`? Compare them, as
  the first sample, with all other rows by Welch's t test (two-sided, variances not assumed equal).
  Answer with a tuple: the t statistic rounded to 3 decimals, then True if the p-value is below 0.05,
  else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["studyName"] == "PAL0809"
t_test = stats.ttest_ind(
    df.loc[chosen, "Body Mass (g)"].dropna(), df.loc[~chosen, "Body Mass (g)"].dropna(), equal_var=False
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
