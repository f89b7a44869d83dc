import { beforeEach, expect, test, vi } from "vitest";
import { keepRecentSearch, readRecentSearches } from "./search-palette.tsx";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

test("keeps the latest five searches, separately for each user", () => {
  for (const text of ["one", "two", "three", "four", "five", "six"]) keepRecentSearch("ann", text);
  keepRecentSearch("bob", "lamp");
  expect(readRecentSearches("ann")).toEqual(["six", "five", "four", "three", "two"]);
  expect(readRecentSearches("bob")).toEqual(["lamp"]);
});

test("keeps repeated and partial searches once", () => {
  for (const text of ["jac", "lamp", "Jacket", " jacket ", "  "]) keepRecentSearch("ann", text);
  expect(readRecentSearches("ann")).toEqual(["jacket", "lamp"]);
});

test("ignores stored data that is no list", () => {
  storage.set("deskhand-recent-searches:ann", "{ broken");
  expect(readRecentSearches("ann")).toEqual([]);
  storage.set("deskhand-recent-searches:ann", '["a", 1, null]');
  expect(readRecentSearches("ann")).toEqual(["a"]);
});

test("searches work without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  keepRecentSearch("ann", "lamp");
  expect(readRecentSearches("ann")).toEqual([]);
});
