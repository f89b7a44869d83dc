import type { Colleague } from "@deskhand/contract/team";
import { expect, test } from "vitest";
import { findMention, mentionable, withMention } from "./find-mention.ts";

test.each([
  ["@", 1, "@"],
  ["Ask @Ad", 7, "@Ad"],
  ["@Ada Love", 9, "@Ada Love"],
  ["@Ada\nLo", 7, null],
  ["bob@ex", 6, null],
  ["no name", 4, null],
  ["@Ada and more", 3, "@Ad"],
  [`@${"a".repeat(120)}`, 121, null],
])("in %j at %i the name being typed is %j", (text, caret, expected) => {
  const found = findMention(text, caret);
  expect(found && text.slice(found.start, found.end)).toBe(expected);
});

const person = (name: string, isActive = true): Colleague => ({ id: name, name, email: "", isActive, role: "agent" });
const team = [
  ...[person("Ada Lovelace"), person("Ada"), person("Bob Adams"), person("Gone Ada", false), person("Me")],
  ...[person("Søren Müßig"), person("Zoe Muessig")],
];

test.each([
  ["", "Ada Lovelace,Ada,Bob Adams,Søren Müßig,Zoe Muessig"],
  ["ad", "Ada Lovelace,Ada,Bob Adams"],
  ["Ada ", "Ada Lovelace"],
  ["Ada l", "Ada Lovelace"],
  ["adams", "Bob Adams"],
  ["adams b", "Bob Adams"],
  ["soren", "Søren Müßig"],
  ["Mussig", "Søren Müßig,Zoe Muessig"],
  ["muessig so", "Søren Müßig"],
  ["Müßig z", "Zoe Muessig"],
  ["adams a", ""],
  ["me", ""],
  ["gone", ""],
  ["x", ""],
  [" a", ""],
  [".*", ""],
])("for %j are offered: %s", (typed, names) =>
  expect(
    mentionable(team, typed, "Me")
      .map(({ name }) => name)
      .join(),
  ).toBe(names),
);

test("groups colleagues of one name and counts them", () => {
  expect(mentionable([person("Sam"), { ...person("sam"), id: "2" }], "s", "Me")).toMatchObject([
    { name: "Sam", count: 2 },
  ]);
});

test("offers teams after the people, with how many are in them", () => {
  const teams = [
    { id: "t1", name: "Adaptors", memberIds: ["a", "b"] },
    { id: "t2", name: "Returns", memberIds: [] },
  ];
  expect(mentionable([person("Ada")], "ad", "Me", teams)).toEqual([
    { id: "Ada", name: "Ada", count: 1 },
    { id: "t1", name: "Adaptors", count: 2, isTeam: true },
  ]);
});

test("replaces what was typed with the whole name and one space", () => {
  expect(withMention("Ask @ad now", { start: 4, end: 7 }, "Ada")).toEqual({ text: "Ask @Ada now", caret: 9 });
  expect(withMention("@", { start: 0, end: 1 }, "Ada")).toEqual({ text: "@Ada ", caret: 5 });
});
