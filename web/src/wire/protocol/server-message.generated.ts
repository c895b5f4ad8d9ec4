// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { FloorWatch } from "./floor-watch.generated";
import type {
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
} from "./floor.generated";
import type { CallNotice, ConfirmationNotice, ConsoleState } from "./staff.generated";
import type { LimitsAnnounced, TableClosed, TableOpened, TableResumed } from "./table-opened.generated";
import type {
  Adjusted,
  Answer,
  AutoRepeatEnded,
  Choice,
  Dispute,
  Faces,
  Fields,
  Seat,
  Settlement,
  StakesReturned,
  Tipped,
  Wagers,
} from "./table-private.generated";
import type {
  BettingClosed,
  BettingOpened,
  CardDealt,
  CardSetAside,
  CardTurned,
  CardsBurned,
  CardsStruck,
  ContributionMade,
  DealerChanged,
  DividerSeen,
  HandTurned,
  HandsRebuilt,
  RoundCancelled,
  RoundCorrected,
  RoundSettled,
  RoundVoided,
  ShoeAbandoned,
  ShoeCommitted,
  ShoeEnded,
  ShoeOpened,
  ShoeRevealed,
  StageEnded,
  StageOpened,
  TablePaused,
  TableResumes,
  Totals,
} from "./table-public.generated";
import type { CardBent, Reacted, TalkOpened, TalkRemoved, TalkSaid } from "./talk.generated";

export type ServerMessage =
  | Welcome
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
  | TalkOpened
  | TalkSaid
  | TalkRemoved
  | ShoeCommitted
  | ContributionMade
  | ShoeOpened
  | CardsBurned
  | BettingOpened
  | BettingClosed
  | CardsStruck
  | CardDealt
  | StageOpened
  | CardTurned
  | HandTurned
  | StageEnded
  | RoundSettled
  | RoundCancelled
  | RoundVoided
  | RoundCorrected
  | ShoeEnded
  | ShoeAbandoned
  | ShoeRevealed
  | DealerChanged
  | DividerSeen
  | CardSetAside
  | HandsRebuilt
  | TablePaused
  | TableResumes
  | Seat
  | Wagers
  | Choice
  | Faces
  | Settlement
  | StakesReturned
  | Adjusted
  | Tipped
  | Dispute
  | Fields;
