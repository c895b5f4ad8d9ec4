/**
 * A hand at the end of an arm: wrist at the origin, fingers along x, drawn for the arm on the patron's right; the other
 * one is its mirror image. Palm down the thumb lies towards the patron's left; with an open palm it lies on the other side.
 */
import { drawFinger, type Finger, type SkinTones } from "./finger";
import { darker, fill, lighter, line, mix, round } from "./ink";
import type { Person } from "./people";

export const GESTURES = ["rest", "flat", "pinch", "sweep", "open"] as const;
export type Gesture = (typeof GESTURES)[number];

export const HAND_BOX = { x: -26, y: -56, width: 148, height: 112 } as const;

type Fingers = readonly [little: Finger, ring: Finger, middle: Finger, index: Finger];

interface HandShape {
  readonly fingers: Fingers;
  readonly thumb: Finger;
  readonly thumbIsUnder: boolean;
}

const finger = (width: number, ...joints: Finger["joints"]): Finger => ({ width, joints });

const SHAPES: Readonly<Record<Gesture, HandShape>> = {
  rest: {
    fingers: [
      finger(12.6, [40, -15], [60, -22], [73, -25]),
      finger(14.2, [46, -6], [72, -10], [88, -11]),
      finger(14.8, [48, 5], [77, 5], [96, 3]),
      finger(14.2, [44, 15], [70, 19], [87, 17]),
    ],
    thumb: finger(19, [8, 13], [30, 29], [50, 31]),
    thumbIsUnder: true,
  },
  flat: {
    fingers: [
      finger(12.6, [40, -15], [62, -27], [77, -34]),
      finger(14.2, [46, -6], [74, -12], [94, -16]),
      finger(14.8, [48, 5], [78, 6], [101, 6]),
      finger(14.2, [44, 15], [71, 22], [92, 27]),
    ],
    thumb: finger(19, [8, 13], [28, 33], [46, 42]),
    thumbIsUnder: true,
  },
  pinch: {
    fingers: [
      finger(12.6, [38, -15], [52, -19], [57, -16]),
      finger(14.2, [44, -6], [64, -9], [72, -6]),
      finger(14.8, [48, 5], [76, 7], [90, 12]),
      finger(14.2, [44, 15], [70, 20], [86, 20]),
    ],
    thumb: finger(19, [8, 14], [34, 30], [62, 30]),
    thumbIsUnder: false,
  },
  sweep: {
    fingers: [
      finger(12.6, [40, -15], [62, -17], [78, -16]),
      finger(14.2, [46, -6], [74, -7], [93, -7]),
      finger(14.8, [48, 5], [78, 4], [100, 3]),
      finger(14.2, [44, 15], [71, 15], [91, 13]),
    ],
    thumb: finger(19, [8, 13], [28, 25], [48, 26]),
    thumbIsUnder: true,
  },
  open: {
    fingers: [
      finger(12.6, [40, 15], [61, 20], [74, 22]),
      finger(14.2, [46, 6], [73, 9], [90, 9]),
      finger(14.8, [48, -5], [78, -4], [98, -5]),
      finger(14.2, [44, -15], [70, -19], [88, -22]),
    ],
    thumb: finger(20, [6, -11], [26, -33], [43, -43]),
    thumbIsUnder: true,
  },
};

const BACK =
  "M-22 -12C-8 -13 4 -15 18 -19C30 -22 40 -23 46 -20C52 -17 54 -10 56 -2C57 6 56 14 52 20C46 25 34 24 22 21C8 17 -6 14 -22 12Z";

export function hand(person: Person, gesture: Gesture, id: string): string {
  const { fingers, thumb, thumbIsUnder } = SHAPES[gesture];
  const isOpen = gesture === "open";
  const tones = isOpen ? palmTones(person) : backTones(person);
  const drawnThumb = drawFinger(thumb, tones, !isOpen);
  const gradient = round(id, [0.42, 0.46], 0.72, [
    [0, tones.lit],
    [0.55, tones.skin],
    [1, tones.shade],
  ]);
  return (
    `<defs>${gradient}</defs>` +
    (thumbIsUnder ? drawnThumb : "") +
    fill(web(thumb), tones.skin) +
    fingers.map((each) => drawFinger(each, tones, !isOpen)).join("") +
    `<path d="${BACK}" fill="url(#${id})"/>` +
    (isOpen ? palmLines(tones, person) : knuckles(fingers, tones)) +
    (thumbIsUnder ? "" : drawnThumb) +
    (person.hasRing ? ring(fingers[1], person) : "") +
    line("M-16 -11.5Q-11 0 -16 11.5", tones.crease, 7, 0.4)
  );
}

