import { formatDate } from "../../lib/format.ts";
import { priorityWords, statusWords } from "./ticket-words.ts";

const words = new Map<string, string>(
  [...Object.entries(statusWords), ...Object.entries(priorityWords)].map(([value, { label }]) => [value, label]),
);

/** A status, priority or date as it is called on the screen; whatever else there is, as it is. */
export function activityWord(value: string): string {
  return words.get(value) ?? (/^\d{4}-\d{2}-\d{2}T/.test(value) ? formatDate(value) : value);
}
