"""Resolution of names, identifiers of any database, and ligand numbers to compounds.

Local sources come first: the pathway drawings, then the Guide to PHARMACOLOGY. PubChem is queried only if they have no
answer.
"""

import re
from collections.abc import Sequence

import msgspec

from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import compounds as compound_messages
from biofacts.application.messages import names as name_messages
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall
from biofacts.domain.answers.entity_kinds import COMPOUND, LIGAND
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, Meaning, RateLimited, UpstreamError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.compounds.name_variants import OtherName, readings
from biofacts.domain.identifiers import identifiers_in_text, pasted_links
from biofacts.domain.identifiers.cross_references import CrossReferences, pairs
from biofacts.domain.identifiers.cross_references import KeyedId as Pair
from biofacts.domain.identifiers.curies import CompoundId, LigandId
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.pathways.compound_nodes import inchikeys, of_compounds, skeleton
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.domain.search import synonyms
from biofacts.domain.text import fold
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.pathways import CompoundPathways, DrawnCompound, PathwaysOfCompounds, PathwaySource, SoughtCompound
from biofacts.ports.pharmacology import LigandSource
from biofacts.ports.sources import Query

_MOST_NAMESAKES = 5
_WIKIDATA = re.compile(r"Q[1-9][0-9]*")
_SURELY = 0.8
"""Share of a label's pathways that must draw one compound for the label to be unambiguous."""


_FREQUENT = 2
"""The number of pathways in which a compound must have a name to contest a gene's: one drawing may be wrong."""


class ResolvedCompound(msgspec.Struct, frozen=True, kw_only=True):
    """A resolved compound, to look for in pathways. `remark`: a source that was not queried, or another meaning.

    `exists`: True if a source has the compound. `pathways`: its pathways, if they were needed to identify it.
    """

    sought: SoughtCompound
    read_as: RecordReadAs | None = None
    remark: str | None = None
    exists: bool = True
    pathways: CompoundPathways | None = None


class _DrawnUnderName(msgspec.Struct, frozen=True):
    """The compounds that are drawn under one name, the most frequent first."""

    several: Sequence[DrawnCompound]

    @property
    def total(self) -> int:
        return sum(compound.pathways for compound in self.several)

    @property
    def labelled(self) -> int:
        """The number of pathways that draw the name, including nodes without a structure."""
        # Nodes without a structure count against the label: only one of 23 nodes called `ROS` is hydrogen peroxide.
        return max([self.total, *(compound.labelled for compound in self.several)])

    @property
    def leads(self) -> bool:
        """True if nearly all structures under the name are those of the first compound."""
        return bool(self.several) and self.several[0].pathways >= _SURELY * self.total

    @property
    def is_one(self) -> bool:
        """True if most pathways with the name mean the first compound: `ROS` does not mean a peroxide."""
        return self.leads and self.several[0].pathways > self.labelled / 2

    @property
    def are_several(self) -> bool:
        return not self.leads and self.total > self.labelled / 2

    def meaning(self, compound: DrawnCompound) -> Meaning:
        """Return one of the compounds as a meaning of the name."""
        return Meaning(
            id=compound.inchikey,
            symbol=compound.name,
            why=compound_messages.drawn_under_name(compound.pathways, self.labelled),
        )


