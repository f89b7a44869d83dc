import { expect, test } from "vitest";
import { measurePolish, type PolishUse } from "./measure-polish.ts";

test("finds enough of the planted mistakes, and leaves sound sentences and protected words alone", {
  timeout: 240_000,
}, async () => {
  const uses: PolishUse[] = [];
  for await (const use of measurePolish()) uses.push(use);
  expect(uses.map(({ name }) => name)).toHaveLength(5 + 7 * 3);
  expect(uses.filter(({ holds }) => !holds)).toEqual([]);
});
