"""The graph beside an independent join of the raw files: pairs lost and foreign, and how long a page takes.

    python bench/joins.py UPSTREAM [--only gene-target ...] [--every 1]

Asks the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline. UPSTREAM: the folder of the
upstreams' data. Every start of a kind is walked over all pages of `find_links`; --every N: every Nth start only.

The truth. A target is a gene by the HGNC number that the Guide's file states (one cell may state several), else by the
Entrez or Ensembl number, the UniProt accession or the symbol of HGNC's file; a complex by its subunits. A peptide that
is acted on is a gene by its UniProt accession or Ensembl number. A ligand is a compound by its CID, and acts on what a
row says. A pathway has a gene as in `genes.py`, or by a whole token of the index of mapped identifiers. Several steps:
one after the other. Genes of pathways are asked of human ones: those of others are of their own organism.
"""

import re
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from _guide import rows, several
from _shared import command_line, present, quantile, table, tell
from _truth import NamedGene, index_rows, named_genes, pathways_of_genes

from biofacts.application.links.find_links import FindLinks
from biofacts.composition.container import running
from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.identifiers.organisms import HUMAN

End = tuple[str, str]
"""A kind and an id: numbers of ligands and targets overlap."""

Pairs = dict[End, set[End]]
_SHOWN = 5
_MAPPED = {"hgnc": "symbol", "ncbigene": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"}
"""The columns of the index of mapped identifiers, which may be newer than the drawings."""


class Route(NamedTuple):
    """What is asked: from a kind to another."""

    kind: KindName
    to: KindName
    truth: Pairs
    starts: Sequence[str]
    approved_only: bool = False

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.to}{' (approved)' if self.approved_only else ''}"


def turned(pairs: Pairs) -> Pairs:
    """The same pairs from their other ends."""
    found: Pairs = defaultdict(set)
    for start, ends in pairs.items():
        for end in ends:
            found[end].add(start)
    return found


def after(first: Pairs, second: Pairs) -> Pairs:
    """Two steps, one after the other."""
    return {start: set[End]().union(*(second.get(end, ()) for end in ends)) for start, ends in first.items()}


class Truth:
    """Every pair, by the raw files alone."""

    def __init__(self, upstream: Path) -> None:
        self._upstream = upstream
        self.genes = [*named_genes(upstream)]
        self.of_key: defaultdict[tuple[str, str], list[NamedGene]] = defaultdict(list)
        for gene in self.genes:
            self.of_key["hgnc", gene.id].append(gene)
            for key in dict.fromkeys(gene.keys):
                self.of_key[key].append(gene)
        self.targets = [*dict.fromkeys(row["Target id"] for row in rows(upstream, "targets_and_families.csv"))]
        self.target_genes = self._target_genes()
        self.ligand_compounds = self._ligand_compounds()
        self.ligand_targets, self.approved = self._interactions()
        self.gene_targets = turned(self.target_genes)
        for start, ends in turned(self._acted_on_genes()).items():
            self.gene_targets.setdefault(start, set()).update(ends)
        self.human = set[str]()
        self.gene_pathways = self._gene_pathways()

    def _target_genes(self) -> Pairs:
        found: Pairs = defaultdict(set)
        subunits: dict[str, list[str]] = {}
        for row in rows(self._upstream, "targets_and_families.csv"):
            keys = {
                "hgnc": [f"HGNC:{one}" for one in several(row["HGNC id"])],
                "ncbigene": several(row["Human Entrez Gene"]),
                "ensembl": several(row["Human Ensembl Gene"]),
                "uniprot": several(row["Human SwissProt"]),
                "symbol": several(row["HGNC symbol"]),
            }
            for kind, values in keys.items():
                if genes := [one for value in values for one in self._gene(kind, value)]:
                    found["target", f"IUPHAR:{row['Target id']}"] |= {("gene", one.id) for one in genes}
                    break
            subunits[row["Target id"]] = several(row["Subunit id"])
        for number, units in subunits.items():
            for unit in units:
                found["target", f"IUPHAR:{number}"] |= found.get(("target", f"IUPHAR:{unit}"), set())
        return found

    def _gene(self, kind: str, value: str) -> Sequence[NamedGene]:
        return self.of_key.get((kind, value if kind == "hgnc" else value.casefold()), ())

    def _acted_on_genes(self) -> Pairs:
        """Of ligands that are acted on."""
        acted_on = {one["Target Ligand ID"].strip() for one in rows(self._upstream, "interactions.csv")}
        found: Pairs = defaultdict(set)
        for name, number, accession in (
            ("ligands.csv", "Ligand ID", "UniProt ID"), ("ligand_id_mapping.csv", "Ligand id", "UniProt id"),
        ):  # fmt: skip
            for row in rows(self._upstream, name):
                for kind, column in (("uniprot", accession), ("ensembl", "Ensembl ID")):
                    for value in several(row[column]) if row[number] in acted_on else ():
                        genes = {("gene", one.id) for one in self._gene(kind, value)}
                        found["ligand", f"IUPHAR:{row[number]}"] |= genes
        return found

    def _ligand_compounds(self) -> Pairs:
        found: Pairs = defaultdict(set)
        for row in rows(self._upstream, "ligands.csv"):
            found["ligand", f"IUPHAR:{row['Ligand ID']}"] |= {
                ("compound", f"PubChem:CID{one}") for one in several(row["PubChem CID"])
            }
        return found

    def _interactions(self) -> tuple[Pairs, set[End]]:
        found: Pairs = defaultdict(set)
        approved: set[End] = set()
        for row in rows(self._upstream, "interactions.csv"):
            ligand = "ligand", f"IUPHAR:{row['Ligand ID'].strip()}"
            if number := row["Target ID"].strip():
                found[ligand].add(("target", f"IUPHAR:{number}"))
            elif number := row["Target Ligand ID"].strip():
                found[ligand].add(("ligand", f"IUPHAR:{number}"))
            if row["Approved"].casefold() in ("true", "t", "yes"):
                approved.add(ligand)
        return found, approved

    def _gene_pathways(self) -> Pairs:
        drawn = pathways_of_genes(self._upstream)
        for row in index_rows(self._upstream, "findPathwaysByXref"):
            if row["species"] == HUMAN:
                self.human.add(f"WP:{row['id']}")
            for column, kind in _MAPPED.items():
                for token in re.split(r"[\s,;|]+", row[column]):
                    drawn[kind, token.rpartition(":")[2].casefold()].add(row["id"])
        for (kind, value), pathways in [*drawn.items()]:
            if kind == "ensembl":  # also with a version; and some drawings call an accession of UniProt so
                for meant in (("ensembl", value.partition(".")[0]), ("uniprot", value)):
                    drawn[meant].update(pathways)
        found: Pairs = {}
        for gene in self.genes:
            own = [one for one in gene.keys if len(self.of_key[one]) == 1]
            found["gene", gene.id] = {("pathway", f"WP:{one}") for key in own for one in drawn.get(key, ())}
        return found

    def routes(self, every: int) -> list[Route]:
        """Everything that is asked."""
        targets = [f"IUPHAR:{one}" for one in self.targets][::every]
        ligands = [one for _, one in self.ligand_compounds][::every]
        genes = [one for _, one in self.gene_targets][::every] + [one.id for one in self.genes][:: 100 * every]
        compounds = [one for _, one in turned(self.ligand_compounds)][::every]
        pathway_genes = turned(self.gene_pathways)
        pathways = [one for _, one in pathway_genes][::every]
        acting = turned(self.ligand_targets)
        medicines: Pairs = {end: ends & self.approved for end, ends in acting.items()}
        gene_ligands, drugs = after(self.gene_targets, acting), after(self.gene_targets, medicines)
        ligand_genes = after(self.ligand_targets, turned(self.gene_targets))
        return [
            Route("target", "gene", self.target_genes, targets),
            Route("gene", "target", self.gene_targets, genes),
            Route("ligand", "compound", self.ligand_compounds, ligands),
            Route("compound", "ligand", turned(self.ligand_compounds), compounds),
            Route("ligand", "target", self.ligand_targets, ligands),
            Route("target", "ligand", acting, targets),
            Route("ligand", "gene", ligand_genes, ligands),
            Route("gene", "ligand", gene_ligands, genes),
            Route("gene", "pathway", self.gene_pathways, genes),
            Route("pathway", "gene", pathway_genes, [one for one in pathways if one in self.human]),
            Route("target", "pathway", after(self.target_genes, self.gene_pathways), targets),
            Route("pathway", "target", after(pathway_genes, self.gene_targets), pathways),
            Route("pathway", "ligand", after(pathway_genes, drugs), pathways, approved_only=True),
        ]


