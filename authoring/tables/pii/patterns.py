"""Patterns of personal data in text: mail addresses, phone numbers, card and bank numbers, numbers of persons.

Texts are looked at as bytes, and first by their shape: with every digit written as ``0``, a number of a known form is a
fixed string, which is found many times faster than a pattern.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

UPPER, LOWER, DIGIT = ord("A"), ord("a"), ord("0")
_SHAPE = bytes(
    DIGIT
    if chr(code).isdigit() and code < 128  # noqa: PLR2004 - ASCII
    else UPPER
    if UPPER <= code <= ord("Z")
    else LOWER
    if LOWER <= code <= ord("z") or code == ord("_") or code >= 128  # noqa: PLR2004 - ASCII
    else code
    for code in range(256)
)
MAIL = "mail address"
PHONE = "phone number"
CARD = "card number"
ACCOUNT = "bank account number"
PERSON = "number of a person"
POSSIBLE_CARD = "digits like a card number"
"""With the right check digit, which one in ten numbers of this length has by chance: only many of them in one column
say something, and only if they are more than `CARD_LIKE_NUMBER`."""
CARD_LIKE_NUMBER = "digits like a card number but for the check digit"
_MAX_LOCAL_PART = 64
"""Bytes before an ``@`` that may belong to a mail address."""


class PiiMatch(NamedTuple):
    """A place that looks like personal data. A tuple, because a table may hold a million of them."""

    kind: str
    start: int
    """Byte."""
    end: int


def find_pii(text: bytes) -> Iterator[PiiMatch]:
    """Yield the marks in a text, kind by kind; values are parted by line feeds, and no mark goes over one."""
    # Letters become A or a and digits 0, so that a number of a known form is a fixed string.
    shape = text.translate(_SHAPE)
    for finder in (
        _mail_addresses,
        _american_phones,
        _international_phones,
        _card_numbers,
        _account_numbers,
        _person_numbers,
    ):
        yield from finder(text, shape)


def mask(value: str, kind: str) -> str:
    """Return what was found with most of it left out: enough to know it by, too little to use."""
    if kind == MAIL:
        local, _, domain = value.rpartition("@")
        return f"{local[:1]}…@{domain[:1]}….{domain.rpartition('.')[2]}"
    return f"{value[:3]}…{value[-2:]}"


def _positions(text: bytes, pattern: bytes) -> Iterator[int]:
    position = text.find(pattern)
    while position >= 0:
        yield position
        position = text.find(pattern, position + 1)


def _stands_alone(shape: bytes, start: int, end: int) -> bool:
    """Whether a number ends at both sides: no letter or digit, nor a sign with a digit behind, goes on with it."""
    before, after = shape[max(0, start - 2) : start], shape[end : end + 2]
    # Behind a slash or one of = % # & digits belong to a path, a query or an escape.
    if before[-1:] in (b"A", b"a", b"0", b"/", b"=", b"%", b"#", b"&") or after[:1] in (b"A", b"a", b"0"):
        return False
    joined = (b"-", b".", b",", b":", b" ", b"(", b"+")
    # A sign with a digit on its other side makes one longer number of both.
    if before[-1:] in joined[:5] and before[:1] == b"0":
        return False
    return not (after[:1] in joined[:5] and after[1:] == b"0")


# A host name whose last part consists of letters.
_DOMAIN = re.compile(
    rb"[A-Za-z0-9\x80-\xff-]{1,63}(?:\.[A-Za-z0-9\x80-\xff-]{1,63}){0,5}\.([A-Za-z]{2,24})(?![A-Za-z0-9-])"
)
# Matched against the bytes in reverse, because it is known where the local part ends.
_LOCAL = re.compile(rb"[A-Za-z0-9._%+'\x80-\xff-]{1,64}")
_ROLE_MAILBOX = re.compile(
    rb"(?:info|support|sales|contact|admin|no-?reply|do-?not-?reply|webmaster|postmaster|help|helpdesk|office|hello|mail|"
    rb"service|services|customer[._-]?(?:service|care)|press|jobs|careers|hr|team|enquir(?:y|ies)|inquir(?:y|ies)|git|"
    rb"abuse|privacy|security|user|username|someone|name|email|you|your[._-]?name|test)"
)
"""Local parts of mail addresses that belong to a role rather than to a person."""
_RESERVED = re.compile(rb"(?:.*\.)?(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost)")
"""Domains that are kept free for examples, so that no address in them can be anybody's."""
_FILE_ENDINGS = {b"png", b"jpg", b"jpeg", b"gif", b"svg", b"webp", b"js", b"css", b"pdf", b"mp4"}


