import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pathsIn } from "./paths-in.ts";

const root = new URL("../", import.meta.url);
const page = readFileSync(new URL("docs/reliability.md", root), "utf8");
const rows = page.split("\n").filter((line) => /^\| [^-|]/.test(line) && !line.startsWith("| Fault "));

test("a test causes each fault", () => {
  expect(rows.length).toBeGreaterThan(15);
  const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path);
  expect(rows.filter((row) => pathsIn(row).length === 0 || !pathsIn(row).every(isTest))).toEqual([]);
});

test("the page lists everything that `npm test -- faults` runs", () => {
  const tests = globSync("faults/**/*.test.ts", { cwd: root });
  expect(tests.length).toBeGreaterThan(4);
  expect(tests.filter((path) => !page.includes(path))).toEqual([]);
});

test("only what `npm test -- all` alone runs is marked so", () => {
  const read = (path: string) => readFileSync(new URL(path, root), "utf8");
  const inFaults = [...read("faults/vitest.config.ts").matchAll(/"(.+\.test\.ts)"/g)].map(
    ([, path]) => `faults/${path}`,
  );
  const [, list = ""] = /const long = \[([^\]]+)\]/.exec(read("vitest.config.ts")) ?? [];
  const patterns = [
    ...inFaults,
    ...[...list.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path),
    "e2e/long/*.spec.ts",
  ];
  const long = globSync(
    patterns.filter((path) => path !== "faults/**/*.test.ts"),
    { cwd: root },
  );
  expect(long.length).toBeGreaterThan(6);
  const marked = rows.flatMap((row) => pathsIn((row.match(/_long_ `[^`]+`/g) ?? []).join(" ")));
  expect(new Set(marked)).toEqual(new Set(pathsIn(rows.join(" ")).filter((path) => long.includes(path))));
});
