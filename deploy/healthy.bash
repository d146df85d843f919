#!/bin/bash
# Whether the server of this container answers 200: `healthy` for /healthz, `healthy /readyz`.
# Bash alone, since a Python takes fifteen times as long to start, and the image has neither curl nor wget.
exec 3<>"/dev/tcp/127.0.0.1/${PORT:-8000}" || exit 1
printf 'GET %s HTTP/1.0\r\n\r\n' "${1:-/healthz}" >&3
read -r -t 2 _ status _ <&3 && [[ $status == 200 ]]
