/** Which fields of a layout lie on the cloth of a screen, and which wait in trays. */
import type { FeltShape, PlanArrangement } from "../../stage/plan-types";
import type { FeltLayout, Field, Group, Tray } from "./layout";

export interface ClothRows {
  readonly rows: readonly (readonly Group[])[];
  readonly trays: readonly Tray[];
  readonly hasModes: boolean;
}

/** Player, Tie and Banker alone. */
export const NO_SIDES: ClothRows = { rows: [], trays: [], hasModes: false };

const TILE_FIELDS = 5; // beside the button for the rest

export function clothRows(
  layout: FeltLayout,
  arrangement: PlanArrangement,
  modes: number,
  inMenu: boolean, // trays and modes stand in the menu
): ClothRows {
  const hasModes = modes > 1 && !inMenu;
  if (arrangement === "desk" || arrangement === "tablet") return { rows: layout.rows, trays: [], hasModes };
  if (arrangement === "tile") return { ...tileRow(layout), hasModes };
  const grouped = layout.rows.length === 1 && layout.trays.length === 0 ? layout.rows : oneRow(layout.phoneRow);
  return { rows: grouped, trays: inMenu ? [] : layout.trays, hasModes };
}

function tileRow(layout: FeltLayout): Pick<ClothRows, "rows" | "trays"> {
  const fields = [...layout.phoneRow, ...layout.trays.flatMap((tray) => tray.fields)].filter((each) => each !== null);
  const shown = fields.length > TILE_FIELDS + 1 ? fields.slice(0, TILE_FIELDS - 1) : fields;
  const hidden = fields.slice(shown.length);
  const trays: Tray[] = hidden.length > 0 ? [{ title: "felt.more", fields: hidden }] : [];
  return { rows: hidden.length > 0 || layout.rows.length !== 1 ? oneRow(shown) : layout.rows, trays };
}

function oneRow(fields: readonly (Field | null)[]): ClothRows["rows"] {
  return fields.length > 0 ? [[{ caption: null, fields }]] : [];
}

export function shapeOf({ rows, trays, hasModes }: ClothRows, modes: number): FeltShape {
  return {
    rows: rows.map((row) =>
      row.map(({ caption, fields }) => ({
        bets: fields.map((field) => field?.info.bet ?? null),
        hasCaption: caption !== null,
      })),
    ),
    trays: trays.length,
    modes: hasModes ? modes : 0,
  };
}
