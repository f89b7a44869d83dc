import { findNamedNumbers, type NamedNumbers } from "@deskhand/contract/mentions/named-numbers";
import type { FoundOrders } from "@deskhand/contract/tracking";
import type { Read } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { findAmong, type Mail, orderNamesQuery } from "../orders/index.ts";
import { ownOrdersOfTicketQuery, type TicketWords, ticketWordsQuery, type Words } from "./rows/ticket-words.queries.ts";

/** The orders that a ticket is about (docs/product.md#the-order-of-a-ticket); fails where there is no ticket. As an order comes, it is found. */
export async function findOrdersOfTicket(read: Read, ticketId: string): Promise<FoundOrders> {
  const [tickets, own, names] = await Promise.all([
    read(ticketWordsQuery(ticketId)),
    read(ownOrdersOfTicketQuery(ticketId)),
    read(orderNamesQuery()),
  ]);
  const [ticket] = tickets;
  if (!ticket) throw fail("ticket_not_found");
  return findAmong(read, mailOf(ticket), own, names);
}

function mailOf({ opening, messages, isUnverified, isAllUnverified, createdAt, ...sender }: TicketWords): Mail {
  const said = messages.map((message) => ({
    numbers: numbersOf(message),
    isUnverified: isAllUnverified || message.isUnverified,
  }));
  const texts = [{ numbers: numbersOf(opening), isUnverified }, ...said];
  return { ...sender, texts, writtenAt: new Date(messages.at(-1)?.createdAt ?? createdAt) };
}

// What was written before numbers were kept, and is not read by `readNumbers` yet, is read here.
function numbersOf({ numbers, unread = [] }: Words): NamedNumbers {
  return numbers ?? unread.flatMap(findNamedNumbers);
}
