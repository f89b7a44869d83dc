import type { forwardSchema } from "@deskhand/contract/messages";
import type * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { ChannelServices } from "../channels/channel.ts";
import { channelOf } from "../channels/channel-of.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { selectReplied } from "../rows/messages.queries.ts";
import { forwardedText } from "./forwarded-text.ts";

type Previewed = Pick<z.output<typeof forwardSchema>, "content" | "messageIds" | "recipients"> & { ticketId: string };

/** A forward as it would leave now; refused where the forward itself would be (docs/product.md#forwarding-messages). */
export async function previewForward(
  tx: TenantTx,
  services: Pick<ChannelServices, "settings">,
  actor: Pick<Actor, "userId">,
  forward: Previewed,
) {
  const { ticketId } = forward;
  const ticket = await selectReplied(tx, ticketId);
  const conversation = ticket && (await selectConversation(tx, ticketId, actor));
  if (!ticket || !conversation) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  const channel = channelOf("email");
  const { recipients } = channel.address(services, conversation, forward.recipients);
  const { content, subject } = await forwardedText(tx, forward);
  const { ticketNumber } = ticket;
  const nothing = { answered: null, mailIds: [], isForward: true };
  const about = { subject, ticketNumber, content, customer: conversation.customer };
  return { ...(await channel.preview(tx, services, { ...about, ...nothing })), ...recipients };
}