class CompoundNameResolver:
    """Resolves identifiers and names of compounds."""

    def __init__(
        self,
        pathways: PathwaysOfCompounds,
        ligands: LigandSource,
        compounds: CompoundSource,
        *,
        tool: str,
        argument: str = "compound",
    ) -> None:
        """`tool`, `argument`: the tool and its argument for a compound, in calls proposed for an ambiguous name."""
        self._pathways = pathways
        self._ligands = ligands
        self._compounds = compounds
        self._tool, self._argument = tool, argument

    async def resolved(
        self, text: str, reference: Reference | None, *, strict: bool, at_hand: bool = False
    ) -> ResolvedCompound:
        """Resolve a text by the reference in it, or else as a name.

        `strict`: True to raise errors of PubChem, for a listing with a cursor. `at_hand`: True not to query PubChem.
        Raises: EntityNotFound; AmbiguousQuery if several compounds have the name; errors of the ports.
        """
        if reference is None:
            return await self._by_name(text, strict=strict, at_hand=at_hand)
        return await self._by_identifier(reference, strict=strict, at_hand=at_hand)

    async def drawn_meanings(self, name: str, ligand: LigandId | None) -> Sequence[Meaning]:
        """Return the compounds that a name means in several pathways, by sources other than PubChem.

        Returns none if one of them is a form of the `ligand`, another meaning of the name. Raises: errors of the ports.
        """
        meanings = await self._drawn_meanings(name)
        record = await self._ligands.get(ligand) if ligand and meanings else None
        own = {str(ligand), skeleton(record.inchikey or "") if record else ""}
        # The anion of a ligand is no other meaning of its name, so skeletons are compared, too.
        return () if any(own & {meaning.id, skeleton(meaning.id)} for meaning in meanings) else meanings

    async def _drawn_meanings(self, name: str) -> Sequence[Meaning]:
        try:
            read_as = (await self.resolved(name, None, strict=False, at_hand=True)).read_as
        except AmbiguousQuery as error:
            return error.candidates
        if read_as is None:
            return ()
        drawn = {compound.inchikey: compound.pathways for compound in await self._pathways.drawn_as(name)}
        is_frequent = drawn.get(read_as.id, _FREQUENT) >= _FREQUENT
        return (Meaning(id=read_as.id, symbol=read_as.name, why=read_as.why),) if is_frequent else ()

    async def _by_identifier(self, reference: Reference, *, strict: bool, at_hand: bool) -> ResolvedCompound:
        if reference.is_of(LIGAND):
            return await self._by_number(LigandId.parse(reference.text))
        identifiers = of_compounds(identifiers_in_text.carried(reference.text))
        drawn = await self._pathways.with_compound(SoughtCompound(in_query=identifiers), None)
        # Without an InChIKey in the drawings other forms cannot be found; the Guide may state one.
        if drawn is not None and drawn.pathways and inchikeys(drawn.references):
            return _of_nodes(reference, identifiers, drawn)
        if (ligand := await self._ligand(reference.text)) is not None:
            stated = _stated(ligand.cross_references, ligand.inchikey)
            return ResolvedCompound(
                sought=SoughtCompound(in_query=identifiers, in_records=stated),
                read_as=_ligand_read(ligand, "identifier"),
            )
        if drawn is not None and drawn.pathways:
            return _of_nodes(reference, identifiers, drawn)
        if at_hand:
            return ResolvedCompound(sought=SoughtCompound(in_query=identifiers), exists=False)
        return await self._from_pubchem(reference, identifiers, strict=strict)

    async def _by_number(self, identifier: LigandId) -> ResolvedCompound:
        if (ligand := await self._ligands.get(identifier)) is None:
            raise EntityNotFound.of(LIGAND, str(identifier), other=await self._ligands.hint_for(identifier))
        return _of_ligand(ligand, "ligand", label=None)

    async def _ligand(self, text: str) -> Ligand | None:
        """Return the only ligand that has an identifier, from local sources; None for none or several."""
        ligands = await self._having(text)
        return await self._ligands.get(LigandId.parse(ligands[0].id)) if len(ligands) == 1 else None

    async def _ligands_called(self, text: str) -> Sequence[LigandCandidate]:
        """Return the ligands with a whole identifier or name; none if the text is a class of drugs."""
        return await self._having(text) if await self._ligands.knows(text) else ()

    async def _having(self, text: str) -> Sequence[LigandCandidate]:
        hits = await self._ligands.search(Query(text=text), Window(limit=_MOST_NAMESAKES))
        if hits is None or hits.advice is not None:
            return ()
        # An abbreviation that the Guide does not have (`APAP`) scores less than an exact name.
        least = scores.WHOLE_NAME if synonyms.substance(text) else scores.EXACT
        return [item for item in hits.items if item.rating >= least and not item.unmatched]

    async def _from_pubchem(
        self, reference: Reference, identifiers: Sequence[Pair], *, strict: bool
    ) -> ResolvedCompound:
        sought = SoughtCompound(in_query=tuple(identifiers))
        try:
            if reference.is_of(COMPOUND):
                record = await self._compounds.get(CompoundId.parse(reference.text))
                if record is None:
                    raise EntityNotFound.of(COMPOUND, reference.text)
            else:
                exact = await self._called(reference.text)
                record = await self._compounds.get(CompoundId.parse(exact[0].id)) if exact else None
        except (RateLimited, UpstreamError) as error:
            if strict:
                raise
            return ResolvedCompound(
                sought=sought, remark=compound_messages.not_fetched(COMPOUND.service, error.message), exists=False
            )
        if record is None:
            return ResolvedCompound(sought=sought, exists=False)
        return _of_record(record, identifiers, why="identifier", label=None)

    # Names

    async def _by_name(self, name: str, *, strict: bool, at_hand: bool) -> ResolvedCompound:
        """Resolve a name, as written or as `domain/compounds/name_variants.py` reads it."""
        meant = await self._as_written(name, strict=strict, at_hand=at_hand)
        # PubChem's search tries other readings by itself, so they are looked up in local sources only.
        for reading in () if meant.exists else readings(name):
            other = await self._as_written(reading.name, strict=strict, at_hand=True)
            if other.exists and await self._agrees(reading, other):
                return msgspec.structs.replace(_with_reason(other, reading.why), remark=meant.remark or other.remark)
        return meant

    async def _agrees(self, reading: OtherName, meant: ResolvedCompound) -> bool:
        """Return False if the second name in a reading belongs to another compound, or to none although it must."""
        if not reading.also:
            return True
        # e.g. `acetylsalicylic acid (ibuprofen)`: the name in brackets belongs to another compound.
        also = await self._as_written(reading.also, strict=False, at_hand=True)
        if not also.exists:
            return not reading.is_synonym
        return not _pairs_of(also).isdisjoint(_pairs_of(meant))

    async def _as_written(self, name: str, *, strict: bool, at_hand: bool) -> ResolvedCompound:
        ligand = await self._ligand_called(name)
        drawn = _DrawnUnderName(await self._pathways.drawn_as(name))
        if ligand is not None and ligand.inchikey and await self._is_drawn(ligand):
            others = [
                compound for compound in drawn.several if skeleton(compound.inchikey) != skeleton(ligand.inchikey)
            ]
            return msgspec.structs.replace(_of_name(ligand, name), remark=self._also_drawn(name, others))
        # dTMP is not dexmethylphenidate (d-TMP), which no pathway draws.
        if ligand is not None and ligand.inchikey and not drawn.several:
            return _of_name(ligand, name)
        if drawn.is_one:
            return self._of_drawing(name, drawn)
        remark: str | None = None
        try:
            if exact := () if at_hand else await self._called(name):
                record = await self._compounds.get(CompoundId.parse(exact[0].id))
                if record is not None:
                    # PubChem reads a bare number as a CID.
                    meant = _of_record(record, (), why="identifier" if name.isdecimal() else "name", label=name)
                    return meant if exact[0].read_as is None else _with_reason(meant, exact[0].read_as)
        except (RateLimited, UpstreamError) as error:
            if strict:
                raise
            remark = compound_messages.not_fetched(COMPOUND.service, error.message)
        if drawn.are_several:
            raise self._several(name, [drawn.meaning(compound) for compound in drawn.several[:_MOST_NAMESAKES]])
        if ligand is not None and not ligand.inchikey:
            return msgspec.structs.replace(_of_name(ligand, name), remark=remark)
        return ResolvedCompound(sought=SoughtCompound(label=name), remark=remark, exists=False)

    async def _is_drawn(self, ligand: Ligand) -> bool:
        """Return True if a pathway draws a ligand by its identifiers."""
        drawn = await self._pathways.with_compound(_of_ligand(ligand, "name", label=None).sought, None)
        return drawn is not None and bool(drawn.pathways)

    def _of_drawing(self, name: str, drawn: "_DrawnUnderName") -> ResolvedCompound:
        first, *others = drawn.several
        read_as = drawn.meaning(first)
        return ResolvedCompound(
            sought=SoughtCompound(in_query=(("inchikey", first.inchikey),), label=name),
            read_as=RecordReadAs(id=read_as.id, name=read_as.symbol, why=read_as.why),
            remark=self._also_drawn(name, others),
        )

    def _also_drawn(self, name: str, others: Sequence[DrawnCompound]) -> Advice | None:
        calls = [NextCall(self._tool, {self._argument: other.inchikey}) for other in others[:_MOST_NAMESAKES]]
        return compound_messages.also_drawn_as(name, sum(other.pathways for other in others), calls) if calls else None

    async def _ligand_called(self, name: str) -> Ligand | None:
        """Return the ligand with a name: as its main or approved name, or else as a synonym that no other ligand has.

        Raises: AmbiguousQuery if several ligands have the name.
        """
        candidates = await self._ligands_called(name)
        folded = fold.compact(name)
        records = [
            ligand for each in candidates if (ligand := await self._ligands.get(LigandId.parse(each.id))) is not None
        ]
        first = [record for record in records if folded in map(fold.compact, (record.name, record.approved_name or ""))]
        # MTX means methotrexate in clinics, but is also a name of maurotoxin.
        meant = {folded, fold.compact(synonyms.substance(name) or name)}
        called = first or [record for record in records if meant & _names(record)]
        if len(called) > 1:
            if not any(ligand.inchikey for ligand in called) and await self._pathways.drawn_as(name):
                return None  # CCl4 is not CCL4
            meanings = [
                Meaning(id=ligand.id, symbol=ligand.name, why=compound_messages.LIGAND_OF_THAT_NAME)
                for ligand in called
            ]
            raise self._several(name, meanings)
        return called[0] if called else None

    async def _called(self, text: str) -> Sequence[CompoundSearchCandidate]:
        """Return the one compound with exactly this name in PubChem, or else with a reading of it; empty for none.

        Raises: RateLimited, UpstreamError; AmbiguousQuery for several.
        """
        hits = await self._compounds.search(Query(text=text), Window(limit=_MOST_NAMESAKES))
        items = hits.items if hits else ()
        exact = [item for item in items if item.score >= scores.EXACT and not item.unmatched]
        exact = exact or [item for item in items if item.read_as]
        folded = fold.compact(text)
        # The compound with the name as its title comes before those that have it as a synonym.
        if len(exact) > 1 and fold.compact(exact[0].name) != folded:
            meanings = [
                Meaning(
                    id=candidate.id,
                    symbol=candidate.name,
                    why=compound_messages.compound_of_that_name(candidate.formula),
                )
                for candidate in exact
            ]
            raise self._several(text, meanings)
        return exact[:1]

    def _several(self, name: str, meanings: Sequence[Meaning]) -> AmbiguousQuery:
        calls = [NextCall(self._tool, {self._argument: meaning.id}) for meaning in meanings]
        labels = [meaning.symbol for meaning in meanings]
        if len({*map(str.casefold, labels)}) < len(labels):
            labels = [f"{meaning.symbol} ({meaning.why})" for meaning in meanings]
        refusal = name_messages.several_meanings(COMPOUND, name, labels, calls)
        return AmbiguousQuery(*refusal, name, candidates=meanings)


