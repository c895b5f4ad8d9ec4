/** The marks that a win would add, at the positions the server predicts. They belong to no round yet. */
import type { MainMark, Mark } from "../wire/protocol.generated";
import type { RoadsView } from "../state/apply-roads";

export type Asked = "player" | "banker" | null;
export type Forecast = {
  readonly main: MainMark | null;
  readonly big_eye: Mark | null;
  readonly small: Mark | null;
  readonly cockroach: Mark | null;
  readonly bead_plate: Mark | null;
};

export const NO_ROUND = -1; // of a mark that is only a forecast
const NOTHING: Forecast = { main: null, big_eye: null, small: null, cockroach: null, bead_plate: null };

export function forecast(roads: RoadsView, asked: Asked): Forecast {
  const places = asked === "player" ? roads.player_places : asked === "banker" ? roads.banker_places : null;
  if (!places) return NOTHING;
  const winner = asked === "player" ? "P" : "B";
  const [bigEye = "", small = "", cockroach = ""] = asked === "player" ? roads.ask_player : roads.ask_banker;
  const mark = (place: readonly [number, number] | null, colour: string): Mark | null =>
    place && [...place, colour, NO_ROUND];
  return {
    main: [...places.main, winner, NO_ROUND, false, false, 0, 0, 0],
    big_eye: mark(places.big_eye, bigEye),
    small: mark(places.small, small),
    cockroach: mark(places.cockroach, cockroach),
    bead_plate: mark(places.bead_plate, winner),
  };
}
