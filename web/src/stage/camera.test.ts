import { describe, expect, it } from "vitest";
import { Camera, type Lens, type Point } from "./camera";
import { apply, homography, matrix3d, type Corners } from "./homography";

const DESK: Lens = { centre: 720, far: 154, near: 618, farScale: 0.88, nearScale: 1.08, tilt: 0.84, radius: 3300 };
const PHONE: Lens = {
  centre: 195,
  far: 172,
  near: 634,
  farScale: 0.82,
  nearScale: 1.1,
  tilt: 0.95,
  radius: 900,
  columns: 0.95,
};

describe.each([
  ["desk", DESK],
  ["phone", PHONE],
])("the camera of a %s", (_, lens) => {
  const camera = new Camera(lens);

  it("puts the far and the near edge where the lens says, at the scales it says", () => {
    expect(camera.project([0, 0])).toEqual([lens.centre, expect.closeTo(lens.far)]);
    expect(camera.project([0, camera.depth])).toEqual([lens.centre, expect.closeTo(lens.near)]);
    expect(camera.scale(0)).toBeCloseTo(lens.farScale);
    expect(camera.scale(camera.depth)).toBeCloseTo(lens.nearScale);
  });

  it("finds the point of the table under a point of the screen", () => {
    for (const point of [
      [0, 0],
      [310, 12],
      [-144, 377],
      [88, camera.depth],
    ] satisfies Point[]) {
      const [x, y] = camera.unproject(camera.project(point));
      expect(x).toBeCloseTo(point[0]);
      expect(y).toBeCloseTo(point[1]);
    }
  });

  it("bends the patron's edge away from the patron towards its ends, alike on both sides", () => {
    const [middle, left, right] = [0, -180, 180].map((way) => camera.onScreen(0, way)) as [Point, Point, Point];
    expect(middle[1]).toBeCloseTo(lens.near);
    expect(left[1]).toBeLessThan(middle[1]);
    expect(right[1]).toBeCloseTo(left[1]);
    expect(lens.centre - left[0]).toBeCloseTo(right[0] - lens.centre);
  });

  it("draws what is nearer larger", () => {
    expect(camera.scale(200)).toBeGreaterThan(camera.scale(100));
    expect(camera.foreshortening(200)).toBeCloseTo(lens.tilt * camera.scale(200));
  });
});

describe("a homography", () => {
  const corners: Corners = [
    [275, 196],
    [417, 190],
    [409, 360],
    [248, 352],
  ];

  it("lays the box onto the four corners", () => {
    const matrix = homography(250, 350, corners);
    const box: readonly Point[] = [
      [0, 0],
      [250, 0],
      [250, 350],
      [0, 350],
    ];
    box.forEach((corner, index) => {
      const [x, y] = apply(matrix, corner);
      expect(x).toBeCloseTo(corners[index]![0]);
      expect(y).toBeCloseTo(corners[index]![1]);
    });
  });

  it("is a plain shift for a box that stays upright", () => {
    const upright: Corners = [
      [10, 20],
      [260, 20],
      [260, 370],
      [10, 370],
    ];
    expect(matrix3d(250, 350, upright)).toBe("matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,10,20,0,1)");
  });
});
