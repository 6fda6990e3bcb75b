"""
title: After how long it repeats itself
stage: statistics
knowledge: [time series, autocorrelation, lags]
needs: [df, months]
worth: answer[0] > 1 and answer[1] >= 0.5 and shown
shows: "bool(lag_correlations.nlargest(2).diff().iloc[-1] < -0.002)"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 5 * months.steps
    says: at least five years
"""

# %%
"""
question: |
  After how many {{ months.period }}s do changes of {{ amount }} repeat themselves? Take the change of {{ amount }} from each
  row to the next, and its Pearson correlation with the change so many rows before, for 1 to
  {{ months.steps + months.steps // 2 }} rows. Answer with a tuple: the number of rows with the highest
  correlation[[types:, as an integer]], and this correlation, rounded to 3 decimals.

validator:
  result:
"""

step_changes = df[{{ amount }}].diff()
lag_correlations = pd.Series(
    {lag: step_changes.corr(step_changes.shift(lag)) for lag in range(1, {{ months.steps + months.steps // 2 + 1 }})}
)

(int(lag_correlations.idxmax()), float(round(lag_correlations.max(), 3)))
