"""Time limits: how long a call and its parts may take, in seconds, as shares of `CALL`.

A caller gets an answer within `CALL`, or within a multiple that the tool states. A part that takes longer is cut off,
so that the rest still reaches the caller. How long answers are kept is in `freshness`, the pace of requests in
`request_rates`.
"""

CALL = 25.0
"""A whole call, including all waiting."""

TURN = 0.96 * CALL
"""Waiting in an upstream's queue: a little less than the call, so that the error can name the queue as the reason."""

LIST = 0.88 * CALL
"""Resolving the names of a list, each of which may wait for the network; the remaining names are reported as late."""

READ = 0.4 * CALL
"""Connecting, and each read and write of a request.

A request that times out is repeated once; a call has time for both.
"""

HEAD = 0.6 * CALL
"""Waiting for the status of an answer, however many reads that takes."""

BODY = 0.6 * CALL
"""Receiving a body that arrives at less than `SLOWEST_BODY` bytes per second."""

# Bytes per second.
SLOWEST_BODY = 4096

LATE = 0.008 * CALL
"""The age at which a slot of an upstream's budget expires unused.

A request sent later would collide with those in the next slots.
"""

PAUSES = 0.4 * CALL
"""The total of the pauses that an upstream demands with `Retry-After`, and the longest pause for other requests."""

EXTRA = 0.32 * CALL
"""Optional parts of a record, which omits them if they are late and says so."""

PARTS = 0.48 * CALL
"""All catalogues that supply parts of a record, together; parts that are late are omitted."""

LAST = 0.08 * CALL
"""The end of a call, reserved for building an answer from the results so far."""

NAMES = 0.12 * CALL
"""Waiting for names of genes that only improve an answer."""

NAMES_NEEDED = 0.6 * CALL
"""Waiting for names of genes without which there is no answer."""

FIRST_CHOICE = 0.28 * CALL
"""Waiting for a source that has a substitute: leaves time to use the substitute."""

SETTLING = 0.6 * CALL
"""Waiting for background work at the end of a command."""

RECOVERY = 1.2 * CALL
"""The pause for an upstream that failed: longer than a call, so that no call fails at it twice."""

FORGOTTEN_SLOT = 12 * CALL
"""A slot of a shared budget this far in the future was reserved by a clock that has since been reset."""
