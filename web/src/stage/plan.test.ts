import { describe, expect, it } from "vitest";
import type { Corners } from "./homography";
import { planTable } from "./plan";
import { plateRoom } from "./plate-room";
import type { FeltShape, Plan, PlanArrangement } from "./plan-types";

const SIDES = ["a", "b", "c", "d", "e", "f", "g"];
const TWO_ROWS: FeltShape = {
  rows: [[{ bets: SIDES, hasCaption: false }], [{ bets: ["h", "i", "j", "k", "l", "m", "n", "o"], hasCaption: false }]],
  trays: 0,
  modes: 2,
};
const ONE_ROW: FeltShape = { rows: [[{ bets: SIDES.slice(0, 6), hasCaption: false }]], trays: 0, modes: 0 };
const WITH_TRAYS: FeltShape = { rows: [[{ bets: SIDES.slice(0, 4), hasCaption: false }]], trays: 2, modes: 2 };
const GROUPS: FeltShape = {
  rows: [
    [
      { bets: ["a", "b"], hasCaption: true },
      { bets: ["c", "d"], hasCaption: true },
    ],
  ],
  trays: 0,
  modes: 0,
};

const SCREENS: readonly (readonly [PlanArrangement, number, number, number, FeltShape])[] = [
  ["desk", 1440, 644, 56, TWO_ROWS],
  ["desk", 1440, 644, 56, ONE_ROW],
  ["desk", 1440, 644, 56, GROUPS],
  ["desk", 1024, 568, 56, TWO_ROWS],
  ["desk", 1280, 536, 56, TWO_ROWS],
  ["desk", 1920, 800, 56, TWO_ROWS],
  ["tablet", 820, 1000, 194, TWO_ROWS],
  ["phone", 390, 674, 120, WITH_TRAYS],
  ["phone", 390, 674, 120, ONE_ROW],
  ["phone", 390, 494, 70, WITH_TRAYS],
  ["phone", 320, 404, 70, ONE_ROW],
  ["phone", 320, 403, 135, ONE_ROW],
  ["landscape", 844, 334, 44, WITH_TRAYS],
  ["landscape", 667, 319, 44, WITH_TRAYS],
  ["landscape", 640, 304, 44, WITH_TRAYS],
  ["tile", 708, 378, 100, { ...ONE_ROW, trays: 1 }],
  ["tile", 498, 310, 70, ONE_ROW],
  ["tile", 630, 584, 122, { ...ONE_ROW, trays: 1 }],
];

