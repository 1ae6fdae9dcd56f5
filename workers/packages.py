"""Packages of uploaded bots: unpacked once per content, and never trusted.

A package is a zip or a gzipped tar. It may hold plain files and folders only, all of them inside; a
name that leaves the folder, a link, a device, too many entries or too many bytes is refused before
anything of it is used.
"""

import hashlib
import io
import os
import shutil
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Final

MOST_FILES: Final = 2_000
MOST_BYTES: Final = 64 << 20
MOST_NAME: Final = 200
_CHUNK: Final = 1 << 16


class BadPackage(Exception):
    """Why a package is refused, in one line for its owner."""


def digest(package: bytes) -> str:
    """The name of a package: the SHA-256 of its bytes."""
    return hashlib.sha256(package).hexdigest()


class Cache:
    """A folder of unpacked packages by digest. Safe for many processes at once."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def get(self, sha256: str) -> Path | None:
        """The unpacked package, or None when it is not here."""
        place = self._folder / sha256
        return place if place.is_dir() else None

    def put(self, package: bytes) -> Path:
        """Unpack a package and keep it. Raises BadPackage, and then keeps nothing."""
        place = self._folder / digest(package)
        if place.is_dir():
            return place
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=self._folder))
        try:
            unpack(package, fresh)
            fresh.chmod(0o755)
            try:
                fresh.rename(place)
            except OSError:
                # Another worker was first; the contents are the same.
                if not place.is_dir():
                    raise
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
        return place


def unpack(package: bytes, target: Path) -> None:
    """Unpack into an empty folder. Raises BadPackage."""
    seen: set[PurePosixPath] = set()
    total = 0
    try:
        for name, source in _files(package):
            path = _inside(name)
            if path in seen:
                raise BadPackage(f"{_shown(name)} is in the package twice")
            seen.add(path)
            if len(seen) > MOST_FILES:
                raise BadPackage(f"the package has more than {MOST_FILES} files")
            total = _write(source, target / path, total)
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        OSError,
    ) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise BadPackage(f"the package cannot be unpacked: {error.strerror}") from error
        raise BadPackage("the package is not a readable zip or gzipped tar") from error
    if not seen:
        raise BadPackage("the package is empty")


def _files(package: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    """The plain files of an archive, one after another. Raises BadPackage for anything else."""
    if package[:4] == b"PK\x03\x04":
        yield from _zip_files(package)
    elif package[:2] == b"\x1f\x8b":
        yield from _tar_files(package)
    else:
        raise BadPackage("the package is neither a zip nor a gzipped tar")


def _zip_files(package: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        if len(archive.infolist()) > 2 * MOST_FILES:
            raise BadPackage(f"the package has more than {MOST_FILES} files")
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise BadPackage(f"{_shown(entry.filename)} is a link or a device")
            if entry.flag_bits & 0x1:
                raise BadPackage(f"{_shown(entry.filename)} is encrypted")
            if entry.is_dir():
                _inside(entry.filename)
                continue
            with archive.open(entry) as source:
                yield entry.filename, source


def _tar_files(package: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    # Read as a stream: nothing is believed about sizes that has not been unpacked and counted.
    counted = _Counted(package)
    with tarfile.open(fileobj=counted, mode="r|") as archive:
        for count, entry in enumerate(archive):
            if count > 2 * MOST_FILES:
                raise BadPackage(f"the package has more than {MOST_FILES} files")
            if entry.isdir():
                _inside(entry.name)
                continue
            if not entry.isreg():
                raise BadPackage(f"{_shown(entry.name)} is a link or a device")
            source = archive.extractfile(entry)
            assert source is not None, "a plain file"
            yield entry.name, source


class _Counted(io.RawIOBase):
    """The bytes of a gzip as a stream that refuses to grow beyond what a package may hold."""

    def __init__(self, package: bytes) -> None:
        super().__init__()
        self._engine: Final = zlib.decompressobj(wbits=31)
        self._left = package
        self._total = 0

    def read(self, size: int = -1) -> bytes:
        data = bytearray()
        while len(data) < size and not self._engine.eof:
            chunk = self._engine.decompress(self._left, size - len(data))
            if not chunk and not self._engine.unconsumed_tail:
                break
            self._left = self._engine.unconsumed_tail
            data += chunk
        self._total += len(data)
        # Twice: headers and padding of small files come on top of what they hold.
        if self._total > 2 * MOST_BYTES:
            raise BadPackage(f"the package unpacks to more than {MOST_BYTES >> 20} MiB")
        return bytes(data)


def _inside(name: str) -> PurePosixPath:
    """The path of an entry, relative and inside. Raises BadPackage."""
    path = PurePosixPath(name)
    if (
        not name
        or len(name) > MOST_NAME
        or "\\" in name
        or path.is_absolute()
        or ".." in path.parts
        or not name.isprintable()
        or ":" in path.parts[0]
    ):
        raise BadPackage(f"{_shown(name)} is not a name inside the package")
    return path


def _write(source: IO[bytes], target: Path, total: int) -> int:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(descriptor, "wb") as file:
        while chunk := source.read(_CHUNK):
            total += len(chunk)
            if total > MOST_BYTES:
                raise BadPackage(f"the package unpacks to more than {MOST_BYTES >> 20} MiB")
            file.write(chunk)
    return total


def _shown(name: str) -> str:
    return repr(name if len(name) <= 60 else name[:57] + "...")
