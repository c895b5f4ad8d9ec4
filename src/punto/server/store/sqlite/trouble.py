"""Problems with an SQLite file, in words an operator can act on."""

import apsw

IN_WORDS = {
    apsw.BusyError: "somebody else writes to it",
    apsw.CantOpenError: "it cannot be opened",
    apsw.CorruptError: "it is damaged",
    apsw.FullError: "the disk is full",
    apsw.IOError: "the disk cannot be written",
    apsw.NotADBError: "it is not a database",
    apsw.ReadOnlyError: "the database is read-only",
}
NOTHING_WAS_STORED = (apsw.FullError, apsw.ReadOnlyError, apsw.BusyError)  # for certain, and the file is as it was


def in_words(error: apsw.Error) -> str:
    return IN_WORDS.get(type(error), str(error))
