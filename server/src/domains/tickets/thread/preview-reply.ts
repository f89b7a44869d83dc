import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { previewMail, type Queueing } from "../../outgoing/index.ts";
import { selectConversation, selectReplied } from "../rows/messages.queries.ts";

/** The mail of a reply as it would leave now; refused where the reply itself would be (docs/product.md#the-preview-of-a-reply). */
export async function previewReply(
  tx: TenantTx,
  { settings }: Pick<Queueing, "settings">,
  actor: Pick<Actor, "name">,
  { ticketId, content }: { ticketId: string; content: string },
) {
  const ticket = await selectReplied(tx, ticketId);
  const conversation = ticket && (await selectConversation(tx, ticketId));
  if (!ticket || !conversation) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  if (!ticket.customerId) throw fail("ticket_has_no_customer");
  const { subject, ticketNumber } = ticket;
  return previewMail(tx, settings, { ...conversation, subject, ticketNumber, content, writer: actor.name });
}
