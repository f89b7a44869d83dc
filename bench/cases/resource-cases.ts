import { orderStore } from "../data/make-order-store.ts";
import { rareWord } from "../data/write-text.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

/** How many letters have been typed: 1, 2, 3, 5, 8, or all of them. */
const lengths = [1, 2, 3, 5, 8, Number.POSITIVE_INFINITY];
/** A word of nearly every text, a less common one, several, part of one, and a text without a match. */
const sources: ((turn: number) => string)[] = [
  (turn) => rareWord(1 + ((turn * 7_919) % orderStore.resources)),
  (turn) => ["refund", "warranty", "spare part", "instructions", "courier depot"][turn % 5] ?? "",
  (turn) => `${rareWord(1 + ((turn * 104_729) % orderStore.resources))} warranty`,
  (turn) => ["qzx", "100%", "o'clock", "__", "zzyzx"][turn % 5] ?? "",
];
let turn = 0;

/** Cases for a store with 20,000 resources: texts typed into their search, in the screen's order and by the best match. */
export function resourceCases(tickets: SampleTicket[]): Case[] {
  const inStore = tickets.map((ticket) => ({ ...ticket, tenant: orderStore.index }));
  const list = (query: string) => ({ path: `/api/knowledge?${query}` });
  return [
    httpCase("resources.list", { p95Ms: 20 }, inStore, () => list("sort=updated")),
    httpCase("resources.search", { p95Ms: 40 }, inStore, () => list(`sort=updated&search=${rare()}`)),
    httpCase("resources.search best", { p95Ms: 40 }, inStore, () => list(`sort=match&search=${rare()}`)),
    httpCase("resources.search typed", {}, inStore, () =>
      list(`sort=updated&search=${encodeURIComponent(typedSoFar())}`),
    ),
  ];
}

function rare(): string {
  turn += 1;
  return rareWord(1 + ((turn * 7_919) % orderStore.resources));
}

/** Returns a search text at some moment of typing: common and rare, from the first letter to the last. */
function typedSoFar(): string {
  turn += 1;
  const whole = sources[turn % sources.length]?.(turn) ?? "";
  return whole.slice(0, lengths[Math.floor(turn / sources.length) % lengths.length]).trim() || "a";
}
