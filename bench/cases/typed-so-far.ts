import type { SampleTicket } from "./sample-tickets.ts";

/** How many letters have been typed: 1, 2, 3, 5, or all of them. */
const lengths = [1, 2, 3, 5, Number.POSITIVE_INFINITY];
/** A rare word, a word of the ticket's subject, two of them, a customer, an order, a ticket's number. */
const sources: ((subject: string, turn: number) => string)[] = [
  (subject) => subject.slice(subject.lastIndexOf(" ") + 1),
  (subject) => subject.split(" ")[0] ?? "",
  (subject) => subject.split(" ").slice(1, 3).join(" "),
  (_, turn) => `customer${turn % 3_000}`,
  (_, turn) => `#${10_000 + (turn % 5_000)}`,
  (_, turn) => String(1 + (turn % 30_000)),
];
let turn = 0;

/** What somebody has typed into the search at some moment: common and rare words, from the first letter to the last. */
export function typedSoFar({ subject }: Pick<SampleTicket, "subject">): string {
  turn += 1;
  const whole = sources[turn % sources.length]?.(subject, turn) ?? "";
  return whole.slice(0, lengths[Math.floor(turn / sources.length) % lengths.length]).trim() || "a";
}
