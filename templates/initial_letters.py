"""
title: First letters
stage: strings
knowledge: [strings, indexing, counting]
needs: [df]
slots:
  names: {kind: identifier, text: true, distinct: 15..}
where:
  - test: names.has_letters and names.holds_names and listed_words(names)|select("in", ["title", "titles"])|list
    says: titles that begin with letters
"""

# %%
"""
question: |
  [[Under which letters would {{ names }} stand in an index? || Make the register of {{ names }} by first letter.]]
  Count how many of the different entries of {{ names }}{% if names.missing %}[[missing: (missing ones left
  out)]]{% endif %} begin with each character, upper and lower case alike. Answer with a Series of the counts indexed
  by that character in upper case, ascending.

validator:
  result: "{{ same_table }}"
"""

initials_of_entries = pd.Series(df[{{ names }}].dropna().unique()).str[0].str.upper()

initials_of_entries.value_counts().sort_index()
