// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { backdrop, bokeh } from "./backdrop";
import { body } from "./body";
import { float } from "./float";
import { GESTURES, hand, wristwear } from "./hand";
import { mix, type Place } from "./ink";
import { PEOPLE } from "./people";
import { levelAfter, levelOf, shoe } from "./shoe";
import { foreSleeve, upperSleeve } from "./sleeve";
import { tray } from "./tray";

const PLACE: Place = { id: "one", x: 300, y: 200, width: 160 };
const ROOM = { id: "room", width: 1440, height: 154, unit: 1, isDay: false };
const TUBES = [{ chip: 25, level: 0.9 }];

type Drawing = readonly [what: string, drawn: (id: string) => string];

const DRAWINGS: readonly Drawing[] = [
  ["shoe", (id) => shoe({ ...PLACE, id }, 0.5)],
  ["tray", (id) => tray({ ...PLACE, id }, 0.5)],
  ["float", (id) => float({ ...PLACE, id, height: 28, lean: 7 }, TUBES)],
  ["backdrop by night", (id) => backdrop({ ...ROOM, id })],
  ["backdrop by day", (id) => backdrop({ ...ROOM, id, isDay: true })],
  ["bokeh", (id) => bokeh({ ...ROOM, id })],
  ["upper sleeve", (id) => upperSleeve(`${id}-upper`)],
  ...PEOPLE.flatMap((person): Drawing[] => [
    [`${person.name}'s body`, (id) => body(person, `${id}-body`)],
    [`${person.name}'s sleeve`, (id) => foreSleeve(`${id}-fore`, person)],
    [`${person.name}'s wrist`, () => wristwear(person)],
    ...GESTURES.map((gesture): Drawing => [
      `${person.name}'s hand: ${gesture}`,
      (id) => hand(person, gesture, `${id}-hand`),
    ]),
  ]),
];

describe.each(DRAWINGS)("%s", (_what, drawn) => {
  test("is well-formed", () => {
    const whole = `<svg xmlns="http://www.w3.org/2000/svg">${drawn("a")}</svg>`;
    const parsed = new DOMParser().parseFromString(whole, "image/svg+xml");
    expect(parsed.querySelector("parsererror")).toBeNull();
    expect(whole).not.toMatch(/NaN|undefined|var\(/);
  });

  test("brings every paint that it names, under ids of its own", () => {
    const ids = [...drawn("a").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const named = [...drawn("a").matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.every((id) => id?.startsWith("a-"))).toBe(true);
  });
});

test.each([
  // left, whole, level
  [416, 416, 1],
  [411, 416, 1],
  [374, 416, 0.9],
  [208, 416, 0.5],
  [1, 416, 0.1],
  [0, 416, 0],
  [500, 416, 1],
  [5, 0, 0],
])("a shoe with %i of %i cards looks %f full", (left, whole, level) => {
  expect(levelOf(left, whole)).toBe(level);
});

test("all counts within a tenth of the shoe look alike", () => {
  const looks = new Set(Array.from({ length: 41 }, (_, taken) => shoe(PLACE, levelOf(374 - taken, 416))));
  expect(looks.size).toBe(1);
});

test("a shoe looks emptier round by round, and is never quite empty while it is dealt from", () => {
  const levels = Array.from({ length: 80 }, (_, rounds) => levelAfter(rounds));
  expect(levels[0]).toBe(1);
  expect(levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0))).toBe(true);
  expect(levels.at(-1)).toBeGreaterThan(0);
});

test.each([
  ["#000000", "#ffffff", 0, "#000000"],
  ["#000000", "#ffffff", 1, "#ffffff"],
  ["#102030", "#304050", 0.5, "#203040"],
])("%s and %s mixed by %f", (one, other, share, mixed) => {
  expect(mix(one, other, share)).toBe(mixed);
});
