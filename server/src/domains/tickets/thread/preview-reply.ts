import { namesakeOf } from "@deskhand/contract/desk/namesake";
import type { replySchema } from "@deskhand/contract/messages";
import { broughtIn, type Mailbox, type RecipientNews } from "@deskhand/contract/recipients";
import type * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { type ChannelServices, channelOf } from "../channels/channel.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { selectReplied } from "../rows/messages.queries.ts";
import { selectBringing, selectKnownPeople, selectNews, selectNewsOfAll } from "./check-recipients.queries.ts";

type Previewed = { ticketId: string; content: string } & Pick<z.output<typeof replySchema>, "answersId" | "recipients">;

/** A reply as it would leave now; refused where the reply itself would be (docs/product.md#the-preview-of-a-reply). */
export async function previewReply(
  tx: TenantTx,
  services: Pick<ChannelServices, "settings">,
  actor: Pick<Actor, "userId">,
  { ticketId, content, answersId, recipients: chosen }: Previewed,
) {
  const ticket = await selectReplied(tx, ticketId);
  const conversation = ticket && (await selectConversation(tx, ticketId, { ...actor, answersId }));
  if (!ticket || !conversation) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  if (answersId !== undefined && !conversation.answered) throw fail("message_not_found");
  const channel = channelOf(conversation.answered?.channel ?? "email");
  const to = channel.address(services, conversation, chosen);
  if (!channel.canReply(conversation, to)) throw fail("ticket_has_no_customer");
  const { recipients, answered, mailIds } = to;
  const { ticketNumber } = ticket;
  const subject = to.ownSubject ?? ticket.subject;
  const { customer } = conversation;
  const reply = { customer, answered, mailIds, subject, ticketNumber, content };
  return { ...(await channel.preview(tx, services, reply)), ...recipients };
}

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
