import { expect, test } from "vitest";
import { namesOf, readSender } from "./sender-names.ts";

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
])("%s is kept as %s", (typed, sender) => {
  expect(readSender(typed)).toBe(sender);
});

test("an address is held back by itself, without its tag, by its domain and those above it", () => {
  expect(namesOf("A.nn+news@mail.spam.example")).toEqual([
    "a.nn+news@mail.spam.example",
    "a.nn@mail.spam.example",
    "mail.spam.example",
    "spam.example",
  ]);
});

test("nothing else of an address is folded, and a domain that only ends alike is another", () => {
  expect(namesOf("ann@notspam.example")).toEqual(["ann@notspam.example", "notspam.example"]);
  expect(namesOf("a.nn@spam.example")).not.toContain("ann@spam.example");
  expect(namesOf("+news@spam.example")).toContain("+news@spam.example");
});

test("what is no address is only itself, and one below a hundred names is looked for by few", () => {
  expect(namesOf("nobody")).toEqual(["nobody"]);
  const deep = namesOf(`ann@${"a.".repeat(100)}spam.example`);
  expect(deep).toContain("spam.example");
  expect(deep.length).toBeLessThan(15);
});
