"""
title: First letters
stage: strings
knowledge: [strings, indexing, counting]
needs: [df]
slots:
  names: {kind: [text, identifier, category], text: true, distinct: 15..}
where:
  - test: names.has_letters
    says: entries that begin with letters
"""

# %%
"""
question: |
  [[Under which letters would {{ names }} stand in an index? || Make the register of {{ names }} by first letter.]] Take the different
  entries of {{ names }}{% if names.missing %} (missing ones left out){% endif %} and count how many begin with each character,
  where upper and lower case count as the same and the character is written in upper case. Answer with a Series of the counts
  indexed by that character, in ascending order of the character.

validator:
  result: "{{ same_table }}"
"""

initials = pd.Series(df[{{ names }}].dropna().unique()).str[0].str.upper()

initials.value_counts().sort_index()
