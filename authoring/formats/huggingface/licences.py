"""The licences of all sets in one: whoever uses the whole keeps to the strictest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.seeds.vetting.licences import Licence, licence_of

FREE = re.compile(r"(?i)^(CC0|PDDL|Unlicense|0BSD|public domain)")
ALIKE = re.compile(r"(?i)(-SA\b|ODbL|GPL|Sharing|MPL|EUPL|\bSA\b)")
HUB = {
    **{
        name: name.lower()
        for name in (
            *("CC0-1.0", "CC-BY-2.0", "CC-BY-2.5", "CC-BY-3.0", "CC-BY-4.0", "CC-BY-SA-3.0", "CC-BY-SA-4.0"),
            *("CC-BY-NC-2.0", "CC-BY-NC-3.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-2.0", "CC-BY-NC-SA-3.0", "CC-BY-NC-SA-4.0"),
            *(
                "CC-BY-ND-4.0",
                "CC-BY-NC-ND-3.0",
                "CC-BY-NC-ND-4.0",
                "MIT",
                "Apache-2.0",
                "BSD-2-Clause",
                "BSD-3-Clause",
            ),
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
"""What the hub calls a licence, by its SPDX identifier."""
STRICTNESS = (
    "no conditions",
    "its authors have to be named",
    "what is made of it has to stand under the same terms",
    "its use is restricted",
    "its terms are not known",
    "copies must not be handed on",
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the data of one or several sets may be used for."""

    licence: Licence
    said: str
    """As the seed says it."""

    @property
    def name(self) -> str:
        """To be shown."""
        return self.licence.name if self.licence.spdx or not self.said else " ".join(self.said.split())

    @property
    def rank(self) -> int:
        """How strict it is: an index into `STRICTNESS`."""
        if self.licence.kind == "unknown":
            return 4
        if self.licence.kind == "restricted":
            return 3 if self.licence.redistributable else 5
        told = self.licence.spdx or self.licence.name
        return 0 if FREE.search(told) else 2 if ALIKE.search(told) else 1

    @property
    def on_hub(self) -> str:
        """What the hub calls it."""
        if self.licence.kind == "unknown":
            return "unknown"
        return HUB.get(self.licence.spdx, "other")

    @property
    def address(self) -> str:
        """Where it can be read; its name where nobody knows."""
        simple = self.licence.spdx and " " not in self.licence.spdx
        return f"https://spdx.org/licenses/{self.licence.spdx}.html" if simple else self.name


def terms_of(said: str) -> Terms:
    """Return what a seed's words about its licence mean."""
    return Terms(licence_of(said), said)


def strictest(terms: Sequence[Terms]) -> Terms:
    """Return the terms that the whole has to be used by; of several that are equally strict, the first by name."""
    return min(terms, key=lambda each: (-each.rank, each.name))
