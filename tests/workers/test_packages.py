"""Packages: what is unpacked, and every trick that must not work."""

import contextlib
import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.arbiter.packages import archive, unpacker
from pentarch.arbiter.packages.archive import BadPackage, unpack
from pentarch.arbiter.store.results import sha256_of
from pentarch.workers.package_cache import PackageCache


def zipped(**files: str) -> bytes:
    return zipped_entries({name: text.encode() for name, text in files.items()})


def zipped_entries(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return target.getvalue()


def tarred(*entries: tuple[tarfile.TarInfo, bytes]) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as archive:
        for entry, body in entries:
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
    return target.getvalue()


def entry(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type = kind
    made.linkname = link
    return made


def test_a_zip_and_a_tar_unpack_alike(tmp_path: Path) -> None:
    unpack(zipped_entries({"bot.py": b"x = 1", "lib/a.py": b"y"}), tmp_path / "z")
    unpack(tarred((entry("bot.py"), b"x = 1"), (entry("lib/a.py"), b"y")), tmp_path / "t")
    for kind in ("z", "t"):
        assert (tmp_path / kind / "bot.py").read_text() == "x = 1"
        assert (tmp_path / kind / "lib/a.py").read_text() == "y"
        assert stat.S_IMODE((tmp_path / kind / "bot.py").stat().st_mode) == 0o644


ESCAPES = [
    ".",
    "./",
    "../evil",
    "/etc/evil",
    "a/../../evil",
    "..\\evil",
    "C:/evil",
    "a\x00b",
    "x" * 300,
    "\n",
]


@pytest.mark.parametrize("name", ESCAPES)
def test_a_name_that_leaves_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    made = [tarred((entry(name), b"x"))]
    if "\x00" not in name:
        made.append(zipped_entries({name: b"x"}))
    for package in made:
        folder = tmp_path / "inner"
        if name == "a\x00b":  # tar cuts names at the zero byte: it arrives as "a"
            unpack(package, folder)
            continue
        with pytest.raises(BadPackage, match="not a name inside"):
            unpack(package, folder)
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize(
    ("kind", "link"),
    [
        (tarfile.SYMTYPE, "/etc/passwd"),
        (tarfile.SYMTYPE, "../.."),
        (tarfile.LNKTYPE, "/etc/passwd"),
        (tarfile.CHRTYPE, ""),
        (tarfile.BLKTYPE, ""),
        (tarfile.FIFOTYPE, ""),
    ],
)
def test_links_and_devices_are_refused(tmp_path: Path, kind: bytes, link: str) -> None:
    with pytest.raises(BadPackage, match="a link or a device"):
        unpack(tarred((entry("x", kind, link), b"")), tmp_path / "p")


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        link = zipfile.ZipInfo("x")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(BadPackage, match="a link or a device"):
        unpack(target.getvalue(), tmp_path / "p")


def test_bombs_are_refused_before_they_fill_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1 << 20)
    zeros = bytes(4 << 20)
    bombs = [
        zipped_entries({"a": zeros}),
        zipped_entries({str(i): bytes(1 << 18) for i in range(8)}),
        tarred((entry("a"), zeros)),
        gzip.compress(tarred_header_only(4 << 30) + zeros),
    ]
    for number, bomb in enumerate(bombs):
        folder = tmp_path / str(number)
        with pytest.raises(BadPackage, match=r"unpacks to more than 1 MiB|not a readable"):
            unpack(bomb, folder)
        assert sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) <= 1 << 20


def tarred_header_only(size: int) -> bytes:
    liar = tarfile.TarInfo("liar")
    liar.size = size
    return liar.tobuf()


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_FILES", 10)
    with pytest.raises(BadPackage, match="more than 10 files"):
        unpack(zipped_entries({str(i): b"" for i in range(11)}), tmp_path / "z")
    with pytest.raises(BadPackage, match="more than 10 files"):
        unpack(tarred(*((entry(str(i)), b"") for i in range(11))), tmp_path / "t")


def test_a_file_named_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPackage, match="twice"):
        unpack(tarred((entry("a"), b"1"), (entry("./a"), b"2")), tmp_path / "t")


def test_a_file_below_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPackage, match="cannot be unpacked"):
        unpack(tarred((entry("a"), b"1"), (entry("a/b"), b"2")), tmp_path / "t")


GOOD = zipped(**{"bot.py": "x = 1"})


NO_ARCHIVES = {
    "nothing": b"",
    "text": b"hello",
    "the start of a zip": b"PK\x03\x04",
    "the start of a gzip": b"\x1f\x8b",
    "a zip without its end": GOOD[:-30],
    "a gzip without a tar": gzip.compress(b"no tar"),
}


@pytest.mark.parametrize("name", NO_ARCHIVES)
def test_what_is_no_archive_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadPackage, match="package is"):
        unpack(NO_ARCHIVES[name], tmp_path / "p")


def test_damage_anywhere_gives_a_clear_refusal_or_the_same_files(tmp_path: Path) -> None:
    for number, package in enumerate((GOOD, tarred((entry("bot.py"), b"x = 1")))):
        for at in range(0, len(package), 3):
            damaged = bytearray(package)
            damaged[at] ^= 0x41
            with contextlib.suppress(BadPackage):
                unpack(bytes(damaged), tmp_path / f"{number}-{at}")


def test_the_cache_unpacks_once_and_keeps_nothing_of_a_bad_one(tmp_path: Path) -> None:
    cache = PackageCache(tmp_path / "cache")
    assert cache.get(sha256_of(GOOD)) is None
    place = cache.put(GOOD)
    assert cache.put(GOOD) == place == cache.get(sha256_of(GOOD))
    with pytest.raises(BadPackage):
        cache.put(b"nonsense")
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [sha256_of(GOOD)]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_may_only_use_deflate(tmp_path: Path, method: int) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        archive.writestr("bot.py", "x = 1")
    whole = bytearray(target.getvalue())
    damaged = bytearray(whole)
    damaged[40:44] = b"\xff\xff\xff\xff"
    for package in (whole, damaged):
        with pytest.raises(BadPackage, match="may only use deflate"):
            unpack(bytes(package), tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_archives_are_read_in_a_process_that_the_kernel_limits(tmp_path: Path) -> None:
    unpacker.check(GOOD, "bot.py")
    with pytest.raises(BadPackage, match="has no file"):
        unpacker.check(GOOD, "other.py")
    with pytest.raises(BadPackage, match="not a readable"):
        unpacker.unpack(GOOD[:-30], tmp_path)


def test_an_archive_that_takes_too_much_is_refused() -> None:
    hungry = zipped_entries({"bot.py": b"x", **{f"{n:0150d}": b"" for n in range(1900)}})
    unpacker.check(hungry, "bot.py")
    with pytest.raises(BadPackage, match="takes more than the memory"):
        unpacker.check(bytes(600 << 20), "bot.py")


def test_a_full_disk_is_not_the_package_s_fault() -> None:
    with pytest.raises(archive.NoRoom, match="No space left"):
        archive.walk(GOOD, lambda path, pieces: _write_full(pieces))


def _write_full(pieces: Iterator[bytes]) -> None:
    with open("/dev/full", "wb", buffering=0) as full:
        for piece in pieces:
            full.write(piece)
