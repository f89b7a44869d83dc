import type { ActivityKind } from "@deskhand/contract/vocabulary";
import { priorityWords, statusWords } from "./ticket-words.ts";

/** The words for the values that a step of a ticket's trail names: "In Progress" for `in-progress`. */
export function activityWord(kind: ActivityKind): (value: string) => string {
  const words: Record<string, { label: string }> = kind === "priority_changed" ? priorityWords : statusWords;
  return (value) => words[value]?.label ?? value;
}
