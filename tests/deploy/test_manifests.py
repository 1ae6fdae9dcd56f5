"""The files of `deploy/`: valid by their schemas, and agreeing with the program and each other."""

import importlib.resources
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import promql_parser
import pytest
import yaml

from pentarch.arbiter.settings import Settings
from tests.deploy.manifests import DEPLOY, ROOT, compose, kubernetes, roles

KUBERNETES = "1.33"
# Kinds that others define; their schemas are not those of Kubernetes itself.
FOREIGN = {"ScaledObject", "PodMonitor"}
FOLDERS = ["keda", "monitoring"]  # the first has the base in it


def test_compose_is_valid() -> None:
    schemas = importlib.resources.files("check_jsonschema.builtin_schemas.vendor")
    schema = json.loads(schemas.joinpath("compose-spec.json").read_text())
    jsonschema.validate(compose(), schema)


def test_compose_starts_things_in_an_order_that_exists() -> None:
    services = compose()["services"]
    for service in services.values():
        waits = service.get("depends_on", {})
        assert set(waits) <= set(services)
        if isinstance(waits, dict):
            for name, wait in waits.items():
                if wait["condition"] == "service_healthy":
                    assert "healthcheck" in services[name]


def test_compose_mounts_files_that_exist() -> None:
    for service in compose()["services"].values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert not source.startswith(".") or (DEPLOY / source).exists()


def test_no_password_is_written_down() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    for name in re.findall(r"\$\{(\w+PASSWORD)", text):
        assert re.search(rf"^{name}=change-me$", (DEPLOY / "example.env").read_text(), re.M)
    assert not re.search(r"PASSWORD: (?!\$\{)", text)


@pytest.mark.parametrize("folder", FOLDERS)
def test_kubernetes_objects_are_valid(folder: str) -> None:
    for item in kubernetes(folder):
        if item["kind"] not in FOREIGN:
            kubernetes_validate.validate(item, KUBERNETES, strict=True)


def test_every_setting_in_a_manifest_is_one_of_ours() -> None:
    known = {f"PENTARCH_{name.upper()}" for name in Settings.model_fields}
    for role in roles():
        assert {name for name in role.variables if name.startswith("PENTARCH_")} <= known


def test_both_kinds_of_cluster_run_the_same_commands() -> None:
    commands = {
        source: {role.command for role in roles() if role.source == source}
        for source in ("compose", "kubernetes")
    }
    assert commands["compose"] == commands["kubernetes"]


def deployments() -> dict[str, Any]:
    return {
        item["metadata"]["name"]: item
        for item in kubernetes("base")
        if item["kind"] == "Deployment"
    }


@pytest.mark.parametrize("name", ["arbiter", "play", "verify", "validate", "analyse", "dashboard"])
def test_a_deployment_is_probed_bounded_and_unprivileged(name: str) -> None:
    pod = deployments()[name]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert {"startupProbe", "readinessProbe", "livenessProbe"} <= set(container)
    assert container["resources"]["limits"]["memory"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    locks = container["securityContext"]
    assert locks["allowPrivilegeEscalation"] is False
    assert locks["readOnlyRootFilesystem"] is True
    assert locks["capabilities"] == {"drop": ["ALL"]}


def test_every_deployment_has_a_disruption_budget_that_finds_it() -> None:
    budgets = {
        item["metadata"]["name"]: item["spec"]["selector"]["matchLabels"]
        for item in kubernetes("base")
        if item["kind"] == "PodDisruptionBudget"
    }
    assert set(budgets) == set(deployments())
    for name, labels in budgets.items():
        found = deployments()[name]["spec"]["template"]["metadata"]["labels"]
        assert labels.items() <= found.items()


def test_ports_in_services_and_policies_have_names_in_pods() -> None:
    named = {
        port["name"]
        for item in deployments().values()
        for port in item["spec"]["template"]["spec"]["containers"][0]["ports"]
    }
    for item in kubernetes("base"):
        if item["kind"] == "Service":
            assert {port["targetPort"] for port in item["spec"]["ports"]} <= named
        if item["kind"] == "NetworkPolicy":
            for rule in item["spec"].get("ingress", []):
                assert {port["port"] for port in rule["ports"]} <= named


def queries() -> dict[str, str]:
    """Every expression that Prometheus, Grafana or the autoscaler evaluates, by its name."""
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())
    found = {rule["alert"]: rule["expr"] for group in rules["groups"] for rule in group["rules"]}
    board = json.loads((DEPLOY / "grafana" / "boards" / "pentarch.json").read_text())
    for panel in board["panels"]:
        for target in panel["targets"]:
            found[panel["title"]] = target["expr"]
    scaler = next(item for item in kubernetes("keda") if item["kind"] == "ScaledObject")
    found["KEDA"] = scaler["spec"]["triggers"][0]["metadata"]["query"]
    return found


@pytest.mark.parametrize("name", queries())
def test_an_expression_is_promql_about_metrics_that_exist(name: str) -> None:
    promql_parser.parse(queries()[name])
    used = set(re.findall(r"\bpentarch_\w+", queries()[name]))
    assert used <= exported()


def exported() -> set[str]:
    """The names under which our processes' metrics appear."""
    from prometheus_client.metrics import MetricWrapperBase

    from pentarch.arbiter.api import callers, guard
    from pentarch.workers import metrics

    made = [
        value
        for module in (callers, guard, metrics)
        for value in vars(module).values()
        if isinstance(value, MetricWrapperBase)
    ]
    endings = ("", "_total", "_bucket", "_count", "_sum")
    names = {
        f"{kind.name}{end}" for metric in made for kind in metric.describe() for end in endings
    }
    assert "pentarch_matches_played_total" in names
    return names


def test_jobs_in_expressions_are_scraped() -> None:
    scraped = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    jobs = {job["job_name"] for job in scraped["scrape_configs"]}
    named = {job for query in queries().values() for job in re.findall(r'job="(\w+)"', query)}
    assert named == jobs == set(deployments()) - {"dashboard"}


def test_the_incident_guide_knows_every_alert() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text()
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())
    for group in rules["groups"]:
        for rule in group["rules"]:
            assert f"**{rule['alert']}**" in guide


def test_the_image_copies_what_it_is_let_see() -> None:
    wanted = set()
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        words = [word for word in line.split() if not word.startswith("--")]
        if words[:1] == ["COPY"] and "--from=build" not in line:
            wanted |= set(words[1:-1])
    let = {
        line[1:]
        for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert wanted == let
    for name in wanted:
        assert (ROOT / Path(name)).exists()


def test_the_image_is_not_tried_without_an_engine() -> None:
    told = subprocess.run(
        [DEPLOY / "image-test"],
        env={**os.environ, "ENGINE": "false"},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 1
    assert told.stderr == "image-test: false does not reach its engine\n"