@lru_cache(maxsize=10_000)
def _is_reserved(domain: bytes) -> bool:
    return _RESERVED.fullmatch(domain.lower()) is not None


def _mail_addresses(text: bytes, _shape: bytes) -> Iterator[PiiMatch]:
    for position in _positions(text, b"@"):
        domain = _DOMAIN.match(text, position + 1)
        local_part = _LOCAL.match(text[max(0, position - _MAX_LOCAL_PART) : position][::-1])
        if domain is None or local_part is None or domain[1].lower() in _FILE_ENDINGS:
            continue
        # A full stop or an apostrophe at its edge is punctuation of the sentence around it.
        name = local_part[0][::-1].strip(b".'")
        if name and not _ROLE_MAILBOX.fullmatch(name.lower()) and not _is_reserved(domain[0]):
            yield PiiMatch(MAIL, position - len(name), domain.end())


# The ways in which North American numbers are written.
_AMERICAN = (b"000-000-0000", b"000.000.0000", b"000 000 0000", b"(000) 000-0000", b"(000)000-0000", b"(000) 000 0000")
_COUNTRY_ONE = re.compile(rb"(?:\+|00)?1[-. ]?\Z")
_COUNTRY_CODE_END, _EXTENSION_START = (b"1", b" ", b"-", b"."), (b" ", b"a")
"""Bytes that a country's code ends with, and bytes that an extension begins with."""
_EXTENSION = re.compile(rb" ?(?:x|ext\.?) ?\d{1,6}")
# A plus and 9 to 15 digits, with up to two signs between them.
_PLUS = re.compile(rb"\+[1-9](?:[ .()/-]{0,2}\d){8,14}(?!\d)")
# +49.5 is a number with a sign and a decimal point.
_POINT_NUMBER = re.compile(rb"\+\d+\.\d+")


def _american_phones(text: bytes, shape: bytes) -> Iterator[PiiMatch]:
    """North American numbers, where area and exchange begin with 2 to 9."""
    for form in _AMERICAN:
        area = form.index(b"000")
        exchange = form.index(b"000", area + 3)
        for position in _positions(shape, form):
            # Area codes and exchanges begin with 2 to 9, which rules out most other numbers.
            if text[position + area] < ord("2") or text[position + exchange] < ord("2"):
                continue
            start, end = position, position + len(form)
            if text[position - 1 : position] in _COUNTRY_CODE_END and (
                prefix := _COUNTRY_ONE.search(text, max(0, position - 4), position)
            ):
                start = prefix.start()
            extension_end = end
            if shape[end : end + 1] in _EXTENSION_START and (extension := _EXTENSION.match(text, end)):
                extension_end = extension.end()
            if _stands_alone(shape, start, extension_end):
                yield PiiMatch(PHONE, start, end)


def _international_phones(text: bytes, shape: bytes) -> Iterator[PiiMatch]:
    """Numbers with a plus and the code of a country."""
    for position in _positions(shape, b"+0"):
        if shape[position - 1 : position] in (b"A", b"a", b"0", b")"):
            continue
        match = _PLUS.match(text, position)
        if match is None or _POINT_NUMBER.fullmatch(match[0]) or not _stands_alone(shape, position, match.end()):
            continue
        yield PiiMatch(PHONE, position, match.end())


# Sixteen digits in fours, and the fifteen of American Express.
_GROUPED_CARDS = (b"0000-0000-0000-0000", b"0000 0000 0000 0000", b"0000-000000-00000", b"0000 000000 00000")
_ISSUERS = re.compile(
    rb"(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|"
    rb"6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12})"
)
"""How numbers of Visa, Mastercard, American Express, Discover and JCB begin, and how long they are."""
_DIGIT_RUN = b"0" * 15
_LONGEST_CARD = 19


