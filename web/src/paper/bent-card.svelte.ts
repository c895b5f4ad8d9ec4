/** One card in a patron's hand: flat, pulled, springing back, turning over, open. All of it follows the finger. */
import { motionOf } from "../screen/motion";
import { settings } from "../settings/settings.svelte";
import {
  foldAlong,
  foldOf,
  inwards,
  lengthAlong,
  revealedShare,
  rollRadius,
  TURNS_OVER_AT,
  turnsOver,
  type Fold,
  type Grip,
  type Point,
  type Size,
} from "./fold";
import { turningCard } from "./turn-over";

export const TURN_MS = 380;
export const SPRING_MS = 220;
const BRISK = 0.6;
const FOLLOWED = 0.35; // of the distance to the watched finger, per frame
const STILL = { x: 0, y: 0 };

export class BentCard {
  grip = $state<Grip>("bottom");
  fold = $state.raw<Fold | null>(null);
  shift = $state.raw<Point>(STILL);
  state = $state<"lies" | "pulled" | "springs" | "turns" | "open">("lies");
  readonly #size: () => Size;
  readonly #isPlain: () => boolean;
  readonly #turned: () => void;
  #frame = 0;

  constructor(size: () => Size, isPlain: () => boolean, turned: () => void) {
    this.#size = size;
    this.#isPlain = isPlain;
    this.#turned = turned;
  }

  get share(): number {
    return revealedShare(this.#size(), this.fold);
  }

  /** How far it is pulled, as a share of the pull that turns it over. */
  get amount(): number {
    const { width, height } = this.#size();
    return (this.fold?.pull ?? 0) / (TURNS_OVER_AT * Math.max(width, height));
  }

  get canBePulled(): boolean {
    return this.state !== "turns" && this.state !== "open";
  }

  get #radius(): number {
    return this.#isPlain() ? 0 : rollRadius(this.#size());
  }

  /** Moves the gripped point by `moved`. Past the threshold the card turns over by itself. */
  pull(grip: Grip, moved: Point): void {
    if (!this.canBePulled) return;
    this.#stop();
    this.grip = grip;
    this.state = "pulled";
    this.fold = foldOf(this.#size(), grip, moved, this.#radius);
    if (turnsOver(this.#size(), this.fold)) this.turnOver();
  }

  /** Pulls straight from the grip, by a share of the pull that turns it over. For keys. */
  pullTo(grip: Grip, amount: number): void {
    const { width, height } = this.#size();
    const way = amount * TURNS_OVER_AT * Math.max(width, height);
    const { x, y } = inwards(grip);
    this.pull(grip, { x: x * way, y: y * way });
  }

  /** Follows somebody else's finger smoothly, and never turns over before the server says so. */
  follow(grip: Grip, moved: Point): void {
    if (!this.canBePulled) return;
    this.#stop();
    const size = this.#size();
    const target = foldOf(size, grip, moved, this.#radius);
    if (this.grip !== grip) this.fold = null;
    this.grip = grip;
    const step = (): void => {
      const now = this.fold?.pull ?? 0;
      const normal = target?.normal ?? this.fold?.normal;
      const pull = now + ((target?.pull ?? 0) - now) * FOLLOWED;
      this.fold = normal && pull > 0.5 ? foldAlong(size, grip, normal, pull, this.#radius) : null;
      this.state = this.fold ? "pulled" : "lies";
      if (Math.abs((target?.pull ?? 0) - pull) > 0.5) this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  letGo(): void {
    const start = this.fold;
    if (this.state !== "pulled" || start === null) {
      if (this.canBePulled) this.state = "lies";
      return;
    }
    this.state = "springs";
    this.#run(SPRING_MS, (share) => {
      const pull = start.pull * (1 - share) ** 3;
      this.fold = share < 1 ? foldAlong(this.#size(), this.grip, start.normal, pull, start.radius) : null;
      if (share === 1) this.state = "lies";
    });
  }

  /** Rolls on to the far edge; `turned` is called when the card is open. */
  turnOver(): void {
    if (!this.canBePulled) return;
    this.#stop();
    const size = this.#size();
    const start =
      this.fold ??
      foldAlong(size, this.grip, straight(this.grip), 0.02 * lengthAlong(size, straight(this.grip)), this.#radius);
    this.state = "turns";
    this.#run(TURN_MS, (share) => {
      const { fold, shift } = turningCard(size, this.grip, start, share);
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
    [this.fold, this.state] = [null, "lies"];
  }

  end(): void {
    this.#stop();
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

/** Where the gripped point is now, as shares of the card's size: all that others need to see it bend. */
export function movedShare(size: Size, fold: Fold | null): Point {
  if (fold === null) return STILL;
  return { x: (fold.normal.x * fold.pull) / size.width, y: (fold.normal.y * fold.pull) / size.height };
}
