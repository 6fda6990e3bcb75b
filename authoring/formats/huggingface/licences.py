"""The licences of all sets in one: whoever uses the whole keeps to the strictest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.seeds.vetting.licences import Licence, licence_of

# Licences without conditions.
FREE = re.compile(r"(?i)^(CC0|PDDL|Unlicense|0BSD|public domain)")
# Licences that ask for the same terms again.
ALIKE = re.compile(r"(?i)(-SA\b|ODbL|GPL|Sharing|MPL|EUPL|\bSA\b)")
HUB = {
    **{
        name: name.lower()
        for name in (
            *("CC0-1.0", "CC-BY-2.0", "CC-BY-2.5", "CC-BY-3.0", "CC-BY-4.0", "CC-BY-SA-3.0", "CC-BY-SA-4.0"),
            *("CC-BY-NC-2.0", "CC-BY-NC-3.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-2.0", "CC-BY-NC-SA-3.0", "CC-BY-NC-SA-4.0"),
            *("CC-BY-ND-4.0", "CC-BY-NC-ND-3.0", "CC-BY-NC-ND-4.0"),
            *("MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause"),
            *("CDLA-Sharing-1.0", "CDLA-Permissive-1.0", "CDLA-Permissive-2.0", "Unlicense"),
        )
    },
    "ODbL-1.0": "odbl",
    "PDDL-1.0": "pddl",
    "ODC-By-1.0": "odc-by",
    "GPL-2.0-only": "gpl-2.0",
    "GPL-2.0-or-later": "gpl-2.0",
    "GPL-3.0-only": "gpl-3.0",
    "GPL-3.0-or-later": "gpl-3.0",
}
"""The hub's name of a licence, by its SPDX identifier."""
STRICTNESS = (
    "no conditions",
    "its authors have to be named",
    "what is made of it has to stand under the same terms",
    "its use is restricted",
    "its terms are not known",
    "copies must not be handed on",
)


@dataclass(frozen=True, slots=True)
class LicenceTerms:
    """The terms under which the data of one or several sets may be used."""

    licence: Licence
    text: str
    """The words of the seed."""

    @property
    def name(self) -> str:
        """The name that is shown to readers."""
        return self.licence.name if self.licence.spdx or not self.text else " ".join(self.text.split())

    @property
    def rank(self) -> int:
        """The strictness of the terms: an index into `STRICTNESS`."""
        if self.licence.kind == "unknown":
            return 4
        if self.licence.kind == "restricted":
            return 3 if self.licence.redistributable else 5
        name = self.licence.spdx or self.licence.name
        return 0 if FREE.search(name) else 2 if ALIKE.search(name) else 1

    @property
    def on_hub(self) -> str:
        """The hub's name of the licence."""
        if self.licence.kind == "unknown":
            return "unknown"
        return HUB.get(self.licence.spdx, "other")

    @property
    def address(self) -> str:
        """The address of the licence's text; its name where the address is not known."""
        # An expression of several licences has no page of its own.
        simple = self.licence.spdx and " " not in self.licence.spdx
        return f"https://spdx.org/licenses/{self.licence.spdx}.html" if simple else self.name


def terms_of(text: str) -> LicenceTerms:
    """Return the terms that a seed's words about its licence stand for."""
    return LicenceTerms(licence_of(text), text)


def strictest(terms: Sequence[LicenceTerms]) -> LicenceTerms:
    """Return the terms that the whole has to be used by; of several that are equally strict, the first by name."""
    # The rank is negated for the strictest, while names go forwards.
    return min(terms, key=lambda candidate: (-candidate.rank, candidate.name))
