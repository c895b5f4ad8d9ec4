import { expect, test } from "vitest";
import { newId } from "./new-id";

test("ids use characters the server accepts and never repeat", () => {
  const ids = new Set(Array.from({ length: 1000 }, () => newId()));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{18}$/);
});

test("a later id sorts after an earlier one", () => {
  const ids = [0, 1, 35, 36, 1_700_000_000_000, 1_700_000_000_001, 9_999_999_999_999].map((now) => newId(now));
  expect([...ids].sort()).toEqual(ids);
});
