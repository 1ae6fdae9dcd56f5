"""The files of `deploy/` as values: what compose and Kubernetes would make of them."""

import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
IMAGE = "pentarch"


@dataclass(frozen=True)
class Role:
    """A process of ours as a manifest starts it."""

    source: str
    name: str
    command: tuple[str, ...]
    variables: frozenset[str]
    """The names of the settings it is given."""


@cache
def compose() -> dict[str, Any]:
    """deploy/compose.yaml with its anchors resolved, its variables as they stand."""
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return loaded


@cache
def kubernetes(folder: str) -> list[dict[str, Any]]:
    """Every object of a kustomization, as `kubectl kustomize` gives them, else file by file."""
    place = DEPLOY / "k8s" / folder
    if shutil.which("kubectl") is not None:
        text = subprocess.run(
            ["kubectl", "kustomize", str(place)], capture_output=True, text=True, check=True
        ).stdout
        return list(yaml.safe_load_all(text))
    return [item for path in _resources(place) for item in yaml.safe_load_all(path.read_text())]


def _resources(place: Path) -> list[Path]:
    found: list[Path] = []
    for name in yaml.safe_load((place / "kustomization.yaml").read_text())["resources"]:
        path = (place / name).resolve()
        found += _resources(path) if path.is_dir() else [path]
    return found


def roles() -> list[Role]:
    """Every process of ours in compose and in Kubernetes."""
    found = []
    for name, service in compose()["services"].items():
        if service["image"].startswith(IMAGE):
            variables = frozenset(service["environment"])
            found.append(Role("compose", name, tuple(service["command"]), variables))
    objects = kubernetes("base")
    config = next(item for item in objects if item["kind"] == "ConfigMap")
    secret = yaml.safe_load((DEPLOY / "k8s" / "secret.example.yaml").read_text())
    variables = frozenset(config["data"]) | frozenset(secret["stringData"])
    for item in objects:
        if item["kind"] in ("Deployment", "Job"):
            for container in item["spec"]["template"]["spec"]["containers"]:
                name, command = container["name"], tuple(container["args"])
                found.append(Role("kubernetes", name, command, variables))
    return found
