"""
title: First words
stage: strings
knowledge: [strings, splitting, counting]
presumes: rows that are alike
needs: [df]
worth: shown >= 2.5 and answer[0][1] >= 0.1 * table.file_rows and not answer|map(attribute=0)|map("lower")|select("in", ["new", "united", "north", "south", "east", "west", "saint", "st", "st.", "san", "santa", "los", "las", "el", "la", "port", "fort", "mount", "the", "a"])|list
shows: "{{ words_each(words) }}"
slots:
  words: {kind: [text, category, identifier], text: true, distinct: 15..}
where:
  - test: words.has_words and not words.names_thing and "people" not in words.roles and "figures" not in words.roles and (words.profile.longest or 0) >= 10 and not words.is_even
    says: a text column with more than one word in an entry, some entries more frequent
"""

# %%
"""
question: |
  Take the first word of every entry of {{ words }}, that is everything before its first white space (white space at
  the beginning of an entry does not count). Which three first words are most frequent? Answer with a Series of their
  counts indexed by the word, the most frequent first[[ties:, equal counts in the order in which the words sort]]; if
  there are fewer, give all.{% if words.missing %}[[missing: Skip missing entries.]]{% endif %}

validator:
  result: "{{ same_table }}"
"""

first_entry_words = df[{{ words }}].str.split().str[0]

first_entry_words.value_counts().sort_index().sort_values(ascending=False, kind="stable").head(3)
