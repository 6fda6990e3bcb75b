"""
title: Changes out of the ordinary
stage: outliers
knowledge: [time series, lags, standard deviation]
needs: [df, months]
worth: 1 <= answer[0] <= 0.08 * table.rows and shown
shows: "bool(distances_from_mean.nlargest(2).diff().iloc[-1] < -1e-6 and (distances_from_mean - 2.5).abs().min() > 1e-6)"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 5 * months.steps
    says: at least five years
"""

# %%
"""
question: |
  [[When did {{ amount }} change out of the ordinary? || Look for unusual changes of {{ amount }}.]] Take its differences from
  the same {{ months.period }} of the year before; unusual ones lie more than 2.5 sample standard deviations (ddof=1) from
  their mean. Answer with a tuple: how many are unusual, and the {{ months.when }} of that farthest from the mean, as text
  such as `2013-01-01`.

validator:
  result:
"""

differences = df.set_index({{ months.when }})[{{ amount }}].diff({{ months.steps }}).dropna()
distances_from_mean = (differences - differences.mean()).abs() / differences.std(ddof=1)

(int((distances_from_mean > 2.5).sum()), distances_from_mean.idxmax().strftime("%Y-%m-%d"))
