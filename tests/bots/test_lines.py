"""JSON lines: the protocol's second encoding, from both sides, and against hostile bots."""

import json
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from hypothesis import given
from hypothesis import strategies as st

from pentarch.arbiter.v1 import common_pb2, play_pb2
from pentarch.bots.sdk import lines, wire
from pentarch.bots.sdk.encodings import JsonLines, Protobuf, encoding_of
from pentarch.engine import registry
from tests.bots.test_turn_message import turns

ASKED = play_pb2.Turn(match_id=7, sequence=3, view=b'{"round":1}', legal=["pass", "build farm1"])
QUESTION = play_pb2.PlayResponse(delivery=2, turn=ASKED)


def decided(line: bytes, asked: play_pb2.Turn | None = ASKED) -> play_pb2.Decide:
    request = lines.answer_of(line, asked)
    assert request is not None
    assert request.WhichOneof("message") == "decide"
    return request.decide


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_decision_reads_the_same_in_both_encodings(ruleset: str) -> None:
    for turn in turns(ruleset)[:40]:
        sent = wire.asking(1 << 40, turn, deadline=1e9)
        line = lines.line_of(sent)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert json.loads(line)["turn"]["view"] == turn.view
        assert lines.message_of(line, play_pb2.PlayResponse) == sent


def test_nothing_of_a_message_is_missing_but_what_is_not_set() -> None:
    start = play_pb2.MatchStart(match_id=1, ruleset="township", options={"round_cap": "5"})
    told = json.loads(lines.line_of(play_pb2.PlayResponse(match_start=start)))["match_start"]
    assert told["match_id"] == "1", "numbers of 64 bits are texts"
    assert told["seat"] == 0
    assert told["rated"] is False
    assert "clock" not in told
    refused = play_pb2.Refused(cause=play_pb2.Refused.CAUSE_ILLEGAL)
    told = json.loads(lines.line_of(play_pb2.PlayResponse(refused=refused)))["refused"]
    assert told["cause"] == "CAUSE_ILLEGAL"


def test_a_turn_is_written_as_protobufs_own_mapping_says() -> None:
    turn = replace(turns("capital")[60])
    response = wire.asking(9, turn, deadline=12.5)
    mapped = MessageToDict(
        response, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    mapped["turn"]["view"] = turn.view
    assert json.loads(lines.line_of(response)) == mapped


def test_a_number_names_a_legal_command_and_other_words_a_text() -> None:
    assert decided(b"1") == play_pb2.Decide(match_id=7, sequence=3, index=1)
    assert decided(b" 0 \r") == play_pb2.Decide(match_id=7, sequence=3, index=0)
    assert decided(b"build farm1").text == "build farm1"
    assert decided(b"-1").text == "-1", "which the referee refuses as no command"
    assert decided(b"99999999999").text == "99999999999"


def test_an_object_may_leave_out_what_it_answers() -> None:
    assert decided(b'{"decide": {"index": 1}}') == decided(b"1")
    whole = b'{"decide": {"match_id": "7", "sequence": 2, "text": "pass"}}'
    assert decided(whole).sequence == 2
    camel = b'{"decide": {"matchId": 7, "sequence": 3, "text": "pass"}}'
    assert decided(camel) == play_pb2.Decide(match_id=7, sequence=3, text="pass")


def test_plans_and_notes_have_room() -> None:
    plan = {"choices": [{"text": "build farm1"}, {"index": 0}]}
    said = {"decide": {"plan": plan, "notes": {"why": ["hungry", 1.5]}}}
    decide = decided(json.dumps(said).encode())
    assert [choice.WhichOneof("choice") for choice in decide.plan.choices] == ["text", "index"]
    assert wire.notes_of(decide) == {"why": ["hungry", 1.5]}
    back = lines.message_of(
        lines.line_of(play_pb2.PlayRequest(decide=decide)), play_pb2.PlayRequest
    )
    assert back.decide == decide


@pytest.mark.parametrize("line", [b"", b"  ", b"\r"])
def test_an_empty_line_says_nothing(line: bytes) -> None:
    assert lines.answer_of(line, ASKED) is None


@pytest.mark.parametrize("line", [b"0", b"pass", b"\xff", b'{"decide": {"index": 0}}'])
def test_an_answer_before_anything_is_asked_is_dropped(line: bytes) -> None:
    assert lines.answer_of(line, None) is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "no JSON"),
        (b"{}", "says nothing"),
        (b'{"decide": 7}', "no PlayRequest"),
        (b'{"decide": {"text": 7}}', "no PlayRequest"),
        (b'{"decide": {"index": -1}}', "no PlayRequest"),
        (b'{"decide": {"index": 0, "text": "pass"}}', "no PlayRequest"),
        (b'{"decide": {"answer": "pass"}}', 'no field named "answer"'),
        (b'{"resign": {}}', "no PlayRequest"),
        (b'{"decide": {"text": "\\ud800"}}', "no JSON"),
        (b'{"a":' * 5000, "no JSON"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_line_that_is_no_message_is_named_and_shown(line: bytes, words: str) -> None:
    with pytest.raises(wire.Garbled, match=words) as garbled:
        lines.answer_of(line, ASKED)
    assert garbled.value.offending == line[:2048]
    assert "\n" not in str(garbled.value)
    assert len(str(garbled.value)) < 500


_WORDS = st.text("ab1\n{}é", max_size=5)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner),
    max_leaves=8,
)
_KEYS = st.sampled_from(["decide", "hello", "ready", "pong", "drain", "acknowledge", "x"])
_FIELDS = st.sampled_from(["match_id", "sequence", "text", "index", "plan", "notes", "grace", "x"])
_OBJECTS = st.dictionaries(_KEYS, st.dictionaries(_FIELDS, _JSON, max_size=4) | _JSON, max_size=2)


