"""The protocol: its style, and that the committed stubs are what it generates."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from grpc_tools import protoc

from pentarch.arbiter.competition.formats.registry import FORMATS

ROOT = Path(__file__).parent.parent.parent
PAGE = ("page_size", "page_token")
CREATING = {
    "CreateChallengeRequest",
    "CreateMatchRequest",
    "CreateSeasonRequest",
    "CreateStudyRequest",
    "CreateTeamRequest",
    "CreateTournamentRequest",
    "Manifest",
}


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "proto" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[FileDescriptorProto]:
    generate = generator()
    target = tmp_path_factory.mktemp("proto") / "descriptors"
    code = protoc.main(
        [
            "protoc",
            f"--proto_path={generate.PROTO}",
            f"--proto_path={generate.WELL_KNOWN}",
            "--include_source_info",
            f"--descriptor_set_out={target}",
            *generate.sources(),
        ]
    )
    assert code == 0
    return list(FileDescriptorSet.FromString(target.read_bytes()).file)


def messages(file: FileDescriptorProto) -> Iterator[DescriptorProto]:
    waiting = list(file.message_type)
    while waiting:
        message = waiting.pop()
        yield message
        waiting += message.nested_type


def enums(file: FileDescriptorProto) -> Iterator[EnumDescriptorProto]:
    yield from file.enum_type
    for message in messages(file):
        yield from message.enum_type


def test_generating_again_changes_nothing(tmp_path: Path) -> None:
    generator().generate(tmp_path)
    made = {
        path.name: path.read_text() for path in (tmp_path / "pentarch" / "arbiter" / "v1").iterdir()
    }
    kept = {path.name: path.read_text() for path in (ROOT / "arbiter" / "v1").glob("*_pb2*.py*")}
    assert made.keys() == kept.keys()
    changed = [name for name in made if made[name] != kept[name]]
    assert not changed, "run `python proto/generate.py`"


def test_every_element_has_a_comment(files: list[FileDescriptorProto]) -> None:
    # Paths of descriptor.proto: 4 message, 5 enum, 6 service; inside them 2 field, value or
    # method, 3 nested message, 4 nested enum, 8 oneof.
    bare = []
    for file in files:
        commented = {
            tuple(location.path)
            for location in file.source_code_info.location
            if location.leading_comments.strip()
        }
        expected: list[tuple[tuple[int, ...], str]] = []
        for number, message in enumerate(file.message_type):
            expected += elements((4, number), message)
        for number, enum in enumerate(file.enum_type):
            expected += enum_elements((5, number), enum)
        for number, service in enumerate(file.service):
            expected.append(((6, number), service.name))
            for at, method in enumerate(service.method):
                expected.append(((6, number, 2, at), f"{service.name}.{method.name}"))
        bare += [name for path, name in expected if path not in commented]
        assert expected
    assert bare == []


def elements(path: tuple[int, ...], message: DescriptorProto) -> list[tuple[tuple[int, ...], str]]:
    if message.options.map_entry:
        return []
    found = [(path, message.name)]
    for at, field in enumerate(message.field):
        found.append(((*path, 2, at), f"{message.name}.{field.name}"))
    for at, nested in enumerate(message.nested_type):
        found += elements((*path, 3, at), nested)
    for at, enum in enumerate(message.enum_type):
        found += enum_elements((*path, 4, at), enum)
    # A proto3 `optional` makes a oneof of its own that nobody wrote.
    written = {f.oneof_index for f in message.field if not f.proto3_optional}
    for at, oneof in enumerate(message.oneof_decl):
        if at in written and not oneof.name.startswith("_"):
            found.append(((*path, 8, at), f"{message.name}.{oneof.name}"))
    return found


def enum_elements(
    path: tuple[int, ...], enum: EnumDescriptorProto
) -> list[tuple[tuple[int, ...], str]]:
    values = [((*path, 2, at), value.name) for at, value in enumerate(enum.value)]
    return [(path, enum.name), *values]


def test_there_are_these_services(files: list[FileDescriptorProto]) -> None:
    names = {service.name for file in files for service in file.service}
    assert names == {
        "AccountService",
        "BotService",
        "ExportService",
        "MatchService",
        "NoticeService",
        "OrganiserService",
        "OwnerService",
        "PlayService",
        "RatingService",
        "RulesetService",
        "SeasonService",
        "StudyService",
        "TeamService",
        "TournamentService",
    }


def test_every_list_is_paginated(files: list[FileDescriptorProto]) -> None:
    by_name = {message.name: message for file in files for message in messages(file)}
    lists = [m.name for f in files for s in f.service for m in s.method if m.name[:4] == "List"]
    assert lists
    for name in lists:
        request = {field.name for field in by_name[f"{name}Request"].field}
        response = {field.name for field in by_name[f"{name}Response"].field}
        assert request.issuperset(PAGE), name
        assert "next_page_token" in response, name


def test_creating_calls_take_a_request_id(files: list[FileDescriptorProto]) -> None:
    by_name = {message.name: message for file in files for message in messages(file)}
    creating = {m.name for f in files for s in f.service for m in s.method}
    assert {name for name in creating if name.startswith(("Create", "Submit"))} == {
        "CreateChallenge",
        "CreateMatch",
        "CreateSeason",
        "CreateStudy",
        "CreateTeam",
        "CreateTournament",
        "SubmitBot",
    }
    for name in CREATING:
        assert "request_id" in {field.name for field in by_name[name].field}, name


def test_the_first_value_of_every_enum_is_unspecified(files: list[FileDescriptorProto]) -> None:
    found = [enum for file in files for enum in enums(file)]
    assert found
    for enum in found:
        assert enum.value[0].number == 0
        assert enum.value[0].name.endswith("_UNSPECIFIED")


def test_times_and_durations_have_their_own_types(files: list[FileDescriptorProto]) -> None:
    for file in files:
        for message in messages(file):
            for field in message.field:
                if field.name.endswith("_time"):
                    assert field.type_name == ".google.protobuf.Timestamp", field.name


def test_settings_of_formats_are_explained_in_the_same_words(
    files: list[FileDescriptorProto],
) -> None:
    (file,) = [file for file in files if file.name.endswith("/tournaments.proto")]
    comments = {
        tuple(location.path): " ".join(location.leading_comments.split())
        for location in file.source_code_info.location
    }
    told: dict[str, dict[str, str]] = {}
    for number, message in enumerate(file.message_type):
        told[message.name] = {
            # Paths of descriptor.proto: 4 message, 2 field.
            field.name: comments[4, number, 2, place]
            for place, field in enumerate(message.field)
        }
    for name, format in FORMATS.items():
        message_name = "".join(word.capitalize() for word in name.split("_"))
        for setting in format.settings():
            assert told[message_name][setting.name].startswith(setting.help.rstrip("."))
