"""A folder over HTTP as PubChem's bulk files are: with ETag, length and ranges; slowly where that is wanted."""

import re
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_PART = 1 << 18


@contextmanager
def served(folder: Path, bytes_a_second: float = float("inf")) -> Generator[str]:
    """The address under which the files of a folder are."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = folder / self.path.lstrip("/")
            if not path.is_file():
                return self.send_error(404)
            size, etag = path.stat().st_size, f'"{path.stat().st_mtime_ns:x}"'
            asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
            start = int(asked[1]) if asked and self.headers.get("If-Range", etag) == etag else 0
            self.send_response(206 if start else 200)
            self.send_header("ETag", etag)
            self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
            self.send_header("Content-Length", str(size - start))
            if start:
                self.send_header("Content-Range", f"bytes {start}-{size - 1}/{size}")
            self.end_headers()
            if self.command == "GET":
                self._send(path, start)

        do_HEAD = do_GET  # noqa: N815 - the name that the base class calls

        def _send(self, path: Path, start: int) -> None:
            with path.open("rb") as file:
                file.seek(start)
                while part := file.read(_PART):
                    try:
                        self.wfile.write(part)
                    except OSError:  # who asked is gone
                        return
                    time.sleep(len(part) / bytes_a_second)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
