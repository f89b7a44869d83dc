import { type Doing, type PersonPresence, presenceLimits } from "@deskhand/contract/desk/presence";
import { beforeEach, expect, test } from "vitest";
import { newId } from "../../db/ids.ts";
import { asTenantId, type TenantId } from "../../db/tenant.ts";
import { WhoIsWhere } from "./who-is-where.ts";

const { goneMs } = presenceLimits;
const ours = asTenantId(newId());
const theirs = asTenantId(newId());
const [parcel, refund] = ["a", "b"].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [string, string];
const at = (ticketId: string, doing: Doing = "looking") => ({ ticketId, doing });
const ada = { tenantId: ours, userId: "ada" };

let known: WhoIsWhere;
beforeEach(() => {
  known = new WhoIsWhere();
});

function toldTo(tenant: TenantId): PersonPresence[] {
  return known.takeChanges().screens.get(tenant) ?? [];
}

test("reports arriving, writing and leaving once each, and nothing in between", () => {
  known.say("tab", ada, [at(parcel)], 0);
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [at(parcel)] }]);
  known.say("tab", ada, [at(parcel)], 4_000);
  expect(known.hasChanged()).toBe(false);
  known.say("tab", ada, [at(parcel, "writing")], 5_000);
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [at(parcel, "writing")] }]);
  known.say("tab", ada, [], 6_000);
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [] }]);
  known.leave("tab");
  expect(toldTo(ours)).toEqual([]);
  expect(known.isEmpty()).toBe(true);
});

test("does not report who comes and goes between two reports", () => {
  known.say("tab", ada, [at(parcel)], 0);
  known.leave("tab");
  expect(known.takeChanges()).toEqual({ screens: new Map(), processes: [] });
  expect(known.isEmpty()).toBe(true);
});

test("expires a silent connection to the millisecond, and no other", () => {
  known.say("tab", ada, [at(parcel)], 0);
  known.say("other", { tenantId: ours, userId: "ben" }, [at(parcel)], 0);
  known.takeChanges();
  known.say("other", { tenantId: ours, userId: "ben" }, [at(parcel)], 4_000);
  known.expire(goneMs - 1);
  expect(toldTo(ours)).toEqual([]);
  known.expire(goneMs);
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [] }]);
  expect(known.everybodyOf(ours)).toEqual([{ userId: "ben", at: [at(parcel)] }]);
});

test("three tabs count as one person, with the strongest activity per ticket, until the last closes", () => {
  known.say("one", ada, [at(parcel)], 0);
  known.say("two", ada, [at(parcel, "writing"), at(refund)], 0);
  known.say("three", ada, [at(parcel, "sending")], 0);
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [at(parcel, "sending"), at(refund)] }]);
  known.leave("three");
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [at(parcel, "writing"), at(refund)] }]);
  known.leave("two");
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [at(parcel)] }]);
  known.leave("one");
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [] }]);
});

test("limits a person's places, however many tabs report them", () => {
  for (let tab = 0; tab < 50; tab += 1) known.say(`tab${tab}`, ada, [at(newId()), at(newId(), "writing")], 0);
  const [firstChange] = toldTo(ours);
  expect(firstChange?.at).toHaveLength(presenceLimits.places);
  expect(firstChange?.at.every(({ doing }) => doing === "writing")).toBe(true);
});

test("separates tenants, even with equal ids of person and ticket", () => {
  known.say("tab", ada, [at(parcel)], 0);
  known.say("theirs", { tenantId: theirs, userId: "ada" }, [at(parcel, "writing")], 0);
  const { screens } = known.takeChanges();
  expect(screens.get(ours)).toEqual([{ userId: "ada", at: [at(parcel)] }]);
  expect(screens.get(theirs)).toEqual([{ userId: "ada", at: [at(parcel, "writing")] }]);
  known.leave("tab");
  expect(known.everybodyOf(ours)).toEqual([]);
  expect(known.everybodyOf(theirs)).toEqual([{ userId: "ada", at: [at(parcel, "writing")] }]);
});

test("keeps another process's people until it removes them, ends or falls silent", () => {
  const ben = { tenantId: ours, userId: "ben" };
  expect(known.hear("p2", [{ ...ada, at: [at(parcel)] }], 0)).toBe(true);
  expect(known.hear("p2", [{ ...ben, at: [at(parcel)] }], 1_000)).toBe(false);
  expect(toldTo(ours)).toHaveLength(2);
  known.hear("p2", [{ ...ada, at: [] }], 2_000);
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [] }]);
  known.hear("p2", [], 5_000);
  known.expire(5_000 + goneMs - 1);
  expect(toldTo(ours)).toEqual([]);
  known.expire(5_000 + goneMs);
  expect(toldTo(ours)).toEqual([{ userId: "ben", at: [] }]);
  expect(known.hear("p2", [{ ...ben, at: [at(refund)] }], 20_000)).toBe(true);
  known.takeChanges();
  known.forget("p2");
  expect(toldTo(ours)).toEqual([{ userId: "ben", at: [] }]);
  expect(known.isEmpty()).toBe(true);
});

test("a person at two processes counts once, and each process reports only its own", () => {
  known.say("tab", ada, [at(parcel)], 0);
  expect(known.takeChanges().processes).toEqual([{ ...ada, at: [at(parcel)] }]);
  known.hear("p2", [{ ...ada, at: [at(parcel, "writing"), at(refund)] }], 0);
  const { screens, processes } = known.takeChanges();
  expect(screens.get(ours)).toEqual([{ userId: "ada", at: [at(parcel, "writing"), at(refund)] }]);
  expect(processes).toEqual([]);
  expect(known.everybodyHere()).toEqual([{ ...ada, at: [at(parcel)] }]);
  known.leave("tab");
  expect(known.takeChanges()).toEqual({ screens: new Map(), processes: [{ ...ada, at: [] }] });
  known.forgetOthers();
  expect(toldTo(ours)).toEqual([{ userId: "ada", at: [] }]);
});
