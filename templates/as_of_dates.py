"""
title: As things stood on given days
stage: joining
knowledge: [as-of joins, dates, sorting]
needs: [df]
slots:
  when: {kind: date, parsed: true, missing: 0, distinct: 12..}
  amount: {kind: amount, missing: 0, distinct: 8..}
let:
  days: when.inner_days(4)
where:
  - test: when.distinct >= table.file_rows and not ["birth", "born", "dob"]|select("in", listed_words(when))|list
    says: one row a date, on which nobody was born
  - test: when.days >= 1.5 * when.distinct
    says: days without a date, on which something earlier holds
  - test: amount.minimum >= 0
    says: an amount that is no change from one date to the next
  - test: days
    says: dates over at least a month
"""

# %%
"""
question: |
  [[How did {{ amount }} stand at midnight of {{ days }}? || What was last known of {{ amount }} at midnight of
  {{ days }}?]] Make a DataFrame `report` with the columns `day` (these days as datetimes, in this order), {{ when }}
  and {{ amount }}, both of the last row of `df` by {{ when }} that is not later[[index:, numbered from 0]]. Answer
  with the mean of its {{ amount }},[[types: as a float]] rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    report: "{{ same_table }}"
"""

report_days = pd.DataFrame({"day": pd.to_datetime({{ days }}).astype(df[{{ when }}].dtype)})
report = pd.merge_asof(
    report_days, df[[{{ when }}, {{ amount }}]].sort_values({{ when }}), left_on="day", right_on={{ when }}
)

float(round(report[{{ amount }}].mean(), {{ amount.places }}))
