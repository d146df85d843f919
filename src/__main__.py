"""The console script: arguments in, exit code out."""

import gc
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from biofacts import logs
from biofacts.settings import Settings, SettingsError, listed

if TYPE_CHECKING:
    from biofacts.adapters.cli.arguments import Arguments
    from biofacts.adapters.cli.serving import Serving
    from biofacts.application.tools import Tools
    from biofacts.container import Served
    from biofacts.serving import Seen

_FAILED, _USAGE, _INTERRUPTED = 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns: 0, 1 for an error envelope, 2 for wrong usage or settings."""
    _import_quickly()
    try:
        from biofacts.adapters.cli.arguments import parse

        arguments = parse(argv)
        settings = Settings.from_environment()
        logs.write(settings.log, access=arguments.http and settings.access_log)
        return _run(arguments, settings)
    except SettingsError as error:
        print(f"biofacts: {error}", file=sys.stderr)
        return _USAGE
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        gc.enable()


def _import_quickly() -> None:
    """Save a fifth of the start (`bench/start.py`): what is imported next makes many objects, which all stay.

    So the garbage collector need not look at them; whoever has imported switches it on again. And httpx imports a
    command line of its own (click, rich, pygments) unless that cannot be had.
    """
    gc.disable()
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None: cannot be imported


def _run(arguments: "Arguments", settings: Settings) -> int:
    """Each branch imports what it needs, so that a search does not wait for a server."""
    if arguments.command == "serve":
        return _serve(arguments, settings)
    import anyio

    if arguments.command == "demo":
        from biofacts.adapters.cli.output import console
        from biofacts.adapters.mcp.demo import demo

        gc.enable()
        return 0 if anyio.run(demo, console(sys.stdout)) else _FAILED
    if arguments.command in ("annotate", "export"):
        return _run_on_data_set(arguments, settings)
    from biofacts.adapters.cli import commands
    from biofacts.container import running

    gc.enable()
    if arguments.drawing is not None:
        from biofacts.adapters.cli.draw import draw

        return anyio.run(draw, arguments.drawing, running(settings, long_lived=False), arguments.json)
    return anyio.run(commands.run, arguments, running(settings, long_lived=False))


def _run_on_data_set(arguments: "Arguments", settings: Settings) -> int:
    import anyio

    from biofacts.adapters.cli import datasets as commands
    from biofacts.datasets import annotator, exporting
    from biofacts.ports.tables import WrongUse

    gc.enable()
    if (wanted := arguments.annotation) is None:
        return anyio.run(commands.export, arguments, exporting(settings))
    try:
        annotating = annotator(settings, wanted.workers, ray=wanted.ray, cache_on_nodes=wanted.cache_on_nodes)
    except WrongUse as error:
        print(f"biofacts {arguments.command}: {error}", file=sys.stderr)
        return _USAGE
    return anyio.run(commands.annotate, arguments, annotating)


def _serve(arguments: "Arguments", settings: Settings) -> int:
    """The servers switch the garbage collector on when they have built themselves."""
    from biofacts.application.tools import offered
    from biofacts.container import Served
    from biofacts.serving import seeing

    try:
        tools = offered(settings.tools)
    except ValueError as error:
        raise SettingsError(f"BIOFACTS_TOOLS: {error}") from error
    seen = seeing(settings, http=arguments.http)
    served = Served(settings, seen.observer, seen.close)
    if arguments.http:
        return _serve_http(arguments.serving, settings, seen, served, tools)
    import anyio

    from biofacts.adapters.mcp import stdio

    anyio.run(stdio.serve, served.lifespan, served.prepare, tools, seen.observer)
    return 0


def _serve_http(serving: "Serving", settings: Settings, seen: "Seen", served: "Served", tools: "Tools") -> int:
    """What the command line does not say, the settings do; hosts, origins and proxies of both count."""
    from biofacts.adapters.mcp import http
    from biofacts.adapters.mcp.exposure import Exposure
    from biofacts.serving import oversight_of

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
    http.serve(served.lifespan, exposure, listening, served.ready, served.prepare, tools, sources, oversight)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
