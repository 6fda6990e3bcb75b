# %%
# Conventions:
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
  `Region` and `Stage` tell us nothing, because no two rows differ there. Drop these columns from `df`
  and answer with the list of the column names that are left, in their order.
validator:
  namespace_check:
    df:
"""

df = df.drop(columns=["Region", "Stage"])

df.columns.tolist()

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
  Numbers of different size should be made comparable. Write a function `rescale(values)` for a list
  of numbers and None: it returns a list of floats in the same order, the smallest number as 0.0, the
  largest as 1.0, those between in proportion; None stays None. If all numbers are equal, each becomes
  0.0; a list without numbers is returned as it is. `values` must not be changed.
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
  Apply `rescale` to `Delta 13 C (o/oo)` of `df`. What is the median of the result, rounded to 3
  decimals?
validator:
  result:
"""

float(round(np.median(rescale(df["Delta 13 C (o/oo)"].dropna().tolist())), 3))

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
  Does `studyName` have anything to do with `Clutch Completion`? Run Pearson's chi-square test on the
  table of their counts in `df`, without continuity correction. Answer with a tuple: the statistic
  rounded to 3 decimals, the degrees of freedom, and True if independence is rejected at the 5 percent
  level, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

observed = pd.crosstab(df["studyName"], df["Clutch Completion"])
statistic, p_value, freedom, _ = stats.chi2_contingency(observed, correction=False)

(float(round(statistic, 3)), int(freedom), bool(p_value < 0.05))

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
  Summarise `Body Mass (g)` by `Species`. Make a DataFrame `summary` with one row per `Species` and
  the columns `Species`, `rows` (how many rows in `df` it has, with or without `Body Mass (g)`) and
  `mean` (its mean `Body Mass (g)`, rounded to 2 decimals), in this order. The highest `mean` comes
  first; rows whose `mean`, as rounded, is equal are ordered by `Species` ascending, and the index
  counts from 0.
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
    .agg(rows=("Body Mass (g)", "size"), mean=("Body Mass (g)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Species"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Axis labels have to be shorter than `Species`. Add a last column `species_code` to `df` with the
  first three characters of `Species` in upper case. Answer with a tuple: the number of different
  codes, then True if each of them is used for one `Species` only, else False.
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

df["species_code"] = df["Species"].str[:3].str.upper()
names_per_code = df.groupby("species_code")["Species"].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))

# %%
"""
question: |-
  Draw a vertical bar chart with matplotlib, in a figure of 6 by 4 inches: a bar for each `Island` in
  `df`, in ascending order from the left, as high as its median of `Culmen Depth (mm)`, with the
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

bar_heights = df.groupby("Island", observed=True)["Culmen Depth (mm)"].median().sort_index()
plt.figure(figsize=(6, 4))
plt.bar(bar_heights.index, bar_heights)
plt.title("Median by group")
plt.show()

# %%
"""
question: |-
  Do a few extremes drive the mean of `Flipper Length (mm)`? Leave out the lowest tenth and the
  highest tenth of its values, each rounded down to a whole number of values. Answer with a tuple of
  floats rounded to 2 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Flipper Length (mm)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 2)), float(round(middle.mean(), 2)))
