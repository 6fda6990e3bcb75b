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
  Look only at the rows where `Body Mass (g)` is greater than 4100. Which `Island` occurs most often
  among them, and in how many of them? Answer with a tuple: the value of `Island`, then the count. If
  several are equally frequent, take the one that comes first in ascending order.
validator:
  result:
"""

counts = df.loc[df["Body Mass (g)"] > 4100, "Island"].value_counts()

(counts[counts == counts.max()].index.min(), int(counts.max()))

# %%
"""
question: |-
  Call a row of `df` remarkable if its `Delta 13 C (o/oo)` is greater than the median of
  `Delta 13 C (o/oo)` and its `Flipper Length (mm)` is greater than the median of
  `Flipper Length (mm)`, each median taken over all rows that have the value. Make a Series of
  booleans named `remarkable` with the index of `df` (a row that lacks either value is not
  remarkable), and tell me how many rows are remarkable, as an integer.
validator:
  namespace_check:
    remarkable:
      ignore_names: true
"""

remarkable = (df["Delta 13 C (o/oo)"] > df["Delta 13 C (o/oo)"].median()) & (df["Flipper Length (mm)"] > df["Flipper Length (mm)"].median())

int(remarkable.sum())

# %%
"""
question: |-
  How does `Culmen Length (mm)` differ by `studyName`? Make a DataFrame `summary` with one row per
  `studyName` and three columns in this order: `studyName`, `rows` (how many rows of `df` belong to
  it, with or without `Culmen Length (mm)`) and `mean` (its mean `Culmen Length (mm)`, rounded to 2
  decimals, missing values left out). The highest mean comes first, equal means are ordered by
  `studyName` ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("studyName", observed=True)
    .agg(rows=("Culmen Length (mm)", "size"), mean=("Culmen Length (mm)", "mean"))
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
  row's `studyName`, indexed from 0. In how many rows is `Culmen Length (mm)` greater than this
  `mean`? Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["studyName", "mean"]], on="studyName", how="left")

int((compared["Culmen Length (mm)"] > compared["mean"]).sum())

# %%
"""
question: |-
  Cross `Species` with `Clutch Completion`: a DataFrame `grid` with one row per `Species` (as the
  index), one column per `Clutch Completion`, both ascending, and in each cell the mean
  `Delta 15 N (o/oo)` of the rows that belong there, rounded to 3 decimals (missing values left out).
  Combinations without any value stay missing. Show `grid`.
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
    index="Species", columns="Clutch Completion", values="Delta 15 N (o/oo)", aggfunc="mean", observed=True
).round(3)

grid

# %%
"""
question: |-
  Take the first word of every entry of `Comments`, that is everything before its first white space
  (white space at the beginning of an entry does not count). Which three first words are most
  frequent? Answer with a Series of their counts indexed by the word, the most frequent first, equal
  counts in the order in which the words sort. Skip missing entries. If there are fewer than three,
  give all.
validator:
  result:
    ignore_names: true
"""

first = df["Comments"].str.split().str[0]

first.value_counts().sort_index().sort_values(ascending=False, kind="stable").head(3)

# %%
"""
question: |-
  Let us look for outliers of `Culmen Depth (mm)` in `df`. Compute its first and third quartile
  (linear interpolation, the default of pandas; missing values left out) and set `lower` to the first
  quartile minus 1.5 times the interquartile range and `upper` to the third quartile plus 1.5 times
  that range, both unrounded. Answer with a tuple: `lower`, then `upper`, each rounded to 2 decimals.
validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df["Culmen Depth (mm)"].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, 2)), float(round(upper, 2)))

# %%
"""
question: |-
  Collect the rows of `df` whose `Culmen Depth (mm)` is below `lower` or above `upper` in a DataFrame
  `outliers`, in the order and with the index labels they have in `df`, and tell me how many there
  are, as an integer.
validator:
  namespace_check:
    outliers:
"""

outliers = df[(df["Culmen Depth (mm)"] < lower) | (df["Culmen Depth (mm)"] > upper)]

len(outliers)

# %%
"""
question: |-
  Do `Body Mass (g)` and `Culmen Depth (mm)` go together? Give me their Pearson correlation over the
  rows of `df` that have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["Body Mass (g)"].corr(df["Culmen Depth (mm)"]), 3))

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
  A model cannot read `Species` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `Species`, named `species_` followed by the value as
  it is, in ascending order of the values (no value is left out). Answer with the sum of each column,
  as a Series indexed by column name in that order.
validator:
  namespace_check:
    encoded:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

encoded = pd.get_dummies(df["Species"], prefix="species", dtype=int)

encoded.sum()
