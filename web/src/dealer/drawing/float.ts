/** The float: the bank's chips in their tubes, seen from above, the nearest chip of each leaning on the tray's rim. */
import { across, blur, downwards, fill, line, short, type Place } from "./ink";
import { BRASS, CHIP_EDGES, WOOD } from "./paints";

const THICK = 3.2; // of a chip, lying on its edge
const RIM = 5;
const INSERT = 0.16; // width of an edge's insert, of a tube's

export interface Tube {
  readonly chip: number;
  readonly level: number; // 0 to 1
}

export interface FloatPlace extends Place {
  readonly height: number;
  readonly lean: number; // degrees: the tray follows the camera's lines
}

/** `x` and `y` are the middle of the near rim. */
export function float(place: FloatPlace, tubes: readonly Tube[]): string {
  const { id, x, y, width, height, lean } = place;
  const each = (width - 2 * RIM) / tubes.length;
  const gradients =
    blur(`${id}-soft`, 4) +
    across(`${id}-tube`, [
      [0, "#000", 0.66],
      [0.16, "#000", 0.16],
      [0.4, "#fff", 0.2],
      [0.52, "#fff", 0.04],
      [0.8, "#000", 0.26],
      [1, "#000", 0.7],
    ]) +
    downwards(`${id}-depth`, [
      [0, "#000", 0.62],
      [0.35, "#000", 0],
      [1, "#000", 0.12],
    ]) +
    downwards(`${id}-wood`, [
      [0, WOOD.deep],
      [0.5, WOOD.body],
      [1, WOOD.deep],
    ]);
  const box = `x="${-RIM}" y="${-RIM}" width="${short(width)}" height="${short(height + 2 * RIM)}" rx="5"`;
  const drawn = tubes.map((tube, index) => filled(id, tube, index * each + 1, each - 2, height)).join("");
  const inside = short(width - 2 * RIM);
  return (
    `<g transform="translate(${short(x - width / 2 + RIM)} ${short(y - height - RIM)}) skewX(${lean})">` +
    `<defs>${gradients}</defs>` +
    `<rect ${box} fill="#000" opacity=".5" filter="url(#${id}-soft)" transform="translate(3 6)"/>` +
    `<rect ${box} fill="url(#${id}-wood)"/>` +
    `<rect x="-1" y="-1" width="${short(width - 2 * RIM + 2)}" height="${short(height + 2)}" rx="3" fill="#05080a"/>` +
    drawn +
    `<rect width="${inside}" height="${short(height)}" rx="3" fill="url(#${id}-depth)"/>` +
    `<rect ${box} fill="none" stroke="${BRASS.body}" stroke-width="1.1" opacity=".85"/>` +
    line(`M-3 ${short(height + RIM - 1.6)}H${short(width - 2 * RIM + 3)}`, BRASS.lit, 1, 0.6) +
    `</g>`
  );
}

function filled(id: string, { chip, level }: Tube, x: number, width: number, height: number): string {
  const [body, insert] = CHIP_EDGES[chip] ?? ["#777777", "#ffffff"];
  const length = Math.max(THICK * 2, height * level);
  const far = height - length;
  let gaps = "";
  let inserts = "";
  for (let row = 0; (row + 1) * THICK <= length; row++) {
    const y = far + row * THICK;
    const turn = ((row * 5.1 + x) % (width * 0.5)) / width; // each chip lies turned a little further
    gaps += `M${short(x)} ${short(y + THICK - 0.4)}h${short(width)}`;
    for (const from of [turn, turn + 0.5]) {
      const at = short(x + Math.min(from, 1 - INSERT) * width);
      inserts += `M${at} ${short(y + THICK / 2 - 0.3)}h${short(width * INSERT)}`;
    }
  }
  const [middle, radius] = [short(x + width / 2), width / 2 - 0.4];
  const front = `cx="${middle}" cy="${short(height - radius * 0.3)}" rx="${short(radius)}" ry="${short(radius * 0.3)}"`;
  return (
    `<rect x="${short(x)}" width="${short(width)}" height="${short(height)}" rx="3" fill="#0c1210"/>` +
    `<rect x="${short(x)}" y="${short(far)}" width="${short(width)}" height="${short(length)}" rx="2.4" fill="${body}"/>` +
    line(inserts, insert, 2.2, 0.92).replace("round", "butt") +
    line(gaps, "#000", 0.7, 0.45) +
    `<rect x="${short(x)}" width="${short(width)}" height="${short(height)}" rx="3" fill="url(#${id}-tube)"/>` +
    `<ellipse ${front} fill="${body}" stroke="${insert}" stroke-width="1.1" stroke-dasharray="${short(radius * 0.5)} ${short(radius * 0.55)}"/>` +
    fill(`M${short(x)} ${short(height - 1)}v2h${short(width)}v-2Z`, "#000", 0.25)
  );
}
