"""A bot's folder: what its manifest may say, and the package that is made of it."""

import io
import os
import tarfile
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
        ({"rulesets": '["chess"]'}, "there is no ruleset 'chess'; there are: township, kingdom, "),
        ({"entry_point": '"../bot.py"'}, "entry_point"),
        ({"entry_point": '"missing.py"'}, "there is no file 'missing.py' in the folder, and no"),
        ({"language": '"cobol"'}, "one of python, node, cpp, rust, java, go, executable"),
        ({"language": '"node"'}, "entry_point: of a node bot it ends with .js or .mjs or .cjs"),
        ({"language": '"java"'}, "entry_point: of a java bot it ends with .jar or .class"),
        ({"language": '"rust"'}, "entry_point: 'bot.py' is not executable; try chmod +x"),
        ({"protocol": '"morse"'}, "protocol: one of protobuf, lines"),
        ({"build": "7"}, "build is missing or no text"),
        ({"build": '""'}, "build is missing or no text"),
        ({"build": '"a\\u0000b"'}, "build: a command has at most 500 printable characters"),
        ({"build": f'"{"x" * 501}"'}, "build: a command has at most 500 printable characters"),
        ({"build": '"make"', "entry_point": '"/bin/sh"'}, "'/bin/sh' is not inside the folder"),
        ({"build": '"make"', "entry_point": '"out/../../sh"'}, "is not inside the folder"),
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


@pytest.mark.parametrize(
    ("language", "entry", "protocol"),
    [
        ("python", "bot.py", "protobuf"),
        ("node", "bot.mjs", "protobuf"),
        ("cpp", "build/bot", "lines"),
        ("rust", "target/release/bot", "lines"),
        ("java", "bot.jar", "lines"),
        ("go", "bot", "lines"),
        ("executable", "bot", "lines"),
    ],
)
def test_every_language_has_its_usual_protocol(
    tmp_path: Path, language: str, entry: str, protocol: str
) -> None:
    given = {"language": f'"{language}"', "entry_point": f'"{entry}"', "build": '"make"'}
    read = read_manifest(folder_with(tmp_path, **given))
    assert (read.language, read.entry_point, read.protocol) == (language, entry, protocol)
    assert read.build == "make"
    assert read_manifest(folder_with(tmp_path, **given, protocol='"lines"')).protocol == "lines"


def test_what_a_build_makes_anew_is_left_out(tmp_path: Path) -> None:
    folder_with(tmp_path, language='"rust"', build='"cargo build"', entry_point='"target/bot"')
    for name in ("target/bot", "build/x", ".cargo/config.toml", ".git/config", "src/main.rs"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    assert pack(tmp_path).files == [".cargo/config.toml", "bot.py", "pentarch.toml", "src/main.rs"]


def test_an_entry_point_that_would_be_left_out_is_named(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "bot").touch(mode=0o755)
    folder_with(tmp_path, language='"executable"', entry_point='"build/bot"')
    with pytest.raises(BadFolder, match="'build/bot' does not go into the package"):
        pack(tmp_path)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o7777 for path in folder.iterdir()}


def test_of_modes_only_the_execute_bit_survives(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    folder_with(source)
    for name, mode in (("run", 0o4755), ("mine", 0o700), ("plain", 0o666), ("group", 0o470)):
        (source / name).touch()
        (source / name).chmod(mode)
    package = pack(source)
    unpack(package.content, tmp_path / "zip")
    expected = {"run": 0o755, "mine": 0o755, "plain": 0o644, "group": 0o644}
    assert modes(tmp_path / "zip") == expected | {"bot.py": 0o644, "pentarch.toml": 0o644}
    (source / "run").chmod(0o711)
    assert pack(source).content == package.content
    (source / "run").chmod(0o644)
    assert pack(source).content != package.content
    (source / "run").chmod(0o4755)
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        tar.add(source, ".")
    unpack(archive.getvalue(), tmp_path / "tar")
    assert modes(tmp_path / "tar") == modes(tmp_path / "zip")
