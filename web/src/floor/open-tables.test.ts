import { expect, test } from "vitest";
import { keepTables, keptTables } from "./open-tables";

function storage(text: string | null = null) {
  return { getItem: () => text, setItem: (_key: string, value: string) => void (text = value) };
}

test("a reload brings back every open table, in its order", () => {
  const tab = storage();
  keepTables("heron", ["amber", "pearl", "onyx"], tab);
  expect(keptTables("heron", 4, tab)).toEqual(["amber", "pearl", "onyx"]);
  keepTables("heron", [], tab);
  expect(keptTables("heron", 4, tab)).toEqual([]);
});

test("another patron at the same screen gets none of them, and nobody more than the house allows", () => {
  const tab = storage();
  keepTables("heron", ["amber", "pearl", "onyx"], tab);
  expect(keptTables("finch", 4, tab)).toEqual([]);
  expect(keptTables("heron", 2, tab)).toEqual(["amber", "pearl"]);
});

test.each([null, "", "{", "[]", '"amber"', '{"patron":"heron","open":"amber"}', '{"patron":"heron","open":[1,null]}'])(
  "what is kept may be damaged: %s",
  (text) => expect(keptTables("heron", 4, storage(text))).toEqual([]),
);

test("without storage nothing is kept, and nothing breaks", () => {
  const refuses = () => {
    throw new Error("denied");
  };
  const none = { getItem: refuses, setItem: refuses };
  keepTables("heron", ["amber"], none);
  expect(keptTables("heron", 4, none)).toEqual([]);
});
