"""What every store of catalogues, and every store of records, promises."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import anyio
import anyio.lowlevel
import msgspec
import pytest

from biofacts.domain.search.index import Field
from biofacts.domain.search.query import QueryHints
from biofacts.ports.catalogue import Catalogue, CatalogueStatus, CatalogueStore, Content, Entry, Listed, ReleaseInfo
from biofacts.ports.record_store import RecordStore, StoredRecord

THEN = datetime(2026, 8, 22, 10, 0, tzinfo=UTC)
NAME = "toys"

BALL = Entry(
    key="T1",
    texts={Field.TITLE: ["Red ball"], Field.TEXT: ["It bounces."]},
    category="round",
    exact_terms=("maker:672", "maker:9"),
    summary=b"summary of T1",
    record=b"record of T1",
)
HOOP = Entry(
    key="T2",
    texts={Field.TITLE: ["Hoop"], Field.TEXT: ["Red, and it rolls like a ball."]},
    category="round",
    exact_terms=("maker:6720",),
    summary=b"summary of T2",
)
BRICK = Entry(
    key="T3",
    texts={Field.TITLE: ["Brick"]},
    category="square",
    exact_terms=("maker:9",),
    summary=b"summary of T3",
    record=b"x",
)
ENTRIES = (BALL, HOOP, BRICK)


def info(release: str = "2026-08", at: datetime = THEN) -> ReleaseInfo:
    return ReleaseInfo(release=release, retrieved=at, checked=at, validator=f'"{release}"')


def content(
    *entries: Entry, release: str = "2026-08", synonyms: Sequence[Sequence[str]] = (), at: datetime = THEN
) -> Content:
    return Content(info=info(release, at), entries=entries, synonyms=synonyms)


def breaking() -> Iterator[Entry]:
    yield BALL
    raise RuntimeError("the machine dies here")


async def keys(catalogue: Catalogue, query: str, category: str | None = None) -> list[str]:
    listing = await catalogue.search(query, offset=0, limit=10, category=category)
    return [found.key for found in listing.hits]


class CatalogueStoreContract:
    """Subclasses give the fixture `store`."""

    @pytest.fixture
    async def store(self) -> CatalogueStore:
        raise NotImplementedError

    async def test_at_first_there_is_nothing(self, store: CatalogueStore) -> None:
        found = await store.newest(NAME), await store.release(NAME, "x"), await store.describe(NAME)

        assert found == (None, None, CatalogueStatus(name=NAME))

    async def test_what_is_published_is_the_newest(self, store: CatalogueStore) -> None:
        published = await store.publish(NAME, content(*ENTRIES))
        newest = await store.newest(NAME)

        assert newest is not None
        assert (newest.version, newest.info) == (published.version, info())

    async def test_catalogues_do_not_mix(self, store: CatalogueStore) -> None:
        await store.publish(NAME, content(*ENTRIES))

        assert await store.newest("tools") is None

    async def test_words_find_entries_best_first(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        listing = await catalogue.search("red ball", offset=0, limit=10)

        assert [(found.key, found.summary) for found in listing.hits] == [
            ("T1", b"summary of T1"),
            ("T2", b"summary of T2"),
        ]
        assert [found.field for found in listing.hits] == [Field.TITLE, Field.TEXT]
        assert listing.hits[0].score == 1.0 > listing.hits[1].score
        assert listing.total == 2

    async def test_a_window_is_part_of_one_ranking(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        listings = [await catalogue.search("red ball", offset=offset, limit=1) for offset in range(3)]

        assert [[found.key for found in listing.hits] for listing in listings] == [["T1"], ["T2"], []]
        assert [listing.total for listing in listings] == [2, 2, 2]

    async def test_a_category_filters(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES, BRICK_BALL))

        assert await keys(catalogue, "ball", "square") == ["T4"]
        assert await keys(catalogue, "ball", "oval") == []

    async def test_beginnings_of_names_lead_to_entries_in_their_order(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES, BRICK_BALL))

        async def begun(name: str, limit: int = 9, category: str | None = None) -> list[str]:
            return [one.key for one in await catalogue.beginning(name, limit, category)]

        assert await begun("Red b") == await begun("REDB") == ["T1"]
        assert await begun("b") == ["T3", "T4"]
        assert await begun("b", 1) == ["T3"]
        assert await begun("b", category="round") == []
        assert await begun("all") == await begun("") == await begun("-") == []

    async def test_what_begins_so_is_told_as_in_a_listing(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))

        assert await catalogue.beginning("hoo", 1) == [Listed("T2", "round", b"summary of T2")]

    async def test_beginnings_of_keys_lead_to_entries(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        found = [[one.key for one in await catalogue.keyed(begun, 2)] for begun in ("T", "T3", "t", "T33")]

        assert found == [["T1", "T2"], ["T3"], [], []]

    async def test_categories_are_counted(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))

        assert await catalogue.category_sizes() == {"round": 2, "square": 1}

    async def test_synonyms_widen_a_query(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES, synonyms=[("sphere", "ball")]))
        foreign = QueryHints(synonyms={"cube": ["cube", "brick"]})
        listing = await catalogue.search("cube", offset=0, limit=1, hints=foreign)

        assert (await keys(catalogue, "sphere"))[0] == "T1"
        assert [found.key for found in listing.hits] == ["T3"]

    async def test_the_same_words_with_other_synonyms_are_ranked_anew(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        brick = await catalogue.search("cube", offset=0, limit=1, hints=QueryHints(synonyms={"cube": ["brick"]}))
        ball = await catalogue.search("cube", offset=0, limit=1, hints=QueryHints(synonyms={"cube": ["ball"]}))

        assert [listing.hits[0].key for listing in (brick, ball)] == ["T3", "T1"]

    async def test_synonyms_of_one_query_are_those_of_no_other(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES, synonyms=[("cube", "brick")]))
        known = QueryHints(synonyms={"cube": ["ball"]})
        both = await catalogue.search("cube", offset=0, limit=9, hints=known)

        assert {hit.key for hit in both.hits} == {"T1", "T2", "T3"}
        assert known == QueryHints(synonyms={"cube": ["ball"]})
        assert await keys(catalogue, "cube") == ["T3"]

    async def test_words_that_nothing_knows_and_words_read_as_others_are_told(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        nothing = await catalogue.search("zeppelin", offset=0, limit=10)
        misspelt = await catalogue.search("bricc", offset=0, limit=10)

        assert (nothing.hits, nothing.total, nothing.unknown) == ((), 0, ("zeppelin",))
        assert ([hit.key for hit in misspelt.hits], misspelt.corrected) == (["T3"], {"bricc": "brick"})

    async def test_a_word_that_another_source_knows_is_neither_corrected_nor_asked_about(
        self, store: CatalogueStore
    ) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        strange = (await catalogue.search("red bricc brick", offset=0, limit=10)).corrected
        known = await catalogue.search("bricc", offset=0, limit=10, hints=QueryHints(elsewhere=frozenset(strange)))
        alike = await catalogue.search("crick", offset=0, limit=10)

        assert list(strange) == ["bricc"]
        assert await catalogue.knows(["brick", "bricc"]) == {"brick"}
        assert (known.total, known.corrected, known.suggested) == (0, {}, {})
        assert (alike.total, alike.corrected, alike.suggested) == (0, {}, {})  # a slip in the first letter is rare

    async def test_a_word_of_a_few_texts_alone_is_not_what_a_misspelling_means(self, store: CatalogueStore) -> None:
        def told(text: str, number: int) -> Iterator[Entry]:
            return (Entry(key=f"{text}{n}", texts={Field.TEXT: [f"it {text}"]}) for n in range(number))

        catalogue = await store.publish(NAME, content(*told("turned", 4), *told("wandered", 5)))
        found = [(await catalogue.search(word, offset=0, limit=9)).total for word in ("turner", "wanderer")]

        assert found == [0, 5]

    async def test_a_hit_says_which_words_it_leaves_unanswered(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        (first, *_) = (await catalogue.search("Zeppelin red ball", offset=0, limit=10)).hits

        assert (first.key, first.unmatched) == ("T1", ("Zeppelin",))

    async def test_narrower_names_find_less_surely(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        toys = await catalogue.search("toy", offset=0, limit=1, hints=QueryHints(narrower={"toy": ["brick"]}))
        brick = await catalogue.search("brick", offset=0, limit=1)

        assert [hit.key for hit in (*toys.hits, *brick.hits)] == ["T3", "T3"]
        assert toys.hits[0].score < brick.hits[0].score

    async def test_exact_terms_are_compared_whole_and_give_summaries_in_order(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        found = [
            dict(await catalogue.with_terms(terms))
            for terms in (["maker:672"], ["maker:67"], ["maker:6720", "maker:9"], [])
        ]

        assert [list(summaries) for summaries in found] == [["T1"], [], ["T1", "T2", "T3"], []]
        assert found[0] == {"T1": b"summary of T1"}

    async def test_thousands_of_keys_and_terms_may_be_asked_for(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        many = [f"N{number}" for number in range(3000)]

        assert dict(await catalogue.summaries([*many, "T2"])) == {"T2": b"summary of T2"}
        assert list(await catalogue.with_terms([*many, "maker:9"])) == ["T1", "T3"]
        assert list(await catalogue.keys([*many, "maker:9"])) == ["T1", "T3"]

    async def test_the_accessions_of_all_entries_are_told(self, store: CatalogueStore) -> None:
        entries = (msgspec.structs.replace(one, accessions=("P1", f"Q{number}")) for number, one in enumerate(ENTRIES))
        catalogue = await store.publish(NAME, content(*entries, msgspec.structs.replace(BALL, key="T9")))

        assert await catalogue.accessions() == {"P1", *(f"Q{number}" for number in range(len(ENTRIES)))}

    async def test_every_key_is_told_in_the_order_of_the_entries(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(BRICK, BALL, HOOP))

        assert list(await catalogue.all_keys()) == ["T3", "T1", "T2"]

    async def test_the_same_content_enriched_is_another_release(self, store: CatalogueStore) -> None:
        plain = await store.publish(NAME, content(*ENTRIES))
        enriched = msgspec.structs.replace(info(), enriched_by="1")
        rich = await store.publish(NAME, Content(info=enriched, entries=ENTRIES))
        kept, newest = await store.release(NAME, plain.version), await store.newest(NAME)

        assert newest is not None
        assert (newest.version, newest.info) == (rich.version, enriched)
        assert kept is not None
        assert kept.version == plain.version != rich.version

    async def test_entries_are_placed_in_their_order_with_their_categories(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        placed = await catalogue.categories(["T3", "T9", "T1"])

        assert list(placed.items()) == [("T1", "round"), ("T3", "square")]

    async def test_entries_are_listed_by_key_or_term_with_the_terms_that_lead_to_them(
        self, store: CatalogueStore
    ) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))
        listed = await catalogue.entries({"T3", "T2", "T9"}, ["maker:9", "maker:672", "maker:67"])
        by_key = await catalogue.entries(["T2"])

        assert [(one.key, one.category, one.summary, {*one.terms}) for one in listed] == [
            ("T1", "round", b"summary of T1", {"maker:672", "maker:9"}),
            ("T2", "round", b"summary of T2", set()),
            ("T3", "square", b"summary of T3", {"maker:9"}),
        ]
        assert [one.key for one in by_key] == ["T2"]

    async def test_a_phrase_is_found_within_one_text_only(self, store: CatalogueStore) -> None:
        apart = Entry(key="T4", texts={Field.TITLE: ["Steam"], Field.LABEL: ["toy steam", "engine oil"]})
        whole = Entry(key="T5", texts={Field.TITLE: ["Whistle"], Field.LABEL: ["an old steam engine"]})
        catalogue = await store.publish(NAME, content(apart, whole, synonyms=[["locomotive", "steam engine"]]))

        assert await keys(catalogue, "locomotive") == ["T5"]

    async def test_summaries_and_records_are_given_back(self, store: CatalogueStore) -> None:
        catalogue = await store.publish(NAME, content(*ENTRIES))

        assert dict(await catalogue.summaries(["T3", "T9", "T1"])) == {"T1": b"summary of T1", "T3": b"summary of T3"}
        assert [await catalogue.record(key) for key in ("T1", "T2", "T9")] == [b"record of T1", None, None]

    async def test_a_new_release_leaves_the_one_before_for_walks(self, store: CatalogueStore) -> None:
        old = await store.publish(NAME, content(BALL, release="2026-07"))
        new = await store.publish(NAME, content(*ENTRIES, release="2026-08"))
        kept = await store.release(NAME, old.version)
        newest = await store.newest(NAME)

        assert old.version != new.version
        assert kept is not None
        assert await keys(kept, "ball") == ["T1"]
        assert newest is not None
        assert newest.version == new.version
        assert await keys(newest, "ball") == ["T1", "T2"]

    async def test_the_release_before_that_is_dropped(self, store: CatalogueStore) -> None:
        oldest = await store.publish(NAME, content(BALL, release="2026-06"))
        for release in ("2026-07", "2026-08"):
            await store.publish(NAME, content(*ENTRIES, release=release))

        assert await store.release(NAME, oldest.version) is None

    async def test_a_call_that_holds_a_dropped_release_can_finish_and_does_no_harm(self, store: CatalogueStore) -> None:
        held = await store.publish(NAME, content(BALL, release="2026-06"))
        for release in ("2026-07", "2026-08"):
            await store.publish(NAME, content(*ENTRIES, release=release))
        answers = await keys(held, "ball"), await held.record("T1")
        newest = await store.newest(NAME)

        assert answers == (["T1"], b"record of T1")
        assert newest is not None
        assert await keys(newest, "ball") == ["T1", "T2"]

    async def test_publishing_the_same_release_again_keeps_the_one_before(self, store: CatalogueStore) -> None:
        old = await store.publish(NAME, content(BALL, release="2026-07"))
        for _ in range(2):
            await store.publish(NAME, content(*ENTRIES, release="2026-08"))
        kept = await store.release(NAME, old.version)

        assert kept is not None
        assert await keys(kept, "ball") == ["T1"]

    async def test_a_release_that_breaks_while_it_is_built_leaves_the_old_one(self, store: CatalogueStore) -> None:
        old = await store.publish(NAME, content(*ENTRIES, release="2026-07"))
        with pytest.raises(RuntimeError):
            await store.publish(NAME, Content(info=info("2026-08"), entries=breaking()))
        newest = await store.newest(NAME)

        assert newest is not None
        assert newest.version == old.version
        assert await keys(newest, "ball") == ["T1", "T2"]

    async def test_a_first_release_that_breaks_leaves_nothing(self, store: CatalogueStore) -> None:
        with pytest.raises(RuntimeError):
            await store.publish(NAME, Content(info=info(), entries=breaking()))
        again = await store.publish(NAME, content(*ENTRIES))

        assert await keys(again, "ball") == ["T1", "T2"]

    async def test_a_confirmation_changes_the_provenance_alone(self, store: CatalogueStore) -> None:
        published = await store.publish(NAME, content(*ENTRIES))
        confirmed = msgspec.structs.replace(info(), checked=datetime(2026, 9, 1, tzinfo=UTC), mode="snapshot")
        await store.confirm(NAME, confirmed)
        newest = await store.newest(NAME)

        assert newest is not None
        assert (newest.version, newest.info) == (published.version, confirmed)

    async def test_progress_is_told(self, store: CatalogueStore) -> None:
        told: list[int] = []
        await store.publish(NAME, content(*ENTRIES), told.append)

        assert told[-1] == 3

    async def test_what_is_there_is_described(self, store: CatalogueStore) -> None:
        await store.publish(NAME, content(*ENTRIES))
        status = await store.describe(NAME)

        assert (status.name, status.provenance) == (NAME, info())

    async def test_one_builds_at_a_time(self, store: CatalogueStore) -> None:
        inside: list[str] = []

        async def build(who: str) -> None:
            async with store.building(NAME):
                inside.append(f"{who} in")
                await anyio.lowlevel.checkpoint()
                inside.append(f"{who} out")

        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                for who in ("a", "b"):
                    tasks.start_soon(build, who)

        assert inside in (["a in", "a out", "b in", "b out"], ["b in", "b out", "a in", "a out"])

    async def test_other_catalogues_are_built_meanwhile(self, store: CatalogueStore) -> None:
        with anyio.fail_after(5):
            async with store.building(NAME), store.building("tools"):
                published = await store.publish("tools", content(BRICK))

        assert await keys(published, "brick") == ["T3"]

    async def test_readers_are_served_while_a_release_is_built(self, store: CatalogueStore) -> None:
        await store.publish(NAME, content(*ENTRIES, release="2026-07"))
        answers: list[list[str]] = []

        async def read() -> None:
            for _ in range(20):
                newest = await store.newest(NAME)
                assert newest is not None
                answers.append(await keys(newest, "brick"))

        with anyio.fail_after(10):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(read)
                for number in range(3):
                    await store.publish(NAME, content(*ENTRIES, release=f"2026-08-{number}"))

        assert answers == [["T3"]] * 20


BRICK_BALL = Entry(key="T4", texts={Field.TITLE: ["Ball of bricks"]}, category="square")


class RecordStoreContract:
    """Subclasses give the fixture `records`."""

    @pytest.fixture
    async def records(self) -> RecordStore:
        raise NotImplementedError

    RECORD = StoredRecord(body=b"\x00body" * 100, validator='"1"', retrieved=THEN, checked=THEN)

    async def test_at_first_nothing_is_kept(self, records: RecordStore) -> None:
        assert await records.get("a") is None

    async def test_what_is_put_is_given_back(self, records: RecordStore) -> None:
        await records.put("a", self.RECORD)

        assert await records.get("a") == self.RECORD
        assert await records.get("b") is None

    async def test_which_keys_are_kept_is_told_without_their_records(self, records: RecordStore) -> None:
        assert not await records.present(["a", "b"])
        for key in ("a", "c"):
            await records.put(key, self.RECORD)

        assert await records.present(["a", "b", "c"]) == {"a", "c"}
        assert not await records.present([])

    async def test_a_newer_record_takes_the_place(self, records: RecordStore) -> None:
        newer = msgspec.structs.replace(self.RECORD, body=b"newer", checked=datetime(2026, 9, 1, tzinfo=UTC))
        await records.put("a", self.RECORD)
        await records.put("a", newer)

        assert await records.get("a") == newer

    async def test_what_is_removed_is_gone(self, records: RecordStore) -> None:
        await records.put("a", self.RECORD)
        await records.remove("a")
        await records.remove("never there")

        assert await records.get("a") is None
