"""The list of licences names what the project asks for, and nothing that it could not ship."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?!package|---)([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.M)
# Whoever passes such a package on has to pass on all of the project's source under that licence.
BINDING = re.compile(r"\bA?GPL\b|\bGNU (Affero )?General Public", re.I)


def tool() -> ModuleType:
    """The program that writes the page."""
    spec = importlib.util.spec_from_file_location("licences", ROOT / "deploy" / "licences.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_list_of_licences_names_every_direct_dependency_with_its_range() -> None:
    listed = ROW.findall(tool().PAGE.read_text())
    named = {(name, wanted): extras.split(", ") for name, wanted, extras, _ in listed}
    assert named == tool().requirements(), "run `make licences`"
    assert len(named) == len(listed)


def test_no_direct_dependency_binds_the_project_to_its_licence() -> None:
    listed = ROW.findall(tool().PAGE.read_text())
    assert listed
    for name, _, _, licence in listed:
        assert not BINDING.search(licence), name
        assert not BINDING.search(tool().licence_of(name) or ""), name
