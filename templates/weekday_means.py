"""
title: An amount by day of the week
stage: time
knowledge: [dates, grouping]
presumes: one thing over time
needs: [df]
worth: spread(answer) >= (0.2 + 2.7 * (7 / table.rows) ** 0.5) * amount.deviation
slots:
  when: {kind: date, parsed: true, missing: 0}
  amount: {kind: amount, missing: 0}
where:
  - test: when.days >= 21 and 3 * when.distinct >= when.days
    says: dates on most days of several weeks
"""

# %%
"""
question: |
  Does {{ amount }} depend on the day of the week? Answer with a Series of the mean {{ amount }} of each weekday of
  {{ when }} that occurs, rounded to {{ amount.places }} decimals, indexed by the weekday as a number, 0 for Monday to
  6 for Sunday[[order:, in ascending order]].

validator:
  result: "{{ same_table }}"
"""

df.groupby(df[{{ when }}].dt.day_of_week)[{{ amount }}].mean().round({{ amount.places }})
