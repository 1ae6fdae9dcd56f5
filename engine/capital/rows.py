"""The kinds of rows that the tables of Capital consist of: what a card or a city can be and do."""

from typing import Final, final

from pentarch.engine.core import Words

BUILDING: Final = "building"
TROOP: Final = "troop"
MERCENARY: Final = "merc"


@final
class Effect:
    """What something in play adds to the tracker of its owner, and to the slots of its city."""

    def __init__(
        self,
        *,
        gold: int = 0,
        build: int = 0,
        draw: int = 0,
        store: int = 0,
        passive: int = 0,
        discount: int = 0,
        attack_bonus: int = 0,
        troop_slots: int = 0,
        merc_slots: int = 0,
        opens_attack: bool = False,
        opens_defence: bool = False,
        opens_mercs: bool = False,
    ) -> None:
        self.gold: Final = gold
        self.build: Final = build
        self.draw: Final = draw
        self.store: Final = store
        self.passive: Final = passive
        self.discount: Final = discount
        self.attack_bonus: Final = attack_bonus
        self.troop_slots: Final = troop_slots
        self.merc_slots: Final = merc_slots
        self.opens_attack: Final = opens_attack
        self.opens_defence: Final = opens_defence
        self.opens_mercs: Final = opens_mercs
        self.changes_city: Final = bool(troop_slots or merc_slots) or self.opens()

    def opens(self) -> bool:
        """Whether it opens slots of the city for something."""
        return self.opens_attack or self.opens_defence or self.opens_mercs

    def tracked(self) -> "list[tuple[str, int]]":
        """What it adds to the tracker: the words of the tracker with what is above 0."""
        numbers = [
            ("gold", self.gold),
            ("build", self.build),
            ("draw", self.draw),
            ("store", self.store),
            ("passive", self.passive),
            ("discount", self.discount),
            ("attack_bonus", self.attack_bonus),
        ]
        return [(word, amount) for word, amount in numbers if amount]


NO_EFFECT: Final = Effect()


@final
class Trait:
    """What a troop does besides fighting with its two values (CP-2.6)."""

    def __init__(
        self,
        name: str,
        *,
        rallies: bool = False,
        brace: int = 0,
        falls_back: bool = False,
        is_doomed: bool = False,
        forage: int = 0,
        plunders: bool = False,
        inspire: int = 0,
        is_immortal: bool = False,
    ) -> None:
        self.name: Final = name
        self.rallies: Final = rallies
        self.brace: Final = brace
        self.falls_back: Final = falls_back
        self.is_doomed: Final = is_doomed
        self.forage: Final = forage
        self.plunders: Final = plunders
        self.inspire: Final = inspire
        self.is_immortal: Final = is_immortal


NO_TRAIT: Final = Trait("")


@final
class Ability:
    """What a mercenary does once, and when it may (CP-8.3).

    Outside battles it adds to the pools of its seat, draws cards or keeps the hand; `tax` is Gold
    for each Village and one more, up to that. In a battle it adds `strength` and `heals` to its
    side, cuts Passive Defence or calls everything off. `salvages`, `spies` and `kills` say that it
    is aimed at something: a discarded building, a seat, an enemy troop.
    """

    def __init__(
        self,
        *times: str,
        gold: int = 0,
        build: int = 0,
        tax: int = 0,
        rebate: int = 0,
        free_buildings: int = 0,
        free_troops: int = 0,
        draw: int = 0,
        keeps_hand: bool = False,
        strength: int = 0,
        passive_cut: int = 0,
        heals: int = 0,
        calls_off: bool = False,
        salvages: bool = False,
        spies: bool = False,
        kills: bool = False,
    ) -> None:
        self.times: Final[Words] = times
        self.gold: Final = gold
        self.build: Final = build
        self.tax: Final = tax
        self.rebate: Final = rebate
        self.free_buildings: Final = free_buildings
        self.free_troops: Final = free_troops
        self.draw: Final = draw
        self.keeps_hand: Final = keeps_hand
        self.strength: Final = strength
        self.passive_cut: Final = passive_cut
        self.heals: Final = heals
        self.calls_off: Final = calls_off
        self.salvages: Final = salvages
        self.spies: Final = spies
        self.kills: Final = kills

    def is_aimed(self) -> bool:
        """Whether using it names something that it is aimed at."""
        return self.salvages or self.spies or self.kills


NO_ABILITY: Final = Ability()


