"""Questions of an admitted set in another language: a model translates, rules check, a person decides elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from authoring.drafting.prompts.translation import QuestionState, translate_request
from authoring.drafting.replies.json_reply import INTEGER, TEXT, array_of, object_of, read_json, reply_schema
from authoring.drafting.translation.invariants import findings_of
from authoring.dseal.diagnostic import errors_in
from authoring.dseal.parse import parse
from authoring.errors import ModelError
from authoring.llm.correction import correction
from authoring.llm.port import Model
from authoring.records.bundle import LANGUAGES, AdmittedSet, TranslatedQuestion, Translation
from authoring.records.sketch import Guide

ROUNDS = 2
"""Requests for a question: one, and one more with the findings about the first translation."""
TRANSLATION_SCHEMA = reply_schema("translation", {"questions": array_of(object_of({"number": INTEGER, "text": TEXT}))})
"""The schema of a reply with translations."""


@dataclass(frozen=True, slots=True)
class TranslationComment:
    """A person's comment that asks for another translation of one question."""

    number: int
    comment: str


def originals(problemset: AdmittedSet) -> Mapping[int, str]:
    """Return the questions of a set by number, in order, each with the conventions of the set."""
    return {problem.number: problem.whole_question.strip() for _, problem in parse(problemset.text).problems}


def fitting_translation(problemset: AdmittedSet, language: str) -> Translation:
    """Return what is kept of a set in a language and still fits its questions, in their order."""
    questions = originals(problemset)
    translations = (translation for translation in problemset.translations if translation.language == language)
    fitting = {
        question.number: question
        for translation in translations
        for question in translation.questions
        if question.text.strip() and questions.get(question.number) == question.original.strip()
    }
    return Translation(language=language, questions=tuple(fitting[number] for number in questions if number in fitting))


def translate_questions(
    problemset: AdmittedSet,
    language: str,
    numbers: Sequence[int],
    *,
    model: Model,
    prompt: Guide,
    comment: TranslationComment | None = None,
    sample: int = 0,
) -> Translation:
    """Return unreviewed translations of questions; those with findings were requested twice.

    Of two translations of a question, the one with fewer findings is taken. A question for which no reply holds a
    translation is left out. The language is a key of `LANGUAGES`, the prompt the page `translate` of templates/prompts,
    and the sample the number of earlier requests for the same questions.

    Raises:
        ModelError: no reply held a single translation.
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    # The model is shown what is translated already, so that it keeps to its terms.
    standing_questions = {question.number: question for question in fitting_translation(problemset, language).questions}
    translated: dict[int, TranslatedQuestion] = {}
    open_, trouble, reply = tuple(numbers), "", ""
    for round_ in range(ROUNDS):
        request = translate_request(
            problemset.name,
            _question_states(
                problemset, {**standing_questions, **translated}, language, new=translated, comment=comment
            ),
            open_,
            language=LANGUAGES[language],
            prompt=prompt,
            schema=TRANSLATION_SCHEMA,
            sample=sample * ROUNDS + round_,  # No two requests are alike, so no cached reply comes back.
        )
        # What is wrong with a translation stands in the request; what is wrong with a whole reply does not.
        if trouble:
            request = correction(request, reply, [trouble])
        reply = model.complete(request).text
        candidates, trouble = _read(reply, problemset, open_, model.name)
        for number, question in candidates.items():
            if number not in translated or _weight(question, language) < _weight(translated[number], language):
                translated[number] = question
        open_ = tuple(number for number in numbers if number not in translated or _weight(translated[number], language))
        if not open_:
            break
    if not translated:
        raise ModelError(
            f"{problemset.name}: {model.name} gave no translation, asked {ROUNDS} times: {trouble}",
            hint="ask another --model, or see what it replies with: authoring models check",
        )
    return Translation(
        language=language, questions=tuple(translated[number] for number in numbers if number in translated)
    )


def _question_states(
    problemset: AdmittedSet,
    translations: Mapping[int, TranslatedQuestion],
    language: str,
    *,
    new: Mapping[int, TranslatedQuestion],
    comment: TranslationComment | None,
) -> list[QuestionState]:
    """Return all questions of a set, with what is known of each and, of new translations, what was found."""
    states = []
    for number, original in originals(problemset).items():
        translation = translations[number].text if number in translations else ""
        findings = findings_of(new[number], language) if number in new else ()
        comments = (comment.comment,) if comment is not None and comment.number == number else ()
        messages = tuple(f"{finding.message}. {finding.hint}".strip() for finding in findings)
        states.append(QuestionState(number, original, translation, findings=messages, comments=comments))
    return states


def _read(
    text: str, problemset: AdmittedSet, numbers: Sequence[int], model: str
) -> tuple[dict[int, TranslatedQuestion], str]:
    """Return the requested translations of a reply, the first of each; and the reason where there are none."""
    value, findings = read_json(text, TRANSLATION_SCHEMA)
    entries: Any = value["questions"] if isinstance(value, dict) else ()
    questions = originals(problemset)
    translations: dict[int, TranslatedQuestion] = {}
    for entry in entries:
        number = int(entry["number"])
        if number in numbers and number not in translations and entry["text"].strip():
            translations[number] = TranslatedQuestion(
                number=number, original=questions[number], text=entry["text"].strip(), model=model
            )
    errors = [finding.message for finding in errors_in(findings)]
    return translations, "" if translations else "; ".join(errors[:1]) or "the reply translates none of the questions"


def _weight(question: TranslatedQuestion, language: str) -> int:
    return len(findings_of(question, language))
