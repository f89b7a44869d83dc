import type { Message } from "@deskhand/contract/messages";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { ticketExists } from "../tickets/index.ts";
import { selectOriginal, selectThreadPage } from "./messages.queries.ts";

type Page = { ticketId: string; before?: string | undefined; limit: number };

/** One page of a thread before a message, oldest first. */
export async function listMessages(
  tx: TenantTx,
  { ticketId, before, limit }: Page,
): Promise<{ items: Message[]; hasOlder: boolean }> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  const newestFirst = await selectThreadPage(tx, ticketId, before, limit + 1);
  return { items: newestFirst.slice(0, limit).reverse(), hasOlder: newestFirst.length > limit };
}

/** A message's whole text with the history it quoted. */
export async function getOriginal(
  tx: TenantTx,
  { ticketId, id }: { ticketId: string; id: string },
): Promise<{ text: string }> {
  const text = await selectOriginal(tx, ticketId, id);
  if (text === undefined) throw fail("message_not_found");
  return { text };
}
