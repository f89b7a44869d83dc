import { firstNames, lastNames, orderStore, words } from "../data/make-order-store.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

/** How many letters have been typed: 1, 2, 3, 5, 8, or all of them. */
const lengths = [1, 2, 3, 5, 8, Number.POSITIVE_INFINITY];
/** A first name, a whole name, a number as written, one as spoken, an address, and a text without a match. */
const sources: ((turn: number) => string)[] = [
  (turn) => pick(lastNames, turn),
  (turn) => `${pick(firstNames, turn)} ${pick(lastNames, turn * 7)}`,
  (turn) => `#${1_000 + ((turn * 7_919) % orderStore.orders)}`,
  (turn) => String(1_000 + ((turn * 104_729) % orderStore.orders)),
  (turn) => `${pick(firstNames, turn)}.${pick(lastNames, turn * 7)}${turn % orderStore.customers}@gmail`.toLowerCase(),
  (turn) => ["B2B-", "100%", "%", "_", "\\", "#", "zq", "nobody"][turn % 8] ?? "",
];
let turn = 0;

/** Cases for a store with half a million orders: the list, texts typed into its search, and the figures above it. */
export function orderCases(tickets: SampleTicket[]): Case[] {
  const inStore = tickets.map((ticket) => ({ ...ticket, tenant: orderStore.index }));
  return [
    httpCase("orders.list", { p95Ms: 20 }, inStore, () => ({ path: "/api/orders?limit=20" })),
    httpCase("orders.list typed", { p95Ms: 50 }, inStore, () => ({
      path: `/api/orders?limit=20&search=${encodeURIComponent(typedSoFar())}`,
    })),
    httpCase("orders.stats", {}, inStore, () => ({ path: "/api/orders/stats" })),
  ];
}

/** Returns a search text at some moment of typing: common and rare, from the first letter to the last. */
function typedSoFar(): string {
  turn += 1;
  const whole = sources[turn % sources.length]?.(turn) ?? "";
  return whole.slice(0, lengths[Math.floor(turn / sources.length) % lengths.length]).trim() || "a";
}

function pick(list: string, turn: number): string {
  const all = words(list);
  return all[turn % all.length] ?? "";
}
