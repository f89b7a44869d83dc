import { presenceLimits } from "@deskhand/contract/desk/presence";
import { expect, test } from "vitest";
import { newId } from "../../db/ids.ts";
import { asTenantId } from "../../db/tenant.ts";
import { noticesOf, type ProcessNotice } from "./process-channel.ts";
import { messageBudget } from "./start-presence.ts";
import { readClaim } from "./who-is-where.ts";

const ticketId = "0190a1b2-c3d4-7000-8000-00000000abcd";
const polluted = JSON.parse('{"__proto__":{"ticketId":"x","doing":"looking"},"constructor":{"prototype":{}}}');
const huge = "x".repeat(5_000_000);

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a number", 7],
  ["a huge string", huge],
  ["bytes", Buffer.from("looking")],
  ["a list", [{ ticketId, doing: "looking" }]],
  ["no places", {}],
  ["places in an object that looks like a list", { at: { length: 1, 0: { ticketId, doing: "looking" } } }],
  ["places that are null or undefined", { at: [null, undefined] }],
  ["a ticket id that is an object", { at: [{ ticketId: { toString: () => ticketId }, doing: "looking" }] }],
  ["a ticket id that is a list", { at: [{ ticketId: [ticketId], doing: "looking" }] }],
  ["a ticket id that is not a UUID", { at: [{ ticketId: "__proto__", doing: "looking" }] }],
  ["a ticket id of megabytes", { at: [{ ticketId: huge, doing: "looking" }] }],
  ["a ticket id with a line break after it", { at: [{ ticketId: `${ticketId}\n`, doing: "looking" }] }],
  ["an unknown activity", { at: [{ ticketId, doing: "constructor" }] }],
  ["a missing activity", { at: [{ ticketId }] }],
  ["an activity that is a list", { at: [{ ticketId, doing: ["looking"] }] }],
  ["a prototype", { at: [polluted] }],
  ["a good place beside a bad one", { at: [{ ticketId, doing: "looking" }, { ticketId: 1 }] }],
  ["too many places", { at: Array(presenceLimits.places + 1).fill({ ticketId, doing: "looking" }) }],
])("refuses %s", (_, value) => {
  expect(readClaim(value)).toBeNull();
  expect({}).not.toHaveProperty("doing");
});

test("reads only known fields of a claim, and each ticket once", () => {
  const place = { ticketId: ticketId.toUpperCase(), doing: "looking", userId: "somebody else", name: huge };
  expect(readClaim({ at: [place, { ticketId, doing: "writing" }], asksForAll: "yes", tenantId: "another" })).toEqual({
    at: [{ ticketId, doing: "writing" }],
    asksForAll: false,
  });
  expect(readClaim({ at: [], asksForAll: true })).toEqual({ at: [], asksForAll: true });
});

test("accepts as many messages as one person can cause, and refuses a flood", () => {
  const { messagesAtOnce, messagesPerSecond } = presenceLimits;
  const isWithin = messageBudget(0);
  expect(Array.from({ length: messagesAtOnce }, () => isWithin(0)).every(Boolean)).toBe(true);
  expect(isWithin(0)).toBe(false);
  expect(isWithin(1_000)).toBe(true);
  // A steady stream slightly below the limit is never refused.
  const steady = messageBudget(0);
  const step = 1_000 / (messagesPerSecond - 1);
  expect(Array.from({ length: 30_000 }, (_, at) => steady(at * step)).every(Boolean)).toBe(true);
});

test("splits notices to other processes below the database's limit, losing none", () => {
  const from = newId();
  const at = Array.from({ length: presenceLimits.places }, () => ({ ticketId: newId(), doing: "looking" as const }));
  const people = Array.from({ length: 500 }, (_, index) => ({
    tenantId: asTenantId(newId()),
    userId: newId(),
    at: at.slice(0, index % (presenceLimits.places + 1)),
  }));
  const notices = noticesOf(from, people);
  for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8_000);
  const read: ProcessNotice[] = notices.map((notice) => JSON.parse(notice));
  expect(read.flatMap(({ people = [] }) => people)).toEqual(people);
  expect(read.every((notice) => notice.from === from)).toBe(true);
  expect(noticesOf(from, [])).toEqual([]);
});
