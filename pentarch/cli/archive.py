"""`pentarch archive`: closed seasons, moved out of the database and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import season_archives
from pentarch.arbiter.store.errors import NotOnShelf, StoreError
from pentarch.cli.database import chosen_settings, opened
from pentarch.cli.terminal import FAILED, Failure, misuse, print_json, print_plain
from pentarch.engine.plain import Json


def move_out(season: int, to: str | None, is_forgetting: bool, as_json: bool) -> None:
    """Move a season to an archive. Raises Failure."""
    url = _absolute(to or settings().shelf)
    if not url:
        raise misuse("say where the archive is to be: --to, or PENTARCH_SHELF")
    chosen = chosen_settings()
    with opened(chosen) as store, _told():
        if is_forgetting:
            season_archives.forget_logs(store, season)
        kept = season_archives.move_out(store, season, url, Signer(chosen.data))
    if as_json:
        print_json({"season": season, "matches": kept.matches, "bytes": kept.size, "url": url})
    else:
        print_plain(f"season {season} is in {url} now: {kept.matches} matches, {kept.size} bytes")


def bring_in(season: int, where: str | None, as_json: bool) -> None:
    """Move a season back into the database. Raises Failure."""
    with opened(chosen_settings()) as store, _told():
        count = season_archives.bring_in(store, season, _absolute(where or "") or None)
    if as_json:
        print_json({"season": season, "matches": count})
    else:
        print_plain(f"season {season} is back in the database: {count} matches")


def show_all(as_json: bool) -> None:
    """List what is in archives."""
    with opened(chosen_settings()) as store, store.reading() as session:
        rows: list[dict[str, Json]] = [
            {
                "season": season.id,
                "title": season.title,
                "matches": archive.matches,
                "bytes": archive.size,
                "url": archive.url,
                "since": archive.create_time.isoformat(),
            }
            for archive, season in season_archives.listed(session)
        ]
    if as_json:
        print_json({"archives": [*rows]})
        return
    for row in rows:
        print_plain(
            f"season {row['season']}, {row['title']}: {row['matches']} matches, {row['bytes']} "
            f"bytes in {row['url']} since {row['since']}"
        )
    if not rows:
        print_plain("no season is in an archive")


def check(season: int | None, where: str | None, as_json: bool) -> None:
    """Read archives to their ends. Raises Failure when one is not whole."""
    wrong: dict[int, str] = {}
    with opened(chosen_settings()) as store:
        with store.reading() as session:
            ids = [row.id for _, row in season_archives.listed(session)]
        chosen = ids if season is None else [season]
        for id in chosen:
            try:
                season_archives.check(store, id, _absolute(where or "") or None)
            except (StoreError, ValueError, ImportError) as error:
                wrong[id] = str(error)
    if as_json:
        listed: list[Json] = [{"season": id, "why": why} for id, why in wrong.items()]
        print_json({"archives": len(chosen), "wrong": listed})
    else:
        for why in wrong.values():
            print_plain(why)
    if wrong:
        raise Failure(f"{len(wrong)} of {len(chosen)} archives are not whole", FAILED)
    if not as_json:
        print_plain(f"all {len(chosen)} archives are whole")


@contextmanager
def _told() -> "Iterator[None]":
    """What files and stores of objects raise as a Failure."""
    try:
        yield
    except NotOnShelf as error:
        raise Failure(str(error), FAILED) from error
    except (ValueError, ImportError) as error:
        raise misuse(f"nothing can be archived there: {error}") from error
    except OSError as error:
        raise Failure(f"the archive cannot be written: {error}", FAILED) from error


def _absolute(place: str) -> str:
    """A folder as every process finds it; a URL as it is."""
    return str(Path(place).resolve()) if place and "://" not in place else place
