"""Names of people beside the addresses they live at: neither alone says who is meant, both together do."""

import re
from collections.abc import Sequence

# Headers that can only stand over names of people.
_NAME_HEADERS = re.compile(
    r"(?:first|last|given|family|middle|full|maiden|sur|fore) ?names?|surname|vorname|nachname|nombre|apellidos?|"
    r"prenom|(?:customer|client|patient|employee|passenger|owner|student|person|people|contact|member|tenant|holder|"
    r"borrower|applicant|donor|guest|staff|teacher|doctor|buyer|seller|driver|victim|author|resident|voter) "
    r"?(?:full ?)?names?|"
    r"firstname|lastname|fullname"
)
# Headers that stand over people or firms, so that first names among the values decide.
_MAYBE_HEADERS = re.compile(r"names?|customer|client|patient|employee|owner|contact|person|resident|tenant|who")
_ADDRESS_HEADERS = re.compile(
    r"(?:(?:home|street|postal|mailing|billing|shipping|delivery|residential|permanent|current|full|customer) )?"
    r"(?:address|addr|adresse|direccion|strasse|street)(?: ?(?:line )?\d)?"
)
# Three orders of an address: "12 High Street", "Hauptstraße 5", "rue de la Paix, 7".
_STREET = re.compile(
    r"\d{1,6}[A-Za-z]?[ ,](?:[^\d,\n]{2,40} )?(?:st|street|ave|avenue|rd|road|blvd|boulevard|ln|lane|dr|drive|ct|court|"
    r"way|pl|place|terrace|square|sq|close|crescent|hwy|highway|parkway|pkwy|trail|circle|cir|rue|via|calle)\b"
    r"|[^\d,\n]{2,40}(?:straße|strasse|str\.|weg|allee|gasse|platz|gata|gatan|vej|laan|straat) \d{1,4}"
    r"|(?:rue|via|calle|avenida|rua|ul\.) [^\d\n]{2,40},? \d{1,5}",
    re.IGNORECASE,
)
# "Dr. Ada K. Lovelace" and "Ada Lovelace"; the first word is looked up among first names.
_PERSON_NAME = re.compile(
    r"(?:(?:dr|mr|mrs|ms|prof)\.? )?([^\W\d_]{2,20}),? (?:[^\W\d_]\.? )?"
    r"[^\W\d_][\w'\u2019-]{1,25}(?: [\w'\u2019-]{1,20})?"
)
_FIRST_NAME_WORDS = (
    "james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony "
    "mark donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan "
    "jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander "
    "raymond patrick jack dennis jerry tyler aaron jose adam henry nathan douglas zachary peter kyle walter ethan "
    "jeremy harold keith christian roger noah gerald carl terry sean austin arthur lawrence jesse dylan bryan joe "
    "jordan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell louis "
    "philip bobby johnny bradley mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa "
    "nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah "
    "stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen "
    "samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia "
    "joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline "
    "martha gloria teresa ann sara madison frances kathryn janice jean abigail alice julia judy sophia grace "
    "denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie kayla "
    "alexis lori hans peter klaus wolfgang juergen dieter ursula monika petra sabine heike stefan andreas anja "
    "katrin lukas jonas felix pierre michel philippe nicolas claude francois sophie isabelle nathalie camille "
    "julien giuseppe giovanni antonio marco luca francesca chiara paolo carlos luis miguel javier carmen pablo "
    "fernando alejandro lucia sofia diego joao pedro ana lars erik anders ingrid olga ivan sergei dmitri natalia "
    "tatiana elena igor mohammed mohamed ahmed ali omar hassan fatima aisha ibrahim yusuf raj amit priya anil "
    "sunita rahul sanjay deepak neha pooja ravi wei li ming hui jing hiroshi yuki takashi kenji haruto sakura "
    "nguyen thi minh jin min soo"
)
_FIRST_NAMES = frozenset(_FIRST_NAME_WORDS.split())
_MAX_VALUES = 2_000
"""Distinct values of a column that are looked at; enough to know what a column holds."""
_LONGEST_ADDRESS = 120
_MIN_NAME_SHARE = 0.3
_MIN_STREET_SHARE = 0.3


def words_of(header: str) -> str:
    """Return a column's name as words in small letters: ``firstName`` and ``FIRST_NAME`` are ``first name``."""
    # Between a small letter and a capital a word begins.
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header)
    return " ".join(re.sub(r"[\W_]+", " ", spaced).lower().split())


def is_names(header: str, values: Sequence[str]) -> bool:
    """Return whether a column holds people's names, by its header or by the first names in it."""
    words = words_of(header)
    if _NAME_HEADERS.fullmatch(words):
        # A header can mislead: a column of numbers under it holds no names.
        return any(character.isalpha() for value in values[:20] for character in value)
    if not _MAYBE_HEADERS.fullmatch(words):
        return False
    sample = values[:_MAX_VALUES]
    matches = [_PERSON_NAME.fullmatch(value.strip()) for value in sample]
    first_names = sum(1 for match in matches if match and match[1].lower() in _FIRST_NAMES)
    return bool(sample) and first_names >= _MIN_NAME_SHARE * len(sample)


def is_addresses(header: str, values: Sequence[str]) -> bool:
    """Return whether a column holds addresses with a house number, by its values; the header lowers what is asked."""
    sample = values[:_MAX_VALUES]
    if not sample:
        return False
    streets = sum(1 for value in sample if len(value) <= _LONGEST_ADDRESS and _STREET.search(value))
    if streets >= _MIN_STREET_SHARE * len(sample):
        return True
    if not _ADDRESS_HEADERS.fullmatch(words_of(header)):
        return False
    # An address by name only: a number, words, and hardly ever twice the same.
    plausible = sum(1 for value in sample if re.search(r"\d", value) and re.search(r"[^\W\d_]{3,} |, ", value))
    return plausible >= len(sample) / 2
