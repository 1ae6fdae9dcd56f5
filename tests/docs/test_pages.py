"""What the pages say about the tree is true: links lead somewhere, and named files are there."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.test_layers import CLOSED, LAYERS

ROOT = Path(__file__).parents[2]
PAGES = [  # but for the changelog, which tells of what was
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "bots").glob("*/README.md")),
]
REQUESTS = 12
# Names of files that are not ours: examples, and what a bot's author makes.
EXAMPLES = {"bot.py", "feaster.py", "path/to/bot.py", "engine.py", "battle.py", "my-bot/bot.py"}
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./-]+\.(?:py|js|toml|proto|lua|yaml|txt|md)")


@cache
def files() -> frozenset[str]:
    """Every file of the project."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    return frozenset(name for name in done.stdout.splitlines() if (ROOT / name).exists())


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and mkdocs make them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text()), re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


def section(page: Path, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page.read_text(), re.M | re.S)
    assert found is not None, title
    return found[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_files_are_there(page: Path) -> None:
    """By their path, or by the end of it."""
    for code in CODE.findall(FENCE.sub("", page.read_text())):
        if FILE.fullmatch(code) and code not in EXAMPLES:
            assert any(name == code or name.endswith(f"/{code}") for name in files()), code


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {name for name in pages if f"({name})" not in index} == set()


def test_requests_name_files_that_are_there() -> None:
    rows = re.findall(r"^\| (?!request|---)([^|]+) \| (.+) \|$", table(), re.M)
    assert len(rows) == REQUESTS
    for request, named in rows:
        paths = [code for code in CODE.findall(named) if "/" in code]
        assert paths or request == "a ruleset", request
        assert [path for path in paths if not (ROOT / path).exists()] == [], request


def table() -> str:
    return section(ROOT / "CONTRIBUTING.md", "Where does it go")


def test_the_layers_of_the_page_are_those_that_are_enforced() -> None:
    text = section(ROOT / "docs" / "architecture.md", "Layers")
    rows = re.findall(r"^\| `([\w.]+)` \| (.+) \|$", text, re.M)
    closed = {layer: set(re.findall(r"but for `([^`]+)`", said)) for layer, said in rows}
    allowed = {layer: set(CODE.findall(said)) - closed[layer] for layer, said in rows}
    assert [layer for layer, _ in rows] == [*LAYERS], "in the same order"
    assert allowed == LAYERS
    assert {layer: names for layer, names in closed.items() if names} == CLOSED


def test_every_word_of_the_glossary_is_explained_in_one_sentence() -> None:
    rows = re.findall(r"^\*\*(.+?)\*\*\n: (.+)$", (ROOT / "docs" / "glossary.md").read_text(), re.M)
    assert len(rows) > 40
    words = [word for word, _ in rows]
    assert words == sorted(words, key=str.lower)
    assert [word for word, said in rows if not said.endswith(".")] == []
