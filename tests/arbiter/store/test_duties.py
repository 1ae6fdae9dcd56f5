"""Duties: one holder at a time, and another when its time is up."""

from datetime import timedelta

from pentarch.arbiter.store import Store, duties
from tests.arbiter.store.scenes import after

LONG = timedelta(seconds=3)


def hold(store: Store, holder: str, seconds: float = 0.0, name: str = "sweep") -> bool:
    with store.writing() as session:
        return duties.hold(session, name, holder, after(seconds), LONG)


def test_a_duty_has_one_holder(store: Store) -> None:
    assert hold(store, "one")
    assert not hold(store, "two")
    assert hold(store, "two", name="second sweep")


def test_a_holder_that_renews_in_time_keeps_its_duty(store: Store) -> None:
    assert hold(store, "one")
    assert hold(store, "one", seconds=2.0)
    assert not hold(store, "two", seconds=4.0)


def test_a_silent_holder_is_replaced_and_finds_out(store: Store) -> None:
    assert hold(store, "one")
    assert hold(store, "two", seconds=3.5)
    assert not hold(store, "one", seconds=4.0)


def test_a_holder_that_lets_go_is_replaced_at_once(store: Store) -> None:
    assert hold(store, "one")
    with store.writing() as session:
        duties.let_go(session, "one")
    assert hold(store, "two")


def test_whoever_asks_whether_a_duty_is_held_sees_when_its_time_is_up(store: Store) -> None:
    def are_held(*names: str, seconds: float = 0.0) -> bool:
        with store.reading() as session:
            return duties.are_held(session, names, after(seconds))

    assert not are_held("sweep")
    assert hold(store, "one")
    assert are_held("sweep")
    assert not are_held("sweep", "second sweep")
    assert not are_held("sweep", seconds=3.5)