def compound_reference(text: str) -> tuple[Reference | None, Advice | None]:
    """Return the reference in an identifier or a link, and advice if it is not a reference to a compound.

    The reference is None for a plain name, and for a link that cannot be read.
    """
    link, reference = pasted_links.referred(text)
    if reference is None:
        return None, Advice(call_messages.unread_link(link.site)) if link else None
    if _WIKIDATA.fullmatch(text.strip()):  # some Wikidata ids look like accessions of proteins
        reference = identifiers_in_text.from_parts("wikidata", text.strip()) or reference
    if reference.finds(COMPOUND) or reference.is_of(LIGAND):
        return reference, None
    return reference, name_messages.of_another_kind(reference.text, COMPOUND, reference.calls(COMPOUND))


def _stated(references: CrossReferences, inchikey: str | None) -> tuple[Pair, ...]:
    return of_compounds([*pairs(references), *([("inchikey", inchikey)] if inchikey else [])])


def _pairs_of(meant: ResolvedCompound) -> set[Pair]:
    return {*meant.sought.in_query, *meant.sought.in_records}


def _with_reason(meant: ResolvedCompound, why: str) -> ResolvedCompound:
    """Add how the name was read to the reason of a resolved compound."""
    read_as = meant.read_as
    return msgspec.structs.replace(
        meant, read_as=read_as and msgspec.structs.replace(read_as, why=f"{why}; {read_as.why}")
    )


