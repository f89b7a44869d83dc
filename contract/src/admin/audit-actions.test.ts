import { expect, test } from "vitest";
import { actionWords, detailWords } from "./audit-actions.ts";

test.each([
  [{ to: "admin", from: "agent" }, "from: agent, to: admin"],
  [{ endedSessions: 2, isTold: false }, "ended sessions: 2, is told: no"],
  [
    { sessionId: "0190", customers: [], scopes: ["read_orders", "read_customers"] },
    "scopes: read_orders read_customers",
  ],
  [
    { name: null, email: undefined, hidden: "Video", filter: { kind: "team" } },
    'hidden: Video, filter: {"kind":"team"}',
  ],
  [{}, ""],
])("%j reads %s", (details, words) => {
  expect(detailWords(details)).toBe(words);
});

test("an action that is no longer known is shown as it stands there", () => {
  expect([actionWords("team.deleted"), actionWords("team.moved"), actionWords("constructor")]).toEqual([
    "Deleted the user",
    "team.moved",
    "constructor",
  ]);
});
