"""The shelf: a folder or an object store that keeps bytes by their SHA-256."""

import os
from typing import Any, Final
from uuid import uuid4

import fsspec
from fsspec.implementations.local import LocalFileSystem

from pentarch.arbiter.store.errors import NotOnShelf
from pentarch.arbiter.store.results import sha256_of

SHELF: Final = "shelf"
"""Under this name a session knows the shelf of its store."""


class Shelf:
    """Where a URL leads: `/var/lib/pentarch/shelf`, `s3://bucket/folder`."""

    def __init__(self, url: str) -> None:
        files, root = fsspec.url_to_fs(url)
        self._files: Final[Any] = files
        self._root: Final[str] = root

    def put(self, content: bytes) -> str:
        """Keep bytes; their SHA-256.

        They appear whole or not at all, and replace what may have been damaged.
        """
        sha256 = sha256_of(content)
        path = self._path(sha256)
        part = f"{path}.{uuid4().hex}"
        self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._files.pipe_file(part, content)
        self._files.mv(part, path)
        return sha256

    def get(self, sha256: str) -> bytes:
        """The bytes with this SHA-256. Raises NotOnShelf."""
        path = self._path(sha256)
        try:
            content: bytes = self._files.cat_file(path)
        except OSError as error:
            raise NotOnShelf(f"the shelf does not give {path}: {error}") from error
        if sha256_of(content) != sha256:
            raise NotOnShelf(f"what the shelf has as {path} is something else")
        return content

    def settle(self) -> None:
        """See to it that what was put survives a power cut. An object store does so by itself."""
        if isinstance(self._files, LocalFileSystem):
            os.sync()

    def _path(self, sha256: str) -> str:
        return f"{self._root}/{sha256[:2]}/{sha256}"