def _of_nodes(reference: Reference, identifiers: tuple[Pair, ...], drawn: CompoundPathways) -> ResolvedCompound:
    name = drawn.name
    return ResolvedCompound(
        sought=SoughtCompound(in_query=identifiers),
        read_as=RecordReadAs(id=reference.text, name=name, why=compound_messages.MOSTLY_DRAWN_SO) if name else None,
        pathways=drawn,
    )


def _of_ligand(ligand: Ligand, why: str, *, label: str | None) -> ResolvedCompound:
    """Look for a ligand by its InChIKey and other identifiers; by its name if the Guide has no identifiers."""
    stated = _stated(ligand.cross_references, ligand.inchikey)
    identifiers = tuple(pair for pair in stated if pair[0] == "inchikey") or stated
    label = label if stated or label else ligand.name
    return ResolvedCompound(
        sought=SoughtCompound(in_query=identifiers, in_records=stated, label=label), read_as=_ligand_read(ligand, why)
    )


def _of_name(ligand: Ligand, name: str) -> ResolvedCompound:
    """Look for the ligand of a name, and say so if the Guide does not have that abbreviation or former name."""
    meant = _of_ligand(ligand, "name", label=name)
    return meant if fold.compact(name) in _names(ligand) else _with_reason(meant, synonyms.why_substance(name))


