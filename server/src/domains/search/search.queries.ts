import { limits } from "@deskhand/contract/limits";
import type { CustomerHit, OrderHit, TicketHit } from "@deskhand/contract/search";
import { statement } from "../../platform/db/statement.ts";
import { type CardRow, cardText } from "../tickets/index.ts";

/** A ticket with the beginning of the text in which it was found. */
type TicketRow = CardRow & { foundIn: TicketHit["foundIn"]; foundText: string | null };
/** Each ticket's row carries the customers and orders; without tickets there is one row with these alone. */
export type FoundRow = { customers: CustomerHit[]; orders: OrderHit[] } & (TicketRow | { id: null });

/** The parsed search for tickets, and its words alone for customers and orders. */
type SearchParams = { wanted: string; words: string; reader: string };

/** Selects one result more than is shown of each kind, best first. It reads as much of a text as is indexed. */
export const everythingQuery = statement<SearchParams, FoundRow>(new URL("./find-everything.sql", import.meta.url), {
  card: cardText,
  cap: limits.searchHits + 1,
  foundLength: 4_000,
});