describe.each(SCREENS)("a %s of %d × %d", (arrangement, width, height, top, felt) => {
  const plan = planTable({ arrangement, width, height, top, felt, isFolded: false, hasPicture: false });
  const folded = planTable({ arrangement, width, height, top, felt, isFolded: true, hasPicture: false });

  it("has a place for every field, 44 pixels or more each way", () => {
    const bets = felt.rows.flatMap((row) => row.flatMap((group) => group.bets));
    expect([...plan.sides.keys()].toSorted()).toEqual(bets.toSorted());
    for (const place of [...plan.sides.values(), ...plan.trays, ...plan.modes, ...Object.values(plan.main)]) {
      expect(place.height).toBeGreaterThanOrEqual(44);
      expect(place.width).toBeGreaterThanOrEqual(44);
    }
    expect([plan.trays.length, plan.modes.length]).toEqual([felt.trays, felt.modes]);
  });

  it("keeps every card and field on the screen", () => {
    for (const [x, y] of [...cardsOf(plan), ...cardsOf(folded)].flat()) {
      expect(x).toBeGreaterThan(arrangement === "desk" ? 28 : 10);
      expect(x).toBeLessThan(width - (arrangement === "desk" ? 28 : 10));
      expect(y).toBeGreaterThan(top - 1);
    }
    for (const { path } of [...plan.sides.values(), ...Object.values(plan.main)])
      for (const [x, y] of pointsOf(path)) {
        expect(x).toBeGreaterThan(-1);
        expect(x).toBeLessThan(width + 1);
        expect(y).toBeLessThan(height);
      }
  });

  it("prints the shares of both sides in full", () => {
    for (const { split } of [plan, folded]) {
      expect(split.player.x).toBeGreaterThanOrEqual(16);
      expect(split.banker.x).toBeLessThanOrEqual(width - 16);
    }
  });

  it("lays no card over a field", () => {
    const fields = [...plan.sides.values(), ...plan.trays].map(({ path }) => boxOf(pointsOf(path)));
    for (const card of cardsOf(plan)) {
      const lowest = Math.max(...card.map(([, y]) => y));
      for (const field of fields.filter((each) => overlapsAcross(each, boxOf(card))))
        expect(lowest).toBeLessThan(field.bottom - 30);
    }
  });

  it("keeps both hands alike and apart from the centre", () => {
    const [left, right] = [boxOf(plan.hands.player.cards[1]), boxOf(plan.hands.banker.cards[0])];
    expect(width - left.right).toBeCloseTo(right.left);
    const { player, banker, ring, plate } = plan.centre;
    expect(banker.x - ring.x).toBeCloseTo(ring.x - player.x);
    if (plan.centre.captions.player.from === "middle") {
      expect(player.x - player.radius).toBeGreaterThan(left.right);
      expect(plate.x - plate.width / 2).toBeGreaterThan(left.right);
    }
  });

  it("has room for the names of both sides beside cards and plate", () => {
    for (const { centre, hands } of [plan, folded]) {
      const { captions, plate } = centre;
      expect(captions.player.room).toBeGreaterThanOrEqual(44);
      if (captions.player.from !== "middle") continue;
      const inner = boxOf(hands.player.cards[1]).right;
      expect(captions.player.x - captions.player.room / 2).toBeGreaterThan(inner);
      expect(plate.y - plate.height / 2 - captions.player.y).toBeGreaterThanOrEqual(5);
    }
  });

  it("writes the last hand and the run beside the fields, not over them", () => {
    for (const { wings, modes, sides, main } of [plan, folded]) {
      if (arrangement !== "landscape" || !wings.lastHand) continue;
      const { x, y, width: wide } = wings.lastHand;
      const boxes = [...modes, ...sides.values(), main.player].map(({ path }) => pointsOf(path));
      const under = boxes.flat().filter(([at]) => at >= x && at <= x + wide);
      expect(y + 58).toBeLessThanOrEqual(Math.min(...under.map(([, at]) => at)));
    }
  });

  it("stands no chip on the odds of Tie or on a title", () => {
    const { tie } = plan.main;
    const isBelow = tie.chips.y - tie.chips.size * 0.85 > tie.odds.y - 8;
    expect(isBelow || Math.abs(tie.chips.x - tie.odds.x) > tie.chips.size / 2 + 14).toBe(true);
    for (const { others, title } of Object.values(plan.main)) {
      const line = pointsOf(`${title.path}z`).map(([x, y]) => [x, y * title.squash] as const);
      for (const stack of others) {
        const above = line.toSorted(([one], [other]) => Math.abs(one - stack.x) - Math.abs(other - stack.x))[0]!;
        expect(stack.y - stack.size * 0.6).toBeGreaterThan(above[1]);
      }
    }
  });

  it("prints odds and their note clear of a stack of winnings", () => {
    for (const { odds, oddsFrom, oddsRoom, winnings, staked } of [plan.main.player, plan.main.banker]) {
      if (oddsFrom === "middle") continue; // above the stacks
      const reach = oddsFrom === "end" ? odds.x - oddsRoom : odds.x + oddsRoom;
      const clear = winnings.size / 2 - 1;
      if (oddsFrom === "end") expect(reach).toBeGreaterThanOrEqual(winnings.x + clear);
      else expect(reach).toBeLessThanOrEqual(staked.x - clear);
    }
  });

  it("lists winners above the shoe only", () => {
    if (arrangement !== "desk") return;
    const { shoe, wings } = plan;
    expect(wings.winners).toBeGreaterThanOrEqual(1);
    if (wings.winners > 1) expect(top + wings.winners * 17.55).toBeLessThanOrEqual(shoe.y - (110 / 200) * shoe.width);
  });

  it("lets the plate grow up to the cards beside it, not over them", () => {
    const { plate, captions } = plan.centre;
    if (captions.player.from !== "middle") return; // the plate lies below the cards
    const reach = plateRoom(plan) / 2;
    for (const card of cardsOf(plan).map(boxOf))
      if (card.bottom > plate.y - plate.height / 2)
        expect(plate.x - reach >= card.right || plate.x + reach <= card.left).toBe(true);
  });

  it("lays the plate under every card where it lies below the hands", () => {
    for (const { centre, hands } of [plan, folded]) {
      if (centre.captions.player.from === "middle") continue; // the plate lies between them
      const lowest = Math.max(...[...hands.player.cards, ...hands.banker.cards].flat().map(([, y]) => y));
      expect(centre.plate.y - centre.plate.height / 2).toBeGreaterThan(lowest);
    }
  });

  it("has larger cards or fields when side bets are folded away", () => {
    expect(folded.sides.size).toBe(0);
    const [larger, smaller] = [folded, plan].map((each) => each.hands.player.width + each.main.player.height);
    expect(larger).toBeGreaterThan(smaller! - 1); // by a pixel: cards that lie nearer are larger by themselves
  });
});

function cardsOf(plan: Plan): readonly Corners[] {
  return [...plan.hands.player.cards, ...plan.hands.banker.cards];
}

function pointsOf(path: string): readonly (readonly [number, number])[] {
  return path
    .slice(1, -1)
    .split("L")
    .map((pair) => pair.split(" ").map(Number) as [number, number]);
}

function boxOf(points: readonly (readonly [number, number])[]) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function overlapsAcross(one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>): boolean {
  return one.left < other.right && other.left < one.right;
}
