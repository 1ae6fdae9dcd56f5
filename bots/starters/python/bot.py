"""A bot that plays every ruleset by a list of wishes. Make it yours."""

from collections import Counter, deque
from typing import Final, cast

from pentarch import Answer, Bot, Start, Turn, run
from views import kingdom

WISHES: Final = {
    "township": [
        *("feast", "repair house", "repair school", "repair", "produce woodlot", "recruit"),
        *("produce", "break house", "break school", "break monument", "skip"),
    ],
    "kingdom": ["halt", "train swordsman", "move all", "done"],
    "capital": [
        *("upgrade", "settle", "build farming_village", "build", "quest", "take", "war", "send"),
        *("guard", "charge", "hold", "raze city", "raze", "save", "done", "keep farming_village"),
        "keep",
    ],
    "heroes": [
        *("buy", "recruit", "hero", "fight", "attack", "stay", "seize", "raise", "take", "move 1"),
        "end",
    ],
    "tradewarz": [
        *("resources gold gold", "resources lumber lumber", "resources mining mining"),
        *("resources wheat wheat", "build castle", "build village", "build", "recruit gate"),
        *("decline", "ready"),
    ],
}
"""The beginnings of commands, dearest first. What there is: `pentarch describe township verbs`."""
ENOUGH: Final = 3
"""Units that march together."""
FAR: Final = 1000


class MyBot(Bot):
    """Gives the first legal command of its dearest wish."""

    def start(self, start: Start) -> None:
        """A match begins: `start.ruleset`, `start.seat`, `start.options`, who plays."""
        self._ruleset = start.ruleset.info.id
        self._seat = f"p{start.seat + 1}"  # as commands and views write it

    def decide(self, turn: Turn) -> Answer:
        """`turn.view` is what the seat may know; `views` has its types for every ruleset."""
        choices = [command.text for command in turn.legal]
        if self._ruleset == "kingdom":
            choices = without_idle_moves(choices, cast(kingdom.View, turn.view), self._seat)
        for wish in WISHES[self._ruleset]:
            for text in choices:
                if text.startswith(wish):
                    # Notes are shown beside the step when the match is played again.
                    turn.note("wish", wish)
                    return text
        return turn.legal[0]


def without_idle_moves(legal: list[str], view: kingdom.View, seat: str) -> list[str]:
    """The commands without moves, but for those of armies towards a castle."""
    away = distances(view, seat)
    units = Counter(unit["area"] for unit in view["units"] if unit["kingdom"] == seat)

    def is_worthwhile(text: str) -> bool:
        match text.split():
            case ["move", "all", _, origin, target]:
                nearer = away.get(target, FAR) < away.get(origin, FAR)
                return units[origin] >= ENOUGH and nearer
            case ["move", *_]:
                return False
        return True

    return [text for text in legal if is_worthwhile(text)]


def distances(view: kingdom.View, seat: str) -> dict[str, int]:
    """How far each area is from the nearest castle that somebody else holds."""
    areas = view["board"]["areas"]
    land = {area["id"]: area["neighbours"] for area in areas if area["kind"] == "land"}
    queue = deque(castle["id"] for castle in view["castles"] if castle["owner"] != seat)
    found = dict.fromkeys(queue, 0)
    while queue:
        area = queue.popleft()
        for near in land[area]:
            if near in land and near not in found:
                found[near] = found[area] + 1
                queue.append(near)
    return found


if __name__ == "__main__":
    run(MyBot)
