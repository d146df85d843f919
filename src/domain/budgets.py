"""How long things may take: one call, and each of its parts as a share of it. Seconds.

A caller gets an answer within `CALL`; a part that could take longer is cut, so that what can still be said is said.
"""

CALL = 25.0
"""A whole call, whatever happens."""

TURN = 0.96 * CALL
"""Waiting for one's turn in an upstream's queue: a little less than the call, so that it is named as the reason."""

LIST = 0.88 * CALL
"""Names of a list, of which each may wait for the network: the rest is told to be late."""

READ = 0.4 * CALL
"""Connecting, and each read and write of a request. One that times out is tried once more: a call has time for both."""

HEAD = 0.6 * CALL
"""Until the status of an answer is there, however many reads that takes."""

BODY = 0.6 * CALL
"""Until a body that comes slower than `SLOWEST_BODY` bytes a second is given up."""

SLOWEST_BODY = 4096

LATE = 0.008 * CALL
"""A slot of an upstream's budget that came so long ago is left unused: a request would go beside those behind it."""

PAUSES = 0.4 * CALL
"""All pauses together that an upstream asks for with `Retry-After`, and the longest that holds up other requests."""

EXTRA = 0.32 * CALL
"""What a record can do without: it goes without, and says so."""

PARTS = 0.48 * CALL
"""Catalogues that tell parts of a record, all of them together: what has not come by then is left out."""

LAST = 0.08 * CALL
"""The end of a call, in which an answer is made of what is there by then."""

NAMES = 0.12 * CALL
"""Names of genes that are not at hand yet, where an answer without them is right as far as it goes."""

NAMES_NEEDED = 0.6 * CALL
"""The same, where there would be no answer without them."""

FIRST_CHOICE = 0.28 * CALL
"""What a second-best can stand in for: there must be time for that, too."""

SETTLING = 0.6 * CALL
"""A command's end: what still runs behind its answer is waited for."""

RECOVERY = 1.2 * CALL
"""An upstream that failed is left alone: longer than a call, so that no call fails twice in vain."""

FORGOTTEN_SLOT = 12 * CALL
"""A slot of a shared budget this far ahead belongs to a clock that has started anew."""