def _names(ligand: Ligand) -> set[str]:
    return {*map(fold.compact, (ligand.name, ligand.approved_name or "", *ligand.synonyms))}


def _ligand_read(ligand: Ligand, why: str) -> RecordReadAs:
    return RecordReadAs(id=ligand.id, name=ligand.name, why=compound_messages.READ_BY_LIGAND[why])


def _of_record(record: Compound, identifiers: Sequence[Pair], *, why: str, label: str | None) -> ResolvedCompound:
    own = CompoundId.parse(record.id).keyed
    stated = of_compounds([*pairs(record.cross_references), *_stated({}, record.inchikey), own])
    sure = [pair for pair in stated if pair[0] == "inchikey"] or [own]
    return ResolvedCompound(
        sought=SoughtCompound(in_query=tuple(identifiers) or tuple(sure), in_records=stated, label=label),
        read_as=RecordReadAs(id=record.id, name=record.name, why=compound_messages.READ_BY_RECORD[why]),
    )


_MOST_FORMS = 3


class CompoundsByDrawing(CompoundSource):
    """A source of compounds that looks up a name or an identifier in the local drawings if PubChem is not sure."""

    def __init__(self, compounds: CompoundSource, pathways: PathwaySource) -> None:
        self._compounds = compounds
        self._pathways = pathways

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        answer = await self._compounds.search(query, window)
        if answer is None or window.offset or any(item.score >= scores.TRUSTED for item in answer.items):
            return answer
        if labelled := await self._labelled(query.text):
            return windowed(labelled, window, version=answer.version, provenance=answer.provenance)
        if answer.items:
            return answer
        keys = await self._drawn(query.text)
        several = [await self._compounds.search(Query(text=key), Window(limit=1)) for key in keys[:_MOST_FORMS]]
        items = {item.id: item for hits in several if hits for item in hits.items}
        if not items:
            return answer
        first_hits = next(hits for hits in several if hits and hits.items)
        guidance = compound_messages.drawn_with(query.text, keys[:_MOST_FORMS])
        return windowed(
            [*items.values()], window, version=first_hits.version, guidance=guidance, provenance=first_hits.provenance
        )

    async def _labelled(self, text: str) -> list[CompoundSearchCandidate]:
        """Return the compounds drawn under a name; only a single compound in several pathways gets a high score."""
        drawn = _DrawnUnderName(await self._pathways.drawn_as(text) if identifiers_in_text.read(text) is None else ())
        if not (drawn.is_one or drawn.are_several):
            return []
        # Of the chemicals in BioRED, one (TXA) differs from the compound that a single pathway draws under its name.
        score = scores.WHOLE_NAME if drawn.is_one and drawn.total > 1 else scores.CONTESTED
        by_id: dict[str, CompoundSearchCandidate] = {}
        for compound in drawn.several[: 1 if drawn.is_one else _MOST_FORMS]:
            hits = await self._compounds.search(Query(text=compound.inchikey), Window(limit=1))
            for item in hits.items if hits else ():
                by_id[item.id] = msgspec.structs.replace(item, score=score, read_as=drawn.meaning(compound).why)
        return [*by_id.values()]

    async def _drawn(self, text: str) -> list[str]:
        """Return the InChIKeys that drawings give for an identifier, without fetching anything."""
        reference = identifiers_in_text.read(text)
        identifiers = (
            of_compounds(identifiers_in_text.carried(reference.text)) if reference and reference.finds(COMPOUND) else ()
        )
        if not identifiers or (await self._pathways.at_hand()).missing:
            return []
        drawn = await self._pathways.with_compound(SoughtCompound(in_query=identifiers), None)
        return sorted(inchikeys(drawn.references)) if drawn else []

    # Methods of the wrapped source

    async def knows(self, name: str) -> bool:
        return await self._compounds.knows(name)

    async def get(self, identifier: CompoundId) -> Compound | None:
        return await self._compounds.get(identifier)
