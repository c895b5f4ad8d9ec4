/** Moves a dealer's parts: plays poses at their times, each from wherever the hands are by then. */
import type { Gesture } from "./drawing/hand";
import { easeIn, easeInOut, easeOut, type Ease } from "./easing";
import { moveTo, samplesOf, slideWith, type Move } from "./moves";
import { IDLE, stanceOf, type Pose, type Surroundings } from "./poses";
import type { Timed } from "./schedule";
import { armTransforms, bodyTransform, shoulderOf, type Arm, type Stance } from "./stance";

export type Part = "upper" | "fore" | "hand" | "shadow";

export interface Parts {
  readonly body: HTMLElement;
  readonly arms: Readonly<Record<Arm, Readonly<Record<Part, HTMLElement>>>>;
  readonly shows: (arm: Arm, gesture: Gesture) => void;
}

const ARMS: readonly Arm[] = ["left", "right"];
const PARTS: readonly Part[] = ["upper", "fore", "hand", "shadow"];

export class Mover {
  #move: Move = () => IDLE;
  #began = 0;
  #lasts = 0;
  #animations: Animation[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly parts: Parts,
    private readonly build: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a stance at once: nothing moves. */
  stand(stance: Stance): void {
    this.stop();
    this.#begin(() => stance, 0);
  }

  play(poses: readonly Timed[], around: Surroundings): void {
    this.stop();
    for (const [index, timed] of poses.entries()) {
      const start = (): void => this.#start(timed, poses[index + 1]?.pose ?? null, around);
      if (timed.after <= 0) start();
      else this.#timers.push(setTimeout(start, timed.after));
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }

  /** Where the dealer is in the middle of a move. */
  get stance(): Stance {
    return this.#move(this.#lasts === 0 ? 1 : Math.min(1, (this.now() - this.#began) / this.#lasts));
  }

  #start({ pose, lasts }: Timed, next: Pose | null, around: Surroundings): void {
    const from = this.stance;
    if (pose.kind !== "slide") return this.#begin(moveTo(from, stanceOf(pose, around), easeOf(pose)), lasts);
    const then = stanceOf(next ?? { kind: "turn", side: pose.side, card: pose.card }, around);
    this.#begin(slideWith(from, then, around, pose.side, pose.card), lasts);
  }

  #begin(move: Move, lasts: number): void {
    [this.#move, this.#began, this.#lasts] = [move, this.now(), lasts];
    for (const animation of this.#animations) animation.cancel();
    const samples = lasts === 0 ? [1] : samplesOf(lasts);
    const stances = samples.map(move);
    this.#animations = [this.#moves(this.parts.body, stances.map(bodyTransform), lasts)];
    for (const arm of ARMS) {
      const frames = stances.map((each) => armTransforms(each[arm], shoulderOf(arm, each.lean, this.build)));
      for (const part of PARTS)
        this.#animations.push(
          this.#moves(
            this.parts.arms[arm][part],
            frames.map((frame) => frame[part]),
            lasts,
          ),
        );
      this.#gestures(arm, samples, stances, lasts);
    }
  }

  /** A hand takes each gesture of its move when the move does. */
  #gestures(arm: Arm, samples: readonly number[], stances: readonly Stance[], lasts: number): void {
    let last: Gesture | null = null;
    for (const [index, stance] of stances.entries()) {
      const { gesture } = stance[arm];
      if (gesture === last) continue;
      last = gesture;
      if (index === 0) this.parts.shows(arm, gesture);
      else this.#timers.push(setTimeout(() => this.parts.shows(arm, gesture), (samples[index] ?? 1) * lasts));
    }
  }

  #moves(element: HTMLElement, transforms: readonly string[], lasts: number): Animation {
    element.style.transform = transforms.at(-1) ?? "";
    const animation = element.animate(
      transforms.map((transform) => ({ transform })),
      { duration: lasts },
    );
    animation.startTime = document.timeline.currentTime; // with the cards, not when the compositor gets to it
    return animation;
  }
}

function easeOf({ kind }: Pose): Ease {
  if (kind === "reach" || kind === "turn" || kind === "show") return easeOut;
  return kind === "sweep" ? easeIn : easeInOut;
}
