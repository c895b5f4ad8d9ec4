// @vitest-environment jsdom
/** What came to a stake never hides its amount, however narrow the field: the tags of both sums stand apart. */
import { beforeEach, describe, expect, it } from "vitest";
import { onAPage } from "../../screen/on-a-page";
import { planTable } from "../../stage/plan";
import type { FeltShape, PlanArrangement } from "../../stage/plan-types";
import { field as fieldInfo, tableAfter } from "../../state/table-examples";
import type { Field } from "../layout/layout";
import type { FieldState } from "./field-state";
import MainStake from "./main-stake.svelte";
import SideStake from "./side-stake.svelte";

const FELT: FeltShape = { rows: [[{ bets: ["a", "b", "c", "d"], hasCaption: false }]], trays: 0, modes: 0 };
const SCREENS: readonly (readonly [PlanArrangement, number, number, number])[] = [
  ["phone", 320, 404, 70],
  ["phone", 390, 674, 120],
  ["landscape", 640, 304, 44],
  ["tile", 628, 288, 66],
  ["desk", 1024, 568, 56],
];
const SLACK = 2; // px: the edges of two tags may touch
const WON: FieldState = {
  stake: 1_000_000,
  pending: 0,
  isOpen: false,
  isClosedForShoe: false,
  roundsLeft: null,
  ending: "won",
  returned: 1_950_000,
  cameOut: true,
  isPushed: false,
  room: null,
};

beforeEach(() => {
  HTMLCanvasElement.prototype.getContext = () => null; // letters are measured by their count
});

describe.each(SCREENS)("stake and winnings on a %s of %d × %d", (arrangement, width, height, top) => {
  const plan = planTable({ arrangement, width, height, top, felt: FELT, isFolded: false, hasPicture: false });
  const view = { ...tableAfter(), phase: "result" as const };

  it.each(["player", "tie", "banker"] as const)("stand apart on %s", (bet) => {
    const field = { info: fieldInfo(bet), note: null, tone: bet } as Field;
    const page = onAPage(MainStake, { view, field, state: WON, place: plan.main[bet], pill: null, denomination: 100 });
    expect(overlap(tagsOn(page, ["10,000", "+9,500"]))).toBe(false);
  });

  it("stand apart on a side bet", () => {
    const place = plan.sides.get("a")!;
    const pill = { text: "+9,500" };
    const page = onAPage(SideStake, { view, bet: "a", state: WON, place, pill, denomination: 100 });
    expect(overlap(tagsOn(page, ["10,000", "+9,500"]))).toBe(false);
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the tags with these words lie, moved by the groups around them. */
function tagsOn(page: HTMLElement, words: readonly string[]): readonly Box[] {
  const texts = [...page.querySelectorAll("text")];
  return words.map((word) => {
    const rect = texts.find((each) => each.textContent === word && each.previousElementSibling?.tagName === "rect");
    if (!rect?.previousElementSibling) throw new Error(`${word} is not on the field`);
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
      Number(rect.previousElementSibling?.getAttribute(name)),
    ) as [number, number, number, number];
    const [across, down] = shiftOf(rect);
    return { x: x + across, y: y + down, width, height };
  });
}

function shiftOf(element: Element): readonly [number, number] {
  const parent = element.parentElement;
  if (!parent) return [0, 0];
  const [across, down] = shiftOf(parent);
  const style = parent.getAttribute("style") ?? "";
  const moved = /translate\(([-\d.e]+)(?:px)?,? ?([-\d.e]+)/.exec(`${parent.getAttribute("transform") ?? ""} ${style}`);
  return [across + Number(moved?.[1] ?? 0), down + Number(moved?.[2] ?? 0)];
}

function overlap([one, other]: readonly Box[]): boolean {
  if (!one || !other) return false;
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > SLACK;
}
