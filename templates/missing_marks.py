"""
title: Marks that stand for missing values
stage: cleaning
knowledge: [missing values, cleaning, replacing values]
always: true
needs: [df]
related: true
slots:
  marked: {kind: marks, many: 1..60}
let:
  groups: step_groups(marked)
  afters: tidied(marked)
  after: afters[0]
  are_measured: afters|selectattr("is_measurable")|list|length == afters|length
effects:
  tidy: [marked]
"""

# %%
"""
question: |
  [[Some values of `df` only say that nothing is known: || What is missing was written as a value:]]
  {% for group in groups %} {{ group.marks }}{% if group.step.strips %}, once blanks at both ends of the texts are
  taken away,{% endif %} in {% if group.is_span %}the neighbouring columns {{ group.columns|first }} to
  {{ group.columns|last }}{% else %}{{ group.columns }}{% endif %}{% if not loop.last %}; {% endif %}{% endfor %}. Make
  {% if groups|length == 1 and groups[0].marks|length == 1 %}it{% else %}them{% endif %} missing inside
  `df`{% if groups|map(attribute="step")|selectattr("strips")|list %}, and leave the blanks out{% endif %}.
  {% if marked|length > 1 %}Answer with a Series, indexed by the names of these columns in their order, of
  {% if are_measured %} the mean of each then, rounded to 2 decimals{% else %} how many values each then lacks{% endif %}.
  {% elif after.is_measurable %}Answer with a tuple: how many values {{ marked[0] }} then lacks,
  and its mean, rounded to {{ after.places }} decimals.{% else %}How many values does {{ marked[0] }} then
  lack?[[types: Answer with an integer.]]{% endif %}

validator:
  namespace_check:
    df: "{{ same_table }}"
  result: "{% if marked|length > 1 %}{{ same_table }}{% endif %}"
"""

#: for group in groups
#: if group.columns|length == 1
df[{{ group.columns[0] }}] = {{ group.called_on(group.columns[0]) }}
#: elif group.is_span and not group.step.strips
marked_columns = df.loc[:, {{ group.columns|first }}:{{ group.columns|last }}].columns
df[marked_columns] = {{ group.called_on("df[marked_columns]") }}
#: elif group.step.strips
for name in {{ group.columns }}:
    df[name] = {{ group.called_on("df[name]") }}
#: else
df[{{ group.columns }}] = {{ group.called_on(group.columns) }}
#: endif
#: endfor

#: if marked|length > 1 and are_measured
df[{{ marked }}].mean().round(2)
#: elif groups|length == 1 and groups[0].is_span and not groups[0].step.strips
df[marked_columns].isna().sum()
#: elif marked|length > 1
df[{{ marked }}].isna().sum()
#: elif after.is_measurable
(int(df[{{ marked[0] }}].isna().sum()), float(round(df[{{ marked[0] }}].mean(), {{ after.places }})))
#: else
int(df[{{ marked[0] }}].isna().sum())
#: endif
