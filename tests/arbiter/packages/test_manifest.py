"""A bot's folder: what its manifest may say, and the package that is made of it."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from pentarch.arbiter.packages import manifest
from pentarch.arbiter.packages.archive import unpack
from pentarch.arbiter.packages.manifest import BadFolder, pack, read_manifest

GOOD = {
    "name": '"mybot"',
    "rulesets": '["township"]',
    "entry_point": '"bot.py"',
    "language": '"python"',
}


def folder_with(folder: Path, **changes: str) -> Path:
    lines = [f"{key} = {value}" for key, value in (GOOD | changes).items() if value]
    (folder / "pentarch.toml").write_text("\n".join(lines))
    (folder / "bot.py").write_text("x = 1\n")
    return folder


def test_a_package_holds_the_bots_own_files_and_no_others(tmp_path: Path) -> None:
    folder_with(tmp_path, reusable="true")
    for name in (".git/config", "__pycache__/bot.pyc", "lib/net.py", "venv/x.py", "weights.bin"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    package = pack(tmp_path)
    assert package.files == ["bot.py", "lib/net.py", "pentarch.toml", "weights.bin"]
    assert package.manifest.is_reusable
    with zipfile.ZipFile(io.BytesIO(package.content)) as archive:
        assert archive.namelist() == package.files
    unpack(package.content, tmp_path / "out")
    assert (tmp_path / "out" / "lib" / "net.py").read_bytes() == b"x"


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    first = pack(folder_with(tmp_path))
    os.utime(tmp_path / "bot.py", (1, 1))
    assert pack(tmp_path).sha256 == first.sha256
    (tmp_path / "bot.py").write_text("x = 2\n")
    assert pack(tmp_path).sha256 != first.sha256


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": '"No Name"'}, "is no name"),
        ({"name": "7"}, "name is missing or no text"),
        ({"rulesets": "[]"}, "name at least one"),
        ({"rulesets": '["chess"]'}, "there is no ruleset 'chess'"),
        ({"entry_point": '"../bot.py"'}, "entry_point"),
        ({"entry_point": '"missing.py"'}, "there is no file 'missing.py'"),
        ({"language": '"cobol"'}, "one of python, node"),
        ({"reusable": '"yes"'}, "reusable is true or false"),
        ({"colour": '"red"'}, "there is no setting 'colour'"),
        ({"name": "= ="}, "cannot be read"),
    ],
)
def test_a_bad_manifest_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, str], words: str
) -> None:
    with pytest.raises(BadFolder) as refused:
        read_manifest(folder_with(tmp_path, **changes))
    assert words in str(refused.value)
    assert "pentarch.toml" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_folder_without_a_manifest_is_told_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="pentarch bot new"):
        pack(tmp_path)


def test_links_and_too_many_bytes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_with(tmp_path)
    monkeypatch.setattr(manifest, "MOST_BYTES", 100)
    with pytest.raises(BadFolder, match="are allowed"):
        pack(tmp_path)
    (tmp_path / "secret").symlink_to("/etc/passwd")
    with pytest.raises(BadFolder, match="'secret' is a link"):
        pack(tmp_path)
