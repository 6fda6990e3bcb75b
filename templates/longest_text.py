"""
title: The longest entry
stage: strings
knowledge: [strings, length, sorting]
needs: [df]
presumes: rows that are alike
worth: shown >= 2.5
shows: "{{ words_each(words) }}"
slots:
  words: {kind: [text, category, identifier], text: true, distinct: 20..}
where:
  - test: words.present >= 1 and 3 * words.distinct >= words.present and "figures" not in words.roles and not words.names_thing and words.has_words and (words.profile.longest or 0) >= 8
    says: a text column with long entries of several words that hardly repeat
"""

# %%
"""
question: |
  Which entry of {{ words }} is the longest, counting every character and blank? Answer with a tuple: the entry, then
  its length; of several take the one that sorts first.

validator:
  result:
"""

entries = df[{{ words }}].dropna().drop_duplicates().sort_values().reset_index(drop=True)
lengths = entries.str.len()

(entries[lengths.idxmax()], int(lengths.max()))
