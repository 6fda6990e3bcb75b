"""
title: When the year is at its highest
stage: reshaping
knowledge: [pivot tables, dates, counting]
needs: [df, months]
worth: numbers(answer)|max >= (2.5 if months.steps == 12 else 1.7) * numbers(answer)|sum / months.steps and shown[0]|abs <= 0.96 and shown[1] >= 0.4
shows: "({{ drift(amount) }}, {{ seasonality(amount, months.when, months.period) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 5 * months.steps
    says: at least five years
"""

# %%
"""
question: |
  [[Does {{ amount }} come to its height at the same time every year? || In which {{ months.period }} is {{ amount }}
  highest, year by year?]] Make a DataFrame `by_year` of {{ amount }}: rows are the years that have all {{ months.steps }}
  {{ months.period }}s, columns the {{ months.period }}s by number, both ascending. Answer with a Series: for each
  {{ months.period }} that was ever the highest of its year (the first of equal ones), in how many years[[order:, in ascending
  order of the {{ months.period }}]].

validator:
  namespace_check:
    by_year: "{{ same_table }}"
  result: "{{ same_table }}"
"""

#: if months.steps == 12
period_of_year = df[{{ months.when }}].dt.month
#: else
period_of_year = df[{{ months.when }}].dt.quarter
#: endif
year_of_rows = df[{{ months.when }}].dt.year
by_year = pd.crosstab(year_of_rows, period_of_year, values=df[{{ amount }}], aggfunc="sum").dropna()

by_year.idxmax(axis=1).value_counts().sort_index()
