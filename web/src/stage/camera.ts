/**
 * The one camera through which every table is seen: a pinhole over the table's plane. X runs right, Y from the dealer
 * towards the patron; one unit is one pixel where the scale is 1. Cloth, fields, cards and chips stand where it puts them.
 */

export type Point = readonly [x: number, y: number];

export interface Lens {
  readonly centre: number; // x of the table's middle on the screen
  readonly far: number; // y of the dealer's edge
  readonly near: number; // y of the patron's edge, in the middle
  readonly farScale: number;
  readonly nearScale: number;
  readonly tilt: number; // how much depth is foreshortened where the scale is 1
  readonly radius: number; // of the patron's edge
  /** Set on upright phones: the share of the far width that columns keep, so that they fill a narrow screen. */
  readonly columns?: number;
}

export class Camera {
  readonly depth: number;
  readonly #height: number;
  readonly #horizon: number;
  readonly #focus: number;
  readonly #distance: number;

  constructor(readonly lens: Lens) {
    const { far, near, farScale, nearScale, tilt } = lens;
    this.#height = (near - far) / (nearScale - farScale);
    this.#horizon = far - this.#height * farScale;
    this.#focus = this.#height / tilt;
    this.#distance = this.#focus / farScale;
    this.depth = this.#distance - this.#focus / nearScale;
  }

  /** How large a unit is drawn at this depth. */
  scale(y: number): number {
    return this.#focus / (this.#distance - y);
  }

  /** How much shorter a unit of depth looks than a unit of width. */
  foreshortening(y: number): number {
    return this.lens.tilt * this.scale(y);
  }

  /** From the table to the screen. */
  project([x, y]: Point): Point {
    const scale = this.scale(y);
    return [this.lens.centre + x * scale, this.#horizon + this.#height * scale];
  }

  /** From the screen back to the table. */
  unproject([x, y]: Point): Point {
    const scale = (y - this.#horizon) / this.#height;
    return [(x - this.lens.centre) / scale, this.#distance - this.#focus / scale];
  }

  /** A place on the cloth by its distance from the patron's edge and its way along that edge, as a point of the table. */
  along(inward: number, way: number): Point {
    const { radius, columns } = this.lens;
    if (columns === undefined) {
      const [angle, distance] = [way / radius, radius - inward];
      return [distance * Math.sin(angle), this.depth - radius + distance * Math.cos(angle)];
    }
    const y = this.depth - inward - (way * way) / (2 * radius);
    const { farScale, nearScale } = this.lens;
    const opening = columns + ((1 - columns) * (this.scale(y) - farScale)) / (nearScale - farScale);
    return [(way * opening) / this.scale(y), y];
  }

  /** The same place, on the screen. */
  onScreen(inward: number, way: number): Point {
    return this.project(this.along(inward, way));
  }
}
