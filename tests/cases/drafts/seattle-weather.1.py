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
  How does `precipitation` differ by `weather`? Make a DataFrame `summary` with one row per `weather`
  and three columns in this order: `weather`, `rows` (how many rows of `df` belong to it) and `mean`
  (its mean `precipitation`, rounded to 2 decimals). The highest mean comes first, equal means are
  ordered by `weather` ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("weather", observed=True)
    .agg(rows=("precipitation", "size"), mean=("precipitation", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  Smooth `temp_min` over time: order the rows of `df` by `date` (rows with the same value stay in the
  order they have in `df`), and take the mean of `temp_min` over each row and the six rows before it;
  the first six rows have no such mean. Store these means in that order, without the missing ones and
  indexed from 0, as a Series `smooth`, and answer with the highest of them as a float rounded to 2
  decimals.
validator:
  namespace_check:
    smooth:
      ignore_names: true
"""

ordered = df.sort_values("date", kind="stable")
smooth = ordered["temp_min"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`, indexed from 0. In how many rows is `precipitation` greater than this `mean`?
  Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["weather", "mean"]], on="weather", how="left")

int((compared["precipitation"] > compared["mean"]).sum())

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
  Do `wind` and `temp_max` go together? Give me their Pearson correlation over the rows of `df` that
  have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["wind"].corr(df["temp_max"]), 3))

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
  Using the column `temp_max_band` you just made: what percentage of the rows of each `weather` is
  `high`? Answer with a Series indexed by `weather` in ascending order, rounded to 1 decimal, with 0
  for a `weather` that has none.
validator:
  result:
    ignore_names: true
"""

(df["temp_max_band"] == "high").groupby(df["weather"]).mean().mul(100).round(1)

# %%
"""
question: |-
  We want to predict `weather` from `precipitation`, `temp_max`, `temp_min` and `wind`. Set every
  fourth row of `df` aside for testing, that is the rows at positions 3, 7, 11 and so on counted from
  0, and keep the others for training, both in the order of `df`. Store the features as DataFrames
  `X_train` and `X_test`, with the columns in the order in which I named them, and `weather` as Series
  `y_train` and `y_test`; all four keep the index labels of `df`. Answer with a tuple: the number of
  training rows, then of test rows.
validator:
  namespace_check:
    X_train:
    X_test:
    y_train:
    y_test:
"""

for_test = np.arange(len(df)) % 4 == 3
X_train, X_test = df.loc[~for_test, ["precipitation", "temp_max", "temp_min", "wind"]], df.loc[for_test, ["precipitation", "temp_max", "temp_min", "wind"]]
y_train, y_test = df.loc[~for_test, "weather"], df.loc[for_test, "weather"]

(len(X_train), len(X_test))

# %%
"""
question: |-
  Train a classifier named `model` on `X_train` and `y_train`: a scikit-learn pipeline that
  standardises the features and then fits a logistic regression with `max_iter=1000` and all other
  settings at their defaults. It will be judged by its accuracy on `X_test` and `y_test`.
validator:
  model:
    model_name: model
    inputs_name: X_test
    labels_name: y_test
    metric_type: accuracy
    tolerance: -0.02
execution:
  max_time: 30
"""

from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(X_train, y_train)

# %%
"""
question: |-
  Is that better than guessing? Compare `model` with always guessing the `weather` that is most
  frequent in `y_train` (the first in ascending order, if several are). Answer with a tuple: the share
  of the rows of `X_test` that `model` predicts correctly, then the share that guessing gets right,
  both as floats rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

guess = y_train.mode().iloc[0]
hits = model.predict(X_test) == y_test

(float(round(hits.mean(), 3)), float(round((y_test == guess).mean(), 3)))

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
  What does `top_share` give for `weather` of `df` with `k` set to 2? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

round(top_share(df["weather"].dropna().tolist(), 2), 3)
