"""
title: Turn text into dates
stage: cleaning
knowledge: [dates, data types, cleaning]
needs: [df]
slots:
  when: {kind: date, text: true}
where:
  - test: when.date_format is not none
    says: dates written in one known format
  - test: when.days >= 1
    says: dates on more than one day
effects:
  parse_dates: [when]
"""

# %%
"""
question: |
  {{ when }} was read as text in the format `{{ when.date_format }}`. Convert it to datetimes inside `df`
  {% if when.missing %}(what is missing stays missing){% endif %} and tell me how many whole days lie between the
  earliest and the latest of them[[types:, as an integer]].

validator:
  namespace_check:
    df:
"""

df[{{ when }}] = pd.to_datetime(df[{{ when }}], format={{ when.date_format }})

int((df[{{ when }}].max() - df[{{ when }}].min()).days)
