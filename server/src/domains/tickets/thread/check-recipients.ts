import { namesakeOf } from "@deskhand/contract/desk/namesake";
import { broughtIn, type Mailbox, type RecipientNews } from "@deskhand/contract/recipients";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { selectBringing, selectKnownPeople, selectNews, selectNewsOfAll } from "./check-recipients.queries.ts";

/**
 * What the store knows of those whom a mail is to go to, in their order (docs/product.md#choosing-whom-an-answer-goes-to): by the thread of
 * its ticket, or where there is none yet, by all that the store has.
 */
export async function checkRecipients(
  tx: TenantTx,
  { ticketId, people }: { ticketId?: string | undefined; people: Mailbox[] },
): Promise<{ items: RecipientNews[] }> {
  // What is found of them is in their order.
  const namesakes = people.map(namesakeOf(await selectKnownPeople(tx)));
  const isCalled = (nth: number) => ({ isNamesake: namesakes[nth] ?? false });
  if (ticketId === undefined) {
    const news = await selectNewsOfAll(tx, people);
    return { items: news.map((one, nth) => ({ ...one, ...isCalled(nth) })) };
  }
  const conversation = await selectBringing(tx, ticketId);
  if (!conversation) throw fail("ticket_not_found");
  const known = broughtIn(conversation.messages, conversation.customerAddresses);
  const news = await selectNews(tx, ticketId, people);
  return { items: news.map((one, nth) => ({ ...one, ...isCalled(nth), isNew: !known.has(one.email) })) };
}
