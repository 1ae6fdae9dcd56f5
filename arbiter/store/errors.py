"""What can go wrong in the store.

StoreError
├── NotFound        nothing has that id or name
├── NameTaken       the name belongs to somebody else, or is used already
├── InvalidName     a text that cannot be a name
├── WrongState      it cannot be done in the state the thing is in
│   └── Archived    it was moved out of the database with its season
├── RequestReused   a request id that was used for another request
├── TooMuch         more than a quota or a limit allows
├── InvalidPage     a page size or token that no listing gave out
├── WrongRecord     a record of another match
└── NotOnShelf      bytes that should be on the shelf are missing or damaged

Results that come late or twice are no errors: the functions of `leases` report them.
"""


class StoreError(Exception):
    """Base of everything the store raises on purpose. The message is one clear line."""


class NotFound(StoreError):
    """Nothing has that id or name."""


class NameTaken(StoreError):
    """The name belongs to somebody else, or is used already."""


class InvalidName(StoreError):
    """A text that cannot be a name."""


class WrongState(StoreError):
    """It cannot be done in the state the thing is in."""


class Archived(WrongState):
    """It was moved out of the database with its season. The message says how to get it back."""


class RequestReused(StoreError):
    """The request id was used before, for another request."""


class TooMuch(StoreError):
    """More than a quota or a limit allows."""


class InvalidPage(StoreError):
    """A page size or page token that no listing gave out, or with other filters."""


class WrongRecord(StoreError):
    """A record that is not one of this match."""


class NotOnShelf(StoreError):
    """Bytes that should be on the shelf are not there, or not what they were."""
