import { join } from "node:path";
import { expect, test } from "vitest";
import { readTree } from "../house/source-tree.ts";
import { chooseTests } from "./choose-tests.ts";

const tree = readTree(join(import.meta.dirname, "../.."));

/** Returns the tests for a change of the file with this name, wherever it is. */
function choose(name: string, seconds = Number.POSITIVE_INFINITY) {
  const changed = tree.files.map(({ path }) => path).filter((path) => path.endsWith(`/${name}`));
  expect(changed).toHaveLength(1);
  return chooseTests(tree, changed, () => 1, seconds);
}

test("a verb of the tickets breaks the tests beside it first, then those of domains that call it", () => {
  const { run } = choose("change-status.ts");
  expect(run[0]).toMatch(/^server\/src\/domains\/tickets\//);
  expect(run).toContain("server/src/every-endpoint.test.ts");
  expect(run.filter((path) => path.startsWith("server/src/domains/knowledge/"))).toEqual([]);
});

test("a part of the web app breaks the web app's tests alone", () => {
  const { run } = choose("lib/failure.ts");
  expect(run.length).toBeGreaterThan(0);
  expect(run.filter((path) => !path.startsWith("web/"))).toEqual([]);
});

test("an SQL function breaks the proofs over all queries and the domains that call it", () => {
  const { run } = choose("search-customers.sql");
  expect(run).toContain("server/src/isolation.test.ts");
  expect(run).toContain("server/src/domains/customers/search-customers.test.ts");
});

test("a part of the contract breaks the walk over all endpoints and the domain that implements it", () => {
  const { run } = choose("src/knowledge.ts");
  expect(run).toContain("server/src/every-endpoint.test.ts");
  expect(run.some((path) => path.startsWith("server/src/domains/knowledge/"))).toBe(true);
});

test("tests that do not fit the time are named, and a changed test always runs", () => {
  const path = "platform/db/tenant.ts";
  const { run, left } = choose(path, 3);
  expect(run).toHaveLength(3);
  const all = choose(path);
  expect([...run, ...left].sort()).toEqual([...all.run, ...all.left].sort());
  expect(choose("every-endpoint.test.ts", 0).run).toEqual(["server/src/every-endpoint.test.ts"]);
});

test("prose breaks no test", () => {
  expect(choose("self-hosting.md").run).toEqual([]);
});
