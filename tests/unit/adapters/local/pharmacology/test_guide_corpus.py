"""Every ligand and target of the mirror: loads, is looked up, is encoded, and holds nothing that is not a fact."""

import re
from collections.abc import AsyncGenerator
from functools import partial
from typing import TypeVar

import httpx
import msgspec
import pytest

from biofacts.adapters.http.gtopdb import GtoPdbClient
from biofacts.adapters.local.catalogue_entries.pharmacology import interactions_of, of_target
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.pharmacology.guide import Guide
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.answers.pages import Window
from biofacts.domain.answers.records import Provenance
from biofacts.domain.identifiers.cross_references import REGISTRY, is_valid
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology.interaction import GuideInteraction
from biofacts.domain.pharmacology.ligand import Ligand
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES
from biofacts.domain.pharmacology.target import Target
from biofacts.domain.pharmacology.target_groups import GROUPS, TARGET_CLASSES
from biofacts.ports.published_files import Edition, PublishedFile
from biofacts.ports.sources import Query
from tests import places
from tests.gtopdb import guide_of
from tests.sample import sample_http

UPSTREAM = places.UPSTREAM / "gtopdb"

NOWHERE = Provenance(name="nowhere", mode="live")
MARKUP = re.compile(r"</?[a-z]+>|&#?[a-z0-9]{2,8};|[®™]", re.I)

RowT = TypeVar("RowT")

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        not (UPSTREAM / "reconstructed" / "DATA" / "ligands.csv").is_file(),
        reason=f"there is no mirror of GtoPdb at {UPSTREAM} (set BIOFACTS_UPSTREAM_DIR)",
    ),
]


def wire(request: httpx.Request) -> httpx.Response:
    for base in (UPSTREAM, UPSTREAM / "reconstructed"):
        if (path := base / request.url.path.lstrip("/")).is_file():
            return httpx.Response(200, content=path.read_bytes())
    return httpx.Response(404)


@pytest.fixture
def anyio_backend() -> str:
    """One loop is enough here: what is tested is the data."""
    return "asyncio"


@pytest.fixture
async def guide(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Guide]:
    folder = tmp_path_factory.getbasetemp() / "gtopdb-corpus"  # built once, read by every test
    http = httpx.AsyncClient(transport=httpx.MockTransport(wire), base_url="http://gtopdb.test/")
    async with SqliteCatalogueStore(folder) as store, GtoPdbClient(http) as client:
        yield guide_of(client, store, Jobs())


def check(record: Ligand | Target) -> None:
    raw = msgspec.json.decode(msgspec.json.encode(record))
    assert not [key for key, value in raw.items() if value in (None, "", [], {})], record.id
    plain = [record.name, *record.synonyms, *(one.name for one in (getattr(record, "targets", ())))]
    assert not [name for name in plain if MARKUP.search(name) or name != name.strip() or not name], record.id
    for key, values in record.cross_references.items():
        assert key in REGISTRY
        assert all(is_valid(key, value) for value in ([values] if isinstance(values, str) else values)), record.id


async def test_all_ligands_load_look_up_and_encode(guide: Guide) -> None:
    ligands = LocalLigands(guide)
    catalogue = (await guide.ligands.open()).catalogue
    types = await catalogue.category_sizes()
    numbers = [
        line.split('"')[1] for line in (UPSTREAM / "reconstructed/DATA/ligands.csv").read_text().split("\n")[2:-1]
    ]

    assert len(set(numbers)) == 13591
    assert types == {
        "Synthetic organic": 9572, "Peptide": 2421, "Natural product": 536, "Metabolite": 514, "Antibody": 465,
        "Nucleic acid": 44, "Inorganic": 39,
    }  # fmt: skip
    for number in numbers:
        record = await ligands.get(LigandId(number))
        assert record is not None
        check(record)


async def test_all_targets_load_look_up_and_encode(guide: Guide) -> None:
    targets = LocalTargets(guide)
    catalogue = (await guide.targets.open()).catalogue
    numbers = list(await catalogue.with_terms([f"type:{slug}" for slug in SLUGS]))
    records = [await targets.get(TargetId(number)) for number in numbers]

    assert len(records) == sum((await catalogue.category_sizes()).values()) == 3269
    for record in records:
        assert record is not None
        check(record)
    unknown = [record.name for record in records if record is not None and record.species is None]
    assert unknown == ["Maxi Cl-", "VRAC"]  # currents of which no gene was known


