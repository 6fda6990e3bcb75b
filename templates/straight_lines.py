"""
title: The same answer again and again
stage: cleaning
knowledge: [questionnaires, data quality, row-wise operations]
needs: [df]
related: true
worth: "0 < answer[1] < 0.4 * table.rows"
slots:
  items: {kind: item, many: 8..60}
let:
  low: items|map(attribute="minimum")|min|int
  high: items|map(attribute="maximum")|max|int
  long: items|length // 2
  gaps: items|map(attribute="missing")|sum
where:
  - test: high - low >= 2
    says: items with three answers or more
"""

# %%
"""
question: |
  [[Who answers without reading? || Look for careless answers.]] Find the longest run of neighbouring columns
  with the same answer in each {{ row }}, among the {{ items|length }} items from {{ items|first }} to
  {{ items|last }} (columns side by side in `df`){% if gaps %}, without {{ rows }} that have a missing value in any of
  them{% endif %}. Answer with a tuple of two integers: the longest run of all, and how
  many {{ rows }} have a run of at least {{ long }}.

validator:
  result:
"""

#: if gaps
answered_in_full = df.loc[:, {{ items|first }}:{{ items|last }}].dropna().to_numpy()
#: else
answered_in_full = df.loc[:, {{ items|first }}:{{ items|last }}].to_numpy()
#: endif
run_lengths = np.ones(len(answered_in_full), dtype=int)
longest_runs = run_lengths.copy()
for place in range(1, answered_in_full.shape[1]):
    is_repeated = answered_in_full[:, place] == answered_in_full[:, place - 1]
    run_lengths = np.where(is_repeated, run_lengths + 1, 1)
    longest_runs = np.maximum(longest_runs, run_lengths)

(int(longest_runs.max()), int((longest_runs >= {{ long }}).sum()))
