import { describe, expect, test } from "vitest";
import { ROOMS } from "./rooms";

const FILES_MAX = 20;
const LINES_MAX = 300;
const IMPORTED = /(?:from|import)\s*\(?\s*"(\.[^"]*)"/g;

const sources: Readonly<Record<string, string>> = import.meta.glob("./**/*.{ts,svelte,css,json}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const paths = Object.keys(sources).map((path) => path.slice("./".length));

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
}

/** The folder that an import leads to, or null when it leaves `web/src`. */
function target(from: string, specifier: string): string | null {
  const url = new URL(specifier, `file:///web/src/${from}`);
  return url.pathname.startsWith("/web/src/") ? folderOf(url.pathname.slice("/web/src/".length)) : null;
}

function importsUpwards(path: string, text: string, order: readonly string[]): string[] {
  const here = order.indexOf(folderOf(path));
  const specifiers = [...text.matchAll(IMPORTED)].map((match) => match[1] ?? "");
  return specifiers
    .filter((specifier) => {
      const room = target(path, specifier);
      return room !== null && order.indexOf(room) < here;
    })
    .map((specifier) => `${path} imports ${specifier}`);
}

describe("the client's rooms", () => {
  const order = Object.keys(ROOMS);

  test("each folder has a line on the map", () => {
    expect([...new Set(paths.map(folderOf))].sort()).toEqual([...order].sort());
  });

  test("imports point down", () => {
    expect(paths.flatMap((path) => importsUpwards(path, sources[`./${path}`] ?? "", order))).toEqual([]);
  });

  test("an import that points up is found", () => {
    const lines = `import { a } from "../roads/road";\nconst b = await import("../wire/api");\nimport "./own.css";`;
    expect(importsUpwards("chips/chip.ts", lines, order)).toEqual(["chips/chip.ts imports ../roads/road"]);
  });

  test(`no folder has more than ${FILES_MAX} files`, () => {
    const count = (room: string): number => paths.filter((path) => folderOf(path) === room).length;
    expect(order.filter((room) => count(room) > FILES_MAX)).toEqual([]);
  });

  test(`no file has more than ${LINES_MAX} lines`, () => {
    const lines = (path: string): number => (sources[`./${path}`] ?? "").split("\n").length - 1;
    expect(paths.filter((path) => lines(path) > LINES_MAX)).toEqual([]);
  });
});
