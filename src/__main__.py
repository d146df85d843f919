"""Entry point of the `biofacts` command."""

import gc
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from biofacts.composition import logs
from biofacts.composition.settings import GARBAGE, Settings, SettingsError, split_commas

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from biofacts.adapters.cli.command import Application, OpenDatasets, Serving
    from biofacts.application.lists.annotation import Annotate
    from biofacts.application.tools.all_tools import Tools
    from biofacts.composition.server import Observability, ServerResources
    from biofacts.ports.doctor import Checkup
    from biofacts.ports.lists import Tables


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns: the exit code: 0, 1 after an error envelope, 2 for wrong usage or settings, 130 after an interruption.
    """
    _import_quickly()
    from biofacts.adapters.cli.command import INTERRUPTED, USAGE

    try:
        from biofacts.adapters.cli.parser import read, write_everything

        write_everything(sys.stdout)
        command, arguments = read(sys.argv[1:] if argv is None else argv)
        settings = Settings.from_environment()
        # Other commands print their failures themselves.
        level = settings.log or ("WARNING" if command.group == "Serve" else "ERROR")
        logs.configure(level, access=arguments.flag("http") and settings.access_log)
        return command.run(arguments, _Program(settings))
    except SettingsError as error:
        print(f"biofacts: {error}", file=sys.stderr)
        return USAGE
    except ModuleNotFoundError as error:
        from biofacts.domain.answers.optional_packages import extra_of

        if (extra := extra_of(error.name)) is None:
            raise
        print(f"biofacts: {extra.refusal}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        if argv is None:  # the program is about to end: a second Ctrl-C must not print a traceback
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return INTERRUPTED
    finally:
        gc.enable()


def _import_quickly() -> None:
    """Speed up the imports that follow, which makes the start a fifth shorter (`bench/start.py`)."""
    # Imports create many objects that are never freed, so that garbage collection only costs time. Each part of the
    # composition enables it again after its own imports.
    gc.disable()
    gc.set_threshold(GARBAGE)
    # httpx imports its own command line (click, rich, pygments) unless that import fails.
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None: cannot be imported


def _build_messages_late() -> None:
    """Let the MCP SDK build each message's validator at first use: a session needs only a tenth of the 500."""
    from pydantic import BaseModel

    BaseModel.model_config["defer_build"] = True


@contextmanager
def _absent(module: str) -> Generator[None]:
    """Make imports of a module fail as if it were not installed, unless it has already been imported."""
    if module in sys.modules:
        yield
        return
    sys.modules[module] = None  # type: ignore[assignment]  # None: cannot be imported
    try:
        yield
    finally:
        del sys.modules[module]


class _Program:
    """The parts of the program that commands use.

    Each part imports what it needs when it is called, so that a search does not wait for the imports of a server.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def folder(self) -> "Path | None":
        return None if self._settings.source == "sample" else self._settings.cache_folder

    def application(self) -> "AbstractAsyncContextManager[Application]":
        from biofacts.composition.container import running

        gc.enable()
        return running(self._settings, long_lived=False)

    def annotator(self, *, workers: int | None, ray: str | None, cache_on_nodes: "Path | None") -> "Annotate":
        from biofacts.datasets import annotator

        gc.enable()
        return annotator(self._settings, workers, ray=ray, cache_on_nodes=cache_on_nodes)

    def tables(self) -> "Tables":
        from biofacts.adapters.tables.files import FileTables

        return FileTables()

    def datasets(self) -> "AbstractAsyncContextManager[OpenDatasets]":
        from biofacts.datasets import opened

        gc.enable()
        return opened(self._settings)

    def checkup(self) -> "AbstractAsyncContextManager[Checkup]":
        from biofacts.composition.doctor import checkup

        gc.enable()
        return checkup(self._settings)

    def skill(self) -> str:
        from biofacts.adapters.mcp.server_texts import skill_text

        return skill_text()

    def serve(self, serving: "Serving", begun: Callable[[str], None] = lambda _: None) -> int:
        """Serve until the process is stopped. Raises: SettingsError.

        The garbage collector is enabled again when a server is built.
        """
        _build_messages_late()
        from biofacts.application.tools.all_tools import offered

        with _absent("werkzeug"), _absent("yaml"):  # dependency-injector imports them if they are installed
            from biofacts.composition.server import ServerResources, app_document, build_observability

        settings = self._settings
        try:
            tools = offered(settings.tools)
        except ValueError as error:
            raise SettingsError(f"BIOFACTS_TOOLS: {error}") from error
        observability = build_observability(settings, http=serving.http)
        resources = ServerResources(settings, observability.observer, observability.close)
        if serving.http:
            return _serve_http(serving, settings, observability, resources, tools, begun)
        import anyio

        with _absent("uvicorn"):  # the MCP SDK would import it, with its command line
            from biofacts.adapters.mcp import stdio

        anyio.run(stdio.serve, resources.lifespan, resources.prepare, tools, observability.observer, app_document)
        return 0


def _serve_http(
    serving: "Serving",
    settings: Settings,
    observability: "Observability",
    resources: "ServerResources",
    tools: "Tools",
    begun: Callable[[str], None],
) -> int:
    """Serve over HTTP. Raises: SettingsError.

    Command-line options override the settings; hosts, origins and proxies from both are combined.
    """
    from biofacts.adapters.mcp.streamable_http import serve as streamable_http_serve
    from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
    from biofacts.composition.server import app_document, build_auth_and_monitoring, page_of

    auth_and_monitoring = build_auth_and_monitoring(settings, observability, resources)
    try:
        exposure = Exposure(
            host=serving.host,
            port=serving.port,
            allowed_hosts=serving.allowed_hosts + split_commas(settings.allowed_hosts),
            allowed_origins=serving.allowed_origins + split_commas(settings.allowed_origins),
            proxies=serving.proxies + split_commas(settings.proxies),
            path_prefix=settings.path_prefix if serving.path_prefix is None else serving.path_prefix,
            max_calls=settings.max_calls if serving.max_calls is None else serving.max_calls,
            drain=settings.drain if serving.drain is None else serving.drain,
        ).checked()
        # Bind the port first: a port in use is reported like a wrong setting, before the server starts.
        listening = exposure.listen()
    except ValueError as error:
        raise SettingsError(str(error)) from error
    sources = settings.describe_sources
    page = page_of(resources, tools, exposure.path_prefix) if serving.page else None
    streamable_http_serve.serve(
        resources.lifespan, exposure, listening, resources.ready, resources.prepare, tools, sources,
        auth_and_monitoring, page, lambda: begun(exposure.root(listening)), app_document,
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
