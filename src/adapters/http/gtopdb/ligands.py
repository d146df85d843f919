"""GtoPdb's bulk files, read into the content of catalogues; one file makes one catalogue."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec

from biofacts.adapters.http.gtopdb import table
from biofacts.adapters.http.gtopdb.table import Row
from biofacts.domain.cross_references import collect
from biofacts.domain.interaction import Contact
from biofacts.domain.pharmacology import groups as pharmacology
from biofacts.domain.pharmacology.ligand_facts import LigandFacts
from biofacts.domain.pharmacology.selectors import identifier_tokens
from biofacts.domain.search import ranking as search
from biofacts.domain.text import fold as text
from biofacts.ports.catalogue import Content, Entry, Provenance

_LIGAND_COLUMNS = (
    "Ligand ID", "Name", "Species", "Type", "Approved", "Withdrawn", "Labelled", "PubChem SID", "PubChem CID",
    "UniProt ID", "Ensembl ID", "ChEMBL ID", "IUPAC name", "INN", "Synonyms", "SMILES", "InChIKey", "InChI",
)  # fmt: skip
_ID_COLUMNS = (
    "Ligand id", "PubChem SID", "PubChem CID", "ChEMBl ID", "Chebi ID", "UniProt id", "Ensembl ID", "CAS",
    "DrugBank ID",
)  # fmt: skip
_INTERACTION_COLUMNS = (
    "Target", "Target ID", "Target Species", "Ligand ID", "Ligand", "Ligand Type", "Approved", "Type", "Action",
    "Primary Target",
)  # fmt: skip
_UNIPROT_COLUMNS = ("UniProtKB ID", "Species", "GtoPdb IUPHAR ID")


def released(provenance: Provenance, release: str | None) -> Provenance:
    """A provenance with the release that the banner names."""
    return msgspec.structs.replace(provenance, release=release) if release else provenance


def is_number(cell: str) -> bool:
    """True for an id as the upstream writes it."""
    return cell.isascii() and cell.isdecimal()


def read_ligands(body: bytes, provenance: Provenance) -> Content:
    """`ligands.csv`: names, structures, and the identifiers that it carries itself. Raises: ValueError."""
    release, rows = table.read(body, _LIGAND_COLUMNS)
    facts = [_ligand(row) for row in rows if is_number(row["Ligand ID"])]
    return Content(
        provenance=released(provenance, release),
        entries=(_ligand_entry(one) for one in sorted(facts, key=lambda one: one.order)),
        synonyms=(search.folded_names(group) for group in pharmacology.LIGAND_SYNONYMS),
    )


def _ligand(row: Row) -> LigandFacts:
    references = [
        *(("inchikey", value) for value in table.values(row["InChIKey"])),
        *_ligand_references(row, {"ChEMBL ID": "chembl", "UniProt ID": "uniprot"}),
    ]
    return LigandFacts(
        number=row["Ligand ID"],
        name=table.words(row["Name"]),
        approved_names=tuple(table.names(row["INN"])),
        type=table.words(row["Type"]),
        synonyms=tuple(table.names(row["Synonyms"])),
        approved=table.flag(row["Approved"]),
        withdrawn=table.flag(row["Withdrawn"]),
        labelled=table.flag(row["Labelled"]),
        species=table.words(row["Species"]) or None,
        iupac_name=table.words(row["IUPAC name"]) or None,
        smiles=text.visible(row["SMILES"]) or None,
        inchi=text.visible(row["InChI"]) or None,
        cross_references=collect(references, many=frozenset({"uniprot"})),
    )


def _ligand_references(row: Row, columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    known = {
        **columns,
        "PubChem SID": "pubchem_substance",
        "PubChem CID": "pubchem_compound",
        "Ensembl ID": "ensembl_gene",
    }
    for column, key in known.items():
        for value in table.values(row[column]):
            yield key, value.upper() if key in ("chembl", "chebi", "drugbank") else value


def _ligand_entry(facts: LigandFacts) -> Entry:
    return Entry(
        key=facts.number,
        facet=facts.type,
        standing=facts.standing,
        texts=facts.texts(),
        tokens=facts.tokens(),
        card=msgspec.msgpack.encode(facts.card),
        record=msgspec.msgpack.encode(facts),
    )


def read_ligand_ids(body: bytes, provenance: Provenance) -> Content:
    """`ligand_id_mapping.csv`: what other databases call each ligand. Raises: ValueError."""
    release, rows = table.read(body, _ID_COLUMNS)
    columns = {
        "ChEMBl ID": "chembl", "Chebi ID": "chebi", "UniProt id": "uniprot", "CAS": "cas", "DrugBank ID": "drugbank",
    }  # fmt: skip

    def entries() -> Iterator[Entry]:
        for row in rows:
            if is_number(row["Ligand id"]):
                references = collect(_ligand_references(row, columns), many=frozenset({"uniprot"}))
                yield Entry(
                    key=row["Ligand id"],
                    tokens=identifier_tokens(references),
                    record=msgspec.msgpack.encode(references),
                )

    return Content(provenance=released(provenance, release), entries=entries())


def read_interactions(body: bytes, provenance: Provenance) -> Content:
    """`interactions.csv`: the contacts of every ligand (`ligand:<n>`) and target (`target:<n>`). Raises: ValueError."""
    release, rows = table.read(body, _INTERACTION_COLUMNS)
    sides: defaultdict[str, dict[Contact, None]] = defaultdict(dict)
    known: dict[str, str] = {}

    def words(cell: str) -> str:
        if cell not in known:
            known[cell] = table.words(cell)
        return known[cell]

    for row in rows:
        target, ligand = row["Target ID"].strip(), row["Ligand ID"].strip()
        if not (is_number(target) and is_number(ligand)):
            continue  # a ligand that acts on a ligand
        for side, number, name in (
            (f"target:{target}", ligand, row["Ligand"]),
            (f"ligand:{ligand}", target, row["Target"]),
        ):
            contact = Contact(
                number=number,
                name=words(name),
                type=words(row["Type"]) or "None",
                action=words(row["Action"]),
                ligand_type=words(row["Ligand Type"]),
                approved=table.flag(row["Approved"]),
                primary=table.flag(row["Primary Target"]),
                human=row["Target Species"].strip() == "Human",
            )
            sides[side][contact] = None
    entries = (Entry(key=key, card=msgspec.msgpack.encode(tuple(contacts))) for key, contacts in sides.items())
    return Content(provenance=released(provenance, release), entries=entries)


def read_uniprot(body: bytes, provenance: Provenance) -> Content:
    """`GtP_to_UniProt_mapping.csv`: each target's proteins as (species, accession). Raises: ValueError."""
    release, rows = table.read(body, _UNIPROT_COLUMNS)
    proteins: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in rows:
        species = table.words(row["Species"])
        proteins[row["GtoPdb IUPHAR ID"].strip()].append(("" if species == "None" else species, row["UniProtKB ID"]))
    entries = (
        Entry(key=key, record=msgspec.msgpack.encode(pairs)) for key, pairs in proteins.items() if is_number(key)
    )
    return Content(provenance=released(provenance, release), entries=entries)
