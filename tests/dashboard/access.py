"""What axe-core says of a page: whether people who cannot see it, or not well, can use it."""

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Streamlit's own, and harmless: where files are dropped is named although it has no role.
_BEYOND_US: Final = ("presentation-role-conflict",)


def violations(page: Page) -> list[str]:
    """Everything that axe-core objects to on a page, in its light or dark look as it is now."""
    # Any: it is JSON that axe-core makes.
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        if rule["id"] not in _BEYOND_US
        for node in rule["nodes"]
    ]
