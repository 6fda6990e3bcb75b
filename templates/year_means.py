"""
title: The year that stands out
stage: grouping
knowledge: [dates, grouping, extremes]
needs: [df, months]
worth: 0 < shown[0] < shown[1] - 1 and shown[2]
shows: "(int(yearly.argmax()), len(yearly), bool(yearly.nlargest(2).diff().iloc[-1] < -1e-6))"
slots:
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: table.calendar and table.rows >= 5 * months.steps
    says: at least five years
"""

# %%
"""
question: |
  [[Which was the year of the highest {{ amount }}? || In which year was {{ amount }} highest on average?]] Make a Series
  `yearly`, indexed by year[[order: in ascending order]], of the mean {{ amount }} of each calendar year that has all
  {{ months.steps }} {{ months.period }}s. Answer with a tuple: the year of the highest mean[[types:, as an integer]], then
  this mean[[types:, as a float]] rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    yearly: "{{ same_table }}"
"""

of_years = df.groupby(df[{{ months.when }}].dt.year)[{{ amount }}].agg(["mean", "size"])
yearly = of_years.loc[of_years["size"] == {{ months.steps }}, "mean"]

(int(yearly.idxmax()), float(round(yearly.max(), {{ amount.places }})))
