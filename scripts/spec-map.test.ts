import { existsSync, readFileSync } from "node:fs";
import { contract } from "@deskhand/contract";
import { expect, test } from "vitest";

const map = readFileSync(new URL("../docs/spec-map.md", import.meta.url), "utf8");
const root = new URL("../", import.meta.url);

test("every path the map names exists", () => {
  const paths = map.match(/\b(?:contract|db|docs|email|server|web)\/[\w./-]*\w/g) ?? [];
  expect(paths.length).toBeGreaterThan(50);
  expect([...new Set(paths)].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test("every endpoint the map names is in the contract, and the other way round", () => {
  const endpoints = Object.entries(contract).flatMap(([domain, own]) =>
    Object.keys(own).map((name) => `${domain}.${name}`),
  );
  const domains = Object.keys(contract).join("|");
  const named = [...map.matchAll(new RegExp(`\`((?:${domains})\\.\\w+)\``, "g"))].map((match) => match[1]);
  expect([...new Set(named)].sort()).toEqual(endpoints.sort());
});
