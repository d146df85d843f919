"""The pathways in which a compound is drawn."""

import hashlib

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.other_kinds import NOWHERE, Elsewhere
from biofacts.application.compounds.name_resolution import CompoundNames, CompoundReadAs, Meant, named
from biofacts.domain.answers import wording
from biofacts.domain.answers.advice import FOR_TOOLS, Advice, Phrasing, joined
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Hits, Page, Window, windowed
from biofacts.domain.compounds.compound import COMPOUND
from biofacts.domain.identifiers import organisms, web_links
from biofacts.domain.identifiers.databases import Reference
from biofacts.domain.pathways.pathway import PATHWAY, MatchedOn, PathwayCandidate
from biofacts.domain.pharmacology.ligand import LIGAND
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.ligands import LigandSource
from biofacts.ports.pathways import CompoundPathway, CompoundPathways, PathwaySource, SoughtCompound

TOOL = "get_pathways_for_compound"

_SCORES: dict[MatchedOn, float] = {"identifier": 1.0, "same skeleton": 0.8, "label": 0.6}


class PathwaysOfCompound(Page[PathwayCandidate], frozen=True, kw_only=True, omit_defaults=True):
    """The pathways of a compound. `read_as`: the compound, if it differs from the text sent.

    `matched_on` of each: `identifier` (any of the compound's own), `same skeleton` (another charge or stereo form),
    `label` (drawn under that name, without an identifier).
    """

    read_as: CompoundReadAs | None = None


class PathwaysForCompound:
    """The use case that lists the pathways of a compound.

    By its identifiers first, then by other forms, then by label; human pathways first in each.
    """

    def __init__(
        self,
        pathways: PathwaySource,
        ligands: LigandSource,
        compounds: CompoundSource,
        *,
        elsewhere: Elsewhere = NOWHERE,
        phrasing: Phrasing = FOR_TOOLS,
    ) -> None:
        self._pathways = pathways
        self._names = CompoundNames(pathways, ligands, compounds, tool=TOOL)
        self._elsewhere = elsewhere
        self._phrasing = phrasing

    async def __call__(
        self,
        compound: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> PathwaysOfCompound:
        """Return one page of pathways. Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError."""
        text = pages.checked_query(COMPOUND, compound)
        reference, other = named(text)
        chosen = organisms.check(organism)
        listed = (TOOL, text.casefold(), chosen or "")
        window = pages.window(listed, cursor, page_size)
        hits: Hits[PathwayCandidate] | None = pages.nothing()
        read_as, advice = None, other
        if other is None:
            meant = await self._meant(text, reference, strict=cursor is not None)
            hits, advice = await self._window(text, meant, chosen, window)
            read_as = meant.read_as
        if reference is not None and web_links.read(text):
            advice = joined(wording.read_from_link(reference.text), advice)
        page = pages.page(hits, window, listed, cursor, slim=False, advice=advice, phrasing=self._phrasing)
        return PathwaysOfCompound(
            items=page.items,
            pagination=page.pagination,
            guidance=page.guidance,
            source=page.source,
            read_as=read_as,
        )

    async def _meant(self, text: str, reference: Reference | None, *, strict: bool) -> Meant:
        if reference is None:
            return await self._names.by_name(text, strict=strict)
        return await self._names.by_identifier(reference, strict=strict)

    async def _window(
        self, text: str, meant: Meant, organism: str | None, window: Window
    ) -> tuple[Hits[PathwayCandidate] | None, Advice | None]:
        """Return a window of the list; None if its version is gone or the name now means another compound."""
        mark = _mark(meant.sought)
        version = window.version
        if version is not None:
            # The version in a cursor begins with the mark of the compound.
            begun, _, version = version.partition(" ")
            if begun != mark or not version:
                return None, None
        found = meant.found if version is None else None
        if found is None and (found := await self._pathways.with_compound(meant.sought, version)) is None:
            return None, None
        chosen = [one for one in found.pathways if organism in (None, one.organism)]
        hits = windowed(chosen, window, version=f"{mark} {found.version}", provenance=found.provenance)
        shown = tuple(_shown(found.candidate(how.local_id), how) for how in hits.items)
        advice = await self._advice(text, meant, found, organism, is_empty=not chosen)
        return hits.of(shown), advice

    async def _advice(
        self, text: str, meant: Meant, found: CompoundPathways, organism: str | None, *, is_empty: bool
    ) -> Advice | None:
        parts: list[Advice | str | None] = []
        if is_empty:
            parts.append(await self._none(text, meant, found, organism))
        elif not meant.known and not meant.sought.asked:
            parts.append(wording.label_only(text))
        elif meant.read_as and meant.sought.label is None:
            parts.append(wording.by_identifier_only(wording.pathways_with(meant.read_as.name)))
        parts.append(meant.remark)
        parts.append(wording.not_looked_up(found.missing) if found.missing else None)
        parts.append(None if found.complete else wording.INCOMPLETE_COMPOUNDS)
        told = joined(*parts)
        return told.changed(lambda call: wording.within(call, organism)) if told else None

    async def _none(self, text: str, meant: Meant, found: CompoundPathways, organism: str | None) -> Advice | str:
        """Return the reason why there is no pathway, and the call to make next."""
        if found.pathways:
            return wording.elsewhere_only(text, organism or "", list(dict.fromkeys(p.organism for p in found.pathways)))
        if meant.known or meant.sought.asked:
            name = meant.read_as.name if meant.read_as else text
            topic = wording.search(PATHWAY, name)
            return wording.compound_nowhere(text, name, topic, is_known=meant.known)
        # Ligands have been searched already, and the search for the topic is proposed anyway.
        ways = [way for way in await self._elsewhere.ways(COMPOUND, text) if way[0] not in (LIGAND, PATHWAY)]
        return wording.no_compound(text, ways, wording.search(COMPOUND, text), wording.search(PATHWAY, text))


def _mark(sought: SoughtCompound) -> str:
    """Hash the meaning of a name: a listing continues only with the meaning with which it began."""
    return hashlib.blake2b(msgspec.json.encode(sought), digest_size=6).hexdigest()


def _shown(candidate: PathwayCandidate, how: CompoundPathway) -> PathwayCandidate:
    return msgspec.structs.replace(
        candidate, description=None, matched_on=how.matched_on, score=_SCORES[how.matched_on]
    )
