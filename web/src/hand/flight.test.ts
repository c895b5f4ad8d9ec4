import { describe, expect, it } from "vitest";
import { Camera } from "../stage/camera";
import { apply, homography, type Corners } from "../stage/homography";
import { CARD, inPlaneOf, wayFrom } from "./flight";

const camera = new Camera({
  centre: 720,
  far: 154,
  near: 618,
  farScale: 0.88,
  nearScale: 1.08,
  tilt: 0.84,
  radius: 3300,
});
const lying = (x: number, y: number, width = 160): Corners => {
  const [w, h] = [width / 2, width * 0.7];
  return [
    camera.project([x - w, y - h]),
    camera.project([x + w, y - h]),
    camera.project([x + w, y + h]),
    camera.project([x - w, y + h]),
  ];
};

describe("a card's plane", () => {
  const corners = lying(-240, 150);

  it("finds a point of the screen in the plane of a card", () => {
    const onScreen = apply(homography(CARD.width, CARD.height, corners), [60, 300]);
    const [x, y] = inPlaneOf(corners, onScreen);
    expect(x).toBeCloseTo(60);
    expect(y).toBeCloseTo(300);
  });

  it("goes on beyond the card, along the cloth", () => {
    const neighbour = inPlaneOf(corners, camera.project([-240 + 160, 150]));
    expect(neighbour[0]).toBeCloseTo(CARD.width * 1.5);
    expect(neighbour[1]).toBeCloseTo(CARD.height / 2);
  });
});

describe("a card's way from the shoe", () => {
  const mouth = camera.project([560, 50]);

  it("starts at the mouth, smaller and turned", () => {
    expect(wayFrom(mouth, lying(240, 150), { isAcross: false }).from).toBe(
      "translate(500px, -156px) rotate(-8deg) scale(0.71)",
    );
  });

  it("a third card turns a quarter on its way", () => {
    expect(wayFrom(mouth, lying(400, 150), { isAcross: true }).from).toContain("rotate(-98deg)");
  });
});
