"""Archives that strangers upload: zips and gzipped tars, read file by file and never trusted.

An archive may hold plain files and folders only, all of them inside; a name that leaves the folder,
a link, a device, too many entries or too many bytes is refused. So is every compression but
deflate: a few hundred bytes of bzip2 or LZMA can ask for gigabytes of memory.

What reads a stranger's archive should do so in a process that can be limited: `packages.unpacker`.
"""

import errno
import io
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final

MOST_FILES: Final = 2_000
MOST_BYTES: Final = 64 << 20
MOST_NAME: Final = 200
_CHUNK: Final = 1 << 16
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
_COMPRESSIONS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

Take = Callable[["PackedFile", Iterator[bytes]], None]
"""Called with each file and its bytes, a piece at a time."""


class BadPackage(Exception):
    """Why a package is refused, in one line for its owner."""


class NoRoom(Exception):
    """This host has no room for the package, which may be a good one."""


@dataclass(frozen=True)
class PackedFile:
    """A plain file of an archive. Of its mode only whether it may be executed counts."""

    name: str
    is_executable: bool

    @property
    def path(self) -> PurePosixPath:
        """Where it belongs, relative and inside. Raises BadPackage."""
        return _inside(self.name)


def walk(package: bytes, take: Take) -> None:
    """Hand over the files of an archive one after another. Raises BadPackage."""
    seen: set[PurePosixPath] = set()
    meter = _Meter()
    try:
        for entry, source in _files(package):
            path = entry.path
            if path in seen:
                raise BadPackage(f"{_shown(entry.name)} is in the package twice")
            seen.add(path)
            if len(seen) > MOST_FILES:
                raise BadPackage(f"the package has more than {MOST_FILES} files")
            take(entry, meter.pieces(source))
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
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            raise NoRoom(f"a package could not be unpacked: {error.strerror}") from error
        if isinstance(error, OSError) and error.errno is not None:
            raise BadPackage(f"the package cannot be unpacked: {error.strerror}") from error
        raise BadPackage("the package is not a readable zip or gzipped tar") from error
    if not seen:
        raise BadPackage("the package is empty")


def check(package: bytes, entry_point: str) -> None:
    """Read an archive to its end and keep nothing. Raises BadPackage.

    The entry point must be in it, if one is named.
    """
    paths: set[PurePosixPath] = set()

    def look(entry: PackedFile, pieces: Iterator[bytes]) -> None:
        paths.add(entry.path)
        for _ in pieces:
            pass

    walk(package, look)
    if entry_point and PurePosixPath(entry_point) not in paths:
        raise BadPackage(f"the package has no file {entry_point!r}")


def unpack(package: bytes, target: Path) -> None:
    """Unpack into an empty folder. Raises BadPackage."""

    def write(entry: PackedFile, pieces: Iterator[bytes]) -> None:
        place = target / entry.path
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        mode = 0o755 if entry.is_executable else 0o644
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece)

    walk(package, write)


class _Meter:
    """Counts the bytes of all files together."""

    def __init__(self) -> None:
        self._total = 0

    def pieces(self, source: IO[bytes]) -> Iterator[bytes]:
        while piece := source.read(_CHUNK):
            self._total += len(piece)
            if self._total > MOST_BYTES:
                raise BadPackage(f"the package unpacks to more than {MOST_BYTES >> 20} MiB")
            yield piece


def _files(package: bytes) -> Iterator[tuple[PackedFile, IO[bytes]]]:
    """The plain files of an archive, one after another. Raises BadPackage for anything else."""
    if package[:4] == b"PK\x03\x04":
        yield from _zip_files(package)
    elif package[:2] == b"\x1f\x8b":
        yield from _tar_files(package)
    else:
        raise BadPackage("the package is neither a zip nor a gzipped tar")


def _zip_files(package: bytes) -> Iterator[tuple[PackedFile, IO[bytes]]]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        if len(archive.infolist()) > 2 * MOST_FILES:
            raise BadPackage(f"the package has more than {MOST_FILES} files")
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise BadPackage(f"{_shown(entry.filename)} is a link or a device")
            if entry.flag_bits & 0x1:
                raise BadPackage(f"{_shown(entry.filename)} is encrypted")
            if entry.compress_type not in _COMPRESSIONS:
                raise BadPackage(
                    f"{_shown(entry.filename)} is compressed by {_compression(entry)}; "
                    "a zip may only use deflate"
                )
            if entry.is_dir():
                _inside(entry.filename)
                continue
            with archive.open(entry) as source:
                yield PackedFile(entry.filename, bool(mode & stat.S_IXUSR)), source


def _tar_files(package: bytes) -> Iterator[tuple[PackedFile, IO[bytes]]]:
    # Read as a stream: nothing is believed about sizes that has not been unpacked and counted.
    counted = _Counted(package)
    with tarfile.open(fileobj=counted, mode="r|") as archive:
        for count, entry in enumerate(archive):
            if count > 2 * MOST_FILES:
                raise BadPackage(f"the package has more than {MOST_FILES} files")
            if entry.isdir():
                if entry.name != ".":
                    _inside(entry.name)
                continue
            if not entry.isreg():
                raise BadPackage(f"{_shown(entry.name)} is a link or a device")
            source = archive.extractfile(entry)
            assert source is not None, "a plain file"
            yield PackedFile(entry.name, bool(entry.mode & stat.S_IXUSR)), source


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
        or not path.parts
        or ":" in path.parts[0]
    ):
        raise BadPackage(f"{_shown(name)} is not a name inside the package")
    return path


def _compression(entry: zipfile.ZipInfo) -> str:
    names = {zipfile.ZIP_BZIP2: "bzip2", zipfile.ZIP_LZMA: "LZMA"}
    return names.get(entry.compress_type, f"method {entry.compress_type}")


def _shown(name: str) -> str:
    return repr(name if len(name) <= 60 else name[:57] + "...")