@final
class Quest:
    """A condition that asks for at least so much of each thing at the moment (CP-9.6)."""

    def __init__(
        self,
        *,
        gold: int = 0,
        banners: int = 0,
        troops: int = 0,
        buildings: int = 0,
        upgrades: int = 0,
        razed: int = 0,
        won_attack: bool = False,
        won_defence: bool = False,
    ) -> None:
        self.gold: Final = gold
        self.banners: Final = banners
        self.troops: Final = troops
        self.buildings: Final = buildings
        self.upgrades: Final = upgrades
        self.razed: Final = razed
        self.won_attack: Final = won_attack
        self.won_defence: Final = won_defence


@final
class Card:
    """A card as it is printed; what a kind of card does not have stays 0, empty or None.

    `id` is its place in the canonical order: buildings, then troops, then mercenaries, within each
    kind the ordinary ones before the Legendary ones; `rank` its place in the order of slugs. There
    is one object for all copies of a card.
    """

    def __init__(
        self,
        slug: str,
        kind: str,
        copies: int,
        *,
        legendary: bool = False,
        banner: str = "",
        hit_points: int = 0,
        needs: str = "",
        effect: Effect = NO_EFFECT,
        troop_slots: int = 0,
        merc_slots: int = 0,
        housed_attack: int = 0,
        housed_defence: int = 0,
        attack: int = 0,
        defence: int = 0,
        trait: Trait = NO_TRAIT,
        mounted: bool = False,
        siege: int = 0,
        ability: Ability = NO_ABILITY,
        settles_on: str = "",
        settled: Effect = NO_EFFECT,
        quest: "Quest | None" = None,
    ) -> None:
        self.id = -1
        self.rank = -1
        self.slug: Final = slug
        self.kind: Final = kind
        self.is_building: Final = kind == BUILDING
        self.is_troop: Final = kind == TROOP
        self.is_mercenary: Final = kind == MERCENARY
        self.copies: Final = copies
        self.legendary: Final = legendary
        self.banner: Final = banner
        self.is_village: Final = banner == "green"
        self.hit_points: Final = hit_points
        self.needs: Final = needs
        self.effect: Final = effect
        self.troop_slots: Final = troop_slots
        self.merc_slots: Final = merc_slots
        self.housed_attack: Final = housed_attack
        self.housed_defence: Final = housed_defence
        self.attack: Final = attack
        self.defence: Final = defence
        self.trait: Final = trait
        self.mounted: Final = mounted
        self.siege: Final = siege
        self.ability: Final = ability
        self.settles_on: Final = settles_on
        self.settled: Final = settled
        self.quest: Final = quest

    def settles_under(self, building: "Card") -> bool:
        """Whether its Settle effect names this building, by its name or its banner (CP-10.1)."""
        rule = self.settles_on
        return rule != "" and (rule == building.slug or rule == building.banner)

    def __repr__(self) -> str:
        return f"<{self.slug}>"


def building(
    slug: str,
    banner: str,
    hit_points: int,
    needs: str,
    copies: int,
    effect: Effect = NO_EFFECT,
    *,
    troops: int = 0,
    mercs: int = 0,
    housed_attack: int = 0,
    housed_defence: int = 0,
    legendary: bool = False,
) -> Card:
    """A building: `troops` and `mercs` are its slots, `needs` the banner that must stand first."""
    return Card(
        slug,
        BUILDING,
        copies,
        legendary=legendary,
        banner=banner,
        hit_points=hit_points,
        needs=needs,
        effect=effect,
        troop_slots=troops,
        merc_slots=mercs,
        housed_attack=housed_attack,
        housed_defence=housed_defence,
    )


def troop(
    slug: str,
    attack: int,
    defence: int,
    copies: int,
    trait: Trait = NO_TRAIT,
    *,
    mounted: bool = False,
    siege: int = 0,
    legendary: bool = False,
) -> Card:
    """A troop with its two values and at most one trait."""
    return Card(
        slug,
        TROOP,
        copies,
        legendary=legendary,
        attack=attack,
        defence=defence,
        trait=trait,
        mounted=mounted,
        siege=siege,
    )


def mercenary(
    slug: str,
    copies: int,
    ability: Ability,
    *,
    on: str = "",
    settled: Effect = NO_EFFECT,
    quest: "Quest | None" = None,
    legendary: bool = False,
) -> Card:
    """A mercenary: it settles `on` a building or a banner, or has a Quest, or neither (CP-2.7)."""
    return Card(
        slug,
        MERCENARY,
        copies,
        legendary=legendary,
        ability=ability,
        settles_on=on,
        settled=settled,
        quest=quest,
    )


@final
class CityKind:
    """A kind of city: what it gives from the start and what each of its upgrades gives."""

    def __init__(self, id: str, start: Effect, upgrades: "dict[str, Effect]") -> None:
        self.id: Final = id
        self.start: Final = start
        self.upgrades: Final = upgrades
