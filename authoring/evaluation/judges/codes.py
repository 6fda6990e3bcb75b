"""What a model objects to in a problem, by the rubric (DS978)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

RUBRIC_OBJECTION = RuleInfo(
    code="DS978",
    name="rubric-objection",
    severity=Severity.NOTE,
    what="A model that was asked by the criteria of guides/rubric.md objects to a problem, and quotes it.",
    why="Code cannot tell whether a question is natural or worth asking. This is one model's opinion: read the quote, "
    "and decide yourself; `authoring report rubric` counts how often people agreed.",
    bad="question: What is the mean of `passenger_id`, and also its median and its variance?",
    good="question: What is the median `fare` of each class of passengers?",
)
