/**
 * Display settings, kept in this browser and never sent. Nothing here changes the game, and a
 * stored value that no longer fits is replaced by the default.
 */
import type { Motion } from "../screen/motion";
import { LANGUAGE_IDS, preferredLanguage } from "../words/languages";
import { BACKS, CLOTHS, type Back, type Cloth } from "./looks";
import type { OwnChips } from "./own-chips";
import { restored } from "./restored";

export type RoadName = "main" | "big_eye" | "small" | "cockroach" | "bead_plate" | "statistics" | "forecast";

export const DEFAULTS = {
  language: preferredLanguage(globalThis.navigator?.languages ?? []),
  motion: "full" as Motion,
  felt: "night" as "night" | "day",
  cloth: "green" as Cloth,
  cardBack: "lattice" as Back,
  roadPaper: "light" as "light" | "dark",
  roadLetters: false,
  hiddenRoads: [] as RoadName[],
  valuesIn: "currency" as "currency" | "credits",
  dimCredits: false,
  showLimits: false,
  showWinnings: false,
  volumes: { all: 80, effects: 50, voice: 0, room: 0 },
  vibration: true,
  dealer: true, // drawn behind the table
  video: true,
  videoHeight: 0, // lines, where there is a choice; 0: whatever the network allows
  favourites: [] as string[],
  ownChips: [] as OwnChips[], // of the chips of some tables, those on the rail
  hiddenGoodRoads: [] as string[], // patterns that this patron does not look for
  tellsGoodRoads: true, // of other tables, while at one
  lastSeat: { table: "", at: 0 }, // where this patron last was, and when
  layout: "grid" as "grid" | "one-large" | "side-by-side",
  infoHidden: true,
  foldedInfo: [] as string[],
  firstVisitDone: false,
  squeeze: "squeeze" as "squeeze" | "quick" | "skip", // held cards: peeled, opened at once, or left to the table
  squeezeCoach: false,
  squeezeDrawing: "auto" as "auto" | "paper" | "plain",
  callsBack: false, // to one's cards, from a hidden tab; the browser has been asked
  squeezesDone: 0, // grips are shown until the patron knows them
};

export type Settings = typeof DEFAULTS;

const KEPT_UNDER = "punto.settings";

export const settings: Settings = $state(checked(restored(DEFAULTS, read())));

/** What was stored may name a language, a cloth or a card back that this client no longer has. */
function checked(kept: Settings): Settings {
  return {
    ...kept,
    language: LANGUAGE_IDS.includes(kept.language) ? kept.language : DEFAULTS.language,
    cloth: CLOTHS.includes(kept.cloth) ? kept.cloth : DEFAULTS.cloth,
    cardBack: BACKS.includes(kept.cardBack) ? kept.cardBack : DEFAULTS.cardBack,
  };
}

function read(): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(KEPT_UNDER) ?? "{}");
  } catch {
    return {}; // private windows may have no storage, and stored text may be damaged
  }
}

/** Called once by the root component: stores every change and applies it to the page. */
export function persistSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      globalThis.localStorage?.setItem(KEPT_UNDER, text);
    } catch {
      return; // without storage a setting lasts as long as the tab
    }
  });
  $effect(() => {
    const page = document.documentElement.dataset;
    page["felt"] = settings.felt;
    page["cloth"] = settings.cloth;
    page["motion"] = settings.motion;
    page["paper"] = settings.roadPaper;
  });
}

export function toggled<Value>(list: readonly Value[], value: Value): Value[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value];
}
