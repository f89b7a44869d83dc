import type { Due } from "@deskhand/contract/targets/due";
import { dueState } from "@deskhand/contract/targets/target-words";
import type { Hours } from "@deskhand/contract/targets/working-time";
import { expect, test } from "vitest";
import { markWords, whyWords } from "./target-mark.tsx";

const office: Hours = {
  timeZone: "UTC",
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [[540, 1_020] as const] : [])),
  daysOff: new Set(),
};
/** Due on Monday at ten past eleven, and at risk from Monday at ten. */
const monday: Due = {
  clock: "first_reply",
  dueAt: "2026-11-30T11:10:00.000Z",
  riskAt: "2026-11-30T10:00:00.000Z",
  leftMs: null,
  policyId: "",
};
const paused: Due = { ...monday, dueAt: null, riskAt: null, leftMs: 7_800_000 };
const never: Due = { ...paused, leftMs: null };
const at = (text: string) => Date.parse(text);
const friday = at("2026-11-27T16:00:00Z");

test.each<[string, Due, number, string | null, string]>([
  ["over a weekend only working time is left", monday, friday, "3 h 10 min left", "running"],
  ["in its last quarter it is at risk", monday, at("2026-11-30T10:30:00Z"), "40 min left", "at_risk"],
  ["once its time is used up it is breached", monday, at("2026-11-30T11:30:00Z"), "Breached 20 min ago", "breached"],
  ["later the hours are enough", monday, at("2026-12-01T10:30:00Z"), "Breached 23 h ago", "breached"],
  ["and then the days", monday, at("2026-12-04T10:30:00Z"), "Breached 3 d ago", "breached"],
  ["paused it keeps what is left", paused, friday, "2 h 10 min left, paused", "paused"],
  ["without hours it is never due", never, friday, "Never due", "idle"],
])("%s", (_, due, now, words, state) => {
  expect([markWords(due, office, now), dueState(due, now)]).toEqual([words, state]);
});

test("why so much is left says when nobody works, and in which statuses the time stands still", () => {
  const why = (due: Due, hours: Hours) => whyWords(due, { hours, pausing: ["pending"], now: friday });
  expect(why(monday, office)).toMatch(/^First reply due .*2026.*\. Paused Fri \d\d:00–Mon \d\d:00, and while Pending$/);
  expect(why(monday, null)).toMatch(/^First reply due .*2026.*\. Paused while Pending$/);
  expect(why(paused, office)).toBe("First reply: its time does not pass while Pending");
  expect(why(never, office)).toBe("First reply: no working hours come in which its time would pass");
});

test("nothing is shown before the hours are known in which the time passes", () => {
  expect(markWords(monday, undefined, friday)).toBeNull();
});
