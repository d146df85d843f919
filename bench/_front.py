"""A front before the stand-in, for the forms of answers that rivals ask for and the stand-in does not have.

/pubchem/rest/pug/compound/{name,cid}/JSON: PubChem's record form, which the real service has. The stand-in is asked for
the identifiers (so that latency, log and errors are its own); the records are made of its own table, without atoms.
/webservice/...: WikiPathways' old query service, which is shut. The stand-in is asked (and says 404 after its latency);
the answer is the substring match of the reference clients, in the shape of the old service, for its speed only.
"""

import json
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

Row = Mapping[str, Any]
Matching = Callable[[Mapping[str, str]], Sequence[Row]]
_LABELS = (
    ("Molecular Formula", "", "formula"),
    ("InChIKey", "Standard", "inchikey"),
    ("InChI", "Standard", "inchi"),
    ("SMILES", "Absolute", "smiles"),
    ("SMILES", "Connectivity", "connectivity"),
    ("IUPAC Name", "Preferred", "iupac"),
    ("Molecular Weight", "", "weight"),
)


def record(row: Row) -> dict[str, Any]:
    """A compound in the record form."""
    props = [
        {"urn": {"label": label, **({"name": name} if name else {})}, "value": {"sval": row[field]}}
        for label, name, field in _LABELS
        if row.get(field)
    ]
    return {"id": {"id": {"cid": row["cid"]}}, "atoms": {"aid": [], "element": []}, "props": props, "count": {}}


@contextmanager
def front(base: str, compounds: Mapping[int, Row], matching: Matching) -> Generator[str]:
    """Serve as long as the block lasts. `matching`: the pathways for a query's arguments. Yields: the address."""
    behind = httpx.Client(base_url=base, trust_env=False)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            pass

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            found = behind.post(self.path.removesuffix("/JSON") + "/cids/JSON", content=body, headers=headers)
            if found.status_code != 200:
                return self.answer(found.status_code, found.content)
            known = [record(compounds[cid]) for cid in found.json()["IdentifierList"]["CID"]]
            return self.answer(200, json.dumps({"PC_Compounds": known}).encode())

        def do_GET(self) -> None:
            behind.get(self.path)
            query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
            result = [
                {**{name: row[name] for name in ("id", "name", "url", "species", "revision")}, "score": {"0": "1"},
                 "fields": {}}
                for row in matching(query)
            ]  # fmt: skip
            self.answer(200, json.dumps({"result": result}).encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        behind.close()
