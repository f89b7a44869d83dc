import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { type ForwardedMessage, selectForwarded } from "./forward.queries.ts";

/** What a forward says, what it is about, and the ticket that all of it came by, where that was merged into its own. */
type Forwarded = { content: string; subject: string; cameBy: string | null };

/**
 * The words of a forward: one's own, and below them those messages of a ticket, in the order of its thread. Its subject is the
 * ticket's, or where none of them is of that conversation, that of the first of them.
 */
export async function forwardedText(
  tx: TenantTx,
  { ticketId, messageIds, content }: { ticketId: string; messageIds: string[]; content: string },
): Promise<Forwarded> {
  const wanted = new Set(messageIds);
  const messages = await selectForwarded(tx, ticketId, [...wanted]);
  if (messages.length < wanted.size) throw fail("message_not_found");
  const text = [...(content.trim() === "" ? [] : [content]), ...messages.map(blockOf)].join("\n\n");
  if (text.length > limits.emailContentLength) throw fail("forward_too_long");
  const [first] = messages;
  if (!first) throw fail("message_not_found");
  return {
    content: text,
    subject: (messages.find(({ isOfTicket }) => isOfTicket) ?? first).subject,
    cameBy: messages.every(({ cameBy }) => cameBy === first.cameBy) ? first.cameBy : null,
  };
}

/** A message as mail programs forward one, and read it again. */
function blockOf({ authorName, authorEmail, at, subject, leftOut, text, ...named }: ForwardedMessage): string {
  const [to, cc] = [named.to.map(written), named.cc.map(written)];
  const more = leftOut > 0 ? [`and ${leftOut} more`] : [];
  const lines = [
    "---------- Forwarded message ---------",
    `From: ${authorEmail === null ? authorName : written({ name: authorName, email: authorEmail })}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Subject: ${subject}`,
    ...(to.length > 0 ? [`To: ${[...to, ...(cc.length === 0 ? more : [])].join(", ")}`] : []),
    ...(cc.length > 0 ? [`Cc: ${[...cc, ...more].join(", ")}`] : []),
  ];
  return `${lines.join("\n")}\n\n${text}`;
}

function written(mailbox: Mailbox): string {
  return namedAddress(mailbox, shownAddress);
}
