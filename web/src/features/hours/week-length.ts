import { lengthWords } from "@deskhand/contract/targets/target-words";
import { openMinutes, type Week } from "./week-text.ts";

const MINUTE_MS = 60_000;

/** "40 h a week", or that a week has no hours and what that means. */
export function lengthOfWeek(week: Week): string {
  const minutes = openMinutes(week);
  return minutes === 0
    ? "No working hours: a target with these is never due"
    : `${lengthWords(minutes * MINUTE_MS)} a week`;
}
