import { expect, test } from "vitest";
import { actionWords, actorWords, detailWords } from "./audit-actions.ts";

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
  [
    { changes: { senderName: { to: "Acme Care", from: "Acme" }, acknowledges: { from: false, to: true } } },
    'Sender Name: "Acme" → "Acme Care"; Acknowledge new tickets: no → yes',
  ],
  [{ changes: { signatureHtml: { from: "<p>Bye</p>", to: "" } } }, 'Signature HTML: "<p>Bye</p>" → nothing'],
  [{ changes: { logoUrl: { from: null, to: "set" } } }, "Company Logo: set"],
  [{ changes: { logoUrl: { from: "set", to: null } } }, "Company Logo: removed"],
  [{ changed: ["senderName", "signatureHtml", "constructor"] }, "changed: Sender Name, Signature HTML, constructor"],
])("%j reads %s", (details, words) => {
  expect(detailWords(details)).toBe(words);
});

test("an action that is no longer known is shown as recorded", () => {
  expect([actionWords("team.deleted"), actionWords("team.moved"), actionWords("constructor")]).toEqual([
    "Deleted the user",
    "team.moved",
    "constructor",
  ]);
});

test.each([
  ["team.deleted", "1", "Ada", "ada@a.test", "Ada <ada@a.test>"],
  ["team.deleted", "1", "ada@a.test", "ada@a.test", "ada@a.test"],
  ["team.deleted", "1", "Ada", null, "Ada"],
  ["team.deleted", "1", null, null, "Unknown"],
  ["store.data-removed", null, null, null, "System"],
  ["account.sign-in-failed", null, null, null, "Somebody not signed in"],
  // An earlier version recorded it like this.
  ["account.sign-in-failed", "1", "Ada", "ada@a.test", "Somebody not signed in"],
])("%s of %s, %s, %s was done by: %s", (action, actorId, actorName, actorEmail, words) => {
  expect(actorWords({ action, actorId, actorName, actorEmail })).toBe(words);
});
