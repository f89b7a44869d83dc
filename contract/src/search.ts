import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { id, money, timestamp, typedText } from "./page.ts";
import { searchNews } from "./search/news.ts";
import { ticketCardSchema } from "./tickets.ts";
import { ticketParts } from "./vocabulary.ts";

const nameAndEmail = { name: z.string().nullable(), email: z.string().nullable() };

const ticketHitSchema = ticketCardSchema.extend({
  /** The part of the ticket that was found; the best of several. */
  foundIn: z.enum(ticketParts),
  /** The words around the first match, if it is in a text. Plain text, as its author wrote it. */
  excerpt: z.string().nullable(),
});
export type TicketHit = z.infer<typeof ticketHitSchema>;

const customerHitSchema = z.object({ id, ...nameAndEmail, totalOrders: z.number().int() });
export type CustomerHit = z.infer<typeof customerHitSchema>;

const orderHitSchema = z.object({
  id,
  /** The number as the store writes it, such as '#1042'. */
  name: z.string(),
  customer: z.object(nameAndEmail).nullable(),
  /** The order's own address; there may be no customer. */
  email: z.string().nullable(),
  totalPrice: money.nullable(),
  currency: z.string(),
  createdAt: timestamp,
});
export type OrderHit = z.infer<typeof orderHitSchema>;

const hitsOf = <Hit extends z.ZodType>(hit: Hit) =>
  z.object({ items: z.array(hit).max(limits.searchHits), hasMore: z.boolean() });

const searchResultSchema = z.object({
  tickets: hitsOf(ticketHitSchema),
  customers: hitsOf(customerHitSchema),
  orders: hitsOf(orderHitSchema),
  ...searchNews.shape,
});
export type SearchResult = z.infer<typeof searchResultSchema>;

export const search = {
  /**
   * Finds tickets, customers and orders as a person types, the best of each first (docs/product.md#how-a-search-is-written). Only
   * words find customers and orders, as filters apply to tickets.
   */
  find: endpoint("search:find", "GET", "/search", { isHeavy: true })
    .input(
      z.object({
        q: typedText().min(1, "Type what to search for").max(limits.searchLength, "Search for at most 200 characters"),
      }),
    )
    .output(searchResultSchema),
};
