/** The cloth of one of several tables, for every book: nothing overlaps, nothing leaves the tile, everything can be hit. */
import { describe, expect, it } from "vitest";
import { planTable } from "../../stage/plan";
import type { Plan } from "../../stage/plan-types";
import { field, INFO } from "../../state/table-examples";
import { clothRows, NO_SIDES, shapeOf } from "./cloth-rows";
import { DESIGNED } from "./designs";
import { feltLayout } from "./layout";

const TILES = [
  // screen and arrangement        width height top  side fields
  ["four at 1440 × 900", 708, 378, 100, true],
  ["four at 1280 × 720", 628, 288, 66, true],
  ["four at 1280 × 800", 628, 328, 82, true],
  ["four at 1920 × 1080", 948, 468, 116, true],
  ["two at 1280 × 720", 630, 584, 100, true],
  ["two at 1440 × 900", 710, 762, 100, true],
  ["the large one at 1440 × 900", 950, 762, 100, true],
  ["a small one at 1440 × 900", 470, 250, 34, false],
  ["a small one at 1280 × 720", 420, 192, 34, false],
] as const;

const BOOKS = Object.entries(DESIGNED).map(([book, design]) => {
  const sides = design.rows.flatMap((row) => row.flatMap((group) => group.bets)).filter((bet) => bet !== null);
  const bets = [...new Set(["player", "tie", "banker", ...sides])];
  return { ...INFO, book, fields: bets.map((bet) => field(bet)), modes: book === "sa" ? 2 : 0 };
});

describe.each(TILES)("%s", (_name, width, height, top, hasSides) => {
  const plans = BOOKS.map(({ modes, ...info }) => {
    const layout = feltLayout({ ...info, modes: [] }, null);
    const cloth = hasSides ? clothRows(layout, "tile", modes, false) : NO_SIDES;
    const felt = shapeOf(cloth, modes);
    return planTable({ arrangement: "tile", width, height, top, felt, isFolded: false, hasPicture: false });
  });
  const fieldsOf = (plan: Plan) => [...plan.sides.values(), ...plan.trays, ...plan.modes, ...Object.values(plan.main)];

  it("gives every field 44 pixels each way, inside the tile", () => {
    for (const plan of plans)
      for (const place of fieldsOf(plan)) {
        expect(Math.min(place.width, place.height)).toBeGreaterThanOrEqual(44);
        const box = boxOf(pointsOf(place.path));
        expect([box.left >= 0, box.right <= width, box.top >= top, box.bottom <= height]).toEqual(Array(4).fill(true));
      }
  });

  it("keeps cards inside, under the wall and off the fields", () => {
    for (const plan of plans) {
      const fields = [...plan.sides.values(), ...plan.trays].map(({ path }) => pointsOf(path));
      for (const card of [...plan.hands.player.cards, ...plan.hands.banker.cards]) {
        const box = boxOf(card);
        expect([box.left >= 0, box.right <= width, box.top >= top]).toEqual([true, true, true]);
        for (const points of fields)
          for (const [x, y] of points)
            expect(x > box.left && x < box.right && y < box.bottom - 3, `field point ${x} ${y}`).toBe(false);
      }
    }
  });

  it("keeps totals, captions and plate apart, between the hands and above the fields", () => {
    for (const { centre, hands, main, sides, trays } of plans) {
      const { player, ring, captions, plate } = centre;
      const inner = boxOf(hands.player.cards[1]).right;
      const highest = Math.min(
        ...[...sides.values(), ...trays, main.tie].map(({ path }) => {
          const under = pointsOf(path).filter(([x]) => Math.abs(x - plate.x) < plate.width / 2);
          return Math.min(...under.map(([, y]) => y));
        }),
      );
      expect(player.x - player.radius).toBeGreaterThan(inner);
      expect(player.x + player.radius).toBeLessThan(ring.x - ring.radius);
      expect(captions.player.y - 9).toBeGreaterThanOrEqual(player.y + player.radius * 0.9);
      expect(plate.y - plate.height / 2).toBeGreaterThanOrEqual(captions.player.y);
      expect(plate.y + plate.height / 2).toBeLessThanOrEqual(highest);
      expect(plate.x - plate.width / 2).toBeGreaterThan(inner - 4);
    }
  });

  it("shows only one's own chips: stakes of others are figures", () => {
    for (const { main } of plans) {
      expect(Object.values(main).flatMap((each) => each.others)).toEqual([]);
      expect(main.player.total !== null || !hasSides).toBe(true); // the smallest tiles have no room for them
    }
  });
});

type Point = readonly [number, number];

function pointsOf(path: string): readonly Point[] {
  return path
    .slice(1, -1)
    .split("L")
    .map((pair) => pair.split(" ").map(Number) as [number, number]);
}

function boxOf(points: readonly Point[]) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
