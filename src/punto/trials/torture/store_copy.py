"""What held when a copy of the store was taken, and what a store that is set back to it has lost."""

from dataclasses import dataclass

from punto.server.store.heads_file import Heads
from punto.server.streams.request import TableAnswer
from punto.trials.torture.patrons import Sent
from punto.trials.torture.raced_records import Standing


@dataclass
class StoreCopy:
    told: dict[str, tuple[Sent, TableAnswer]]
    records: dict[str, Standing]
    log_id: str
    versions: dict[str, int]  # by stream

    def lacks(self, heads: Heads) -> bool:
        """Something that these heads tell of. They may name more streams than those of the process that took the copy,
        which knew only of what it had written itself."""
        is_behind = any(head.version > self.versions.get(stream, 0) for stream, head in heads.streams.items())
        return heads.log_id != self.log_id or is_behind
