import { expect, test } from "vitest";
import { findFailed, valuesOf } from "./find-failed.ts";

const ticket = {
  id: "22222222-2222-4222-8222-222222222222",
  ticketNumber: 1,
  subject: "A Réfund",
  status: "open" as const,
  isArchived: false,
  priority: "low" as const,
  category: "General" as const,
  tags: ["vip club"],
  assignee: null,
  team: null,
  snoozedUntil: null,
  mergedInto: null,
};
const message = {
  text: "Bonjour, je n’ai pas encore reçu mon colis",
  sender: "Ann@Shop.Example.COM",
  recipients: [],
  files: ["Rechnung 12.PDF"],
  brought: {},
};
const open = Array.from({ length: 7 }, (): [number, number][] => [[540, 1_020]]);
const facts = {
  ticket,
  ...message,
  spend: 0,
  order: null,
  at: "2026-03-30T06:59:59.999Z",
  createdAt: "2026-03-27T12:00:00.000Z",
  hours: new Map([
    ["berlin", { timeZone: "Europe/Berlin", week: open, daysOff: new Set(["2026-04-03"]) }],
    ["atlantis", { timeZone: "Ocean/Atlantis", week: open, daysOff: new Set<string>() }],
  ]),
};
const values = valuesOf(facts);

test.each([
  ["words", "contains", "refund", null],
  ["words", "contains", "\u00b4", 0],
  ["words", "lacks", "\u00b4", null],
  ["tags", "has", "vip", 0],
  ["tags", "lacks", "vip", null],
  ["order_total", "at_most", "10", 0],
  ["spend", "at_most", "10", null],
  ["language", "is", "fr", null],
  ["language", "is", "en", 0],
  ["sender_domain", "is", "shop.example.com", null],
  ["sender_domain", "is", "example.com", 0],
  ["files", "at_least", "1", null],
  ["files", "at_least", "2", 0],
  ["file_name", "contains", "rechnung", null],
] as const)("%s %s %j fails at %s", (field, comparison, value, failed) => {
  expect(findFailed({ matches: "all", conditions: [{ field, comparison, values: [value] }] }, values)).toBe(failed);
});

test.each([
  ["a moment before the office opens, in summer time", "2026-03-30T06:59:59.999Z", "outside"],
  ["as it opens", "2026-03-30T07:00:00.000Z", "within"],
  ["a moment before it closes", "2026-03-30T14:59:59.999Z", "within"],
  ["as it closes", "2026-03-30T15:00:00.000Z", "outside"],
  ["at the same time before summer time", "2026-03-27T15:30:00.000Z", "within"],
  ["at noon of a holiday", "2026-04-03T10:00:00.000Z", "outside"],
])("%s the time is told as the calendar has it", (_, at, expected) => {
  const isSo = (comparison: string, value: string) =>
    findFailed(
      { matches: "all", conditions: [{ field: "time", comparison, values: [value] }] },
      valuesOf({ ...facts, at }),
    ) === null;
  expect(["within", "outside"].filter((comparison) => isSo(comparison, "berlin"))).toEqual([expected]);
  // To a calendar that was deleted, or whose time zone is unknown here, a time is neither.
  expect(["within", "outside"].filter((comparison) => isSo(comparison, "deleted"))).toEqual([]);
  expect(["within", "outside"].filter((comparison) => isSo(comparison, "atlantis"))).toEqual([]);
});
