"""Reasons of results, asked of the sources of their records."""

from typing import Any

import anyio
import pytest

from biofacts.application.lists.name_matches import Reasons
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.lists.name_matches import Called, Reason

TP53 = GeneCandidate(id="HGNC:11998", symbol="TP53", name="tumor protein p53", organism="Homo sapiens", score=1.0)
ASPIRIN = CompoundSearchCandidate(id="PubChem:CID2244", name="Aspirin", score=1.0)


class Records:
    """Has one record or none, cannot tell, or has to be waited for."""

    def __init__(self, known: Gene | UpstreamError | None = None, *, late: bool = False) -> None:
        self._known = known
        self._late = late

    async def get(self, _: object) -> Gene | None:
        if self._late:
            await anyio.sleep_forever()
        if isinstance(self._known, UpstreamError):
            raise self._known
        return self._known


def over(records: Any) -> Reasons:
    return Reasons(genes=records, targets=records, ligands=records)


@pytest.mark.parametrize("records", [Records(UpstreamError("HGNC", "it is away")), Records(), Records(late=True)])
async def test_of_what_is_not_at_hand_nothing_is_said(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.application.lists.name_matches.PATIENCE", 0.0)

    assert await over(records)("gene", "p53", [TP53]) == {}


async def test_a_record_with_other_names_says_that_they_are_none() -> None:
    known = Gene(id=TP53.id, symbol="TP53", name="tumor protein p53", organism="Homo sapiens", locus_type="", url="")

    assert await over(Records(known))("gene", "LFS1", [TP53]) == {"HGNC:11998": None}
    assert await over(Records(known))("gene", "tp53", [TP53]) == {
        "HGNC:11998": Reason("whole", (Called("symbol", "TP53"),))
    }


async def test_of_a_compound_its_name_is_known_without_its_record() -> None:
    away = Records(UpstreamError("PubChem", "it is away"))

    assert await over(away)("compound", "aspirin", [ASPIRIN]) == {
        "PubChem:CID2244": Reason("whole", (Called("name", "Aspirin"),))
    }
