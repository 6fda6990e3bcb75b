# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Weather in Seattle. Read `inputs/seattle-weather.csv` into a
  DataFrame named `df` with the default settings of the pandas reader and tell me its size as a tuple:
  the number of rows, then the number of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/seattle-weather.csv")

df.shape

# %%
"""
question: |-
  `date` was read as text, written in the format `%Y/%m/%d`. Convert it to datetimes inside `df` and
  tell me how many whole days lie between the earliest and the latest of them, as an integer, ignoring
  any part of a day that is left over.
validator:
  namespace_check:
    df:
"""

df["date"] = pd.to_datetime(df["date"], format="%Y/%m/%d")

int((df["date"].max() - df["date"].min()).days)

# %%
"""
question: |-
  In how many rows of `df` does `temp_max` lie between 12 and 20, both limits included, and what
  percentage of all rows of `df` is that? Answer with a tuple: the count, then the percentage rounded
  to 1 decimal.
validator:
  result:
"""

inside = df["temp_max"].between(12, 20)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

# %%
"""
question: |-
  How does `wind` differ by `weather`? Make a DataFrame `summary` with one row per `weather` and three
  columns in this order: `weather`, `rows` (how many rows of `df` belong to it) and `mean` (its mean
  `wind`, rounded to 2 decimals). The highest mean comes first, equal means are ordered by `weather`
  ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("weather", observed=True)
    .agg(rows=("wind", "size"), mean=("wind", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  I want to know how each row stands among its own `weather`. Add a last column `temp_min_rank` to
  `df`: the rank of the row's `temp_min` within its `weather`, as an integer, where the highest
  `temp_min` has rank 1 and equal values share the best rank of theirs (1, 2, 2, 4). How many rows of
  `df` have rank 1?
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

ranks = df.groupby("weather", observed=True)["temp_min"].rank(method="min", ascending=False)
df["temp_min_rank"] = ranks.astype(int)

int((df["temp_min_rank"] == 1).sum())

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`, indexed from 0. In how many rows is `wind` greater than this `mean`? Answer with an
  integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["weather", "mean"]], on="weather", how="left")

int((compared["wind"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a chart I need `precipitation`, `temp_max`, `temp_min` and `wind` of `df` in long form. Make a
  DataFrame `long` with two columns, `measure` (the name of the original column) and `value`, and one
  row for every value that is not missing; the order of its rows and its index do not matter. Then
  answer with the median of `value` for each `measure`, unrounded, as a Series indexed by `measure` in
  alphabetical order.
validator:
  namespace_check:
    long:
      ignore_order: true
      ignore_dtypes: true
  result:
    ignore_names: true
"""

long = df[["precipitation", "temp_max", "temp_min", "wind"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  The names in `weather` are too long for axis labels. Add a last column `weather_code` to `df` with
  the first three characters of `weather` in upper case. How many different codes are there, and is
  each of them used for one `weather` only? Answer with a tuple: the number of codes as an integer,
  then True or False.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

df["weather_code"] = df["weather"].str[:3].str.upper()
names_per_code = df.groupby("weather_code")["weather"].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))

# %%
"""
question: |-
  Extreme values of `precipitation` should not dominate a mean. Add a last column
  `precipitation_clipped` to `df` in which every value of `precipitation` below its 5th percentile is
  set to that percentile, and every value above its 95th percentile to that one (linear interpolation,
  the default of pandas). By how much does this change the mean: what is the mean of
  `precipitation_clipped` minus the mean of `precipitation`, as a float rounded to 3 decimals?
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

low, high = df["precipitation"].quantile([0.05, 0.95])
df["precipitation_clipped"] = df["precipitation"].clip(low, high)

float(round(df["precipitation_clipped"].mean() - df["precipitation"].mean(), 3))

# %%
"""
question: |-
  Do `wind` and `precipitation` go together? Give me their Pearson correlation over the rows of `df`
  that have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["wind"].corr(df["precipitation"]), 3))

