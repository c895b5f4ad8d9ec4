"""Everything the server sends, as one closed union."""

from punto.server.protocol.floor import (
    DisputeNotice,
    FloorAway,
    GoodRoadsNow,
    Lobby,
    LobbyChange,
    PlayIsOver,
    Pong,
    Problem,
    Purse,
    RealityCheck,
    Welcome,
)
from punto.server.protocol.floor_watch import FloorWatch
from punto.server.protocol.staff import CallNotice, ConfirmationNotice, ConsoleState
from punto.server.protocol.table_opened import LimitsAnnounced, TableClosed, TableOpened, TableResumed
from punto.server.protocol.table_private import Answer, AutoRepeatEnded, PrivateMessage
from punto.server.protocol.table_public import PublicMessage, Totals
from punto.server.protocol.talk import CardBent, Reacted, TalkMessage

ServerMessage = (
    Welcome
    | FloorAway
    | Pong
    | Problem
    | Answer
    | Purse
    | RealityCheck
    | PlayIsOver
    | AutoRepeatEnded
    | DisputeNotice
    | ConsoleState
    | ConfirmationNotice
    | CallNotice
    | FloorWatch
    | Lobby
    | LobbyChange
    | GoodRoadsNow
    | TableOpened
    | TableResumed
    | TableClosed
    | LimitsAnnounced
    | Totals
    | CardBent
    | Reacted
    | TalkMessage
    | PublicMessage
    | PrivateMessage
)
