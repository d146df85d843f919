"""What an identifier names, of whichever database it is: the one table of prefixes, forms, and who takes them.

Prefixes are those of identifiers.org and Bioregistry, and what people write in their place.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from biofacts.domain import wording
from biofacts.domain.advice import NextCall
from biofacts.domain.compound import COMPOUND
from biofacts.domain.cross_references import REGISTRY, is_valid
from biofacts.domain.gene import GENE
from biofacts.domain.kinds import Kind
from biofacts.domain.ligand import LIGAND
from biofacts.domain.pathway import PATHWAY
from biofacts.domain.target import TARGET

_LONGEST = 200


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """An identifier as the tools take it.

    `own`: the kinds of which it is the CURIE (a number of the Guide may be a ligand's and a target's). `found_by`: the
    kinds that are found by it, the likeliest first.
    """

    text: str
    own: tuple[Kind, ...] = ()
    found_by: tuple[Kind, ...]

    def calls(self, asked: Kind) -> tuple[NextCall, ...]:
        """What takes it, for somebody who asked for that kind."""
        if asked.name == PATHWAY.name and self.found_by[0] is GENE:
            return (wording.pathways_of(self.text),)
        if self.own:
            return tuple(wording.get(kind, self.text) for kind in self.own)
        return (wording.search(asked if self.finds(asked) else self.found_by[0], self.text),)

    def finds(self, kind: Kind) -> bool:
        """Whether things of that kind are found by it."""
        return any(one.name == kind.name for one in self.found_by)

    def may_be(self, curie: str) -> bool:
        """Whether what was found by it may have that CURIE: its own, or one of another database."""
        return curie == self.text or curie.partition(":")[0] != self.text.partition(":")[0]

    def is_of(self, kind: Kind) -> bool:
        """Whether it is a CURIE of that kind."""
        return any(one.name == kind.name for one in self.own)


class _Database(msgspec.Struct, frozen=True, kw_only=True):
    """A database's identifiers. `local`: what stands behind a prefix; its first group goes into `form`.

    `alone`: it is known without its prefix.
    """

    prefixes: tuple[str, ...]
    local: re.Pattern[str]
    form: str
    own: tuple[Kind, ...] = ()
    found_by: tuple[Kind, ...]
    alone: re.Pattern[str] | None = None

    def reference(self, local: str) -> Reference:
        return Reference(text=self.form.format(local), own=self.own, found_by=self.found_by)


def _database(
    prefixes: str,
    local: str,
    found_by: Sequence[Kind],
    *,
    form: str = "{}",
    own: Sequence[Kind] = (),
    alone: str | None = None,
) -> _Database:
    return _Database(
        prefixes=tuple(prefixes.split(", ")),
        local=re.compile(local, re.I | re.A),
        form=form,
        own=tuple(own),
        found_by=tuple(found_by),
        alone=re.compile(alone, re.A) if alone else None,
    )


_GENES, _CHEMICALS, _DRAWN = (GENE, TARGET), (COMPOUND, LIGAND), (COMPOUND, LIGAND, PATHWAY)
_GUIDE = "iuphar, gtopdb, gtp, guidetopharmacology"
_ENSEMBL = r"(ENS[A-Z]*G\d{11})(?:\.\d+)?"
_WIKIPATHWAYS = r"[Ww][Pp](\d{1,9})(?:_[Rr]\d+)?"

_DATABASES: tuple[_Database, ...] = (
    # Ours
    _database("wp, wikipathways, wikipathways.pathway", r"(?:WP)?(\d{1,9})(?:_r\d+)?", [PATHWAY],
              form="WP:WP{}", own=[PATHWAY], alone=_WIKIPATHWAYS),
    _database("pubchem, pubchem.compound, pubchem compound, cid, pubchem cid", r"(?:CID[:\s]*)?(\d{1,12})", _DRAWN,
              form="PubChem:CID{}", own=[COMPOUND], alone=r"[Cc][Ii][Dd] ?(\d{1,12})"),
    _database(_GUIDE, r"(\d{1,9})", [LIGAND, TARGET], form="IUPHAR:{}", own=[LIGAND, TARGET]),
    _database("iuphar.ligand, gtopdb.ligand, gtopdb ligand", r"(\d{1,9})", [LIGAND], form="IUPHAR:{}", own=[LIGAND]),
    _database("iuphar.receptor, iuphar.target, gtopdb.target, gtopdb target", r"(\d{1,9})", [TARGET],
              form="IUPHAR:{}", own=[TARGET]),
    _database("hgnc", r"(?:HGNC:)?(\d{1,9})", _GENES, form="HGNC:{}", own=[GENE]),
    _database("ncbigene, geneid, entrez, entrezgene, entrez gene, ncbi gene", r"(\d{1,12})", _GENES,
              form="NCBIGene:{}", own=[GENE]),
    # Genes and proteins
    _database("hgnc.symbol, hgnc symbol", r"([A-Z][A-Z0-9@_.-]{0,29})", _GENES),
    _database("ensembl, ensembl.gene", _ENSEMBL, _GENES, alone=_ENSEMBL),
    _database("uniprot, uniprotkb, uniprot.isoform", rf"((?:{REGISTRY['uniprot']})(?:[-.]\d+)?)", _GENES,
              alone=rf"((?:{REGISTRY['uniprot']})(?:-\d+)?)"),
    _database("refseq", r"([NX][MRP]_\d+)(?:\.\d+)?", _GENES, alone=r"([NX][MRP]_\d+)(?:\.\d+)?"),
    _database("mgi", r"(?:MGI:)?(\d+)", [GENE], form="MGI:{}"),
    _database("rgd", r"(?:RGD:)?(\d+)", [GENE], form="RGD:{}"),
    _database("mirbase", r"(MI\d{7})", [GENE], alone=r"(MI\d{7})"),
    _database("sgd, zfin, flybase, wormbase, wormbase.gene, tair, tair.locus", r"(\S{3,30})", [GENE]),
    _database("omim, mim", r"(\d{6})", [GENE], form="OMIM:{}"),
    # Chemicals
    _database("chebi", r"(?:CHEBI:)?(\d+)", _DRAWN, form="CHEBI:{}"),
    _database("hmdb", r"(HMDB\d{5,7})", _DRAWN, alone=r"(HMDB\d{5,7})"),
    _database("chembl.target", r"(CHEMBL\d+)", [TARGET]),
    _database("chembl, chembl.compound", r"(CHEMBL\d+)", _DRAWN, alone=r"(CHEMBL\d+)"),
    _database("drugbank", r"(DB\d{5})", _DRAWN, alone=r"(DB\d{5})"),
    _database("kegg, kegg.compound, kegg.drug, kegg.glycan", r"([CDG]\d{5})", _DRAWN, alone=r"([CDG]\d{5})"),
    _database("cas", r"(\d{2,7}-\d\d-\d)", _DRAWN, alone=r"(\d{2,7}-\d\d-\d)"),
    _database("inchikey", r"([A-Z]{14}-[A-Z]{10}-[A-Z])", _DRAWN, alone=r"([A-Z]{14}-[A-Z]{10}-[A-Z])"),
    _database("lipidmaps", r"(LM[A-Z]{2}\w{4,12})", _DRAWN, alone=r"(LM[A-Z]{2}\d\w{3,11})"),
    _database("wikidata", r"(Q\d+)", _DRAWN),
    # Pathways, processes, diseases, papers: what pathways carry
    _database("kegg, kegg.pathway, path", r"(?:path:)?([a-z]{2,4}\d{5})", [PATHWAY], alone=r"([a-z]{2,4}\d{5})"),
    _database("reactome", r"(R-[A-Z]{3}-\d+)(?:\.\d+)?", [PATHWAY], alone=r"(R-[A-Z]{3}-\d+)(?:\.\d+)?"),
    _database("go", r"(?:GO:)?(\d{7})", [PATHWAY], form="GO:{}"),
    _database("pw", r"(?:PW:)?(\d{7})", [PATHWAY], form="PW:{}"),
    _database("doid", r"(?:DOID:)?(\d+)", [PATHWAY], form="DOID:{}"),
    _database("cl", r"(?:CL:)?(\d{7})", [PATHWAY], form="CL:{}"),
    _database("pubmed, pmid", r"(\d{1,9})", [PATHWAY], form="PMID:{}"),
    _database("doi", r"(10\.\d{4,9}/\S+)", [PATHWAY], alone=r"(10\.\d{4,9}/\S+)"),
)  # fmt: skip


def named(prefix: str, local: str) -> Reference | None:
    """What a prefix and the identifier behind it name; None where either is not known."""
    folded = " ".join(prefix.casefold().split())
    for one in _DATABASES:
        if folded in one.prefixes and (found := one.local.fullmatch(local.strip())):
            return one.reference(found[1])
    return None


def read(text: str) -> Reference | None:
    """The identifier that a text is as a whole, with its prefix or unmistakable without; None for a name."""
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    prefix, colon, local = text.partition(":")
    if colon and (reference := named(prefix, local)):
        return reference
    for one in _DATABASES:
        if one.alone and (found := one.alone.fullmatch(text)) and ("cas" not in one.prefixes or is_valid("cas", text)):
            return one.reference(found[1])
    return None


def first_in(text: str) -> Reference | None:
    """The first of our identifiers, or of others, in the pieces of an address."""
    return next((found for piece in _pieces(text) if (found := read(piece))), None)


def _pieces(text: str) -> Iterable[str]:
    return filter(None, re.split(r"[/?#&=;,]|\.(?=[a-z])", text))
