"""A request for translations shows the whole set, asks for some of it, and never cuts a question."""

from authoring.drafting.prompts.translation import MOST_COMMENT, MOST_FINDINGS, QuestionState, translate_request
from authoring.llm.port import Request
from authoring.records.sketch import Guide, Schema

PROMPT = Guide(
    name="translate",
    text="Translate into {{ language }}.\n---\n{% for question in questions %}{{ question.number }}\n"
    "{{ question.original }}\n{{ question.translation }}\n{{ question.findings }}\n"
    "{% for comment in question.comments %}{{ comment }}\n{% endfor %}{% endfor %}Wanted: {{ numbers }}.",
)


def request(*questions: QuestionState, sample: int = 0) -> Request:
    """Ask for the last of these questions."""
    schema = Schema(name="translations", text='{"type": "object"}')
    return translate_request(
        "penguins",
        questions,
        [questions[-1].number],
        language="Simplified Chinese",
        prompt=PROMPT,
        schema=schema,
        sample=sample,
    )


def test_all_questions_are_shown_and_some_are_asked_for() -> None:
    """A translation is better for what stands before it; the numbers say which are to be made."""
    made = request(QuestionState(1, "How many rows?"), QuestionState(2, "And columns?"))
    text = made.messages[-1].content

    assert "Simplified Chinese" in made.messages[0].content
    assert "How many rows?" in text
    assert "And columns?" in text
    assert text.endswith("Wanted: question 2.")


def test_questions_are_whole_and_remarks_are_cut() -> None:
    """A question keeps every character; findings and comments have room for what matters."""
    original = "word " * 5_000
    state = QuestionState(1, original, "half", ("f" * 10 * MOST_FINDINGS,), ("c" * 10 * MOST_COMMENT,))
    text = request(state).messages[-1].content

    assert original.strip() in text
    assert len(text) < len(original) + 2 * (MOST_FINDINGS + MOST_COMMENT)


def test_a_second_try_is_another_request() -> None:
    """The same questions asked again are paid and kept apart from the first try."""
    question = QuestionState(1, "How many rows?")

    assert request(question).identity == request(question).identity != request(question, sample=1).identity
