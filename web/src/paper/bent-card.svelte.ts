/** One card in a patron's hand: flat, pulled, resting half-peeled, turning over, open. All of it follows the fingers. */
import { motionOf } from "../screen/motion";
import { settings } from "../settings/settings.svelte";
import {
  foldAlong,
  foldBy,
  foldOf,
  inwards,
  landing,
  lengthAlong,
  movedBy,
  OPENS_AT,
  revealedShare,
  rollRadius,
  type Fold,
  type Grip,
  type Point,
  type Size,
} from "./fold";
import { isPastOpening, letGo, restingPull, settled, type LetGo } from "./rest";
import { turningCard } from "./turn-over";
import { foldsOfCorners, type CornerMoved } from "./two-fingers";

export const TURN_MS = 380;
const FLICKED_MS = 240;
const SLAMMED_MS = 150;
const REST_MS = 260;
const BRISK = 0.6;
const FOLLOWED = 0.35; // of the distance to the watched finger, per frame
const STILL = { x: 0, y: 0 };

/** A bend as it travels and is kept: where the first point of each fold is, in shares of the card's size. */
export interface Bend {
  readonly grip: Grip;
  readonly x: number;
  readonly y: number;
  readonly second?: { readonly grip: Grip; readonly x: number; readonly y: number } | null | undefined;
}

export class BentCard {
  grip = $state<Grip>("bottom");
  fold = $state.raw<Fold | null>(null);
  second = $state.raw<{ readonly grip: Grip; readonly fold: Fold } | null>(null); // of the opposite corner
  shift = $state.raw<Point>(STILL);
  state = $state<"lies" | "pulled" | "rests" | "turns" | "open">("lies");
  thumb = $state.raw<Point | null>(null); // a place on the paper that the patron has covered
  readonly #size: () => Size;
  readonly #isPlain: () => boolean;
  readonly #turned: () => void;
  #frame = 0;

  constructor(size: () => Size, isPlain: () => boolean, turned: () => void) {
    this.#size = size;
    this.#isPlain = isPlain;
    this.#turned = turned;
  }

  get folds(): readonly Fold[] {
    return [this.fold, this.second?.fold].filter((fold) => fold !== null && fold !== undefined);
  }

