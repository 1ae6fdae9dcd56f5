"""The notebooks run from top to bottom, on little data, and draw what they say."""

import base64
import os
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from pentarch import dataset

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
PICTURES = {"matches": 3, "learning": 1, "openspiel": 1}
PNG = b"\x89PNG\r\n"


def executed(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, matches: int) -> Any:
    """The notebook after all its cells."""
    monkeypatch.setenv("PENTARCH_MATCHES", str(matches))
    monkeypatch.setenv("IPYTHONDIR", str(folder))
    monkeypatch.setenv("MPLCONFIGDIR", str(folder))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(folder))
    # Streamlit sets it for the process that it is tested in; the kernel draws by itself.
    monkeypatch.delenv("MPLBACKEND", raising=False)
    # The kernel must be this Python, whatever else is installed.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    resources = {"metadata": {"path": str(NOTEBOOKS)}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()
    return notebook


def pictures(notebook: Any) -> list[bytes]:
    return [
        base64.b64decode(output["data"]["image/png"])
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]


def test_every_notebook_is_tested() -> None:
    assert {file.stem for file in NOTEBOOKS.glob("*.ipynb")} == set(PICTURES)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", PICTURES)
def test_a_notebook_draws_its_pictures(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = executed(name, tmp_path, monkeypatch, matches=2 if name == "openspiel" else 48)
    drawn = pictures(notebook)
    assert len(drawn) == PICTURES[name]
    assert all(picture.startswith(PNG) and len(picture) > 5_000 for picture in drawn)


def test_the_sample_is_an_export() -> None:
    data = dataset(NOTEBOOKS / "sample")
    matches = data.matches.collect()
    assert set(data.seats.collect()["match_id"]) == set(matches["match_id"])
    assert data.steps.collect().height == matches["steps"].sum()
    assert set(data.ratings.collect()["ladder"]) == {"township", "overall"}
