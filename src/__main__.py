"""The console script: arguments in, exit code out."""

import gc

gc.disable()  # imports make objects that all stay; whoever serves turns it on again

import sys
from collections.abc import Sequence

# httpx imports a command line of its own (click, rich, pygments: a tenth of a second) unless it is not to be had.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None: cannot be imported

from biofacts import logs
from biofacts.adapters.cli.arguments import Arguments, parse
from biofacts.settings import Settings, SettingsError

_FAILED, _USAGE, _INTERRUPTED = 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns: 0, 1 for an error envelope, 2 for wrong usage or settings."""
    arguments = parse(argv)
    try:
        settings = Settings.from_environment()
        logs.write(settings.log)
    except ValueError as error:  # SettingsError, or a log level that logging does not know
        print(f"biofacts: {error}", file=sys.stderr)
        return _USAGE
    try:
        return _run(arguments, settings)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(arguments: Arguments, settings: Settings) -> int:
    """Each branch imports what it needs, so that a search does not wait for a server."""
    if arguments.command == "serve":
        return _serve(arguments, settings)
    import anyio

    if arguments.command == "demo":
        from biofacts.adapters.mcp.demo import demo

        return 0 if anyio.run(demo) else _FAILED
    from biofacts.adapters.cli import commands
    from biofacts.container import running

    return anyio.run(commands.run, arguments, running(settings, lasting=False))


def _serve(arguments: Arguments, settings: Settings) -> int:
    from biofacts.container import Served

    served = Served(settings)
    if arguments.http:
        from biofacts.adapters.mcp import http

        http.serve(served.lifespan, arguments.host, arguments.port, served.ready)
    else:
        import anyio

        from biofacts.adapters.mcp import stdio

        anyio.run(stdio.serve, served.lifespan)
    return 0


__all__ = ["SettingsError", "main"]

if __name__ == "__main__":
    raise SystemExit(main())
