"""What the files in `deploy/` name is there, and they agree; `bench/deployment.py` tries them with linters."""

import re
from pathlib import Path

import msgspec
import pytest

from biofacts.composition.settings import Settings
from tests.places import REPOSITORY
from website.reference.commands import helped

MANIFESTS = sorted((REPOSITORY / "deploy" / "kubernetes").glob("*.yaml"))
DEPLOYED = [REPOSITORY / "Dockerfile", REPOSITORY / "compose.yaml", *MANIFESTS]


def options(text: str) -> set[str]:
    return {*re.findall(r"(?<![\w-])--[a-z-]+", text)}


@pytest.mark.parametrize("path", [*DEPLOYED, REPOSITORY / "docs" / "deploy.md"], ids=lambda path: path.name)
def test_every_setting_and_option_is_one(path: Path) -> None:
    text = path.read_text("utf-8")
    settings = {f"BIOFACTS_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}

    assert {*re.findall(r"BIOFACTS_[A-Z_]+", text)} - settings == set()
    assert options(" ".join(re.findall(r"\bserve\b[^\n]*", text))) - options(helped("serve")) == set()


@pytest.mark.parametrize("path", DEPLOYED, ids=lambda path: path.name)
def test_images_of_others_have_a_digest(path: Path) -> None:
    images = re.findall(r"^(?:ARG \w+_IMAGE=| *image: )(\S+)", path.read_text("utf-8"), re.M)

    assert [one for one in images if not re.search(r"^biofacts|@sha256:[0-9a-f]{64}", one)] == []


def test_replicas_are_told_how_many_they_are() -> None:
    manifests = "".join(path.read_text("utf-8") for path in MANIFESTS)

    assert re.findall(r'BIOFACTS_REPLICAS: "(\d+)"', manifests) == re.findall(
        r"replicas: (\d+)\n  serviceName", manifests
    )
    assert re.search(r'BIOFACTS_REPLICAS: "\d+"', manifests)
