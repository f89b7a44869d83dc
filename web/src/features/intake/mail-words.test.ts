import { expect, test } from "vitest";
import { shownState } from "./mail-words.ts";

test("a mail that a limit holds back says until when, and not that it is being sent", () => {
  expect(shownState({ state: "sending", heldUntil: null }).label).toBe("Sending");
  expect(shownState({ state: "sending", heldUntil: "2026-03-03T12:00:00.000Z" }).label).toMatch(
    /^Held back until Mar 3, 2026/,
  );
});