@given(st.binary(max_size=60) | _OBJECTS.map(lambda value: json.dumps(value).encode()))
def test_whatever_a_bot_writes_is_a_message_or_garbled(data: bytes) -> None:
    encoding = JsonLines()
    encoding.encode(QUESTION)
    try:
        bodies = encoding.whole(data + b"\n")
    except wire.Garbled:
        return
    for body in bodies:
        assert wire.parse_request(body).WhichOneof("message") == "decide"


def test_lines_are_put_together_from_pieces() -> None:
    source = lines.Lines(most=10)
    assert list(source.whole(b"ab")) == []
    assert list(source.whole(b"c\n\nde\nf")) == [b"abc", b"", b"de"]
    assert list(source.whole(b"\n")) == [b"f"]
    with pytest.raises(wire.Garbled, match="more than 10 bytes"):
        list(source.whole(b"12345678901"))


def test_a_line_that_never_ends_is_not_kept() -> None:
    encoding = JsonLines()
    for _ in range(16):
        assert encoding.whole(b"x" * 65_536) == []
    with pytest.raises(wire.Garbled, match="a line of more than 1048576 bytes"):
        encoding.whole(b"x")


def test_the_host_says_hello_and_ready_for_a_program() -> None:
    encoding = encoding_of("lines")
    [hello] = encoding.greeting
    assert wire.parse_request(hello).WhichOneof("message") == "hello"
    start = play_pb2.PlayResponse(match_start=play_pb2.MatchStart(match_id=7))
    [ready] = encoding.implied(start)
    assert wire.parse_request(ready).ready.match_id == 7
    assert encoding.implied(QUESTION) == ()
    assert encoding.whole(b'{"hello": {}}\n{"ready": {"match_id": 7}}\n') == []
    assert Protobuf().greeting == ()


def test_a_program_that_answers_every_line_answers_each_decision_once() -> None:
    encoding = JsonLines()
    encoding.encode(play_pb2.PlayResponse(match_start=play_pb2.MatchStart(match_id=7)))
    assert encoding.whole(b"0\n") == []
    encoding.encode(QUESTION)
    assert len(encoding.whole(b"0\n1\n")) == 1
    encoding.encode(play_pb2.PlayResponse(match_end=play_pb2.MatchEnd(match_id=7)))
    assert encoding.whole(b"0\n") == []


def test_a_bot_passes_over_what_it_does_not_know() -> None:
    values: dict[str, Any] = json.loads(lines.line_of(QUESTION))
    values["turn"]["weather"] = {"since": "version 9"}
    values["novelty"] = []
    read = lines.message_of(json.dumps(values).encode(), play_pb2.PlayResponse)
    assert read == QUESTION
    event = common_pb2.Event(name="command", values=["pass"])
    assert not event.HasField("seat")
