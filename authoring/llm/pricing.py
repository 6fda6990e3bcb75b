"""Prices of models and amounts of money. A model without a known price has none: it never counts as free."""

import re
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import Field, ValidationError, model_validator

from authoring.errors import WorkspaceError
from authoring.llm.port import TokenUsage
from authoring.records.base import Record
from authoring.records.documents import DocumentError, load_yaml

Amount = Annotated[Decimal, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


NANO: Final = 10**9
"""Money is counted in whole thousand-millionths of the currency: a price per million tokens with three decimals gives
exact whole numbers, sums have no rounding, and SQLite adds them."""

PER: Final = 10**6
"""Number of tokens that a price covers."""


# A date in one of three spellings, or `latest`.
VERSION: Final = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest)")
"""The part behind the model's name in the name of a dated version."""


class Cost(Record):
    """An amount of money in one currency."""

    currency: str
    nano: int
    """Thousand-millionths of the currency."""


class Price(Record):
    """The price of a model in money per million tokens."""

    model: Annotated[str, Field(min_length=1)]
    """The model's name; with a ``*`` at the end for all names that begin so."""
    prompt: Amount
    cached: Amount | None = None
    """Price of tokens in the provider's cache; None where they cost as much as others."""
    output: Amount
    batch: Annotated[Decimal, Field(gt=0, le=1)] = Decimal(1)
    """Price of a call in a batch, as a share of the usual price."""

    def fits(self, model: str) -> bool:
        """Return whether it is the price of a model of this name."""
        # Only a marked name fits by its beginning: `gpt-x` must not be the price of `gpt-x-mini`.
        if self.model.endswith("*"):
            return model.startswith(self.model[:-1])
        rest = model.removeprefix(self.model)
        return model.startswith(self.model) and (not rest or VERSION.fullmatch(rest) is not None)

    def cost(self, usage: TokenUsage, *, batch: bool = False) -> int:
        """Return what a call cost, in thousand-millionths of the currency."""
        # More cached tokens than the prompt has would make the rest negative, and the call a refund.
        cached = min(usage.cached, usage.prompt)
        cached_price = self.prompt if self.cached is None else self.cached
        money = (usage.prompt - cached) * self.prompt + cached * cached_price + usage.output * self.output
        share = self.batch if batch else Decimal(1)
        return int((money * share * NANO / PER).to_integral_value(ROUND_HALF_UP))


class Prices(Record):
    """A table of prices."""

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] = "USD"
    date: date
    """When the prices were looked up."""
    models: tuple[Price, ...] = ()

    @model_validator(mode="after")
    def _check_duplicates(self) -> Self:
        names = [price.model for price in self.models]
        duplicates = sorted({name for name in names if names.count(name) > 1})
        if duplicates:
            raise ValueError(f"{', '.join(duplicates)}: has two prices")
        return self

    def price_of(self, model: str) -> Price | None:
        """Return the price of a model, None where none is known; the longest name that fits counts."""
        # Whole names come before patterns, so that one dated version may be priced apart from its family.
        fitting = [price for price in self.models if price.fits(model)]
        return max(fitting, key=lambda price: (not price.model.endswith("*"), len(price.model)), default=None)

    def with_defaults(self, defaults: Self) -> Self:
        """Return these prices, and those of `defaults` for the models that these do not name.

        Prices in another currency cannot be added up with these, so such defaults are left out.
        """
        if defaults.currency != self.currency:
            return self
        names = {price.model for price in self.models}
        missing = tuple(price for price in defaults.models if price.model not in names)
        return self.model_copy(update={"models": self.models + missing})


def shipped_prices() -> Prices:
    """Return the public list prices that came with this version; they may be stale, see their date."""
    return _read((files("authoring.llm") / "prices.yaml").read_text("utf-8"), "authoring/llm/prices.yaml")


def read_prices(path: Path) -> Prices:
    """Return the prices to count with: those of a file where there is one, and the shipped ones for all other models.

    Args:
        path: prices.yaml of a workspace; it need not be there.

    Raises:
        WorkspaceError: when the file is there and is no table of prices.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return shipped_prices()
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"{path}: cannot be read: {error}", hint="it must be a YAML file in UTF-8") from error
    return _read(text, str(path)).with_defaults(shipped_prices())


def _read(text: str, source: str) -> Prices:
    hint = "it looks like this: {currency: USD, date: 2026-11-22, models: [{model: gpt-x, prompt: 1, output: 2}]}"
    try:
        # Numbers stay text until they are Decimals: 0.1 must not become what a float makes of it.
        content = load_yaml(text, scalars_as_text=True)
        return Prices.model_validate(content)
    except DocumentError as error:
        raise WorkspaceError(f"{source}: is no YAML: {error}", hint=hint) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise WorkspaceError(f"{source}: {place + ': ' if place else ''}{first['msg']}", hint=hint) from error
