"""Resolution of a list of names in one call; each name is resolved as if it were alone."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import anyio
import msgspec

from biofacts.application.compounds.named_compounds import CompoundNameResolver
from biofacts.application.genes import named_genes
from biofacts.application.links.find_links import FindLinks
from biofacts.application.lists import name_lists, orthologs
from biofacts.application.lists.gene_lists import resolve_cell
from biofacts.application.lists.name_lists import Names
from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import lists as list_messages
from biofacts.application.resolve import Resolve
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind, KindName
from biofacts.domain.answers.errors import AmbiguousQuery, BiofactsError, RateLimited
from biofacts.domain.answers.records import Candidate
from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers import organisms, pasted_links
from biofacts.domain.identifiers.curies import GeneId, LigandId, TargetId, all_kinds
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.limits import time_limits
from biofacts.domain.lists import resolution
from biofacts.domain.lists.annotation import Answer, ColumnQuery
from biofacts.domain.lists.input_tables import is_missing, name_in
from biofacts.domain.lists.match_reasons import Reason, why
from biofacts.domain.lists.resolution import Option, Resolution, is_whole
from biofacts.domain.search import query_words
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.text import clean, fold
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pharmacology import LigandSource, TargetSource
from biofacts.ports.sources import RecordSource

if TYPE_CHECKING:
    from biofacts.domain.genes.gene import GeneCandidate

PATIENCE = 0.5
"""Seconds to wait for records: a record may need files that are still being downloaded, unlike a search."""

_Source = tuple[type[Any], RecordSource[Any, Any]]
"""The identifier class of a kind, and the source of its records."""


class Reasons:
    """The finder of reasons for a match: in the records of genes, targets and ligands, in the names of compounds."""

    def __init__(self, *, genes: GeneSource, targets: TargetSource, ligands: LigandSource) -> None:
        self._sources: Mapping[str, _Source] = {
            GENE.name: (GeneId, genes), TARGET.name: (TargetId, targets), LIGAND.name: (LigandId, ligands),
        }  # fmt: skip

    async def __call__(self, kind: str, query: str, candidates: Sequence[Candidate]) -> Mapping[str, Reason | None]:
        """Return reasons by candidate id; the reason is None if no name of the candidate matches.

        Candidates whose record is not available in time are omitted, so that lists need not wait.
        """
        reasons: dict[str, Reason | None] = {}
        with anyio.move_on_after(PATIENCE):
            for candidate in candidates:
                # The record of a compound might have to be fetched; its candidate already has the name.
                named = (
                    candidate
                    if isinstance(candidate, CompoundSearchCandidate)
                    else await self._record(kind, candidate.id)
                )
                if named is not None:
                    reasons[candidate.id] = why(query, named, candidate.unmatched)
        return reasons

    async def of_record(self, kind: str, query: str, identifier: str) -> Reason | None:
        """Return the reason for one record; None if no name of it matches, or if it is not available."""
        record = await self._record(kind, identifier)
        return why(query, record) if record is not None else None

    async def _record(self, kind: str, identifier: str) -> Any:
        """Return the record; None if it does not exist or its source fails."""
        if (entry := self._sources.get(kind)) is None:
            return None
        form, source = entry
        try:
            return await source.get(form.parse(identifier))
        except BiofactsError:
            return None


MOST = 200
_LOOKED_AT = 20
"""The number of candidates to check for ties with the best score."""

_KNOWN = ("resolved", "ambiguous")

AnyKind = Literal["any", KindName]

ReportNames = Callable[[int, int], Awaitable[None]]
"""A callback that receives the number of finished names and of all names."""


async def unheard(done: int, total: int) -> None:
    """Ignore a progress report."""


class Resolutions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The resolution of each name, in the order of the list; `counts`: number of names by status."""

    items: tuple[Resolution, ...]
    counts: dict[str, int]
    guidance: str | None = None


