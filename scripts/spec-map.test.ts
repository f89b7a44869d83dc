import { existsSync, readFileSync } from "node:fs";
import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { expect, test } from "vitest";

const map = readFileSync(new URL("../docs/spec-map.md", import.meta.url), "utf8");
const root = new URL("../", import.meta.url);

test("every path in the map exists", () => {
  const paths = map.match(/\b(?:contract|db|docs|email|server|web)\/[\w./-]*\w/g) ?? [];
  expect(paths.length).toBeGreaterThan(50);
  expect([...new Set(paths)].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test("every endpoint in the map is in the contract", () => {
  const endpoints = endpointsOf(contract).map(({ name }) => name);
  const domains = Object.keys(contract).join("|");
  const named = [...map.matchAll(new RegExp(`\`((?:${domains})\\.\\w+)\``, "g"))].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !endpoints.includes(name))).toEqual([]);
});
