"""What a host starts: the server on standard input and output."""

from biofacts.__main__ import main

if __name__ == "__main__":
    raise SystemExit(main(["serve"]))
