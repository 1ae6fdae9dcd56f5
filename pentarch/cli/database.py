"""The arbiter's database, for commands that work on it directly: whoever may open it is trusted."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from pentarch.arbiter.settings import Settings, settings
from pentarch.arbiter.store import Store, migrate
from pentarch.arbiter.store.errors import StoreError
from pentarch.cli import claims
from pentarch.cli.terminal import misuse, print_note


@contextmanager
def database() -> "Iterator[Store]":
    """The arbiter's database, up to date. Raises Failure."""
    with opened(chosen_settings()) as store:
        yield store


@contextmanager
def opened(chosen: Settings) -> "Iterator[Store]":
    """The database of an arbiter with these settings, up to date. Raises Failure."""
    try:
        store = Store(chosen.database_url, shelf=chosen.shelf)
    except (ArgumentError, ValueError) as error:
        raise misuse(f"PENTARCH_DATABASE cannot be used: {error}") from error
    try:
        _require_tables(store, chosen)
        yield store
    except StoreError as error:
        raise misuse(str(error)) from error
    except DBAPIError as error:
        raise misuse(f"the database does not answer: {error.orig}") from error
    finally:
        store.close()


def chosen_settings() -> Settings:
    """The settings with the data of this user's running `up`, where nothing else says which.

    Raises Failure when several run.
    """
    chosen = settings()
    is_told = {"data", "database"} & chosen.model_fields_set
    if is_told or Path(make_url(chosen.database_url).database or "").is_file():
        return chosen
    folders = claims.running()
    if len(folders) > 1:
        listed = ", ".join(str(folder) for folder in folders)
        raise misuse(f"several arbiters run here: set PENTARCH_DATA to one of {listed}")
    if not folders:
        return chosen
    print_note(f"this is about the arbiter with its data in {folders[0]}")
    return chosen.model_copy(update={"data": folders[0]})


def _require_tables(store: Store, chosen: Settings) -> None:
    if store.is_sqlite and not Path(store.url.database or "").is_file():
        raise misuse(
            f"there is no database in {chosen.data.resolve()}: set PENTARCH_DATA to the folder "
            "that `pentarch up` prints, or PENTARCH_DATABASE to the arbiter's database"
        )
    if migrate.current(store) != migrate.newest():
        raise misuse("the database is not that of this release: run `pentarch migrate`")
