"""Addresses of records by identifiers as people write them."""

import pytest

from biofacts.adapters.web import addresses


@pytest.mark.parametrize(
    ("identifier", "address"),
    [
        ("WP254", "/pathway/WP:WP254"), ("HGNC:11998", "/gene/HGNC:11998"), ("uniprot:P04637", "/?q=uniprot%3AP04637"),
        ("IUPHAR:215", "/?q=IUPHAR%3A215"), ("no identifier", "/?q=no+identifier"),
    ],
)  # fmt: skip
def test_an_identifier_leads_to_its_record_or_to_a_search_where_it_is_of_no_kind_or_of_two(
    identifier: str, address: str
) -> None:
    assert addresses.of_identifier(identifier) == address


@pytest.mark.parametrize(
    ("kind", "identifier", "address"),
    [
        ("gene", "HGNC:11998", "/pathway/WP:WP254?highlight=HGNC%3A11998"),
        ("compound", "PubChem:CID1", "/pathway/WP:WP254?highlight=PubChem%3ACID1"),
        ("target", "IUPHAR:215", "/pathway/WP:WP254?drugs=1"),
        ("ligand", "IUPHAR:2713", "/pathway/WP:WP254?drugs=1"),
        ("community", "CPTAC", "/pathway/WP:WP254"),
    ],
)
def test_a_drawing_shows_what_it_is_linked_by(kind: str, identifier: str, address: str) -> None:
    assert addresses.drawing("WP:WP254", kind, identifier) == address


@pytest.mark.parametrize(
    ("known", "address"),
    [
        ({"pubmed": "1", "doi": "10.1/x"}, "https://pubmed.ncbi.nlm.nih.gov/1/"),
        ({"doi": "10.1/x y"}, "https://doi.org/10.1/x%20y"),
        ({"title": "x"}, ""),
    ],
)
def test_a_publication_is_found_by_its_pubmed_id_or_else_its_doi(known: dict[str, str], address: str) -> None:
    assert addresses.publication(known) == address
