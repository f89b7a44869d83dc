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
  snoozedUntil: null,
  mergedInto: null,
};
const message = {
  text: "Bonjour, je n’ai pas encore reçu mon colis",
  sender: "Ann@Shop.Example.COM",
  recipients: [],
  files: ["Rechnung 12.PDF"],
};
const values = valuesOf({ ticket, ...message, spend: 0, order: null });

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
