import { describe, expect, test } from "vitest";
import { assetsOf, keepingOf } from "./shell";

const SCOPE = "https://floor.example/punto/";

describe("what the service worker answers", () => {
  test.each([
    // address                          method  mode        kept
    ["", "GET", "navigate", "page"],
    ["?table=jade#/table/jade", "GET", "navigate", "page"],
    ["staff", "GET", "navigate", "nothing"],
    ["display/jade", "GET", "navigate", "nothing"],
    ["assets/index-Cky3y9QV.js", "GET", "cors", "asset"],
    ["api/me", "GET", "cors", "nothing"],
    ["api/assets/me", "GET", "cors", "nothing"],
    ["api/session", "POST", "cors", "nothing"],
    ["ws", "GET", "websocket", "nothing"],
  ])("%s by %s, %s: %s", (path, method, mode, kept) => {
    expect(keepingOf(`${SCOPE}${path}`, method, mode, SCOPE)).toBe(kept);
  });

  test("nothing of another site", () => {
    expect(keepingOf("https://elsewhere.example/assets/a.js", "GET", "cors", SCOPE)).toBe("nothing");
  });
});

test("the assets of a page are its scripts, preloads and styles, each once", () => {
  const page = `<link rel="stylesheet" href="/punto/assets/index-1.css"><script src="/punto/assets/index-2.js"></script>
    <link rel="modulepreload" href="/punto/assets/index-2.js"><link rel="icon" href="/punto/icon.svg">`;
  expect(assetsOf(page, SCOPE)).toEqual([
    "https://floor.example/punto/assets/index-1.css",
    "https://floor.example/punto/assets/index-2.js",
  ]);
});
