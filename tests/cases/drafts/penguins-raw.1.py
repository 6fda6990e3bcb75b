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
  `Date Egg` was read as text, written in the format `%Y-%m-%d`. Convert it to datetimes inside `df`
  and tell me how many whole days lie between the earliest and the latest of them, as an integer,
  ignoring any part of a day that is left over.
validator:
  namespace_check:
    df:
"""

df["Date Egg"] = pd.to_datetime(df["Date Egg"], format="%Y-%m-%d")

int((df["Date Egg"].max() - df["Date Egg"].min()).days)

# %%
"""
question: |-
  `Flipper Length (mm)` has gaps. Fill each of them, inside `df`, with the median of
  `Flipper Length (mm)` over the rows that have the same `studyName`, leaving the order of the rows
  and all other columns alone. What is the mean of `Flipper Length (mm)` after that, as a float
  rounded to 2 decimals?
validator:
  namespace_check:
    df:
"""

medians = df.groupby("studyName", observed=True)["Flipper Length (mm)"].transform("median")
df["Flipper Length (mm)"] = df["Flipper Length (mm)"].fillna(medians)

float(round(df["Flipper Length (mm)"].mean(), 2))

# %%
"""
question: |-
  In how many rows of `df` does `Delta 15 N (o/oo)` lie between 8.4 and 9, both limits included, and
  what percentage of all rows of `df` is that (rows without a value count as rows, too)? Answer with a
  tuple: the count, then the percentage rounded to 1 decimal.
validator:
  result:
"""

inside = df["Delta 15 N (o/oo)"].between(8.4, 9)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

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

# %%
"""
question: |-
  Add a last column `culmen_depth_mm_per_culmen_length_mm` to `df`: `Culmen Depth (mm)` divided by
  `Culmen Length (mm)`, missing where either of them is. What is its median, as a float rounded to 3
  decimals?
validator:
  namespace_check:
    df:
"""

df["culmen_depth_mm_per_culmen_length_mm"] = df["Culmen Depth (mm)"] / df["Culmen Length (mm)"]

float(round(df["culmen_depth_mm_per_culmen_length_mm"].median(), 3))

# %%
"""
question: |-
  Look only at the rows where `Delta 13 C (o/oo)` is greater than -26. Which `Clutch Completion`
  occurs most often among them, and in how many of them? Answer with a tuple: the value of
  `Clutch Completion`, then the count. If several are equally frequent, take the one that comes first
  in ascending order.
validator:
  result:
"""

rows_above = df.loc[df["Delta 13 C (o/oo)"] > -26, "Clutch Completion"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  How does `Body Mass (g)` differ by `Sex`? Make a DataFrame `summary` with one row per `Sex` and
  three columns in this order: `Sex`, `rows` (how many rows of `df` belong to it, with or without
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
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
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
  For a chart I need `Culmen Depth (mm)`, `Flipper Length (mm)`, `Body Mass (g)` and
  `Delta 15 N (o/oo)` of `df` in long form. Make a DataFrame `long` with two columns, `measure` (the
  name of the original column) and `value`, and one row for every value that is not missing; the order
  of its rows and its index do not matter. Then answer with the median of `value` for each `measure`,
  unrounded, as a Series indexed by `measure` in alphabetical order.
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

long = df[["Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)", "Delta 15 N (o/oo)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Take the first word of every entry of `Comments`, that is everything before its first white space
  (white space at the beginning of an entry does not count). Which three first words are most
  frequent? Answer with a Series of their counts indexed by the word, the most frequent first, equal
  counts in the order in which the words sort. Skip missing entries. If there are fewer than three,
  give all.
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

first = df["Comments"].str.split().str[0]

first.value_counts().sort_index().sort_values(ascending=False, kind="stable").head(3)

# %%
"""
question: |-
  How unusual is each `Flipper Length (mm)`? Add a last column `flipper_length_mm_z` to `df`:
  `Flipper Length (mm)` minus its mean, divided by its sample standard deviation (ddof=1), unrounded.
  In how many rows is `flipper_length_mm_z` above 2 or below -2? Answer with an integer.
validator:
  namespace_check:
    df:
"""

df["flipper_length_mm_z"] = (df["Flipper Length (mm)"] - df["Flipper Length (mm)"].mean()) / df["Flipper Length (mm)"].std(ddof=1)

int((df["flipper_length_mm_z"].abs() > 2).sum())

# %%
"""
question: |-
  Is `Culmen Length (mm)` different for the rows of `df` where `Island` is `Torgersen`? Compare them
  with all other rows by Welch's t test (two-sided, variances not assumed equal, missing values left
  out), the rows with `Torgersen` as the first sample. Answer with a tuple: the t statistic rounded to
  3 decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["Island"] == "Torgersen"
t_test = stats.ttest_ind(
    df.loc[chosen, "Culmen Length (mm)"].dropna(), df.loc[~chosen, "Culmen Length (mm)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  Write a function `longest_rise(values)` for a list of numbers: it returns the length of the longest
  stretch of consecutive elements in which each is greater than the one before. A single element is a
  stretch of length 1; an empty list has none, so the result is 0. Equal neighbours end a stretch.
  `values` must not be changed.
validator:
  table_test:
    function_name: longest_rise
    test_cases:
      -
        - []
      -
        - [7]
      -
        - [1, 2, 3, 4]
      -
        - [4, 3, 2, 1]
      -
        - [1, 2, 2, 3, 4, 5]
      -
        - [5, 1, 2, 3, 0, 1]
      -
        - [-1.5, -1.25, 0, 0.5, 0.5]
      - |
        ```
        def _generate():
            return ([random.randint(0, 9) for _ in range(random.randint(2, 80))],)
        ```
      - "//"
      - "//"
"""

def longest_rise(values):
    longest = length = 0
    for index, value in enumerate(values):
        rising = index > 0 and value > values[index - 1]
        length = length + 1 if rising else 1
        longest = max(longest, length)
    return longest

# %%
"""
question: |-
  Apply `longest_rise` to `Flipper Length (mm)` of `df`, in the order of the rows. Answer with an
  integer.
validator:
  result:
"""

longest_rise(df["Flipper Length (mm)"].tolist())