class ResolveMany:
    """The use case that resolves names or identifiers of one kind or of any kind; `domain/lists/resolution.py` decides.

    `searches`: the searches by kind. With kind "any", compounds are searched last, so that only names unknown to all
    other kinds are looked up in PubChem. `compounds`: a resolver of names by the compounds that pathways draw.
    """

    def __init__(
        self,
        searches: Mapping[str, Resolve[Any]],
        genes: GeneSource,
        reasons: Reasons,
        compounds: CompoundNameResolver | None = None,
    ) -> None:
        self._searches = searches
        self._genes = genes
        self._reasons = reasons
        self._compounds = compounds

    async def __call__(
        self,
        names: Names,
        kind: AnyKind = "any",
        *,
        organism: str | None = None,
        to_organism: str | None = None,
        report: ReportNames = unheard,
    ) -> Resolutions:
        """Return one resolution for each name; with `to_organism`, genes are resolved to their orthologs there.

        Raises: AmbiguousQuery for a list that cannot be read; with `to_organism` also RateLimited, UpstreamError.
        """
        inputs = name_lists.checked_names("names", names, fewest=1, most=MOST)
        of = organisms.check(organism, otherwise="for human" if kind == GENE.name else "for all")
        to = orthologs.checked(to_organism, of)
        if to_organism is not None and kind not in ("any", GENE.name):
            raise AmbiguousQuery(*list_messages.orthologs_of_genes_only(kind), to_organism)
        batch = _Batch(self._searches, self._genes, self._reasons, self._compounds, of)
        await batch.run(list(dict.fromkeys(inputs)), "gene" if to else kind, report)
        items: Sequence[Resolution] = [batch.done.get(name) or _late(name) for name in inputs]
        late = sum(name not in batch.done for name in inputs)
        remarks = [list_messages.late_names(late, time_limits.LIST)] if late else []
        if to:
            through = await orthologs.mapped(self._genes, items, to)
            items = through.items
            remarks += through.remarks
        return Resolutions(
            items=tuple(items), counts=Counter(item.status for item in items), guidance=" ".join(remarks) or None
        )

    async def resolutions(
        self, names: Sequence[str], kind: KindName, organism: str | None = None
    ) -> Sequence[Resolution]:
        """Return one resolution for each of at most 200 names."""
        return (await self(names, kind, organism=organism)).items


def _late(name: str) -> Resolution:
    # No source is to blame: the name had no turn.
    late = RateLimited(*list_messages.late(name, time_limits.LIST))
    return resolution.failed(_input(name), late)


def _input(name: str) -> str:
    """Return a name as sent, since callers use it as a key; shorten it if it is too long or not printable."""
    return name if name_lists.may_be_name(name) and name.isprintable() else source_remarks.shortened_name(name)


