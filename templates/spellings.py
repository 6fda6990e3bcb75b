"""
title: One spelling for each level
stage: cleaning
knowledge: [cleaning, categories, replacing values]
always: true
needs: [df]
related: true
slots:
  spelt: {kind: spellings, many: 1..60}
let:
  groups: step_groups(spelt)
  after: tidied(spelt)[0]
  is_counted: spelt|length == 1 and after.distinct <= 20
effects:
  tidy: [spelt]
"""

# %%
"""
question: |
  [[One thing is not always written in one way in `df`. || The entries of `df` need tidying.]]
  {% for group in groups %} {% if group.step.strips %}Take away the blanks at both ends of all entries of
  {% else %}In {% endif %} {% if group.is_span %}the neighbouring columns {{ group.columns|first }} to
  {{ group.columns|last }}{% else %}{{ group.columns }}{% endif %}{% if group.spellings %}{% if group.step.strips %}, then{% endif %} write
  {% for level, spellings in group.spellings %} {{ level }} for {{ spellings }}{% if not loop.last %}, {% endif %}
  {% endfor %}{% endif %}{% if group.marks %}, and make {{ group.marks }} missing{% endif %}.{% endfor %} Change this
  inside `df`. {% if is_counted %}Answer with a Series, indexed by {{ spelt[0] }}, of how many {{ rows }} each entry
  then has[[order:, in ascending order of the index]].{% elif spelt|length > 1 %}Answer with a Series, indexed by the
  names of these columns in their order, of how many different entries each then has[[missing:, missing ones not
  counted]].{% else %}How many different entries does {{ spelt[0] }} then have[[missing:, missing ones not
  counted]]?[[types: Answer with an integer.]]{% endif %}

validator:
  namespace_check:
    df: "{{ same_table }}"
  result: "{% if is_counted or spelt|length > 1 %}{{ same_table }}{% endif %}"
"""

#: for group in groups
#: if group.columns|length > 1
for name in {{ group.columns }}:
    df[name] = {{ group.called_on("df[name]") }}
#: else
df[{{ group.columns[0] }}] = {{ group.called_on(group.columns[0]) }}
#: endif
#: endfor

#: if is_counted
df[{{ spelt[0] }}].value_counts().sort_index()
#: elif spelt|length > 1
df[{{ spelt }}].nunique()
#: else
int(df[{{ spelt[0] }}].nunique())
#: endif
