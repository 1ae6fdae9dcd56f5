"""`pentarch shelf`: where the records of old matches are, checked and moved by hand."""

from datetime import timedelta

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, moves
from pentarch.cli.database import database
from pentarch.cli.terminal import FAILED, Failure, misuse, print_json, print_plain


def move(days: float | None, as_json: bool) -> None:
    """Move the records of old matches to the shelf, all there are."""
    with database() as store:
        _require(store)
        age = timedelta(days=settings().shelve_after if days is None else days)
        before = store.now() - age
        count = 0
        while moved := moves.shelve(store, before):
            count += moved
    _tell("moved", count, f"{count} records are on the shelf now", as_json)


def bring_back(as_json: bool) -> None:
    """Copy all records back into the database."""
    with database() as store:
        _require(store)
        count = moves.bring_back(store)
    _tell("returned", count, f"{count} records are back in the database", as_json)


def check(as_json: bool) -> None:
    """Read everything that should be on the shelf. Raises Failure when something is wrong."""
    with database() as store:
        _require(store)
        found = list(moves.check(store))
    wrong = {match_id: why for match_id, why in found if why}
    if as_json:
        print_json(
            {"records": len(found), "wrong": [{"match": n, "why": w} for n, w in wrong.items()]}
        )
    else:
        for match_id, why in wrong.items():
            print_plain(f"match {match_id}: {why}")
    if wrong:
        raise Failure(f"{len(wrong)} of {len(found)} records on the shelf are not whole", FAILED)
    if not as_json:
        print_plain(f"all {len(found)} records on the shelf are whole")


def _require(store: Store) -> None:
    if store.shelf is None:
        raise misuse("there is no shelf: PENTARCH_SHELF says where it is to be")


def _tell(name: str, count: int, sentence: str, as_json: bool) -> None:
    if as_json:
        print_json({name: count})
    else:
        print_plain(sentence)
