import type { ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { expect, test } from "vitest";
import { resultText } from "./result-words.ts";

function outcomes(outcome: ChangeOutcome["outcome"], count: number, ticketNumber: number | null = 12): ChangeOutcome[] {
  const error = outcome === "refused" ? { code: "ticket_archived", message: "This ticket is archived" } : null;
  return Array.from({ length: count }, () => ({ id: "a", ticketNumber, outcome, error, undo: null }));
}

test.each([
  [outcomes("changed", 1_200), false, "1,200 changed"],
  [outcomes("changed", 3), true, "3 changed back"],
  [[...outcomes("changed", 2), ...outcomes("unchanged", 1)], false, "2 changed, 1 was so already"],
  [outcomes("unchanged", 2), false, "0 changed, 2 were so already"],
  [
    [...outcomes("changed", 47), ...outcomes("refused", 2)],
    false,
    "47 changed, 2 refused: Ticket: 0012: This ticket is archived …",
  ],
  [outcomes("refused", 1, null), true, "0 changed back, 1 refused: A ticket: This ticket is archived"],
])("%# says what became of a change", (results, isUndo, text) => {
  expect(resultText({ results, isUndo })).toBe(text);
});
