"""
title: How long it was ahead of the year before
stage: time
knowledge: [time series, lags, runs]
needs: [df, months]
worth: 3 <= answer[0] <= 0.8 * table.rows
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 5 * months.steps
    says: at least five years
"""

# %%
"""
question: |
  For how many {{ months.period }}s in a row, at most, was {{ amount }} greater than in the same {{ months.period }} of the
  year before? Answer with a tuple: the length of the longest such stretch, then the {{ months.when }} at which it ends, as
  text such as `2013-01-01`; the first of equally long ones.

validator:
  result:
"""

is_ahead = df[{{ amount }}].diff({{ months.steps }}) > 0
lengths_of_runs = is_ahead.groupby((~is_ahead).cumsum()).cumsum()
longest_run = lengths_of_runs.idxmax()

(int(lengths_of_runs[longest_run]), df.loc[longest_run, {{ months.when }}].strftime("%Y-%m-%d"))
