"""
title: Rows per month
stage: time
knowledge: [dates, counting]
needs: [df]
worth: spread(answer) >= 1 and numbers(answer)|max >= 1.2 * numbers(answer)|min
slots:
  when: {kind: date, parsed: true}
where:
  - test: not table.followed and not table.study
    says: rows that do not follow things or subjects, each with dates of its own
  - test: when.days >= 62 and when.days <= 20000 and when.distinct * 1.2 < table.rows
    says: dates over at least two months, several rows a date
"""

# %%
"""
question: |
  How many {{ rows }} in `df` fall into each calendar month by {{ when }}? Answer with a Series in order of time, indexed by the
  month as text such as `2013-01` (year, hyphen, two digits); months without rows do not appear
  {% if when.missing %}, and rows without a date are not counted{% endif %}.

validator:
  result: "{{ same_table }}"
"""

df[{{ when }}].dt.strftime("%Y-%m").value_counts().sort_index()
