// @vitest-environment jsdom
import { expect, test } from "vitest";
import { onAPage } from "../screen/on-a-page";
import type { MainMark } from "../wire/protocol.generated";
import MainRoad from "./main-road.svelte";

const FIGURE = { x: 10, y: 9.8, across: 3.4, up: 3.8 }; // an 8 or 9 in a cell of 20 is about this ellipse
const HALF_STROKE = 1.3;

test("slashes of ties stand in corners and strike out no natural", () => {
  const mark: MainMark = [0, 0, "B", 3, false, false, 9, 1, 1];
  const page = onAPage(MainRoad, { table: "jade", marks: [mark], columns: 6, cell: 20 });
  const slashes = [...page.querySelectorAll("path.tie")].map((each) => each.getAttribute("d") ?? "");
  expect(page.querySelector("text")?.textContent).toBe("9");
  expect(slashes).toHaveLength(2);
  for (const slash of slashes) expect(nearest(slash), slash).toBeGreaterThan(1);
});

/** How near a line "Mx ylx y", with the thickness it is drawn in, comes to the figure; 1 would be its edge. */
function nearest(line: string): number {
  const [x = 0, y = 0, dx = 0, dy = 0] = (line.match(/-?[\d.]+/g) ?? []).map(Number);
  const along = Array.from({ length: 51 }, (_, step) => step / 50);
  const around = Array.from({ length: 24 }, (_, step) => (step * Math.PI) / 12);
  const far = along.flatMap((part) =>
    around.map((angle) => {
      const across = (x + part * dx + HALF_STROKE * Math.cos(angle) - FIGURE.x) / FIGURE.across;
      const up = (y + part * dy + HALF_STROKE * Math.sin(angle) - FIGURE.y) / FIGURE.up;
      return Math.hypot(across, up);
    }),
  );
  return Math.min(...far);
}
