import { expect, test } from "vitest";
import { mailReason, shownState } from "./mail-words.ts";

test("a mail held by a limit says until when, and not that it is being sent", () => {
  expect(shownState({ state: "sending", heldUntil: null, isInOutbox: false }).label).toBe("Sending");
  const heldMail = { state: "sending", heldUntil: "2026-03-03T12:00:00.000Z", isInOutbox: false } as const;
  expect(shownState(heldMail).label).toMatch(/^Held back until Mar 3, 2026/);
});

test("a mail kept in the outbox is not called sent", () => {
  const mail = { state: "sent", heldUntil: null, reason: null, waits: null } as const;
  expect([false, true].map((isInOutbox) => shownState({ ...mail, isInOutbox }).label)).toEqual([
    "Sent",
    "In the outbox",
  ]);
  expect([false, true].map((isInOutbox) => mailReason({ ...mail, isInOutbox }))).toEqual([
    "The next mail server took it.",
    "It is kept in the outbox of this installation and does not leave it.",
  ]);
});
