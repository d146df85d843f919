"""The command `biofacts draw`."""

from biofacts.adapters.cli import picture_options
from biofacts.adapters.cli.command import Command, Composition, Known, refuse


def _run(known: Known, composition: Composition) -> int:
    import anyio

    from biofacts.adapters.cli.picture_files import draw

    try:
        asked = picture_options.read(known)
    except ValueError as error:
        refuse(known, str(error))
    return anyio.run(draw, asked, composition.application(), known["json"])


COMMAND = Command(
    name="draw",
    group="Ask",
    summary="A pathway, or a compound, as a picture",
    examples={
        "draw WP:WP254 --highlight TP53,BAX=1.5 --out apoptosis.svg": "with genes lit up, by name or by number",
        "draw WP:WP254 --drugs --out apoptosis.png": "with the nodes marked on which approved drugs act",
        "draw PubChem:CID2244 --out aspirin.png": "a compound as PubChem draws it, a PNG",
    },
    add=picture_options.add,
    run=_run,
)