  get share(): number {
    return this.folds.reduce((sum, fold) => sum + revealedShare(this.#size(), fold), 0);
  }

  /** How far it is pulled, as a share of the pull that opens it. */
  get amount(): number {
    const { width, height } = this.#size();
    return (this.fold?.pull ?? 0) / (OPENS_AT * Math.max(width, height));
  }

  get canBePulled(): boolean {
    return this.state !== "turns" && this.state !== "open";
  }

  /** What others need to see it bend. */
  get bend(): Bend {
    const [size, { x, y }] = [this.#size(), movedBy(this.fold)];
    const bend = { grip: this.grip, x: x / size.width, y: y / size.height };
    if (!this.second) return bend;
    const other = movedBy(this.second.fold);
    return { ...bend, second: { grip: this.second.grip, x: other.x / size.width, y: other.y / size.height } };
  }

  get #radius(): number {
    return this.#isPlain() ? 0 : rollRadius(this.#size());
  }

  /** Moves the gripped point by `moved`. Past the threshold the card turns over by itself. */
  pull(grip: Grip, moved: Point): void {
    if (!this.canBePulled) return;
    this.grip = grip;
    this.#bend(foldOf(this.#size(), grip, moved, this.#radius));
  }

  /** Pulls a resting card on from where it lies, by a finger anywhere on it. False: it is flat again. */
  pullOn(from: Point, by: Point): boolean {
    if (!this.canBePulled) return false;
    const length = Math.hypot(from.x, from.y);
    const along = (by.x * from.x + by.y * from.y) / Math.max(1e-6, length);
    const moved = this.grip.includes("_")
      ? { x: from.x + by.x, y: from.y + by.y }
      : { x: (from.x / length) * (length + along), y: (from.y / length) * (length + along) };
    const isBack = length + along <= 0;
    const fold = this.grip.includes("_")
      ? foldOf(this.#size(), this.grip, moved, this.#radius)
      : foldBy(this.#size(), moved, this.#radius);
    this.#bend(isBack ? null : fold);
    return this.fold !== null;
  }

  /** Two fingers, each at a corner. */
  pullCorners(one: CornerMoved, other: CornerMoved): void {
    if (!this.canBePulled) return;
    const [first, second] = foldsOfCorners(this.#size(), one, other, this.#radius);
    const isEdge = second === undefined;
    this.grip = one.grip;
    this.#bend(first ?? null);
    if (!isEdge && this.canBePulled) this.second = { grip: other.grip, fold: second };
  }

  /** Pulls straight from the grip, by a share of the pull that opens it. For keys. */
  pullTo(grip: Grip, amount: number): void {
    const { width, height } = this.#size();
    const way = amount * OPENS_AT * Math.max(width, height);
    const { x, y } = inwards(grip);
    this.pull(grip, { x: x * way, y: y * way });
    if (this.state === "pulled") this.state = this.fold ? "rests" : "lies";
  }

  /** As it lay when the patron last saw it. */
  restore(bend: Bend): void {
    if (this.state !== "lies") return;
    const { width, height } = this.#size();
    const at = ({ x, y }: Point): Fold | null => foldBy(this.#size(), { x: x * width, y: y * height }, this.#radius);
    this.grip = bend.grip;
    this.#bend(at(bend));
    const second = bend.second ? at(bend.second) : null;
    if (!this.canBePulled) return;
    this.second = bend.second && second ? { grip: bend.second.grip, fold: second } : null;
    this.state = this.fold ? "rests" : "lies";
  }

  /** Follows somebody else's finger smoothly, and never turns over before the server says so. */
  follow(bend: Bend): void {
    if (!this.canBePulled) return;
    this.#stop();
    const size = this.#size();
    const [aim, second] = [bend, bend.second].map((each) =>
      each ? foldBy(size, { x: each.x * size.width, y: each.y * size.height }, this.#radius) : null,
    );
    const from = this.grip === bend.grip ? this.fold : null;
    this.grip = bend.grip;
    this.second = second && bend.second ? { grip: bend.second.grip, fold: second } : null;
    const goal = movedBy(aim ?? null);
    let now = movedBy(from);
    const step = (): void => {
      now = { x: now.x + (goal.x - now.x) * FOLLOWED, y: now.y + (goal.y - now.y) * FOLLOWED };
      const isThere = Math.hypot(goal.x - now.x, goal.y - now.y) < 0.5;
      if (isThere) now = goal;
      this.fold = foldBy(size, now, this.#radius);
      this.state = this.fold ? "pulled" : "lies";
      if (!isThere) this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  /** Speed in card widths a second. */
  letGo(speed: Point): LetGo {
    const [start, second] = [this.fold, this.second];
    if (this.state !== "pulled" || start === null) {
      if (this.canBePulled && this.state !== "rests") this.state = "lies";
      return "flat";
    }
    const how = letGo(this.#size(), start, speed);
    if (how === "flicked" || how === "slammed") {
      this.turnOver(how === "slammed" ? SLAMMED_MS : FLICKED_MS);
      return how;
    }
    const end = restingPull(this.#size(), start.pull);
    this.state = end > 0 ? "rests" : "lies";
    this.#run(REST_MS, (share) => {
      const pull = start.pull + (end - start.pull) * settled(share);
      this.fold =
        pull > 0.01 && (share < 1 || end > 0) ? foldAlong(this.#size(), start.normal, pull, start.radius) : null;
      if (end === 0) [this.second, this.thumb] = [null, null];
      else this.second = second;
    });
    return how;
  }

  /** Rolls on to the far edge; `turned` is called when the card is open. */
  turnOver(ms = TURN_MS): void {
    if (!this.canBePulled) return;
    this.#stop();
    const size = this.#size();
    const straightOn = straight(this.grip);
    const start = this.fold ?? foldAlong(size, straightOn, 0.02 * lengthAlong(size, straightOn), this.#radius);
    [this.state, this.second, this.thumb] = ["turns", null, null];
    this.#run(ms, (share) => {
      const { fold, shift } = turningCard(size, start, share);
      [this.fold, this.shift] = [fold, shift];
      if (share === 1) {
        this.state = "open";
        this.#turned();
      }
    });
  }

  /** After a quarter turn the card lies flat again. */
  layDown(): void {
    if (!this.canBePulled) return;
    this.#stop();
    [this.fold, this.second, this.thumb, this.state] = [null, null, null, "lies"];
  }

  /** Where the thumb is seen; null: there is none, or its paper is not turned up. */
  get thumbAt(): Point | null {
    return this.thumb && this.fold ? landing(this.fold, this.thumb) : null;
  }

  end(): void {
    this.#stop();
  }

  #bend(fold: Fold | null): void {
    this.#stop();
    [this.fold, this.second, this.state] = [fold, null, "pulled"];
    if (fold === null) this.thumb = null;
    if (isPastOpening(this.#size(), fold)) this.turnOver();
  }

  #run(ms: number, step: (share: number) => void): void {
    const motion = motionOf(settings.motion);
    const lasts = motion === "still" ? 1 : motion === "brisk" ? ms * BRISK : ms;
    const startedAt = performance.now();
    const next = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - startedAt) / lasts));
      if (share < 1) this.#frame = requestAnimationFrame(next);
      step(share);
    };
    this.#frame = requestAnimationFrame(next);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.shift = STILL;
  }
}

/** An untouched card turns over squarely. */
function straight(grip: Grip): Point {
  const { x, y } = inwards(grip);
  return Math.abs(y) > 0 ? { x: 0, y: Math.sign(y) } : { x, y };
}
