import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("later ids sort later, even within a millisecond", () => {
  const ids = Array.from({ length: 2_000 }, () => newId(1_700_000_000_000));
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids.slice(0, 3)) expect(id).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
