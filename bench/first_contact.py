"""The first `biofacts sync` against hosts that answer as the real ones do: all is well, or something is missing.

    python bench/first_contact.py UPSTREAM [--latency 0.2] [--copies 2]

UPSTREAM has half of WikiPathways: every pathway is published `--copies` times, under numbers of its own. Each line is a
sync into an empty folder. Counted offline afterwards: pathways that have a drawing, a KEGG pathway, and mapped
identifiers for their nodes.
"""

import argparse
import json
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import trustme
from _shared import Log, environment, standin, table

import biofacts

_STEP = 1_000_000
GPML2021 = b'<?xml version="1.0"?><Pathway xmlns="http://pathvisio.org/GPML/2021" title="New" organism="Homo sapiens"/>'
CASES = {
    "all is well": {},
    "one zip is missing": {"match": "gpml-Homo_sapiens.zip", "status": 404, "times": 1000},
    "one drawing cannot be read": {},
    "one CSV file has changed": {"match": "/ligands.csv", "body": '"Number","Title"\n"1","x"\n', "times": 1000},
    "one host is self-signed": {},
}


def multiplied(upstream: Path, folder: Path, copies: int) -> None:
    """Publish every pathway several times: the index files, and the assets in a zip."""
    (folder / "json").mkdir(parents=True)
    for file in (upstream / "wikipathways" / "json").glob("*.json"):
        content = json.loads(file.read_bytes())
        for name, rows in content.items():
            if (
                isinstance(rows, list)
                and rows
                and isinstance(rows[0], dict)
                and str(rows[0].get("id")).startswith("WP")
            ):
                content[name] = [row | {"id": renamed(row["id"], copy)} for copy in range(copies) for row in rows]
        (folder / "json" / file.name).write_text(json.dumps(content))
    source = zipfile.ZipFile(upstream / "wikipathways" / "assets.zip")
    with source, zipfile.ZipFile(folder / "assets.zip", "w", zipfile.ZIP_DEFLATED, True, 1) as target:
        for member in source.namelist():
            if member.endswith((".gpml", ".tsv")):
                body = source.read(member)
                for copy in range(copies):
                    name = re.sub(r"WP\d+", lambda found, copy=copy: renamed(found[0], copy), member)
                    version = renamed(Path(member).stem.partition("-")[0], copy).encode()
                    target.writestr(name, re.sub(rb'Version="WP\d+', b'Version="' + version, body, count=1))


def renamed(local_id: str, copy: int) -> str:
    return f"WP{int(local_id[2:]) + copy * _STEP}"


@contextmanager
def self_signed() -> Iterator[str]:
    """A host that nobody trusts. Yields: its address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("localhost").configure_cert(context)
    server = ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://localhost:{server.server_port}"
    server.shutdown()


def synchronised(case: str, upstream: Path, wikipathways: Path, latency: float) -> list[object]:
    with (
        standin(upstream, "--latency", str(latency), "--wikipathways", str(wikipathways)) as base,
        self_signed() as other,
    ):
        httpx.post(f"{base}/_faults", json=[CASES[case]] if CASES[case] else [])
        with tempfile.TemporaryDirectory() as folder:
            given = {**environment(base, folder)}
            if case == "one host is self-signed":
                given["BIOFACTS_GTOPDB_URL"] = other
            started = time.monotonic()
            command = [sys.executable, "-m", "biofacts", "sync"]
            done = subprocess.run(command, env=given, capture_output=True, text=True, check=False)
            seconds = time.monotonic() - started
            log = Log(base).read()
            missing = [line for line in done.stdout.splitlines() if line.startswith("missing:")]
            for line in missing:
                print(f"    {case}: {line}", flush=True)
            peak = max(log["peak_per_second"].values())
            return [
                case,
                done.returncode,
                len(log["requests"]),
                peak,
                f"{seconds:.0f} s",
                *counted(folder),
                len(missing),
            ]


def counted(folder: str) -> list[int]:
    """The pathways with a drawing, with a KEGG pathway, and with mapped identifiers for their nodes."""
    drawn = kegg = mapped = 0
    with biofacts.open(source="offline", cache_dir=folder) as facts:
        for pathway in everything(Path(folder)):
            try:
                components = facts.pathway_components(pathway, detail="brief")
            except biofacts.BiofactsError:
                continue
            drawn += 1
            kegg += "kegg_pathway" in facts.get_pathway(pathway, detail="brief").cross_references
            mapped += components.remark is None
    return [drawn, kegg, mapped]


def everything(folder: Path) -> list[str]:
    """Every pathway in the text index, read from its file."""
    import sqlite3

    (pointer,) = folder.glob("*/wikipathways-text/newest.json")
    release = pointer.parent / f"{json.loads(pointer.read_bytes())['version']}.sqlite"
    return [f"WP:{key}" for (key,) in sqlite3.connect(release).execute("SELECT key FROM entries ORDER BY key")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--copies", type=int, default=2)
    parser.add_argument("--only", choices=CASES)
    known = parser.parse_args()
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        wikipathways = Path(folder)
        multiplied(known.upstream.resolve(), wikipathways, known.copies)
        for case in [known.only] if known.only else CASES:
            broken = wikipathways / "wikipathways-assets" / "pathways" / "WP254" / "WP254.gpml"
            if case == "one drawing cannot be read":
                broken.parent.mkdir(parents=True)
                broken.write_bytes(GPML2021)
            rows.append(synchronised(case, known.upstream.resolve(), wikipathways, known.latency))
            broken.unlink(missing_ok=True)
    head = ("sync", "exit code", "requests", "most in 0.95 s", "time", "drawn", "with KEGG", "mapped", "missing")
    print(table(head, rows))


if __name__ == "__main__":
    main()
