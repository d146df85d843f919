"""Build the site, strictly: warnings, dead links and pages that nothing leads to are errors.

    uv run --group docs python -m website.build [FOLDER]

Nothing is asked of the network. The site lies in FOLDER/site (`build/website/site` when it is left out).
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from website import links, llms, pages

_CONFIGURATION = Path(__file__).with_name("zensical.toml")
_STYLES = Path(__file__).with_name("site.css")
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


def build(folder: Path) -> Sequence[str]:
    """Build the site into a folder. Returns: what is wrong with it."""
    shutil.rmtree(folder, ignore_errors=True)
    staged = pages.stage(folder / "pages")
    shutil.copyfile(_CONFIGURATION, folder / _CONFIGURATION.name)
    shutil.copyfile(_STYLES, folder / "pages" / _STYLES.name)
    project = tomllib.loads(_CONFIGURATION.read_text(encoding="utf-8"))["project"]
    named = [*llms.places(project["nav"])]
    told = [f"{place}: not in the navigation of website/zensical.toml" for place in staged if place not in named]
    told += [f"{place}: in the navigation, but there is no such page" for place in named if place not in staged]
    if told:
        return told
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode:
        return [_COLOURS.sub("", built.stdout + built.stderr).partition("Traceback")[0]]
    site = folder / project["site_dir"]
    llms.write(folder / "pages", site, project["site_name"], project["site_description"], project["nav"])
    return [*links.troubles(site), *links.troubles_of_text(site / "llms.txt")]


def main(arguments: Sequence[str]) -> int:
    """Build, and say what is wrong. Returns: the exit code."""
    folder = Path(arguments[0]) if arguments else pages.REPOSITORY / "build" / "website"
    try:
        told = build(folder.resolve())
    except pages.DeadLink as error:
        told = [str(error)]
    print("\n".join(told) or f"The site is in {folder / 'site'}", file=sys.stderr if told else sys.stdout)
    return 1 if told else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
