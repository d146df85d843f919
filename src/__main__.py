"""The console script: arguments in, exit code out."""

import gc
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from biofacts import logs
from biofacts.settings import Settings, SettingsError, listed

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from rich.console import Console

    from biofacts.adapters.cli.command import Application
    from biofacts.adapters.cli.serving import Serving
    from biofacts.application.annotate import Annotate
    from biofacts.application.export_links import ExportLinks
    from biofacts.application.tools import Tools
    from biofacts.ports.checkup import Checkup
    from biofacts.served import Served
    from biofacts.serving import Seen


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns: 0, 1 for an error envelope, 2 for wrong usage or settings, 130 when interrupted."""
    _import_quickly()
    from biofacts.adapters.cli.command import INTERRUPTED, USAGE

    try:
        from biofacts.adapters.cli.encoding import write_everything
        from biofacts.adapters.cli.parser import read

        write_everything(sys.stdout)
        command, known = read(sys.argv[1:] if argv is None else argv)
        settings = Settings.from_environment()
        logs.write(settings.log, access=known.get("http", False) and settings.access_log)
        return command.run(known, _Composition(settings))
    except SettingsError as error:
        print(f"biofacts: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        if argv is None:  # the process is ours and ends: whoever is impatient shall see no traceback
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return INTERRUPTED
    finally:
        gc.enable()


def _import_quickly() -> None:
    """Save a fifth of the start (`bench/start.py`): what is imported next makes many objects, which all stay.

    So the garbage collector need not look at them; whoever has imported switches it on again. And httpx imports a
    command line of its own (click, rich, pygments) unless that cannot be had.
    """
    gc.disable()
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None: cannot be imported


class _Composition:
    """What commands are given. Each part imports what it needs, so that a search does not wait for a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def folder(self) -> "Path | None":
        return None if self._settings.source == "sample" else self._settings.cache_folder

    def application(self) -> "AbstractAsyncContextManager[Application]":
        from biofacts.container import running

        gc.enable()
        return running(self._settings, long_lived=False)

    def annotator(self, *, workers: int | None, ray: str | None, cache_on_nodes: "Path | None") -> "Annotate":
        from biofacts.datasets import annotator

        gc.enable()
        return annotator(self._settings, workers, ray=ray, cache_on_nodes=cache_on_nodes)

    def exporting(self) -> "AbstractAsyncContextManager[ExportLinks]":
        from biofacts.datasets import exporting

        gc.enable()
        return exporting(self._settings)

    def checkup(self) -> "AbstractAsyncContextManager[Checkup]":
        from biofacts.checkup import checkup

        gc.enable()
        return checkup(self._settings)

    def demonstration(self) -> "Callable[[Console], Awaitable[bool]]":
        from biofacts.adapters.mcp.demo import demo

        gc.enable()
        return demo

    def serve(self, serving: "Serving", begun: Callable[[str], None] = lambda _: None) -> int:
        """The servers switch the garbage collector on when they have built themselves."""
        from biofacts.application.tools import offered
        from biofacts.served import Served
        from biofacts.serving import app_document, seeing

        settings = self._settings
        try:
            tools = offered(settings.tools)
        except ValueError as error:
            raise SettingsError(f"BIOFACTS_TOOLS: {error}") from error
        seen = seeing(settings, http=serving.http)
        served = Served(settings, seen.observer, seen.close, tools)
        if serving.http:
            return _serve_http(serving, settings, seen, served, tools, begun)
        import anyio

        from biofacts.adapters.mcp import stdio

        anyio.run(stdio.serve, served.lifespan, served.prepare, tools, seen.observer, app_document)
        return 0


def _serve_http(
    serving: "Serving",
    settings: Settings,
    seen: "Seen",
    served: "Served",
    tools: "Tools",
    begun: Callable[[str], None],
) -> int:
    """What the command line does not say, the settings do; hosts, origins and proxies of both count."""
    from biofacts.adapters.mcp import http
    from biofacts.adapters.mcp.exposure import Exposure
    from biofacts.serving import app_document, oversight_of, page_of

    oversight = oversight_of(settings, seen, served)
    try:
        exposure = Exposure(
            host=serving.host,
            port=serving.port,
            allowed_hosts=serving.allowed_hosts + listed(settings.allowed_hosts),
            allowed_origins=serving.allowed_origins + listed(settings.allowed_origins),
            proxies=serving.proxies + listed(settings.proxies),
            path_prefix=settings.path_prefix if serving.path_prefix is None else serving.path_prefix,
            max_calls=settings.max_calls if serving.max_calls is None else serving.max_calls,
            drain=settings.drain if serving.drain is None else serving.drain,
        ).checked()
        listening = exposure.listen()
    except ValueError as error:
        raise SettingsError(str(error)) from error
    sources = settings.told_sources
    page = page_of(served, tools, exposure.path_prefix) if serving.page else None
    http.serve(
        served.lifespan, exposure, listening, served.ready, served.prepare, tools, sources, oversight, page,
        lambda: begun(exposure.root(listening)), app_document,
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
