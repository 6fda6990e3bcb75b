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
  Not every row of `df` has a `Sex`. Put the text `unknown` where it is missing, inside `df`, and
  count the rows of each `Sex` afterwards. Answer with a Series indexed by `Sex`, sorted by that index
  in ascending order.
validator:
  namespace_check:
    df:
  result:
    ignore_names: true
"""

df["Sex"] = df["Sex"].fillna("unknown")

df["Sex"].value_counts().sort_index()

# %%
"""
question: |-
  In how many rows of `df` does `Culmen Length (mm)` lie between 41 and 47, both limits included, and
  what percentage of all rows of `df` is that (rows without a value count as rows, too)? Answer with a
  tuple: the count, then the percentage rounded to 1 decimal.
validator:
  result:
"""

inside = df["Culmen Length (mm)"].between(41, 47)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

# %%
"""
question: |-
  How many rows of `df` fall into each calendar month by `Date Egg`? Answer with a Series in order of
  time, indexed by the month as text such as `2013-01` (year, hyphen, two digits); months without rows
  do not appear.
validator:
  result:
    ignore_names: true
"""

df["Date Egg"].dt.strftime("%Y-%m").value_counts().sort_index()

# %%
"""
question: |-
  Add a last column `delta_15_n_o_oo_per_culmen_depth_mm` to `df`: `Delta 15 N (o/oo)` divided by
  `Culmen Depth (mm)`, missing where either of them is. What is its median, as a float rounded to 3
  decimals?
validator:
  namespace_check:
    df:
"""

df["delta_15_n_o_oo_per_culmen_depth_mm"] = df["Delta 15 N (o/oo)"] / df["Culmen Depth (mm)"]

float(round(df["delta_15_n_o_oo_per_culmen_depth_mm"].median(), 3))

# %%
"""
question: |-
  How does `Body Mass (g)` differ by `studyName`? Make a DataFrame `summary` with one row per
  `studyName` and three columns in this order: `studyName`, `rows` (how many rows of `df` belong to
  it, with or without `Body Mass (g)`) and `mean` (its mean `Body Mass (g)`, rounded to 2 decimals,
  missing values left out). The highest mean comes first, equal means are ordered by `studyName`
  ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("studyName", observed=True)
    .agg(rows=("Body Mass (g)", "size"), mean=("Body Mass (g)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "studyName"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `studyName`, indexed from 0. In how many rows is `Body Mass (g)` greater than this `mean`?
  Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["studyName", "mean"]], on="studyName", how="left")

int((compared["Body Mass (g)"] > compared["mean"]).sum())

# %%
"""
question: |-
  Which entry of `Species` is the longest, counting every character and blank? Answer with a tuple:
  the entry, then its length. Of several entries of that length take the one that sorts first.
validator:
  result:
"""

entries = df["Species"].dropna().drop_duplicates().sort_values().reset_index(drop=True)
lengths = entries.str.len()

(entries[lengths.idxmax()], int(lengths.max()))

# %%
"""
question: |-
  Let us look for outliers of `Flipper Length (mm)` in `df`. Compute its first and third quartile
  (linear interpolation, the default of pandas; missing values left out) and set `lower` to the first
  quartile minus 1.5 times the interquartile range and `upper` to the third quartile plus 1.5 times
  that range, both unrounded. Answer with a tuple: `lower`, then `upper`, each rounded to 2 decimals.
validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df["Flipper Length (mm)"].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, 2)), float(round(upper, 2)))

# %%
"""
question: |-
  Collect the rows of `df` whose `Flipper Length (mm)` is below `lower` or above `upper` in a
  DataFrame `outliers`, in the order and with the index labels they have in `df`, and tell me how many
  there are, as an integer.
validator:
  namespace_check:
    outliers:
"""

outliers = df[(df["Flipper Length (mm)"] < lower) | (df["Flipper Length (mm)"] > upper)]

len(outliers)

# %%
"""
question: |-
  Cross `Clutch Completion` with `Island`: a DataFrame `grid` with one row per `Clutch Completion` (as
  the index), one column per `Island`, both ascending, and in each cell the mean `Delta 13 C (o/oo)`
  of the rows that belong there, rounded to 3 decimals (missing values left out). Combinations without
  any value stay missing. Show `grid`.
validator:
  namespace_check:
    grid:
      ignore_names: true
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

grid = df.pivot_table(
    index="Clutch Completion", columns="Island", values="Delta 13 C (o/oo)", aggfunc="mean", observed=True
).round(3)

grid

# %%
"""
question: |-
  Is `Delta 13 C (o/oo)` different for the rows of `df` where `studyName` is `PAL0708`? Compare them
  with all other rows by Welch's t test (two-sided, variances not assumed equal, missing values left
  out), the rows with `PAL0708` as the first sample. Answer with a tuple: the t statistic rounded to 3
  decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["studyName"] == "PAL0708"
t_test = stats.ttest_ind(
    df.loc[chosen, "Delta 13 C (o/oo)"].dropna(), df.loc[~chosen, "Delta 13 C (o/oo)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  Write a function `top_share(values, k)` that says how concentrated a list is: it returns the share,
  between 0 and 1 and unrounded, of the elements of `values` that belong to its `k` most frequent
  values. With fewer than `k` different values the share is 1.0, for an empty list it is 0.0. `k` is
  at least 1, and `values` must not be changed.
validator:
  table_test:
    function_name: top_share
    test_cases:
      -
        - [a, b, a, c]
        - 1
      -
        - [a, b, a, c]
        - 2
      -
        - [x]
        - 3
      -
        - []
        - 2
      -
        - [3, 3, 2, 2, 1]
        - 2
      - |
        ```
        def _generate():
            values = [random.choice("aaabbcdefg") for _ in range(random.randint(5, 60))]
            return values, random.randint(1, 4)
        ```
      - "//"
      - "//"
    input_validator: |
      def _validate(values, k):
          return isinstance(values, list) and k >= 1
"""

def top_share(values, k):
    if not values:
        return 0.0
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return sum(counts[:k]) / len(values)

# %%
"""
question: |-
  What does `top_share` give for `Species` of `df` with `k` set to 2? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

round(top_share(df["Species"].dropna().tolist(), 2), 3)