class _Batch:
    """The names of one call, several of which are resolved at a time. `done`: the resolutions so far, by name."""

    def __init__(
        self,
        searches: Mapping[str, Resolve[Any]],
        genes: GeneSource,
        reasons: Reasons,
        compounds: CompoundNameResolver | None,
        organism: str | None,
    ) -> None:
        self._searches = searches
        self._genes = genes
        self._reasons = reasons
        self._compounds = compounds
        self._organism = organism
        self._names: dict[str, NamedGenes] = {}
        self._reported = 0
        self._is_reporting = False
        self.done: dict[str, Resolution] = {}

    async def run(self, wanted: Sequence[str], kind: AnyKind, report: ReportNames) -> None:
        """Resolve the names in order, within the time limit."""

        async def work(name: str) -> None:
            self.done[name] = msgspec.structs.replace(await self._resolved(name, kind), input=_input(name))
            await self._report(report, len(wanted))

        await report(0, len(wanted))
        await name_lists.each(wanted, work, seconds=time_limits.LIST)

    async def _report(self, report: ReportNames, total: int) -> None:
        """Send one report at a time, so that the reported number never falls."""
        if self._is_reporting:
            return
        self._is_reporting = True
        while len(self.done) > self._reported:
            self._reported = len(self.done)
            await report(self._reported, total)
        self._is_reporting = False

    async def _resolved(self, name: str, kind: AnyKind) -> Resolution:
        if name and not name_lists.may_be_name(name):
            return resolution.failed(
                name, AmbiguousQuery(*call_messages.long_name(len(name), name_lists.LONGEST), name)
            )
        if name and is_missing(name):  # before genes, since `NA` and `nan` are also aliases of genes
            return Resolution(input=name, status="not_found", why=resolution.NO_VALUE)
        # e.g. `dopamine D<sub>2</sub> receptor`: the Guide's own names have such tags, and entities.
        name = clean.pasted(name) if "<" in name or "&" in name else name
        if kind != "any":
            return await self._of_kind(name, kind)
        kinds = _kinds(name)
        of_kinds = [(kind.name, await self._of_kind(name, kind.name)) for kind in kinds if kind is not COMPOUND]
        # `iron` is part of the title of a pathway, and the whole name of a compound.
        if COMPOUND in kinds and not any(item.status in _KNOWN and is_whole(item) for _, item in of_kinds):
            of_kinds.append((COMPOUND.name, await self._of_kind(name, COMPOUND.name)))
        decided = resolution.best_of_kinds(name, of_kinds)
        return resolution.ambiguous_with_compounds(decided, await self._drawn_as(name, decided))

    async def _may_be_compound(self, name: str, decided: Resolution) -> bool:
        """Return True for an alias of a gene, and for a name that differs from the ligand's in its hyphens."""
        if decided.kind == GENE.name:
            return decided.why is not None
        if decided.kind != LIGAND.name or decided.id is None:
            return False
        reason = await self._reasons.of_record(LIGAND.name, name, decided.id)
        own_name = reason.names[0].text if reason else ""
        return [*map(fold.compact, own_name.split("-"))] != [*map(fold.compact, name.split("-"))]

    async def _drawn_as(self, name: str, decided: Resolution) -> Sequence[Option]:
        """Return the compounds that pathways draw under a name: CO2 is hardly MT-CO2, nor dTMP the drug d-TMP."""
        if self._compounds is None or not await self._may_be_compound(name, decided):
            return ()
        ligand = LigandId.parse(decided.id or "") if decided.kind == LIGAND.name else None
        try:
            return resolution.of_meanings(await self._compounds.drawn_meanings(name, ligand))
        except BiofactsError:  # a source that fails contests no name
            return ()

    async def _of_kind(self, name: str, kind: str) -> Resolution:
        try:
            if kind == GENE.name:
                return await self._gene(name)
            hits = await self._searches[kind].top(name, self._organism if kind == PATHWAY.name else None, _LOOKED_AT)
            return await self._with_reason(kind, resolution.decided(name, hits), hits)
        except BiofactsError as error:
            return resolution.failed(name, error)

    async def _with_reason(self, kind: str, decided: Resolution, hits: Sequence[Candidate]) -> Resolution:
        """Add the sort of name that matched (such as synonym), unless the text is the name itself or `why` is set."""
        text, name = decided.input, decided.name or ""
        if decided.status != "resolved" or decided.why or fold.compact(name) == fold.compact(text):
            return decided
        if pasted_links.referred(text)[1] is not None:
            return msgspec.structs.replace(decided, why="identifier")
        reason = (await self._reasons(kind, text, hits[:1])).get(decided.id or "")
        # The synonyms of compounds and pathways are not in their records.
        what = reason.names[0].what if reason else "title or synonym" if kind == PATHWAY.name else "synonym"
        return msgspec.structs.replace(decided, why="name in other words" if what == "name" else what)

    async def _gene(self, text: str) -> Resolution:
        """Resolve the name of a gene. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        part = partial(self._of_kind, kind=GENE.name)
        if meant := await resolve_cell(text, self._organism, self._genes_named, part):
            return meant
        hits: Sequence[GeneCandidate] = await self._searches[GENE.name].top(text, self._organism, _LOOKED_AT)
        named = name_in(text)
        reference, _ = named_genes.reference_in(named)
        if reference is not None or GeneName.read(named).symbol is None:  # an identifier of several genes or none
            return resolution.decided(text, hits)
        # `TP53/BRCA1`, `TP53 BRCA1`: only tried now, since names may contain such separators, unlike `;`.
        several = [await self._of_kind(part, GENE.name) for part in query_words.names_in(text)]
        # All parts must be known: `TP53/zebrawood` is not two genes.
        if several and all(item.status in _KNOWN for item in several):
            return resolution.of_cell(text, several)
        options = tuple(map(resolution.option, hits[: resolution.MOST_OPTIONS]))
        return Resolution(input=text, status="not_found", candidates=options, why=gene_messages.NO_SUCH_GENE)

    async def _genes_named(self, name: GeneName) -> NamedGenes:
        """Look up the genes with a name. Only the first call waits for the download of an organism's names."""
        wanted = self._organism or name.organism or HUMAN
        # All names of a list are looked up in the version of the first answer.
        before = self._names.get(wanted)
        genes = await self._genes.by_name(name, self._organism, version=before.version if before else None)
        first = self._names.setdefault(wanted, genes or NamedGenes())
        return msgspec.structs.replace(genes or first, lacking=first.lacking)


