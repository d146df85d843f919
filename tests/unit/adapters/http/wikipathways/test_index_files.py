"""The list of communities, whole and cut in the middle."""

import csv
import io
import zipfile

import pytest

from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.index_files import read, read_communities, whole_communities
from biofacts.domain.pathways.index_files import Community, MappedNode, Mappings
from biofacts.domain.text.clean import plain
from tests.places import UPSTREAM
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import communities_file


def test_communities_with_a_tag_and_pathways_are_read() -> None:
    members = tuple(one.local_id for one in PATHWAYS[::2])

    assert [*read_communities(communities_file(*PATHWAYS))] == [
        Community(tag="RareDiseases", name="Rare Diseases", pathways=(*members, "WP1"))
    ]


def test_a_beginning_is_read_wherever_it_is_cut() -> None:
    body = communities_file(*PATHWAYS)
    first = body.index(b"}") + 1
    cut = [len([*read_communities(whole_communities(body[:end]))]) for end in range(first, len(body) + 1)]

    assert cut == [1] * len(cut)


@pytest.mark.parametrize("body", [b"{}", b'{"communities": []}', b"[", b'{"communities": [{"display-name": "x"}]}'])
def test_what_is_no_list_of_communities_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the message is the decoder's
        list(read_communities(body))


# The reader of tables of data nodes.


ASSETS = UPSTREAM / "wikipathways" / "assets.zip"
HEAD = "Label\tType\tIdentifier\tComment\tEnsembl\tNCBI gene\tHGNC\tUniProt\tWikidata\tChEBI"


def table(*rows: str) -> bytes:
    return "\n".join([HEAD, *rows]).encode()


def test_a_row_is_read() -> None:
    row = 'TP53\tGeneProduct\tncbigene:7157\t"a\tb"\tensembl:ENSG00000141510\tncbigene:7157\thgnc.symbol:TP53'

    assert read(table(f"{row}\tuniprot:P04637;uniprot:Q53GA5\t\tchebi:1")) == (
        MappedNode(
            label="TP53",
            identifier="ncbigene:7157",
            references=(
                ("ensembl_gene", "ENSG00000141510"),
                ("entrez", "7157"),
                ("hgnc_symbol", "TP53"),
                ("uniprot", "P04637"),
                ("uniprot", "Q53GA5"),
                ("chebi", "CHEBI:1"),
            ),
        ),
    )


def test_a_label_with_a_tab_moves_the_rest_by_one() -> None:
    (row,) = read(table('D-threo\tisocitrate\tMetabolite\tchebi:15562\t""\t\t\t\t\t\tchebi:15562'))

    assert (row.label, row.identifier, row.references) == (
        "D-threo isocitrate", "chebi:15562", (("chebi", "CHEBI:15562"),),
    )  # fmt: skip


def test_what_is_mapped_to_nothing_has_what_it_is_drawn_with() -> None:
    (row,) = read(table('2-iminobutanoate\tMetabolite\tpubchem.compound:19796801\t""\t\t\t\t\t\t'))

    assert row.references == (("pubchem_compound", "19796801"),)


def test_what_is_mapped_to_nothing_is_left_out() -> None:
    assert (
        read(
            table(
                'A\tProtein\tother:1\t""\t\t\t\t\t\t',
                "of no type\tx\tchebi:1",
                "short\tProtein",
                'B\tProtein\tx:1\t""\tensembl:\tncbigene:x\t\t\t\t',
                "",
            )
        )
        == ()
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "not enough values to unpack"), (b"Label\tType\n", "does not name the columns"),
        (b"{}", "does not name the columns"), (b"\xff\xfe\x00", "decode"),
        (b"Label\n" + b"x" * 1_000_001, "it is not a table"),
    ],
)  # fmt: skip
def test_what_is_no_such_table_is_refused(body: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(body)


@pytest.mark.thorough
@pytest.mark.skipif(not ASSETS.is_file(), reason=f"there is no mirror of WikiPathways at {ASSETS}")
def test_nodes_of_the_corpus_find_their_rows() -> None:
    """Every node that a row is of, by label and identifier, has all that the row says."""
    nodes = found = 0
    with zipfile.ZipFile(ASSETS) as archive:
        tables = [name for name in archive.namelist() if name.endswith("-datanodes.tsv")]
        for name in tables[::7]:
            body = archive.read(name)
            mappings = Mappings(read(body))
            drawn = gpml.read(archive.read(name.replace("-datanodes.tsv", ".gpml"))).components
            for label, identifier, cells in _rows(body):
                for node in drawn.nodes:
                    drawn_as = (node.identifier or "").rpartition(":")[2].strip()
                    if plain(node.label) == label and drawn_as == identifier:
                        nodes += 1
                        values = {value.rpartition(":")[2] for _, value in mappings.of(node)}
                        found += values == cells or (not cells and values <= {identifier})

    assert nodes > 5000
    assert found == nodes


def _rows(body: bytes) -> list[tuple[str, str, set[str]]]:
    """Label, bare identifier and all mapped values of each row, read by the column."""
    rows = [row for row in csv.DictReader(io.StringIO(body.decode()), delimiter="\t") if None not in row]
    columns = ("Ensembl", "NCBI gene", "HGNC", "UniProt", "Wikidata", "ChEBI", "InChI", "PubChem", "HMDB", "KEGG")
    return [
        (
            plain(row["Label"]),
            row["Identifier"].rpartition(":")[2],
            {
                one.rpartition(":")[2].strip()
                for column in (*columns, "ChemSpider", "LipidMaps")
                for one in row[column].split(";")
                if one and not one.startswith("uniprot:UPI")  # UniParc's, of no key
            },
        )
        for row in rows
    ]
