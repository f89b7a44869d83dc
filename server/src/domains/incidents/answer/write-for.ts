import { createHash } from "node:crypto";
import type { PreviewedAnswer } from "@deskhand/contract/desk/incidents";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { fillForOrder, fillForTicket } from "../../canned-responses/index.ts";
import { previewReply, type Writer } from "../../tickets/index.ts";
import { selectAnsweredTicket, selectBuyer, selectLastMessage } from "./answers.queries.ts";

/** An answer as it is written, with its placeholders; the subject is that of tickets that begin with it. */
export type AnswerText = { content: string; subject: string };

/** Says which text was looked at, without keeping it: it names a customer. */
function digestOf({ subject, text }: { subject: string; text: string }): string {
  return createHash("sha256").update(`${subject}\0${text}`).digest("hex");
}

/** What an answer says to the customer of a ticket as it would leave now, or why it does not; undefined where there is no ticket. */
export async function writeForTicket(
  tx: TenantTx,
  services: Pick<Services, "settings">,
  writer: Writer,
  { content, ticketId }: { content: string; ticketId: string },
): Promise<PreviewedAnswer | undefined> {
  const ticket = await selectAnsweredTicket(tx, ticketId);
  if (!ticket) return undefined;
  const about = { ticketId, orderId: null, orderName: null, ...ticket };
  const lastSeenMessageId = (await selectLastMessage(tx, ticketId))?.id ?? null;
  try {
    const mail = await previewReply(tx, services, writer, { ticketId, content });
    const to = mail.to.map(({ email }) => email);
    const filled = await fillForTicket(tx, writer, { ticketId, content, to, toName: mail.to[0]?.name ?? undefined });
    const written = { subject: mail.subject, text: filled.content };
    return { ...about, ...written, to, held: filled.unfilled, digest: digestOf(written), lastSeenMessageId };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const written = { subject: "", text: content };
    return { ...about, ...written, to: [], held: error.message, digest: digestOf(written), lastSeenMessageId };
  }
}

/** What an answer says to whoever placed an order and has not written; undefined where there is no order. */
export async function writeForOrder(
  tx: TenantTx,
  writer: Writer,
  { content, subject, orderId }: AnswerText & { orderId: string },
): Promise<PreviewedAnswer | undefined> {
  const buyer = await selectBuyer(tx, orderId);
  if (!buyer) return undefined;
  const { email, name, orderName } = buyer;
  const about = {
    ticketId: null,
    orderId,
    ticketNumber: null,
    orderName,
    name: name ?? email,
    lastSeenMessageId: null,
  };
  const to = { email: email ?? "", name };
  const body = await fillForOrder(tx, writer, { orderId, content, to });
  const line = await fillForOrder(tx, writer, { orderId, content: subject, to });
  const written = { subject: line.content, text: body.content };
  const held = email === null ? "The order has no e-mail address" : (body.unfilled ?? line.unfilled);
  return { ...about, ...written, to: email === null ? [] : [email], held, digest: digestOf(written) };
}

/** Fails with the words of why an answer is held back. */
export class HeldBack extends Error {}

/** What has to be as it was looked at; fails with `HeldBack` if it is not. */
export function asLookedAt(written: PreviewedAnswer | undefined, digest: string): PreviewedAnswer {
  if (!written) throw fail("ticket_not_found");
  if (written.held !== null) throw new HeldBack(written.held);
  if (written.digest !== digest) throw new HeldBack("What it would say has changed since it was looked at");
  return written;
}