def _kinds(name: str) -> Sequence[Kind]:
    """Return the kinds to search: for an identifier, its own kinds or the kinds found by it; else all."""
    if (reference := id_arguments.reference_in(name)) is None:
        return all_kinds(GENE, TARGET, LIGAND, PATHWAY)
    kinds = reference.own or reference.accepted_by
    # An identifier of a gene or compound also finds the pathways that contain it, but does not identify them.
    return [kind for kind in kinds if kind is not PATHWAY] or kinds


# Answers for the names of a table, each resolved as by `resolve_many` and linked as by `find_links`


class AnswerNames:
    """The use case that answers one question (`ColumnQuery`) about many names."""

    def __init__(self, resolve: ResolveMany, find_links: FindLinks, question: ColumnQuery) -> None:
        self._resolve = resolve
        self._find_links = find_links
        self._question = question

    async def __call__(self, names: Sequence[str]) -> list[Answer]:
        """Return one answer per name, for any number of names. Raises: AmbiguousQuery for an invalid organism."""
        answers: dict[str, Answer] = {}
        for start in range(0, len(names), MOST):
            answers |= await self._decided(names[start : start + MOST])
        return [answers[name] for name in names]

    async def _decided(self, names: Sequence[str]) -> dict[str, Answer]:
        """Resolve a batch; retry names that failed temporarily or timed out, as long as each round resolves some."""
        answers: dict[str, Answer] = {}
        waiting, question = names, self._question
        while waiting:
            decided = await self._resolve(
                waiting, question.kind, organism=question.organism, to_organism=question.to_organism
            )
            for name, item in zip(waiting, decided.items, strict=True):
                answers[name] = await self._linked(Answer.of(item))
            failed = [name for name in waiting if answers[name].is_passing]
            # No name of this round succeeded: report the failures, which a later run retries.
            if len(failed) == len(waiting):
                break
            waiting = failed
        return answers

    async def _linked(self, answer: Answer) -> Answer:
        if answer.id is None or not self._question.links:
            return answer
        try:
            links = tuple([await self._ids(answer.id, to) for to in self._question.links])
            return msgspec.structs.replace(answer, links=links)
        except BiofactsError as error:
            return answer.failing(error)

    async def _ids(self, identifier: str, to: KindName) -> tuple[str, ...]:
        """Return the ids of all linked entities of a kind."""
        question = self._question
        # Ligands that other ligands act on are listed among the targets, but with their own `kind`.
        organism = question.to_organism or question.organism
        reached = await self._find_links.whole(identifier, question.kind, to, organism=organism)
        return tuple(dict.fromkeys(entity.id for entity in reached.entities if entity.kind is None))
