/** How wide the plate may grow before it covers a card: the room between the hands at its height. */
import type { Plan } from "./plan-types";

const AIR = 4; // px on each side

export function plateRoom({ hands, centre }: Pick<Plan, "hands" | "centre">): number {
  const { x, y, width, height } = centre.plate;
  const beside = [...hands.player.cards, ...hands.banker.cards].filter((corners) => {
    const heights = corners.map(([, at]) => at);
    return Math.max(...heights) > y - height / 2 && Math.min(...heights) < y + height / 2;
  });
  const nearest = Math.min(...beside.flatMap((corners) => corners.map(([at]) => Math.abs(at - x))));
  return Math.max(width, 2 * (nearest - AIR));
}
