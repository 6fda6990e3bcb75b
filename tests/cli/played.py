"""A conversation as a model would hold it: a sketch, a set with one broken problem, its repair, a revision."""

from pathlib import Path

from tests.llm.wire import Answer, Call

CASES = Path(__file__).parents[1] / "cases" / "drafting"
SET = (CASES / "set.py").read_text()
SKETCH = (CASES / "sketch.json").read_text()
NO_PROBES = '{"probes": []}'
GOOD = 'round(df["mass"].mean(), 1)'
BROKEN = 'round(df["weight"].mean(), 1)'
REPAIRED = f'''# problem 2
# %%
"""
question: What is the mean `mass` of all rows of `df`, rounded to 1 decimal place?
"""
{GOOD}
'''
REVISED = '''# problem 3
# %%
"""
question: |
  Which `species` occur in `df`? Give a list of the names, each once, in the order in which they first occur.
"""
df["species"].unique().tolist()
'''


OPENINGS = {
    "Plan a problem set": "sketch",
    "You planned this problem set": "probes",
    "Some problems of your plan": "replan",
    "Write the problem set": "write",
    "Some problems of a draft": "repair",
    "A reviewer has read": "revise",
}
REPLIES = {
    "sketch": SKETCH,
    "probes": NO_PROBES,
    "write": SET.replace(GOOD, BROKEN),
    "repair": REPAIRED,
    "revise": REVISED,
}


def stage_of(call: Call) -> str:
    """Return what a call asks for."""
    return next(stage for words, stage in OPENINGS.items() if call.messages[-1].startswith(words))


def play(call: Call) -> Answer:
    """Answer as a model that slips once and mends it when told."""
    return Answer(REPLIES[stage_of(call)])
