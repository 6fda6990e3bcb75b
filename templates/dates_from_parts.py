"""
title: Dates from a year and its part
stage: cleaning
knowledge: [dates, derived columns, data types]
needs: [df]
where:
  - test: table.calendar and table.calendar.columns|length == 2
    says: a year and a month or quarter, one row each
let:
  calendar: table.calendar
  year: calendar.columns[0]
  part: calendar.columns[1]
  date: new("date")
  form: '"%Y %b" if part.profile.longest == 3 else "%Y %B"'
effects:
  add: [date]
gives:
  months: {when: date, period: calendar.period, steps: calendar.steps}
"""

# %%
"""
question: |
  [[{{ year }} and {{ part }} together say when each row was. || When each row was stands in two columns, {{ year }} and
  {{ part }}.]] Add a last column {{ date }} to `df`: the first day of the {{ calendar.period }}, as a datetime. Answer with
  the earliest and the latest {{ date }}, a tuple of texts such as `2013-01-01`.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

#: if part.is_text and calendar.steps == 12
df[{{ date }}] = pd.to_datetime(df[{{ year }}].astype(str) + " " + df[{{ part }}], format={{ form }})
#: else
#: if part.is_text
months_of_rows = df[{{ part }}].str.removeprefix("Q").astype(int) * 3 - 2
#: elif calendar.steps == 4
months_of_rows = df[{{ part }}] * 3 - 2
#: else
months_of_rows = df[{{ part }}]
#: endif
df[{{ date }}] = pd.to_datetime(pd.DataFrame({"year": df[{{ year }}], "month": months_of_rows, "day": 1}))
#: endif

(df[{{ date }}].min().strftime("%Y-%m-%d"), df[{{ date }}].max().strftime("%Y-%m-%d"))
