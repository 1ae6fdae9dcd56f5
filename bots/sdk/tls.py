"""How a connection to the arbiter is secured: whom to trust, and what to show for oneself."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import grpc


@dataclass(frozen=True)
class Trust:
    """PEM files: the CA that signed the arbiter's certificate, and one's own for mutual TLS."""

    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        """The credentials gRPC wants. Without a CA the well-known ones are trusted."""
        return grpc.ssl_channel_credentials(
            _read(self.ca), _read(self.key), _read(self.certificate)
        )


def trust_of(environment: Mapping[str, str]) -> Trust | None:
    """What the variables PENTARCH_TLS_CA, ..._CLIENT_CERTIFICATE and ..._CLIENT_KEY say.

    None: nothing, and the connection is plain. Raises ValueError for what cannot be used.
    """
    names = ("PENTARCH_TLS_CA", "PENTARCH_TLS_CLIENT_CERTIFICATE", "PENTARCH_TLS_CLIENT_KEY")
    paths = [Path(text) if (text := environment.get(name, "")) else None for name in names]
    for name, path in zip(names, paths, strict=True):
        if path is not None and not path.is_file():
            raise ValueError(f"{name}: there is no file {str(path)!r}")
    ca, certificate, key = paths
    if (certificate is None) != (key is None):
        raise ValueError(f"{names[1]} and {names[2]} are set together or not at all")
    if ca is None and certificate is None:
        return None
    return Trust(ca, certificate, key)


def _read(path: Path | None) -> bytes | None:
    return None if path is None else path.read_bytes()