SLUGS = ("gpcr", "nhr", "lgic", "vgic", "other_ic", "catalytic_receptor", "enzyme", "transporter", "other_protein")


async def test_all_410_gpcrs_can_be_walked_without_loss_or_doubles(guide: Guide) -> None:
    targets = LocalTargets(guide)
    walked: list[str] = []
    version: str | None = None
    while True:
        hits = await targets.search(Query(text="GPCR"), Window(offset=len(walked), limit=50, version=version))
        assert hits is not None
        walked += [item.id for item in hits.items]
        version = hits.version
        if not hits.more:
            break

    assert len(walked) == len(set(walked)) == hits.total == 410


async def test_every_class_of_drugs_has_members_and_lists_medicines_only(guide: Guide) -> None:
    ligands = LocalLigands(guide)
    for one in DRUG_CLASSES:
        for name in one.names:
            hits = await ligands.search(Query(text=name), Window(limit=100))

            assert hits is not None
            assert re.search("made this list|pass the filter", str(hits.advice)), name
            assert hits.items, name
            # The name of a mechanism, too, goes on with all other ligands that act so, medicines first again.
            members = re.search(r"(\d+) medicines? from .* then \d+ other ligands?", str(hits.advice))
            medicines = hits.items[: int(members[1])] if members else hits.items
            others = [not item.approved for item in hits.items[len(medicines) :] if not item.withdrawn]
            unapproved = sum(not item.approved for item in medicines)
            # A ligand of that very name may be among medicines: TCA. No SARM is a medicine so far.
            assert unapproved == len(medicines) if one.experimental else unapproved <= 1, name
            assert others == sorted(others), name


async def test_every_selector_of_the_tables_finds_targets(guide: Guide) -> None:
    targets, interactions = (part.catalogue for part in await guide.open(guide.targets, guide.interactions))
    selectors = {selector for group in (*GROUPS, *TARGET_CLASSES) for selector in group.selectors}

    assert [one for one in sorted(selectors) if not (await targets.keys([one]) or await interactions.keys([one]))] == []


def said_otherwise(mine: Ligand | Target, theirs: Ligand | Target) -> dict[str, object]:
    """What a sampled record says and the Guide does not; the sample is a selection, so what it leaves out is no lie."""
    own, real = msgspec.to_builtins(mine), msgspec.to_builtins(theirs)
    apart = ("synonyms", "cross_references", "source")
    wrong: dict[str, object] = {key: own[key] for key in own if key not in apart and own[key] != real.get(key)}
    wrong |= dict(mine.cross_references.items() - theirs.cross_references.items())
    if names := set(mine.synonyms) - set(theirs.synonyms):
        wrong["synonyms"] = names
    return wrong


async def rows(file: PublishedFile[RowT]) -> list[RowT]:
    edition = await file.fetch()
    assert isinstance(edition, Edition)
    return [*edition.rows]


async def test_every_fact_of_the_built_in_sample_is_the_guides_own(guide: Guide) -> None:
    sample, ligands, targets = GtoPdbClient(sample_http()), LocalLigands(guide), LocalTargets(guide)
    for ligand_facts in await rows(sample.ligands):
        ligand = await ligands.get(LigandId(ligand_facts.number))
        assert ligand is not None
        mine = ligand_facts.to_ligand(targets=ligand.targets, target_count=ligand.target_count, source=NOWHERE)
        assert not said_otherwise(mine, ligand)
    for target_facts in await rows(sample.targets):
        target = await targets.get(TargetId(target_facts.number))
        assert target is not None
        own = target_facts.to_target(ligands=target.ligands, ligand_count=target.ligand_count, source=NOWHERE)
        assert not said_otherwise(own, target)


async def test_every_interaction_of_the_built_in_sample_is_the_guides_own(guide: Guide) -> None:
    interactions = await rows(GtoPdbClient(sample_http()).interactions)
    catalogue = (await guide.interactions.open()).catalogue
    real = {
        (one.target, one.target_kind): await interactions_of(catalogue, of_target(one.target, one.target_kind))
        for one in interactions
    }

    assert interactions
    assert [one for one in interactions if not any(map(partial(says, one), real[one.target, one.target_kind]))] == []


def says(sampled: GuideInteraction, real: GuideInteraction) -> bool:
    """Whether a sampled row is one of the Guide's, where it says anything."""
    own, other = msgspec.structs.asdict(sampled), msgspec.structs.asdict(real)
    left_out = {key for key in ("affinity", "references") if not own[key]}
    return all(own[key] == other[key] for key in own if key not in left_out | {"selectivity"})
