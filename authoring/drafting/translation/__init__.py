"""Questions of an admitted set in another language: a model translates, rules check, a person decides elsewhere."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from authoring.drafting.prompts.translation import AskedQuestion, translate_request
from authoring.drafting.replies.json_reply import read_json
from authoring.drafting.translation.codes import CODES
from authoring.drafting.translation.kept import findings_of, findings_on, kept_in
from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.errors import ModelError
from authoring.llm.port import Model
from authoring.records.bundle import AdmittedSet
from authoring.records.sketch import Guide, Schema
from authoring.records.translation import LANGUAGES, TranslatedQuestion, Translation

__all__ = [
    "CODES",
    "TRANSLATION_SCHEMA",
    "Wish",
    "findings_of",
    "findings_on",
    "kept_in",
    "originals",
    "standing",
    "translate_questions",
]

ROUNDS = 2
"""How often a question is asked for: once, and once more with what was found of the first translation."""
TRANSLATION_SCHEMA = Schema(
    name="translation",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "questions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"number": {"type": "integer"}, "text": {"type": "string"}},
                        "required": ["number", "text"],
                        "additionalProperties": False,
                    },
                }
            },
            "required": ["questions"],
            "additionalProperties": False,
        }
    ),
)
"""What a model answers."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants of one translation: another one, for a reason."""

    number: int
    comment: str


def originals(problemset: AdmittedSet) -> Mapping[int, str]:
    """Return the questions of a set by number, in order."""
    return {problem.number: problem.question.strip() for _, problem in parse(problemset.text).problems}


def standing(problemset: AdmittedSet, language: str) -> Translation:
    """Return what is kept of a set in a language and still fits its questions, in their order."""
    asked = originals(problemset)
    kept = (one for one in problemset.translations if one.language == language)
    fitting = {
        question.number: question
        for translation in kept
        for question in translation.questions
        if question.text.strip() and asked.get(question.number) == question.original.strip()
    }
    return Translation(language=language, questions=tuple(fitting[number] for number in asked if number in fitting))


def translate_questions(
    problemset: AdmittedSet,
    language: str,
    numbers: Sequence[int],
    *,
    model: Model,
    prompt: Guide,
    wish: Wish | None = None,
    sample: int = 0,
) -> Translation:
    """Return translations of questions that nobody has looked at; those with findings were asked for twice.

    Of two translations of a question, the one with fewer findings is taken. A question for which no reply holds a
    translation is left out.

    Args:
        problemset: with what is translated already: its terms are kept.
        language: a key of `LANGUAGES`.
        numbers: of the questions that are wanted.
        model: who translates.
        prompt: the page `translate` of templates/prompts.
        wish: what a person said of the translation of one of them.
        sample: how often these have been asked for before, so that no kept reply comes again.

    Raises:
        ModelError: no reply held a single translation.
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    known = {question.number: question for question in standing(problemset, language).questions}
    found: dict[int, TranslatedQuestion] = {}
    open_, trouble = tuple(numbers), ""
    for round_ in range(ROUNDS):
        request = translate_request(
            problemset.name,
            _asked(problemset, {**known, **found}, language, new=found, wish=wish),
            open_,
            language=LANGUAGES[language],
            prompt=prompt,
            schema=TRANSLATION_SCHEMA,
            sample=sample * ROUNDS + round_,
        )
        given, trouble = _read(model.complete(request).text, problemset, open_, model.name)
        for number, question in given.items():
            if number not in found or _weight(question, language) < _weight(found[number], language):
                found[number] = question
        open_ = tuple(number for number in numbers if number not in found or _weight(found[number], language))
        if not open_:
            break
    if not found:
        raise ModelError(
            f"{problemset.name}: {model.name} gave no translation, asked {ROUNDS} times: {trouble}",
            hint="ask another --model, or see what it replies with: authoring models check",
        )
    return Translation(language=language, questions=tuple(found[number] for number in numbers if number in found))


def _asked(
    problemset: AdmittedSet,
    known: Mapping[int, TranslatedQuestion],
    language: str,
    *,
    new: Mapping[int, TranslatedQuestion],
    wish: Wish | None,
) -> list[AskedQuestion]:
    """Return all questions of a set, with what is known of each and, of new translations, what was found."""
    asked = []
    for number, original in originals(problemset).items():
        translation = known[number].text if number in known else ""
        findings = findings_of(new[number], language) if number in new else ()
        said = (wish.comment,) if wish is not None and wish.number == number else ()
        told = tuple(f"{finding.message}. {finding.hint}".strip() for finding in findings)
        asked.append(AskedQuestion(number, original, translation, findings=told, comments=said))
    return asked


def _read(
    text: str, problemset: AdmittedSet, wanted: Sequence[int], model: str
) -> tuple[dict[int, TranslatedQuestion], str]:
    """Return the translations of a reply that were asked for, the first of each; and why there are none."""
    value, findings = read_json(text, TRANSLATION_SCHEMA)
    entries: Any = value["questions"] if isinstance(value, dict) else ()
    asked = originals(problemset)
    given: dict[int, TranslatedQuestion] = {}
    for entry in entries:
        number = int(entry["number"])
        if number in wanted and number not in given and entry["text"].strip():
            given[number] = TranslatedQuestion(
                number=number, original=asked[number], text=entry["text"].strip(), model=model
            )
    errors = [finding.message for finding in findings if finding.severity is Severity.ERROR]
    return given, "" if given else "; ".join(errors[:1]) or "the reply translates none of the questions"


def _weight(question: TranslatedQuestion, language: str) -> int:
    return len(findings_of(question, language))