async def walked(links: FindLinks, route: Route, start: str, seconds: list[float]) -> list[End]:
    """What is found from one start, over all pages."""
    found: list[End] = []
    cursor = None
    while True:
        began = time.perf_counter()
        page = await links(start, route.kind, route.to, approved_only=route.approved_only, cursor=cursor, page_size=100)
        seconds.append(time.perf_counter() - began)
        found += [(one.kind or route.to, one.id) for one in page.items]
        if (cursor := page.pagination.cursor) is None:
            return found


async def measured(links: FindLinks, route: Route) -> tuple[list[Any], list[str]]:
    """A row of the table, and some of what differs."""
    pairs = lost = foreign = doubled = 0
    seconds: list[float] = []
    differing: list[str] = []
    for start in route.starts:
        found = await walked(links, route, start, seconds)
        right, ours = route.truth.get((route.kind, start), set()), {*found}
        pairs, lost, foreign = pairs + len(right), lost + len(right - ours), foreign + len(ours - right)
        doubled += len(found) - len(ours)
        differing += [f"  {route.name} lost {start} {kind} {end}" for kind, end in sorted(right - ours)]
        differing += [f"  {route.name} foreign {start} {kind} {end}" for kind, end in sorted(ours - right)]
    times = [f"{quantile(seconds, share) * 1e3:.1f}" for share in (0.5, 0.95)]
    return [route.name, len(route.starts), pairs, lost, foreign, doubled, *times], differing


async def main(upstream: Path, *, only: Sequence[str] = (), every: int = 1, shown: int = _SHOWN) -> None:
    routes = [one for one in Truth(upstream).routes(every) if not only or one.name.split()[0] in only]
    lines: list[list[Any]] = []
    remarks: list[str] = []
    async with running(present().settings) as container:
        links = container.use_cases().find_links
        for route in routes:
            line, differing = await measured(links, route)
            lines.append(line)
            remarks += differing[:shown]
    print(table(("from - to", "starts", "pairs", "lost", "foreign", "doubled", "p50 ms", "p95 ms"), lines))
    print("\n".join(remarks))
    pairs, lost, foreign = (sum(line[column] for line in lines) for column in (2, 3, 4))
    tell("joins", pairs, pairs - lost, foreign)


if __name__ == "__main__":
    command_line(__doc__, main)