def _card_numbers(text: bytes, shape: bytes) -> Iterator[PiiMatch]:
    for form in _GROUPED_CARDS:
        for position in _positions(shape, form):
            digits = text[position : position + len(form)].replace(b"-", b"").replace(b" ", b"")
            if _ISSUERS.fullmatch(digits) and luhn(digits) and _stands_alone(shape, position, position + len(form)):
                yield PiiMatch(CARD, position, position + len(form))
    position = shape.find(_DIGIT_RUN)
    while position >= 0:
        end = position + len(_DIGIT_RUN)
        while shape[end : end + 1] == b"0":
            end += 1
        if (
            end - position <= _LONGEST_CARD
            and _ISSUERS.fullmatch(text, position, end)
            and _stands_alone(shape, position, end)
        ):
            yield PiiMatch(POSSIBLE_CARD if luhn(text[position:end]) else CARD_LIKE_NUMBER, position, end)
        position = shape.find(_DIGIT_RUN, end)


def luhn(digits: bytes) -> bool:
    """Return whether the last digit checks the others, as on payment cards (ISO/IEC 7812-1)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        # Every second digit from the right is doubled.
        value = (digit - DIGIT) * (1 + place % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - the sum of its two digits
    return total % 10 == 0


_LENGTH_WORDS = (
    "AD:24 AE:23 AT:20 BE:16 BG:22 BR:29 CH:21 CY:28 CZ:24 DE:22 DK:18 EE:20 ES:24 FI:18 FR:27 GB:22 GR:27 HR:21 "
    "HU:28 IE:22 IL:23 IS:26 IT:27 LI:21 LT:20 LU:20 LV:21 MC:27 MT:31 NL:18 NO:15 PK:24 PL:28 PT:25 RO:24 RS:22 "
    "SA:24 SE:24 SI:19 SK:24 SM:27 TR:26 UA:29"
)
_LENGTHS = dict(part.split(":") for part in _LENGTH_WORDS.split())
"""How long an international bank account number is, by country (ISO 13616)."""
# Country, two check digits, and the account, in groups or not.
_ACCOUNT = re.compile(rb"[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,27}")


def _account_numbers(text: bytes, shape: bytes) -> Iterator[PiiMatch]:
    for position in _positions(shape, b"AA00"):
        length = int(_LENGTHS.get(text[position : position + 2].decode(), "0"))
        match = _ACCOUNT.match(text, position) if length else None
        if match is None or shape[position - 1 : position] in (b"A", b"a", b"0"):
            continue
        # The pattern may run into the next word; the country says where the number ends.
        number = match[0].replace(b" ", b"")[:length]
        if len(number) == length and _has_valid_check_digits(number):
            yield PiiMatch(ACCOUNT, position, match.end())


def _has_valid_check_digits(number: bytes) -> bool:
    """Whether the two check digits fit the rest: letters as 10 to 35, the number leaves 1 when divided by 97."""
    rotated = (number[4:] + number[:4]).decode()
    return int("".join(str(int(character, 36)) for character in rotated)) % 97 == 1


# Areas 000, 666 and from 900, group 00 and serial 0000 are never given out.
_SOCIAL_SECURITY = re.compile(rb"(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}")


def _person_numbers(text: bytes, shape: bytes) -> Iterator[PiiMatch]:
    """Social security numbers of the United States, and tax numbers of Brazil, which have check digits."""
    forms: tuple[tuple[bytes, Callable[[bytes], object]], ...] = (
        (b"000-00-0000", _SOCIAL_SECURITY.fullmatch),
        (b"000.000.000-00", _is_brazilian_tax_number),
    )
    for form, is_valid in forms:
        for position in _positions(shape, form):
            end = position + len(form)
            if is_valid(text[position:end]) and _stands_alone(shape, position, end):
                yield PiiMatch(PERSON, position, end)


def _is_brazilian_tax_number(number: bytes) -> bool:
    digits = [character - DIGIT for character in number if character not in b".-"]
    # Eleven equal digits pass the check and are nobody's number.
    if len(set(digits)) == 1:
        return False
    for place in (9, 10):
        total = sum(digit * (place + 1 - index) for index, digit in enumerate(digits[:place]))
        # Each check digit is a weighted sum of those before it, modulo 11; ten counts as zero.
        if total * 10 % 11 % 10 != digits[place]:
            return False
    return True
