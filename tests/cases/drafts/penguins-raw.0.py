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
  Is `Body Mass (g)` related to `Culmen Depth (mm)`? Give me their Pearson correlation over the rows
  in `df` that have both, rounded to 3 decimals.
validator:
  result:
"""

float(round(df["Body Mass (g)"].corr(df["Culmen Depth (mm)"]), 3))

# %%
"""
question: |-
  Add a last column `flipper_length_mm_per_culmen_length_mm` to `df`: `Flipper Length (mm)` divided by
  `Culmen Length (mm)`, missing where either of them is. What is its median, rounded to 3 decimals?
validator:
  namespace_check:
    df:
"""

df["flipper_length_mm_per_culmen_length_mm"] = df["Flipper Length (mm)"] / df["Culmen Length (mm)"]

float(round(df["flipper_length_mm_per_culmen_length_mm"].median(), 3))

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
  Use `modes` on `Island` twice: for the rows in `df` whose `Delta 15 N (o/oo)` is at most 8.7, and
  for those where it is greater. Answer with a tuple of the two lists.
validator:
  result:
"""

complete_pairs = df[["Island", "Delta 15 N (o/oo)"]].dropna()
is_low = complete_pairs["Delta 15 N (o/oo)"] <= 8.7

(modes(complete_pairs.loc[is_low, "Island"].tolist()), modes(complete_pairs.loc[~is_low, "Island"].tolist()))

# %%
"""
question: |-
  A table of `Body Mass (g)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex` and
  the columns `Sex`, `rows` (how many rows in `df` it has, with or without `Body Mass (g)`) and `mean`
  (its mean `Body Mass (g)`, rounded to 2 decimals), in this order. The highest `mean` comes first.
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
    .agg(rows=("Body Mass (g)", "size"), mean=("Body Mass (g)", "mean"))
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
  row's `Sex` (missing where `Sex` is). In how many rows is `Body Mass (g)` greater than this `mean`?
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

int((compared["Body Mass (g)"] > compared["mean"]).sum())

# %%
"""
question: |-
  Take the rows of `df` where `Delta 15 N (o/oo)` is greater than 8.7. Which `Species` is most
  frequent among them? Answer with a tuple: the `Species`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Delta 15 N (o/oo)"] > 8.7, "Species"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Make the register of `Individual ID` by first letter. Count how many of the different entries of
  `Individual ID` begin with each character, upper and lower case alike. Answer with a Series of the
  counts indexed by that character in upper case, ascending.
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

initials = pd.Series(df["Individual ID"].dropna().unique()).str[0].str.upper()

initials.value_counts().sort_index()

# %%
"""
question: |-
  Do a few extremes drive the mean of `Delta 13 C (o/oo)`? Leave out the lowest tenth and the highest
  tenth of its values, each rounded down to a whole number of values. Answer with a tuple of floats
  rounded to 3 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Delta 13 C (o/oo)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 3)), float(round(middle.mean(), 3)))
