/** The dealing shoe: dark acrylic with a brass foot, its mouth to the left. */
import { across, blur, downwards, fill, line, placed, short, type Place } from "./ink";
import type { Back } from "../../settings/looks";
import { ACRYLIC, BRASS, CARD_BACKS, PAPER } from "./paints";

const DRAWN = 200;
const FOOT = 118;
const EDGES = 40;
const STEPS = 10;
const USUAL_ROUNDS = 84; // eight decks, not counting the cards behind the cut card

/** How full the shoe looks, in tenths: enough for a look, too coarse to count cards by. */
export function levelOf(left: number, whole: number): number {
  if (whole <= 0) return 0;
  return Math.min(STEPS, Math.max(0, Math.ceil((left / whole) * STEPS))) / STEPS;
}

/** How full it looks after some rounds of a usual shoe. */
export function levelAfter(rounds: number): number {
  return levelOf(USUAL_ROUNDS - rounds, USUAL_ROUNDS);
}

export function shoe(place: Place, level: number, design: Back = "lattice"): string {
  const { id } = place;
  const gradients =
    blur(`${id}-soft`, 5) +
    downwards(`${id}-lid`, [
      [0, "#565e66"],
      [0.45, ACRYLIC.lit],
      [1, ACRYLIC.deep],
    ]) +
    downwards(`${id}-wall`, [
      [0, ACRYLIC.lit],
      [1, ACRYLIC.dark],
    ]) +
    across(`${id}-glass`, [
      [0, "#b9c6cf", 0.26],
      [0.28, "#0c1013", 0.08],
      [0.62, "#0c1013", 0.2],
      [1, "#040506", 0.52],
    ]) +
    across(`${id}-cheek`, [
      [0, ACRYLIC.dark],
      [1, "#3b4249"],
    ]);
  const back = 62 + level * 96; // where the wedge stands that pushes the cards to the mouth
  return placed(
    place,
    DRAWN,
    FOOT,
    `<defs>${gradients}</defs>` +
      `<path d="M-8 114H206L220 126H-26Z" fill="#000" opacity=".62" filter="url(#${id}-soft)"/>` +
      fill("M66 8H170Q176 8 180 13L194 31H44L58 12Q61 8 66 8Z", `url(#${id}-lid)`) +
      fill("M66 12H168L174 19H62Z", "#fff", 0.12) +
      fill("M44 31H194L200 112Q200 118 194 118H22Q16 118 17 112Z", `url(#${id}-wall)`) +
      cardsInside(back) +
      wedge(back) +
      fill("M44 31H194L200 112Q200 118 194 118H22Q16 118 17 112Z", `url(#${id}-glass)`) +
      fill("M148 31H170L150 118H120Z", "#fff", 0.07) +
      fill("M112 31H119L96 118H88Z", "#fff", 0.05) +
      mouth(id, design) +
      line("M45 31.5H193", "#fff", 1.3, 0.55) +
      line("M194 32L199.5 112", "#fff", 1, 0.18) +
      line("M66 8.6H171", "#fff", 1, 0.34) +
      fill("M16 113H200Q200 119 194 119H20Q15 119 16 113Z", BRASS.deep) +
      line("M18 113.6H199", BRASS.lit, 1.3, 0.9),
  );
}

function cardsInside(back: number): string {
  const foot = (top: number): number => top - 20;
  const edges = Array.from({ length: EDGES }, (_, index) => {
    const top = 53 + ((back - 53) * index) / (EDGES - 1);
    return `M${short(top)} 40L${short(foot(top))} 104`;
  });
  return (
    fill(`M52 39H${short(back)}L${short(foot(back))} 105H32Z`, PAPER.lit, 0.94) +
    line(edges.join(""), PAPER.edge, 0.7, 0.75) +
    fill(`M52 39H${short(back)}L${short(back - 3)} 49H49Z`, "#fff", 0.5)
  );
}

function wedge(back: number): string {
  const [x, foot] = [short(back), short(back - 20)];
  const middle = short(back + 1);
  return (
    fill(`M${x} 39h13q11 2 9 13L${short(back + 6)} 105H${foot}Z`, "#3a4046") +
    line(`M${x} 39L${foot} 105`, "#808a93", 1.2, 0.7) +
    `<circle cx="${middle}" cy="77" r="11" fill="#20252a" stroke="#78828b" stroke-width="1.6"/>` +
    `<circle cx="${middle}" cy="77" r="4" fill="#98a2ab"/>`
  );
}

/** The sloping front with the next card in it, face down, and the notch for the thumb. */
function mouth(id: string, design: Back): string {
  return (
    fill("M44 31L17 113Q16 118 20 118H-8Q-16 118 -13 110L14 52Z", `url(#${id}-cheek)`) +
    fill("M37 44L15 106H-4L20 56Z", PAPER.lit) +
    fill("M34 50L15 101H1L22 58Z", CARD_BACKS[design].ground) +
    line("M32 54L15.5 98.5H4L23 60Z", CARD_BACKS[design].line, 0.9, 0.75) +
    fill("M-5 102H19L15 114H-11Z", ACRYLIC.deep) +
    fill("M2 104Q7 96 13 104Z", ACRYLIC.dark) +
    line("M44 31L17 112", "#fff", 1, 0.3)
  );
}
