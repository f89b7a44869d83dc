import type { ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import type { Run } from "./run-change.ts";

/** Names a refused ticket; a deleted one no longer has a number. */
export function refusedLabel({ ticketNumber }: Pick<ChangeOutcome, "ticketNumber">): string {
  return ticketNumber === null ? "A ticket" : ticketLabel(ticketNumber);
}

export function refusedOf(results: readonly ChangeOutcome[]): ChangeOutcome[] {
  return results.filter(({ outcome }) => outcome === "refused");
}

/**
 * Returns the outcome of a change: "47 changed, 2 refused: Ticket: 0012: This ticket is archived. Reopen it to make
 * changes".
 */
export function resultText({ results, isUndo }: Pick<Run, "results" | "isUndo">): string {
  const count = (outcome: ChangeOutcome["outcome"]) => results.filter((each) => each.outcome === outcome).length;
  const [changed, unchanged] = [count("changed"), count("unchanged")];
  const [first, ...others] = refusedOf(results);
  const parts = [
    `${changed.toLocaleString("en-US")} ${isUndo ? "changed back" : "changed"}`,
    ...(unchanged > 0 ? [`${unchanged.toLocaleString("en-US")} ${unchanged === 1 ? "was" : "were"} so already`] : []),
    ...(first ? [`${(others.length + 1).toLocaleString("en-US")} refused`] : []),
  ];
  const inPart = results.filter(({ leftOut }) => typeof leftOut === "string");
  const [partly] = inPart;
  if (partly)
    parts.push(`${inPart.length.toLocaleString("en-US")} in part: ${refusedLabel(partly)}: ${partly.leftOut}`);
  const why = first ? `: ${refusedLabel(first)}: ${first.error?.message}` : "";
  return `${parts.join(", ")}${why}${others.length > 0 ? " …" : ""}`;
}
