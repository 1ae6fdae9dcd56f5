"""What tables say, in words: goods, might, and what techs, super units and cards do."""

from pentarch.engine.tradewarz.cards import MoraleCard
from pentarch.engine.tradewarz.lattice import GATE_NAMES
from pentarch.engine.tradewarz.tables import BARTER_PRICE, FREE, RESOURCE_NAMES, Cost, Might
from pentarch.engine.tradewarz.techs import Effect, Tech, Unit


def listed(words: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def where(space: str) -> str:
    """ "on s34", "at gate1"."""
    return f"at {space}" if space in GATE_NAMES else f"on {space}"


def counted(count: int, thing: str) -> str:
    """ "no soldiers", "1 soldier", "2 soldiers"."""
    if count == 1:
        return f"1 {thing}"
    return f"{count or 'no'} {thing}s"


def goods(cost: Cost) -> str:
    """ "2 lumber and 1 wheat"; "nothing" for a free thing."""
    named = zip(cost, RESOURCE_NAMES, strict=True)
    return listed([f"{count} {name}" for count, name in named if count]) or "nothing"


def might_words(might: Might) -> str:
    """ "+1 strength and +2 kills"; nothing for nothing."""
    parts = [f"+{might.strength} strength"] if might.strength else []
    for count, name in ((might.kills, "kill"), (might.blocks, "block")):
        if count:
            parts.append(f"+{counted(count, name)}")
    return listed(parts)


def effect_words(effect: Effect) -> str:
    """What techs with this effect do."""
    return "; ".join(_economy_words(effect) + _building_words(effect) + _battle_words(effect))


def _economy_words(effect: Effect) -> list[str]:
    told: list[str] = []
    if effect.yearly != FREE:
        told.append(f"{goods(effect.yearly)} every year")
    if effect.gold_per_settlement:
        told.append(f"{effect.gold_per_settlement} gold a year for every settlement")
    if effect.gold_per_post:
        told.append(f"{effect.gold_per_post} gold a year for every trading post")
    if effect.harvest:
        told.append(f"{effect.harvest} more from every RESOURCES token")
    if effect.barters:
        told.append(f"barter {BARTER_PRICE} of a resource for 1 of another once a turn")
    if effect.exchanges:
        told.append(f"exchange a resource for another {effect.exchanges} times a turn")
    if effect.wealth:
        told.append(f"the wealth Xadla takes {effect.wealth} less of each resource")
    if effect.dial:
        told.append(f"a full dial falls back by {effect.dial} less")
    return told


def _building_words(effect: Effect) -> list[str]:
    told: list[str] = []
    if effect.recruit_wheat:
        told.append(f"recruits cost {effect.recruit_wheat} wheat less")
    if effect.soldiers:
        told.append(f"{effect.soldiers} more soldiers in the reserve")
    if effect.building_discount != FREE:
        told.append(f"buildings cost {goods(effect.building_discount)} less")
    if effect.tech_gold:
        told.append(f"techs cost {effect.tech_gold} gold less")
    if effect.crews:
        told.append("roads are free, bridges and tunnels cheaper")
    if effect.support:
        told.append(f"{effect.support} more soldiers supported in the field")
    if effect.squad:
        told.append(f"squads of {effect.squad} more")
    if effect.least_roll:
        told.append(f"no march is shorter than {effect.least_roll} steps")
    if effect.plunder:
        told.append(f"{effect.plunder} gold for every won attack or raid")
    return told


def _battle_words(effect: Effect) -> list[str]:
    where = (
        (effect.attack, "in attacks"),
        (effect.siege, "in attacks on castles and capitals"),
        (effect.defence, "in defence"),
        (effect.building_defence, "in defence of own buildings and the gate"),
        (effect.stronghold_defence, "in defence of own castles and the gate"),
        (effect.militia, "in buildings without soldiers"),
    )
    return [f"{might_words(might)} {place}" for might, place in where if might_words(might)]


def unit_words(unit: Unit) -> str:
    """What a super unit does for its squad."""
    told = [f"{might_words(unit.might)} for its squad"]
    if unit.crosses:
        told.append("passes blocked channels")
    if unit.siege_strength:
        told.append(f"+{unit.siege_strength} strength in attacks on castles and capitals")
    if unit.blunts:
        told.append(f"takes {unit.blunts} blocks from the other side")
    return "; ".join(told)


def tech_words(tech: Tech) -> str:
    """What a tech does."""
    return effect_words(tech.effect) if tech.unit is None else unit_words(tech.unit)


def card_words(card: MoraleCard) -> str:
    """What a morale card does."""
    if card.gift != FREE:
        return goods(card.gift)
    if card.masons:
        return "the next building is cheaper"
    if card.scholars:
        return "the next tech or university is cheaper"
    if card.soldiers:
        return f"{counted(card.soldiers, 'soldier')} to the gate"
    if card.roll:
        return f"the roll becomes {card.roll}"
    if card.cancel_gold:
        return f"the battle is called off for {card.cancel_gold} gold"
    if card.trusts:
        return "the burned card fights"
    if card.ransom:
        return f"up to {card.ransom} gold from the beaten"
    return might_words(card.might)