/** The skin between the thumb and the palm. */
function web({ joints: [, [x, y]] }: Finger): string {
  const side = Math.sign(y);
  return `M-6 ${10 * side}L${x - 4} ${y - 3 * side}Q${x + 4} ${y - 9 * side} ${x + 14} ${19 * side}L20 0Z`;
}

function backTones({ skin, nails }: Person): SkinTones {
  return {
    skin,
    lit: lighter(skin, 0.26),
    shade: darker(skin, 0.26),
    crease: darker(mix(skin, "#7a2a18", 0.2), 0.42),
    nail: nails,
  };
}

/** Palms are paler and pinker than the backs of hands. */
function palmTones(person: Person): SkinTones {
  const skin = lighter(mix(person.skin, "#f0b9a2", 0.42), 0.06);
  return { ...backTones({ ...person, skin }), nail: skin };
}

/** Tendons to the knuckles, each knuckle lit on top, and the dips between the fingers. */
function knuckles(fingers: Fingers, { lit, shade, crease }: SkinTones): string {
  const roots = fingers.map(({ joints: [root] }) => root);
  const tendons = roots.map(([x, y]) => `M6 ${(y * 0.45).toFixed(1)}Q${x / 2} ${(y * 0.7).toFixed(1)} ${x - 4} ${y}`);
  const bumps = roots.map(
    ([x, y]) =>
      `<ellipse cx="${x + 2}" cy="${y}" rx="6" ry="4" fill="${lit}" opacity=".34"/>` +
      line(`M${x + 6} ${y - 4}Q${x + 9} ${y} ${x + 6} ${y + 4}`, crease, 1.1, 0.26),
  );
  const dips = roots.slice(1).map(([x, y], at) => {
    const [beforeX, beforeY] = roots[at] ?? [x, y];
    return `M${(x + beforeX) / 2 + 4} ${(y + beforeY) / 2}l7 -1`;
  });
  return (
    line(tendons.join(""), lit, 2.2, 0.34) +
    bumps.join("") +
    line(dips.join(""), crease, 1.6, 0.4) +
    line("M-8 11Q12 15 26 20", shade, 4, 0.35)
  );
}

/** The ball of the thumb, the heel of the hand and the lines that everybody has. */
function palmLines({ lit, shade, crease }: SkinTones, { blush }: Person): string {
  return (
    fill("M0 -12C10 -20 26 -21 32 -12C34 -4 22 2 8 1C0 0 -4 -6 0 -12Z", lit, 0.6) +
    fill("M2 12C14 4 30 6 38 14C34 20 12 18 2 12Z", shade, 0.24) +
    fill("M40 -18C48 -20 53 -12 54 0C54 10 52 17 46 19C42 8 42 -8 40 -18Z", blush, 0.14) +
    line("M36 -17C26 -10 20 -2 16 8", crease, 1.2, 0.5) +
    line("M42 -18C38 -6 34 4 30 14M46 -2C42 6 40 12 38 18", crease, 1.1, 0.42)
  );
}

function ring({ joints: [[x, y], [nextX, nextY]] }: Finger, { metal }: Person): string {
  const [atX, atY] = [x + (nextX - x) * 0.52, y + (nextY - y) * 0.52];
  const turn = (Math.atan2(nextY - y, nextX - x) * 180) / Math.PI;
  return (
    `<g transform="translate(${atX.toFixed(1)} ${atY.toFixed(1)}) rotate(${turn.toFixed(0)})">` +
    `<rect x="-1.8" y="-6.2" width="3.6" height="12.4" rx="1.6" fill="${metal}" stroke="${darker(metal, 0.5)}" stroke-width=".6"/></g>`
  );
}

/** What a dealer wears beside the cuff of the left wrist. */
export function wristwear({ wrist, metal }: Person): string {
  if (wrist === "none") return "";
  const edge = darker(metal, 0.5);
  const band = (x: number, width: number, colour: string): string =>
    `<path d="M${x} -13Q${x + 4} 0 ${x} 13h${width}Q${x + width + 4} 0 ${x + width} -13Z" fill="${colour}" stroke="${edge}" stroke-width=".7"/>`;
  if (wrist === "bangle") return band(-9, 3.4, metal) + line("M-8 -9Q-5 -2 -6 3", "#fff", 1.1, 0.7);
  return (
    band(-13, 9, "#2b1d14") +
    `<circle cx="-6" cy="0" r="8.4" fill="${metal}" stroke="${edge}" stroke-width=".8"/>` +
    `<circle cx="-6" cy="0" r="6.2" fill="#f4f1e8"/>` +
    line("M-6 0L-6 -4M-6 0L-2.6 1.4", "#1a1c20", 1.1)
  );
}
