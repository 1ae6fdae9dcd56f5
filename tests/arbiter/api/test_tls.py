"""TLS and mutual TLS: who gets in, and what the others are told."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
import trustme

from pentarch.arbiter.api.server import Tls
from pentarch.arbiter.v1 import bots_pb2
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.bots.random import Random
from pentarch.bots.sdk.tls import Trust
from pentarch.cli.client import UNREACHABLE, dial
from pentarch.cli.terminal import MISUSED, Failure
from tests.remote import Hall
from tests.waiting import PATIENCE


@dataclass
class Papers:
    """Files as an operator would have them."""

    ca: Path
    certificate: Path
    key: Path


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return make_papers(tmp_path_factory.mktemp("papers"))


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    """The same from a CA that nobody trusts."""
    return make_papers(tmp_path_factory.mktemp("forged"))


def make_papers(folder: Path) -> Papers:
    ca = trustme.CA()
    issued = ca.issue_cert("127.0.0.1", "localhost")
    made = Papers(folder / "ca.pem", folder / "certificate.pem", folder / "key.pem")
    ca.cert_pem.write_to_path(made.ca)
    issued.private_key_pem.write_to_path(made.key)
    for blob in issued.cert_chain_pems:
        blob.write_to_path(made.certificate, append=True)
    return made


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def trust_in(monkeypatch: pytest.MonkeyPatch, trust: Trust) -> None:
    """Set the variables that say so."""
    for name, path in (
        ("CA", trust.ca),
        ("CLIENT_CERTIFICATE", trust.certificate),
        ("CLIENT_KEY", trust.key),
    ):
        monkeypatch.setenv(f"PENTARCH_TLS_{name}", "" if path is None else str(path))


def bots_at(port: int, token: str) -> list[str]:
    with dial(f"127.0.0.1:{port}", token) as channel:
        listed = BotServiceStub(channel).ListBots(bots_pb2.ListBotsRequest())
        return [bot.name for bot in listed.bots]


def plays(hall: Hall, port: int, trust: Trust) -> None:
    """A remote bot gets in and plays a match."""
    red = hall.bot(Random, "red", "township", port=port, trust=trust)
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue("township", [red, blue], seed=1, options={"round_cap": 5})
    assert hall.play(match_id).forfeits == []


def test_tls_lets_in_whoever_trusts_the_certificate(
    hall: Hall, papers: Papers, forged: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = hall.replica(Tls(papers.certificate, papers.key)).port
    token = hall.tokens["author"]
    trust_in(monkeypatch, Trust(papers.ca))
    assert bots_at(port, token) == []
    plays(hall, port, Trust(papers.ca))
    for trust in (Trust(), Trust(forged.ca)):
        trust_in(monkeypatch, trust)
        with pytest.raises(Failure, match="does not answer") as refused:
            bots_at(port, token)
        assert refused.value.code == UNREACHABLE
        assert "PENTARCH_TLS_CA" in str(refused.value)


def test_mutual_tls_asks_for_a_certificate(
    hall: Hall, papers: Papers, forged: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = hall.replica(Tls(papers.certificate, papers.key, client_ca=papers.ca)).port
    token = hall.tokens["author"]
    trust_in(monkeypatch, Trust(papers.ca, papers.certificate, papers.key))
    assert bots_at(port, token) == []
    plays(hall, port, Trust(papers.ca, papers.certificate, papers.key))
    for trust in (Trust(papers.ca), Trust(papers.ca, forged.certificate, forged.key)):
        trust_in(monkeypatch, trust)
        with pytest.raises(Failure, match="does not answer"):
            bots_at(port, token)
    # A certificate is no token.
    trust_in(monkeypatch, Trust(papers.ca, papers.certificate, papers.key))
    with pytest.raises(Failure, match="does not accept the token") as refused:
        bots_at(port, "pent_wrong")
    assert refused.value.code == MISUSED


def test_settings_that_cannot_be_used_are_named(
    papers: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust_in(monkeypatch, Trust(papers.ca.with_name("missing.pem")))
    with pytest.raises(Failure, match="PENTARCH_TLS_CA: there is no file"):
        bots_at(1, "pent_x")
    trust_in(monkeypatch, Trust(papers.ca, papers.certificate))
    with pytest.raises(Failure, match="set together"):
        bots_at(1, "pent_x")


def test_a_plain_client_gets_no_answer_from_a_server_with_tls(hall: Hall, papers: Papers) -> None:
    port = hall.replica(Tls(papers.certificate, papers.key)).port
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        with pytest.raises(grpc.RpcError) as error:
            BotServiceStub(channel).ListBots(bots_pb2.ListBotsRequest(), timeout=PATIENCE)
        code = error.value.code()
        assert code is grpc.StatusCode.UNAVAILABLE
