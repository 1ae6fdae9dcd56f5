"""Who pays: a City's own stock, and for captured ones the capital's."""

from pentarch.engine.core import Numbers
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.state import State


def funds(state: State, seat: int, city: City) -> Numbers:
    """What can be spent in a City: its own stock, and the capital's for captured ones."""
    purse = _second_purse(state, seat, city)
    if purse is None:
        return city.stock
    return tuple([own + other for own, other in zip(city.stock, purse.stock, strict=True)])


def covers(stock: Numbers, price: Numbers) -> bool:
    """Whether a price can be paid from a stock (HW-11.1.d)."""
    return (
        stock[0] >= price[0]
        and stock[3] >= price[3]
        and stock[2] >= price[2]
        and stock[1] >= price[1]
    )


def pay(state: State, seat: int, city: City, price: Numbers) -> None:
    """Pay from the City's own stock first, the rest from the capital's."""
    purse = _second_purse(state, seat, city)
    for kind in range(4):
        own = min(city.stock[kind], price[kind])
        city.store(kind, -own)
        if purse is not None:
            purse.store(kind, own - price[kind])


def _second_purse(state: State, seat: int, city: City) -> "City | None":
    home = state.capital(seat)
    return home if city is not home and home.holder == seat else None
