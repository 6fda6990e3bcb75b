"""
title: Dates from years with decimals
stage: cleaning
knowledge: [dates, rounding, derived columns]
needs: [df]
where:
  - test: table.calendar and table.calendar.columns|length == 1
    says: years with decimals, one a month or quarter
let:
  calendar: table.calendar
  time: calendar.columns[0]
  date: new("date")
effects:
  add: [date]
gives:
  months: {when: date, period: calendar.period, steps: calendar.steps}
"""

# %%
"""
question: |
  {{ time }} holds years with decimals, one {{ calendar.period }} a row: {{ calendar.example }} is {{ calendar.meaning }}.
  {{ time }} times {{ calendar.steps }}, rounded to whole numbers, counts the {{ calendar.period }}s since year 0 began. Add
  a last column {{ date }} to `df`: the first day of the {{ calendar.period }}, as a datetime. Answer with the earliest and the latest {{ date }}, a tuple of texts such as `2013-01-01`.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

counted_periods = (df[{{ time }}] * {{ calendar.steps }}).round().astype(int)
df[{{ date }}] = pd.to_datetime(
    pd.DataFrame(
        {
            "year": counted_periods // {{ calendar.steps }},
            #: if calendar.steps == 12
            "month": counted_periods % 12 + 1,
            #: else
            "month": counted_periods % 4 * 3 + 1,
            #: endif
            "day": 1,
        }
    )
)

(df[{{ date }}].min().strftime("%Y-%m-%d"), df[{{ date }}].max().strftime("%Y-%m-%d"))
