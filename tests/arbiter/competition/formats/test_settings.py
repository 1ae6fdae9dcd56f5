"""Settings of formats: one class, from which everything else is made."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict, ParseDict

from pentarch.arbiter.competition.formats.gauntlet.settings import GauntletSettings
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.registry import FORMATS, format_of, make
from pentarch.arbiter.competition.formats.settings import FormatSettings, InvalidPlan, SettingKind
from pentarch.arbiter.competition.formats.swiss.settings import SwissSettings
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from tests.arbiter.simulation import plan_of
from tests.arbiter.toy_format import TOY, ToySettings

ROOT = Path(__file__).parents[4]
FIELDS = {
    SettingKind.WHOLE: (FieldDescriptor.TYPE_INT32, False),
    SettingKind.REAL: (FieldDescriptor.TYPE_DOUBLE, False),
    SettingKind.BOTS: (FieldDescriptor.TYPE_STRING, True),
}
every_format = pytest.mark.parametrize("format", FORMATS.values(), ids=lambda one: one.name)


@every_format
def test_settings_survive_json_and_the_protocol(format: type[FormatSettings]) -> None:
    settings = format()
    assert format.from_plain(settings.plain()) == settings
    plan = ParseDict({format.name: settings.plain()}, pb.TournamentPlan())
    told = MessageToDict(plan, preserving_proto_field_name=True)[format.name]
    assert format.from_plain(told) == settings


@every_format
def test_the_protocol_has_the_same_names_and_types(format: type[FormatSettings]) -> None:
    message = pb.TournamentPlan.DESCRIPTOR.fields_by_name[format.name].message_type
    assert message is not None
    assert {field.name: (field.type, field.is_repeated) for field in message.fields} == {
        setting.name: FIELDS[setting.kind] for setting in format.settings()
    }


def test_the_protocol_has_every_format_and_no_other() -> None:
    oneof = pb.TournamentPlan.DESCRIPTOR.oneofs_by_name["format"]
    assert {field.name for field in oneof.fields} == FORMATS.keys()


@every_format
def test_the_docs_list_every_setting_with_its_default(format: type[FormatSettings]) -> None:
    text = (ROOT / "docs" / "tournaments.md").read_text()
    rows = re.findall(rf"^\| `{format.name}` \| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", text, re.M)
    assert rows == [
        (
            setting.name,
            setting.bounds or str(setting.kind),
            "none" if setting.kind is SettingKind.BOTS else str(setting.default),
            setting.help,
        )
        for setting in format.settings()
    ]


@every_format
def test_help_is_a_sentence_and_defaults_are_in_range(format: type[FormatSettings]) -> None:
    for setting in format.settings():
        assert setting.help[0].isupper(), setting.name
        assert setting.help.endswith("."), setting.name
        assert setting.kind is SettingKind.BOTS or setting.least <= setting.most


def test_a_name_is_of_one_kind_in_all_formats() -> None:
    kinds: dict[str, set[SettingKind]] = {}
    for format in FORMATS.values():
        for setting in format.settings():
            kinds.setdefault(setting.name, set()).add(setting.kind)
    assert all(len(found) == 1 for found in kinds.values())


@pytest.mark.parametrize(
    ("format", "plain", "message"),
    [
        (SwissSettings, {"rounds": 0}, "rounds is a whole number from 1 to 1000, not 0"),
        (SwissSettings, {"rounds": 2.5}, "rounds is a whole number from 1 to 1000, not 2.5"),
        (SwissSettings, {"rounds": True}, "rounds is a whole number from 1 to 1000, not True"),
        (SwissSettings, {"wait": 1}, "the format swiss has no setting 'wait'"),
        (LadderSettings, {"settled_width": "NaN"}, "settled_width is a number from 0 to 10000"),
        (LadderSettings, {"settled_width": float("nan")}, "settled_width is a number from 0"),
        (GauntletSettings, {"challengers": "ant"}, "challengers is a list of bots, not 'ant'"),
    ],
)
def test_what_is_no_setting_is_refused_in_a_line(
    format: type[FormatSettings], plain: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidPlan, match=re.escape(message)):
        format.from_plain(plain)  # type: ignore[arg-type]  # what JSON may hold, and more


def test_a_whole_number_is_a_number() -> None:
    assert LadderSettings.from_plain({"settled_width": 40}).settled_width == 40.0


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(InvalidPlan, match="no format 'chess'"):
        format_of("chess")


def test_writing_a_plan_takes_no_numpy() -> None:
    program = "import sys, pentarch.cli.plans; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_a_new_format_is_stored_and_held_without_further_ado(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FORMATS, TOY, ToySettings)
    stored = ToySettings(laps=4).plain()
    assert stored == {"laps": 4, "hares": []}
    scheduler = make(TOY, stored, plan_of(3))
    assert scheduler.expected_blocks() == (4, 4)
    with pytest.raises(InvalidPlan, match="laps is a whole number from 1 to 9, not 10"):
        make(TOY, {"laps": 10}, plan_of(3))


def test_a_new_format_is_in_the_help_of_the_command_line() -> None:
    # In a process of its own: the program reads the registry once.
    program = (
        "from pentarch.arbiter.competition.formats.registry import FORMATS\n"
        "from tests.arbiter.toy_format import ToySettings\n"
        "FORMATS[ToySettings.name] = ToySettings\n"
        "from pentarch.cli.app import run\n"
        "raise SystemExit(run(['tournament', 'create', '--help']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    )
    help = " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.stdout).split())
    assert "toy-race: whoever runs most laps" in help
    assert "--laps NUMBER Toy race: how many laps are run. Default: 3." in help
    assert "--hares BOT Toy race: the bots that run fast. May be repeated." in help
