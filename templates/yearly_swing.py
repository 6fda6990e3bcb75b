"""
title: The year of the widest swing
stage: time
knowledge: [time series, grouping, extremes]
needs: [df, months]
unlike: [peak_periods]
worth: answer[1] >= 1.2 and answer[1] <= 50 and shown[0] and shown[1] >= 0.5
shows: "(bool(swings.nlargest(2).diff().iloc[-1] < -1e-6), {{ drift(amount) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
  - test: amount.minimum > 0
    says: an amount that is always positive
"""

# %%
"""
question: |
  [[In which year did {{ amount }} swing most? || Which year had the widest range of {{ amount }} for its level?]] Make a
  Series `swings`, indexed by year[[order: in ascending order]], of the highest {{ amount }} divided by the lowest, for the
  years that have all {{ months.steps }} {{ months.period }}s. Answer with a tuple: the year of the largest
  ratio[[types:, as an integer]], and the ratio[[types:, as a float]] rounded to 2 decimals.

validator:
  namespace_check:
    swings: "{{ same_table }}"
"""

of_years = df.groupby(df[{{ months.when }}].dt.year)[{{ amount }}].agg(["max", "min", "size"])
swings = (of_years["max"] / of_years["min"])[of_years["size"] == {{ months.steps }}]

(int(swings.idxmax()), float(round(swings.max(), 2)))
