import { broughtIn, type Mailbox, type RecipientNews } from "@deskhand/contract/recipients";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { selectBringing, selectNews } from "./check-recipients.queries.ts";

/** What the store knows of those whom a mail of a ticket is to go to, in their order (docs/product.md#choosing-whom-an-answer-goes-to). */
export async function checkRecipients(
  tx: TenantTx,
  { ticketId, people }: { ticketId: string; people: Mailbox[] },
): Promise<{ items: RecipientNews[] }> {
  const conversation = await selectBringing(tx, ticketId);
  if (!conversation) throw fail("ticket_not_found");
  const known = broughtIn(conversation.messages, conversation.customerAddresses);
  const news = await selectNews(tx, ticketId, people);
  return { items: news.map((one) => ({ ...one, isNew: !known.has(one.email) })) };
}
