import { expect, test } from "vitest";
import { matchingNames, readSender } from "./sender-names.ts";

test.each<[string, string | null]>([
  [" Ann@Spam.Example ", "ann@spam.example"],
  ["mailto:ann+news@spam.example", "ann+news@spam.example"],
  ["spam.example", "spam.example"],
  ["@spam.example", "spam.example"],
  ["*@Spam.example.", "spam.example"],
  ["ann@b\u00fccher.example", "ann@xn--bcher-kva.example"],
  ["ann", null],
  ["example", null],
  ["ann@localhost", null],
  ["ann@spam.example, bob@spam.example", null],
  ["Ann <ann@spam.example>", null],
  ["@", null],
  ["ann@", null],
  ["192.0.2.1", null],
  ["https://spam.example/", null],
])("keeps %s as %s", (typed, sender) => {
  expect(readSender(typed)).toBe(sender);
});

test("matches an address by itself, without its tag, by its domain and those above it", () => {
  expect(matchingNames("A.nn+news@mail.spam.example")).toEqual([
    "a.nn+news@mail.spam.example",
    "a.nn@mail.spam.example",
    "mail.spam.example",
    "spam.example",
  ]);
});

test("folds nothing else of an address, and does not match a domain with the same ending", () => {
  expect(matchingNames("ann@notspam.example")).toEqual(["ann@notspam.example", "notspam.example"]);
  expect(matchingNames("a.nn@spam.example")).not.toContain("ann@spam.example");
  expect(matchingNames("+news@spam.example")).toContain("+news@spam.example");
});

test("matches invalid addresses only as a whole, and a deep domain only by its last labels", () => {
  expect(matchingNames("nobody")).toEqual(["nobody"]);
  const deep = matchingNames(`ann@${"a.".repeat(100)}spam.example`);
  expect(deep).toContain("spam.example");
  expect(deep.length).toBeLessThan(15);
});
