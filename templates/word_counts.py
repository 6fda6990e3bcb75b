"""
title: The words that are used most
stage: strings
unlike: [first_words]
knowledge: [strings, splitting, counting]
presumes: rows that are alike
needs: [df]
worth: shown >= 2.5 and 4 <= answer[0][1] <= words.present / 2
shows: "{{ words_each(words) }}"
slots:
  words: {kind: [text, category, identifier], text: true, distinct: 12..}
where:
  - test: words.has_words and not words.names_thing and "people" not in words.roles and "figures" not in words.roles and words.shares_words and not words.is_even
    says: a text column with words that stand in different entries
"""

# %%
"""
question: |
  Which words occur most in {{ words }}? A word is a run of at least four
  letters from a to z in an entry put into lower case. Count in how many entries of `df` each stands (once an
  entry{% if words.missing %}[[missing:; skip missing entries]]{% endif %}). Answer with a Series of the five highest
  counts indexed by the word, the highest first[[ties: and equal counts in ascending order of the text]].

validator:
  result: "{{ same_table }}"
"""

entry_words = df[{{ words }}].dropna().str.lower().str.findall(r"[a-z]{4,}").map(lambda found: sorted(set(found)))
word_entries = entry_words.explode().dropna().value_counts()

word_entries.sort_index().sort_values(ascending=False, kind="stable").head(5)
