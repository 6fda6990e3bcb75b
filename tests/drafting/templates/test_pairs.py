"""Columns that say something together alone are told by their names and levels."""

from authoring.drafting.templates.pairs import ends_of_pairs
from authoring.drafting.templates.roles import ColumnRole
from authoring.records.profile import ColumnProfile
from tests.drafting.templates.test_roles import number, roles, text


def test_ends_of_a_pair_say_something_together() -> None:
    """Two variables that are correlated, or treatments that are compared, share levels; two answers of yes do not."""
    ends = roles(text("var1", "acog", "asom", "conf"), text("var2", "asom", "conf", "perf"))
    assert all(ColumnRole.PAIRED in ends[name] for name in ("var1", "var2"))
    assert roles(text("var1", "acog", "asom", "conf"), text("item2", "asom", "conf", "perf")) == {}
    assert roles(text("var1", "yes", "no"), text("var2", "yes", "no")) == {}
    answers = ("never", "sometimes", "often")
    assert roles(*(text(f"q{number}", *answers) for number in range(1, 4))) == {}


def test_alleles_say_something_in_pairs() -> None:
    """The two alleles of a genotype are no subject by themselves; an a1 without its a2 may be anything."""
    pair = [number(name, 1, 14) for name in ("D12S839.a1", "D12S839.a2", "APOE_allele1", "apoe_allele2")]

    assert all(ColumnRole.PAIRED in roles(*pair)[column.name] for column in pair)
    single = roles(*(number(name, 1, 14) for name in ("D12S839.a1", "recall1", "recall2", "sensor_a1", "sensor_a2")))
    assert not any(ColumnRole.PAIRED in has for has in single.values())


def test_names_are_in_lower_case() -> None:
    """Of whatever case the names are."""
    assert ends_of_pairs([text("Team1", "a", "b", "c"), text("TEAM2", "a", "b", "d")]) == {"team1", "team2"}


def test_facts_of_alternatives_say_nothing_of_each_other() -> None:
    """What one car of a choice costs has nothing to do with how fast another one is; two measures may be repeated."""

    def columns(*facts: str) -> list[ColumnProfile]:
        return [number(f"{fact}{place}", 1, 90) for fact in facts for place in (1, 2, 3)] + [number("income", 1, 90)]

    chosen = {f"{fact}{place}" for fact in ("price", "range", "speed", "size") for place in (1, 2, 3)}
    assert ends_of_pairs(columns("price", "range", "speed", "size")) == chosen
    assert ends_of_pairs(columns("pulse", "weight")) == set()
