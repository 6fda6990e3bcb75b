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
    df:
      ignore_dtypes: true
"""

df["species_code"] = df["Species"].str[:3].str.upper()
names_per_code = df.groupby("species_code")["Species"].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))

# %%
"""
question: |-
  Do `Delta 13 C (o/oo)` and `Culmen Depth (mm)` go together? Give me their Pearson correlation over
  the rows of `df` that have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["Delta 13 C (o/oo)"].corr(df["Culmen Depth (mm)"]), 3))

# %%
"""
question: |-
  Look only at the rows where `Culmen Length (mm)` is greater than 44. Which `Clutch Completion`
  occurs most often among them, and in how many of them? Answer with a tuple: the value of
  `Clutch Completion`, then the count. If several are equally frequent, take the one that comes first
  in ascending order.
validator:
  result:
"""

counts = df.loc[df["Culmen Length (mm)"] > 44, "Clutch Completion"].value_counts()

(counts[counts == counts.max()].index.min(), int(counts.max()))

# %%
"""
question: |-
  How does `Body Mass (g)` differ by `Sex`? Make a DataFrame `summary` with one row per `Sex` and
  three columns in this order: `Sex`, `rows` (how many rows of `df` belong to it, with or without
  `Body Mass (g)`) and `mean` (its mean `Body Mass (g)`, rounded to 2 decimals, missing values left
  out). The highest mean comes first, equal means are ordered by `Sex` ascending, and the index counts
  from 0. Rows without a `Sex` are left out. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("Sex", observed=True)
    .agg(rows=("Body Mass (g)", "size"), mean=("Body Mass (g)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Sex` (missing where `Sex` is), indexed from 0. In how many rows is `Body Mass (g)` greater
  than this `mean`? Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
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
    long:
      ignore_order: true
      ignore_dtypes: true
  result:
    ignore_names: true
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
  result:
    ignore_names: true
"""

first = df["Comments"].str.split().str[0]

first.value_counts().sort_index().sort_values(ascending=False, kind="stable").head(3)

# %%
"""
question: |-
  Let us look for outliers of `Culmen Length (mm)` in `df`. Compute its first and third quartile
  (linear interpolation, the default of pandas; missing values left out) and set `lower` to the first
  quartile minus 1.5 times the interquartile range and `upper` to the third quartile plus 1.5 times
  that range, both unrounded. Answer with a tuple: `lower`, then `upper`, each rounded to 2 decimals.
validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df["Culmen Length (mm)"].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, 2)), float(round(upper, 2)))

# %%
"""
question: |-
  Collect the rows of `df` whose `Culmen Length (mm)` is below `lower` or above `upper` in a DataFrame
  `outliers`, in the order and with the index labels they have in `df`, and tell me how many there
  are, as an integer.
validator:
  namespace_check:
    outliers:
"""

outliers = df[(df["Culmen Length (mm)"] < lower) | (df["Culmen Length (mm)"] > upper)]

len(outliers)

# %%
"""
question: |-
  Cross `Island` with `Species`: a DataFrame `grid` with one row per `Island` (as the index), one
  column per `Species`, both ascending, and in each cell the mean `Delta 13 C (o/oo)` of the rows that
  belong there, rounded to 3 decimals (missing values left out). Combinations without any value stay
  missing. Show `grid`.
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
    index="Island", columns="Species", values="Delta 13 C (o/oo)", aggfunc="mean", observed=True
).round(3)

grid

# %%
"""
question: |-
  Are `studyName` and `Clutch Completion` independent of each other? Run Pearson's chi-square test on
  the table of their counts in `df`, without continuity correction, and answer with a tuple: the test
  statistic rounded to 3 decimals, the degrees of freedom as an integer, and True if independence is
  rejected at the 5 percent level, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

observed = pd.crosstab(df["studyName"], df["Clutch Completion"])
statistic, p_value, freedom, _ = stats.chi2_contingency(observed, correction=False)

(float(round(statistic, 3)), int(freedom), bool(p_value < 0.05))
