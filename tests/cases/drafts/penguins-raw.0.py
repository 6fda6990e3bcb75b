# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Palmer penguins, field records. Read `inputs/penguins-raw.csv`
  into a DataFrame named `df` with the default settings of the pandas reader and tell me its size as a
  tuple: the number of rows, then the number of columns.
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
  over the rows that have the same `studyName`, leaving the order of the rows and all other columns
  alone. What is the mean of `Delta 13 C (o/oo)` after that, as a float rounded to 3 decimals?
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
  A model cannot read `Species` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `Species`, named `species_` followed by the value as
  it is, in ascending order of the values (no value is left out). Answer with the sum of each column,
  as a Series indexed by column name in that order.
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
  I would like to hunt for outliers in any list of numbers. Write a function
  `outside_fences(values, factor)` that takes a list of at least four numbers and returns a list of
  those that are smaller than the first quartile minus `factor` times the interquartile range or
  larger than the third quartile plus `factor` times that range, in the order in which they stand in
  `values` and as often as they stand there. Quartiles are those of `np.quantile` with its default
  method. `values` must not be changed.
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
  How many values of `Flipper Length (mm)` in `df` does `outside_fences` return with a factor of 3,
  missing values left out? Answer with an integer.
validator:
  result:
"""

len(outside_fences(df["Flipper Length (mm)"].dropna().tolist(), 3))

# %%
"""
question: |-
  Does `Island` have anything to do with `Clutch Completion`? Run Pearson's chi-square test on the
  table of their counts in `df`, without continuity correction, and answer with a tuple: the test
  statistic rounded to 3 decimals, the degrees of freedom as an integer, and True if independence is
  rejected at the 5 percent level, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

observed = pd.crosstab(df["Island"], df["Clutch Completion"])
statistic, p_value, freedom, _ = stats.chi2_contingency(observed, correction=False)

(float(round(statistic, 3)), int(freedom), bool(p_value < 0.05))

# %%
"""
question: |-
  Bring `Culmen Length (mm)`, `Culmen Depth (mm)` and `Delta 15 N (o/oo)` of `df` into one column.
  Make a DataFrame `long` with two columns, `measure` (the name of the original column) and `value`,
  and one row for every value that is not missing; the order of its rows and its index do not matter.
  Then answer with the median of `value` for each `measure`, unrounded, as a Series indexed by
  `measure` in alphabetical order.
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

long = df[["Culmen Length (mm)", "Culmen Depth (mm)", "Delta 15 N (o/oo)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  A table of `Body Mass (g)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex` and
  three columns in this order: `Sex`, `rows` (how many rows in `df` belong to it, with or without
  `Body Mass (g)`) and `mean` (its mean `Body Mass (g)`, rounded to 2 decimals, missing values left
  out). The highest `mean` comes first; rows whose `mean`, as rounded, is equal are ordered by `Sex`
  ascending, and the index counts from 0. Rows without a `Sex` are left out.
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
  row's `Sex` (missing where `Sex` is), indexed from 0. In how many rows is `Body Mass (g)` greater
  than this `mean`? Answer with an integer.
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
  How unusual is each `Delta 13 C (o/oo)`? Add a last column `delta_13_c_o_oo_z` to `df`:
  `Delta 13 C (o/oo)` minus its mean, divided by its sample standard deviation (ddof=1), unrounded. In
  how many rows is `delta_13_c_o_oo_z` above 2 or below -2? Answer with an integer.
validator:
  namespace_check:
    df:
"""

df["delta_13_c_o_oo_z"] = (df["Delta 13 C (o/oo)"] - df["Delta 13 C (o/oo)"].mean()) / df["Delta 13 C (o/oo)"].std(ddof=1)

int((df["delta_13_c_o_oo_z"].abs() > 2).sum())

# %%
"""
question: |-
  Take the rows of `df` where `Body Mass (g)` is greater than 4100. Which `Island` occurs most often
  among them, and in how many of them? Answer with a tuple: the value of `Island`, then the count. If
  several are equally frequent, take the one that comes first in ascending order.
validator:
  result:
"""

rows_above = df.loc[df["Body Mass (g)"] > 4100, "Island"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  The names in `Species` are too long for axis labels. Add a last column `species_code` to `df` with
  the first three characters of `Species` in upper case. How many different codes are there, and is
  each of them used for one `Species` only? Answer with a tuple: the number of codes as an integer,
  then True or False.
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
