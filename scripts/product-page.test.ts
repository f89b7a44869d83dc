import { readFileSync } from "node:fs";
import { limits } from "@deskhand/contract/limits";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../docs/product.md", import.meta.url), "utf8");

test("the limits on the page are those of the contract, each with its value", () => {
  const table = page.slice(page.indexOf("## Limits"));
  const told = [...table.matchAll(/^\| `(\w+)` +\| (\S.*?) +\|/gm)].map(([, name, value]) => [name, value]);
  const known = Object.entries(limits).map(([name, value]) => [name, valueText(name, value)]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known));
});

function valueText(name: string, value: number | readonly number[]): string {
  if (typeof value !== "number") return value.map((each) => valueText(name, each)).join(", ");
  if (name.endsWith("Bytes")) return `${value / 1024 ** 2} MB`;
  return `${value.toLocaleString("en-US")}${name.endsWith("Ms") ? " ms" : ""}`;
}
