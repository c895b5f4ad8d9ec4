/**
 * Where the bets of a book stand on the felt. Any book gets a sensible felt; published ones have a design.
 * The main row is always Player, Tie, Banker. Position, tone and captions only: what a bet pays comes from the server.
 */
import type { FieldInfo, TableInfo } from "../../wire/protocol.generated";
import type { WordKey } from "../../words/english/index";
import { DESIGNED, type Design } from "./designs";

export type Tone = "player" | "banker" | "tie" | "neutral";

export interface Field {
  readonly info: FieldInfo;
  readonly tone: Tone;
  readonly note: WordKey | null;
}

export interface Group {
  readonly caption: WordKey | null;
  readonly fields: readonly (Field | null)[]; // null keeps a place empty
}

export interface Tray {
  readonly title: WordKey;
  readonly fields: readonly Field[];
}

export interface FeltLayout {
  readonly rows: readonly (readonly Group[])[];
  readonly main: { readonly player: Field | null; readonly tie: Field | null; readonly banker: Field | null };
  readonly phoneRow: readonly (Field | null)[];
  readonly trays: readonly Tray[];
}

const ROW_MAX = 8;
const PHONE_ROW_MAX = 6;

export function feltLayout(table: TableInfo, mode: string | null): FeltLayout {
  const leftOut = table.modes.find((each) => each.id === mode)?.leaves_out ?? [];
  const offered = table.fields.filter((field) => !leftOut.includes(field.bet));
  const design = DESIGNED[table.book];
  const made = (info: FieldInfo): Field => ({
    info,
    tone: design?.tones?.[info.bet] ?? toneOf(info),
    note: design?.notes?.[info.bet] ?? null,
  });
  const player = offered.find((field) => field.backs === "player");
  const banker = offered.find((field) => field.backs === "banker");
  const tie = offered.find((field) => field.is_tie);
  const sides = offered.filter((field) => ![player, banker, tie].includes(field)).map(made);
  const rows = design ? designedRows(design, sides) : defaultRows(sides);
  return {
    rows,
    main: { player: player ? made(player) : null, tie: tie ? made(tie) : null, banker: banker ? made(banker) : null },
    ...phoneFields(design, sides, rows),
  };
}

export function toneOf(field: FieldInfo): Tone {
  if (field.backs) return field.backs;
  const side = /^(player|banker|tie)\b/.exec(field.bet)?.[1];
  return (side as Tone | undefined) ?? "neutral";
}

/** Bets the design does not know (a house may offer others) still get a row of their own. */
function designedRows(design: Design, sides: readonly Field[]): FeltLayout["rows"] {
  const left = new Map(sides.map((field) => [field.info.bet, field]));
  const rows = design.rows.map((row) =>
    row.map((group) => ({
      caption: group.caption ?? null,
      fields: group.bets.map((bet) => {
        const field = bet === null ? null : (left.get(bet) ?? null);
        if (bet !== null) left.delete(bet);
        return field;
      }),
    })),
  );
  const filled = rows.filter((row) => row.some((group) => group.fields.some(Boolean)));
  return left.size > 0 ? [...defaultRows([...left.values()]), ...filled] : filled;
}

/** Player's side left, Banker's right, the rest between; at most eight to a row, rows of equal count. */
export function defaultRows(sides: readonly Field[]): FeltLayout["rows"] {
  if (sides.length === 0) return [];
  const place = { player: 0, neutral: 1, tie: 1, banker: 2 } as const;
  const rowCount = Math.ceil(sides.length / ROW_MAX);
  const rows: Field[][] = Array.from({ length: rowCount }, () => []);
  for (const tone of ["player", "neutral", "tie", "banker"] as const) {
    for (const field of sides.filter((each) => each.tone === tone)) shortest(rows).push(field);
  }
  return rows.map((row) => {
    const ordered = row.toSorted((one, other) => place[one.tone] - place[other.tone]);
    return [{ caption: null, fields: ordered }];
  });
}

function shortest(rows: Field[][]): Field[] {
  return rows.reduce((best, row) => (row.length < best.length ? row : best));
}

function phoneFields(design: Design | undefined, sides: readonly Field[], rows: FeltLayout["rows"]) {
  const flat = rows.flatMap((row) => row.flatMap((group) => group.fields));
  if (design?.phone) {
    const byBet = new Map(sides.map((field) => [field.info.bet, field]));
    const pick = (bets: readonly string[]) => bets.flatMap((bet) => byBet.get(bet) ?? []);
    return {
      phoneRow: pick(design.phone.row),
      trays: design.phone.trays.map((tray) => ({ title: tray.title, fields: pick(tray.bets) })),
    };
  }
  if (flat.length <= PHONE_ROW_MAX) return { phoneRow: flat, trays: [] };
  const fields = flat.filter((field) => field !== null);
  const tray: Tray = { title: "felt.side_tray", fields: fields.slice(PHONE_ROW_MAX - 1) };
  return { phoneRow: fields.slice(0, PHONE_ROW_MAX - 1), trays: [tray] };
}
