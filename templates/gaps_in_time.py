"""
title: The longest silence
stage: time
knowledge: [dates, differences, sorting]
needs: [df]
worth: answer[1] >= 2 * when.days / when.distinct
slots:
  when: {kind: date, parsed: true, distinct: 8..}
where:
  - test: not table.followed and not table.study
    says: rows that do not follow things or subjects, each with dates of its own
  - test: when.days >= 2 * when.distinct
    says: dates with gaps between them
  - test: (table.ordered or when.name in table.key) and not listed_words(when)|select("in", ["birth", "birthday", "birthdate", "dob", "born"])|list
    says: dates by which rows are told apart or stand in order
"""

# %%
"""
question: |
  [[What is the longest time without any entry? || Look for the longest break in {{ when }}. || When did nothing
  happen for longest?]] Order the different values of {{ when }}{% if when.missing %}[[missing:, missing ones left
  out,]]{% endif %} and find the two neighbours that lie furthest apart. Answer with a tuple: the earlier one as text
  such as `2013-01-31`, then the whole days between them[[types: as an integer]]; of equally long breaks take the
  first.

validator:
  result:
"""

moments_in_time = pd.Series(df[{{ when }}].dropna().unique()).sort_values().reset_index(drop=True)
breaks_in_time = moments_in_time.diff().shift(-1)

(moments_in_time[breaks_in_time.idxmax()].strftime("%Y-%m-%d"), int(breaks_in_time.max().days))
