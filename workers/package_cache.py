"""Packages of uploaded bots, unpacked once; what may be in one: `arbiter.packages`."""

from pathlib import Path
from typing import Final

from pentarch.arbiter.packages import unpacker
from pentarch.arbiter.packages.folders import made_once
from pentarch.arbiter.store.results import sha256_of


class PackageCache:
    """A folder of unpacked packages by the SHA-256 of their bytes. Many processes may use it."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def get(self, sha256: str) -> Path | None:
        """The unpacked package, or None when it is not here."""
        place = self._folder / sha256
        return place if place.is_dir() else None

    def put(self, package: bytes) -> Path:
        """Unpack a package and keep it. Raises BadPackage or NoRoom, and then keeps nothing."""
        place = self._folder / sha256_of(package)
        if place.is_dir():
            return place

        def make(fresh: Path) -> None:
            unpacker.unpack(package, fresh)
            fresh.chmod(0o755)

        made_once(place, make)
        return place
