"""ID tokens of the OpenID provider, verified against the keys that it publishes."""

import json
import threading
import time
import urllib.request
from typing import Any, Final

import jwt
from google.rpc import code_pb2

from pentarch.arbiter.api.errors import Refused
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store.identities import Person

_ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384"]
"""Signatures by a key pair: with a shared secret, whoever can verify could also forge."""
_LEEWAY: Final = 30.0
_PATIENCE: Final = 5.0
_METADATA_AGE: Final = 600.0
_MOST: Final = 1 << 20
_LONGEST_TOKEN: Final = 16 << 10
_LONGEST_NAME: Final = 300

NO_PROVIDER: Final = Refused(
    code_pb2.FAILED_PRECONDITION, "this arbiter knows no OpenID provider; use an invitation"
)
EXPIRED: Final = Refused(code_pb2.UNAUTHENTICATED, "your sign-in has expired: sign in again")
_WRONG: Final = "the ID token is not one of the provider for this service"


class Wrong(Refused):
    """An ID token that the provider never made for this service."""

    def __init__(self) -> None:
        super().__init__(code_pb2.UNAUTHENTICATED, _WRONG)


class Provider:
    """The provider of the settings. Safe to share between threads; its methods may block."""

    def __init__(self) -> None:
        self._lock: Final = threading.Lock()
        self._fetched = -_METADATA_AGE
        self._issuer = ""
        self._keys: jwt.PyJWKClient | None = None

    def person(self, id_token: str) -> Person:
        """Whom an ID token is about. Raises Refused: Wrong, EXPIRED, NO_PROVIDER, UNAVAILABLE."""
        client_id = settings().oidc_client_id
        if not settings().oidc_metadata_url or not client_id:
            raise NO_PROVIDER
        if len(id_token) > _LONGEST_TOKEN:
            raise Wrong
        issuer, keys = self._known()
        try:
            claims = jwt.decode(
                id_token,
                _key(keys, id_token),
                algorithms=_ALGORITHMS,
                audience=client_id,
                issuer=issuer,
                leeway=_LEEWAY,
                options={"require": ["exp", "iat", "iss", "aud", "sub"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise EXPIRED from error
        except jwt.PyJWKClientConnectionError as error:
            raise _silent() from error
        except jwt.PyJWTError as error:
            raise Wrong from error
        return _person(claims, issuer, client_id)

    def _known(self) -> tuple[str, jwt.PyJWKClient]:
        """The issuer and its keys, as its metadata say."""
        with self._lock:
            if self._keys is None or time.monotonic() - self._fetched > _METADATA_AGE:
                metadata = _fetched(settings().oidc_metadata_url)
                self._issuer = metadata["issuer"]
                self._keys = jwt.PyJWKClient(metadata["jwks_uri"], timeout=_PATIENCE)
                self._fetched = time.monotonic()
            return self._issuer, self._keys


def _key(keys: jwt.PyJWKClient, id_token: str) -> jwt.PyJWK:
    """The key that a token says it was signed with, or the only one there is. Raises Wrong."""
    name = jwt.get_unverified_header(id_token).get("kid")
    for is_new in (False, True):
        found = [
            key
            for key in keys.get_jwk_set(refresh=is_new).keys
            if key.public_key_use in (None, "sig") and name in (None, key.key_id)
        ]
        if len(found) == 1:
            return found[0]
        if name is None:
            break
    raise Wrong


def _person(claims: dict[str, Any], issuer: str, client_id: str) -> Person:
    subject, audience = claims["sub"], claims["aud"]
    if isinstance(audience, list) and len(audience) > 1 and claims.get("azp") != client_id:
        raise Wrong
    if not 0 < len(subject) <= _LONGEST_NAME or len(issuer) > _LONGEST_NAME:
        raise Wrong
    return Person(issuer, subject)


def _fetched(url: str) -> dict[str, str]:
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE) as answer:
            found = json.loads(answer.read(_MOST))
        return {name: str(found[name]) for name in ("issuer", "jwks_uri")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _silent() from error


def _silent() -> Refused:
    return Refused(code_pb2.UNAVAILABLE, "the OpenID provider does not answer; try again later")
