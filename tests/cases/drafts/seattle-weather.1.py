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
  Look only at the rows where `temp_max` is greater than 16. Which `weather` occurs most often among
  them, and in how many of them? Answer with a tuple: the value of `weather`, then the count. If
  several are equally frequent, take the one that comes first in ascending order.
validator:
  result:
"""

rows_above = df.loc[df["temp_max"] > 16, "weather"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Call a row of `df` remarkable if its `temp_min` is greater than the median of `temp_min` and its
  `wind` is greater than the median of `wind`, each median taken over all rows that have the value.
  Make a Series of booleans named `remarkable` with the index of `df` (a row that lacks either value
  is not remarkable), and tell me how many rows are remarkable, as an integer.
validator:
  namespace_check:
    remarkable: |
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

remarkable = (df["temp_min"] > df["temp_min"].median()) & (df["wind"] > df["wind"].median())

int(remarkable.sum())

# %%
"""
question: |-
  How does `precipitation` differ by `weather`? Make a DataFrame `summary` with one row per `weather`
  and three columns in this order: `weather`, `rows` (how many rows of `df` belong to it) and `mean`
  (its mean `precipitation`, rounded to 2 decimals). The highest `mean` comes first; rows whose
  `mean`, as rounded, is equal are ordered by `weather` ascending, and the index counts from 0.
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
    df.groupby("weather", observed=True)
    .agg(rows=("precipitation", "size"), mean=("precipitation", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`, indexed from 0. In how many rows is `precipitation` greater than this `mean`?
  Answer with an integer.
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

long = df[["precipitation", "temp_max", "temp_min", "wind"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  How unusual is each `precipitation`? Add a last column `precipitation_z` to `df`: `precipitation`
  minus its mean, divided by its sample standard deviation (ddof=1), unrounded. In how many rows is
  `precipitation_z` above 2 or below -2? Answer with an integer.
validator:
  namespace_check:
    df:
"""

df["precipitation_z"] = (df["precipitation"] - df["precipitation"].mean()) / df["precipitation"].std(ddof=1)

int((df["precipitation_z"].abs() > 2).sum())

# %%
"""
question: |-
  Put `precipitation`, `temp_max`, `temp_min` and `wind` on one scale: make a DataFrame `scaled` with
  these columns in this order and the index of `df`, where from each value the column's mean is
  subtracted and the result is divided by the column's population standard deviation (ddof=0), nothing
  rounded. Which is the largest value of each column of `scaled`? Answer with a Series indexed by
  column name, in the same order, rounded to 3 decimals.
validator:
  namespace_check:
    scaled:
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

amounts = df[["precipitation", "temp_max", "temp_min", "wind"]]
scaled = (amounts - amounts.mean()) / amounts.std(ddof=0)

scaled.max().round(3)

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
  settings at their defaults. It will be judged by its accuracy on `X_test` and `y_test`. Answer with
  its predictions for the rows of `X_test`, in their order, as a list.
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

model.predict(X_test).tolist()

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
  I want to know how each row stands among its own `weather`. Add a last column `wind_rank` to `df`:
  the rank of the row's `wind` within its `weather`, as an integer, where the highest `wind` has rank
  1 and equal values share the best rank of theirs (1, 2, 2, 4). How many rows of `df` have rank 1?
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

ranks = df.groupby("weather", observed=True)["wind"].rank(method="min", ascending=False)
df["wind_rank"] = ranks.astype(int)

int((df["wind_rank"] == 1).sum())

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
    smooth: |
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

ordered = df.sort_values("date", kind="stable")
smooth = ordered["temp_min"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

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
