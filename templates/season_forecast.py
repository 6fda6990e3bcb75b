"""
title: Trend and season against a simple forecast
stage: modelling
knowledge: [forecasting, linear regression, one-hot encoding]
needs: [df, months]
worth: answer[0] < 0.97 * answer[1] and shown[0] >= 0.6 and shown[1] >= 0.3
shows: "(float(season_model.score(season_features[:train_rows], series_values[:train_rows])), {{ seasonality(amount, months.when, months.period) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 6 * months.steps
    says: at least six years
"""

# %%
"""
question: |
  Can a straight line and a season foretell {{ amount }}? Hold out the last {{ 2 * months.steps }} rows of `df`; on the
  others fit scikit-learn's `LinearRegression` on the position of the row and a 0/1 indicator of each {{ months.period }} of
  the year but the first. Answer with two mean absolute errors on the held-out rows, a tuple: the model's, then that of
  repeating the last {{ months.steps }} values before them, rounded to {{ amount.places }} decimals.

validator:
  result:
execution:
  max_time: 30
"""

from sklearn.linear_model import LinearRegression

#: if months.steps == 12
period_of_year = df[{{ months.when }}].dt.month
#: else
period_of_year = df[{{ months.when }}].dt.quarter
#: endif
train_rows = len(df) - {{ 2 * months.steps }}
season_features = pd.get_dummies(period_of_year, drop_first=True).to_numpy(dtype=float)
season_features = np.column_stack([np.arange(len(df)), season_features])
series_values = df[{{ amount }}].to_numpy()
season_model = LinearRegression().fit(season_features[:train_rows], series_values[:train_rows])
held_values = series_values[train_rows:]
same_as_last_year = np.tile(series_values[train_rows - {{ months.steps }} : train_rows], 2)

(
    float(round(np.abs(held_values - season_model.predict(season_features[train_rows:])).mean(), {{ amount.places }})),
    float(round(np.abs(held_values - same_as_last_year).mean(), {{ amount.places }})),
)