# %%
"""
question: |-
  Among `precipitation`, `temp_max`, `temp_min` and `wind`, which two columns of `df` are most
  strongly related, whatever the sign? Use the Spearman correlation, and answer with a tuple of three:
  the name that comes first in my list, the other name, and the correlation with its sign, rounded to
  3 decimals. Should several pairs be equally strong to 3 decimals, take the one whose first name
  stands first in my list, and then the one whose second name does.
validator:
  result:
"""

columns = ["precipitation", "temp_max", "temp_min", "wind"]
correlations = df[columns].corr(method="spearman").round(3)
pairs = [(a, b, float(correlations.loc[a, b])) for i, a in enumerate(columns) for b in columns[i + 1 :]]

max(pairs, key=lambda pair: abs(pair[2]))

# %%
"""
question: |-
  Divide the rows of `df` into bands of `temp_max`: add a last column `temp_max_band` that holds the
  text `low` up to and including 12, `middle` above that up to and including 20, and `high` above 20.
  How many rows does each band have? Answer with a Series indexed by `low`, `middle` and `high`, in
  this order.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

edges = [-np.inf, 12, 20, np.inf]
df["temp_max_band"] = pd.cut(df["temp_max"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["temp_max_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  Can `temp_min` be predicted from `precipitation`, `temp_max` and `wind`? Set every fifth row of `df`
  aside for testing, that is the rows at positions 4, 9, 14 and so on counted from 0, and keep the
  others for training, both in the order of `df`. Store `precipitation`, `temp_max` and `wind` of
  these rows as DataFrames `X_fit` and `X_held` (training and test, columns in this order) and
  `temp_min` as Series `y_fit` and `y_held`; all four keep the index labels of `df`. What would be the
  root mean squared error on `y_held` of always predicting the mean of `y_fit`, as a float rounded to
  2 decimals?
validator:
  namespace_check:
    X_fit:
    X_held:
    y_fit:
    y_held:
"""

held = np.arange(len(df)) % 5 == 4
X_fit, X_held = df.loc[~held, ["precipitation", "temp_max", "wind"]], df.loc[held, ["precipitation", "temp_max", "wind"]]
y_fit, y_held = df.loc[~held, "temp_min"], df.loc[held, "temp_min"]

float(round(((y_held - y_fit.mean()) ** 2).mean() ** 0.5, 2))

# %%
"""
question: |-
  Fit scikit-learn's ordinary linear regression, with default settings, on `X_fit` and `y_fit` and
  name it `regressor`. It will be judged by its root mean squared error on `X_held` and `y_held`.
  Answer with its predictions for the first three rows of `X_held`, as a list of floats rounded to 2
  decimals.
validator:
  model:
    model_name: regressor
    inputs_name: X_held
    labels_name: y_held
    metric_type: rmse
    tolerance: 0.02
execution:
  max_time: 30
"""

from sklearn.linear_model import LinearRegression

regressor = LinearRegression().fit(X_fit, y_fit)

regressor.predict(X_held)[:3].round(2).tolist()

# %%
"""
question: |-
  New values of `temp_max` will come in one by one. Write a function `band_of(value)` that returns the
  band of a number by the limits used for `temp_max_band`: `low` up to and including 12, `middle`
  above that up to and including 20, `high` beyond. For None it returns `unknown`.
validator:
  table_test:
    function_name: band_of
    test_cases:
      - ["`12`"]
      - ["`20`"]
      - ["`12 + 1e-6`"]
      - ["`20 + 1e-6`"]
      - ["`12 - 1000`"]
      - ["`20 + 1000`"]
      - ["`(12 + 20) / 2`"]
      - ["`None`"]
      - ["`random.uniform(-1.6, 35.6)`"]
      - "//"
      - "//"
"""

def band_of(value):
    if value is None:
        return "unknown"
    if value <= 12:
        return "low"
    return "middle" if value <= 20 else "high"
