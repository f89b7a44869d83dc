import { spanWords } from "../../platform/span-words.ts";

/** What a notification of many new tickets says: "37 new tickets in 4 minutes". */
export function floodWords({ tickets, beganAt, lastAt }: { tickets: number; beganAt: string; lastAt: string }): string {
  const span = spanWords(Date.parse(lastAt) - Date.parse(beganAt));
  return `${tickets.toLocaleString("en-US")} new tickets in ${span}`;
}
