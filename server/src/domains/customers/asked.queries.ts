import type { Expression, RawBuilder } from "kysely";
import type { Read } from "../../platform/db/tenant.ts";
import { Question } from "../../platform/questions.ts";

type OfCustomer = (customerId: Expression<string>) => RawBuilder<{ id: string }>;

/** The ids of a customer's tickets, as a subquery. */
export const ticketsOf = new Question<OfCustomer>("which tickets a customer has");

/** What is known of the orders of customers. */
export const ofOrders = new Question<{
  /** The ids of a customer's orders, as a subquery. */
  idsOf: OfCustomer;
  /** The currency of the store's newest order; null where there is none. */
  currency: () => RawBuilder<string | null>;
  /** What a search is to look for instead of a number that it does not find as it was typed; null for any other text. */
  resolveNumber: (read: Read, typed: string) => Promise<{ customers: string[] } | null>;
}>("what is known of a customer's orders");
