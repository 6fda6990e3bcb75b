"""
title: Turn text into dates
stage: cleaning
knowledge: [dates, data types, cleaning]
needs: [df]
worth: shown[0] < 20 or shown[1] <= 0.8
shows: "(lambda days: (len(days), float(days.diff().max() / (days.max() - days.min()))))(df[{{ when }}].dropna().drop_duplicates().sort_values())"
slots:
  when: {kind: date, text: true}
where:
  - test: when.date_format is not none
    says: dates written in one known format
  - test: not when.is_of_wrong_century
    says: years of four digits, or of two that are not read as those of a century to come
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
