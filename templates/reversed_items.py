"""
title: Items that are keyed the other way
stage: cleaning
knowledge: [questionnaires, correlation, recoding]
needs: [df]
related: true
presumes: items of one scale
worth: "1 <= answer[0]|length and 2 * answer[0]|length < shown[0] and shown[1] >= 0.05"
shows: "(len(rest_correlations), float(rest_correlations.abs().min()))"
slots:
  items: {kind: item, many: 5..30}
let:
  low: items|map(attribute="minimum")|min|int
  high: items|map(attribute="maximum")|max|int
  gaps: items|map(attribute="missing")|sum
"""

# %%
"""
question: |
  [[Some items may be keyed the other way. || Which items run against the rest?]] The columns {{ items|first }} to
  {{ items|last }}, side by side in `df`, are {{ items|length }} items on a scale from {{ low }} to {{ high }}.
  {% if gaps %}Leave out {{ rows }} with a missing value in any of them. {% endif %}An item is reversed if its Pearson
  correlation with the sum of the other items is below 0. Answer with a tuple: the list of the names of reversed items in their order, and the mean correlation over
  all pairs of items once each reversed item x is replaced by {{ low + high }} - x, rounded to 3 decimals.

validator:
  result:
"""

#: if gaps
answered_in_full = df.loc[:, {{ items|first }}:{{ items|last }}].dropna()
#: else
answered_in_full = df.loc[:, {{ items|first }}:{{ items|last }}]
#: endif
rest_correlations = answered_in_full.apply(lambda item: item.corr(answered_in_full.drop(columns=item.name).sum(axis=1)))
names_to_reverse = rest_correlations.index[rest_correlations < 0].tolist()
keyed_answers = answered_in_full.assign(**{name: {{ low + high }} - answered_in_full[name] for name in names_to_reverse})
pair_correlations = keyed_answers.corr().to_numpy()[np.triu_indices({{ items|length }}, k=1)]

(names_to_reverse, float(round(pair_correlations.mean(), 3)))
