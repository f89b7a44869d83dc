import { limits } from "@deskhand/contract/limits";
import type { CustomerHit, OrderHit, TicketHit } from "@deskhand/contract/search";
import { statement } from "../../platform/db/statement.ts";
import { type CardRow, cardText } from "../tickets/index.ts";

/** A ticket with the whole beginning of the text it was found in. */
type TicketRow = CardRow & { foundIn: TicketHit["foundIn"]; foundText: string | null };
/** The customers and orders come with each ticket, and alone in one row where there is none. */
export type FoundRow = { customers: CustomerHit[]; orders: OrderHit[] } & (TicketRow | { id: null });

/** What is asked of tickets, and the words alone, by which customers and orders are found. */
type Asked = { wanted: string; words: string; reader: string };

/** One more than is shown of each kind, the best first. Of a text as much is read as is indexed. */
export const everythingQuery = statement<Asked, FoundRow>(new URL("./find-everything.sql", import.meta.url), {
  card: cardText,
  cap: limits.searchHits + 1,
  foundLength: 4_000,
});
