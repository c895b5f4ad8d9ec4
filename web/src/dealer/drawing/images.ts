/** Drawings as pictures of their own, which the browser paints once however they move. */
import { GESTURES, hand, HAND_BOX, wristwear, type Gesture } from "./hand";
import { body } from "./body";
import { round } from "./ink";
import type { Person } from "./people";
import { FORE, foreSleeve, UPPER, upperSleeve } from "./sleeve";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture extends Box {
  readonly source: string;
}

export const BODY_BOX: Box = { x: -160, y: -100, width: 320, height: 240 };
const SHADOW_BOX: Box = { x: -70, y: -42, width: 190, height: 84 };

/** As a data address: a drawing's ids stay its own. */
export function picture(box: Box, markup: string): Picture {
  const view = `viewBox="${box.x} ${box.y} ${box.width} ${box.height}"`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" ${view} width="${box.width}" height="${box.height}">${markup}</svg>`;
  return { ...box, source: `data:image/svg+xml,${encodeURIComponent(whole)}` };
}

export function bodyPicture(person: Person): Picture {
  return picture(BODY_BOX, body(person, "body"));
}

export interface ArmPictures {
  readonly upper: Picture;
  readonly fore: Picture;
  readonly shadow: Picture;
  readonly hands: readonly (readonly [Gesture, Picture])[];
}

export function armPictures(person: Person, wearsAtWrist: boolean): ArmPictures {
  const worn = wearsAtWrist ? wristwear(person) : "";
  return {
    upper: picture(UPPER.box, upperSleeve("upper")),
    fore: picture(FORE.box, foreSleeve("fore", person)),
    shadow: picture(SHADOW_BOX, shadow()),
    hands: GESTURES.map((gesture) => [gesture, picture(HAND_BOX, hand(person, gesture, "hand") + worn)]),
  };
}

/** What hand and forearm cast on the cloth. */
function shadow(): string {
  const paint = round("cast", [0.5, 0.5], 0.5, [
    [0, "#000", 0.55],
    [0.5, "#000", 0.34],
    [1, "#000", 0],
  ]);
  return `<defs>${paint}</defs><ellipse cx="24" cy="0" rx="92" ry="40" fill="url(#cast)"/>`;
}
