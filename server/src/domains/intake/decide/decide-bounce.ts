import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { recordBounce, selectMailsOf } from "../../outgoing/index.ts";
import { lockTicket } from "../../tickets/index.ts";
import type { MailClassification } from "../classify/classify-mail.ts";
import { type BounceDetails, refusalOf } from "../classify/read-bounce.ts";
import { type Outcome, selectSentBy, ticketOfMessage } from "./decide.queries.ts";
import type { OwnMarks } from "./own-marks.ts";

/** The mail must wait for something that ends soon, and is processed again shortly. */
export class MustWait extends Error {
  override readonly name = "MustWait";
}

const recipientServer = "The recipient's mail server";

/**
 * Marks the message that bounced as failed, if our signature in the bounce proves which message it was. While that message is
 * being sent again its ticket is locked: this then waits if `mayWait`, else throws `MustWait`.
 */
export async function decideBounce(
  tx: TenantTx,
  { reason, bounce }: Extract<MailClassification, { kind: "bounce" }>,
  marks: OwnMarks,
  mayWait: boolean,
): Promise<Outcome> {
  const found = await findBounced(tx, marks, bounce.recipient);
  if (!found) return { state: "bounce", reason: storableText(describeUnknown(reason, bounce), 1_000) };
  if (bounce.action !== "failed") return { state: "bounce", reason: `${reason} It tells: ${bounce.action}.`, ...found };
  const mail = await findReturned(tx, found.messageId, marks, bounce.recipient);
  // A report may name the address that the mail was forwarded to, but the author knows the one that it was sent to.
  const recipient = mail?.to || (bounce.recipient ?? recipientServer);
  const error = storableText(refusalOf(recipient, bounce), 1_000);
  const resends = marks.returned?.resends ?? null;
  const result = mail && (await recordBounce(tx, { mailId: mail.id, resends, error }, mayWait));
  if (result === "being sent") throw new MustWait("The mail that it returns is being sent");
  const explanation = result === "failed" ? error : "It returns an earlier mail of a message that was sent again.";
  return { state: "bounce", reason: `${reason} ${explanation}`, ...found };
}

/** Finds which of a message's mails came back: by its return path, else by the reported address, else the first. */
async function findReturned(tx: TenantTx, messageId: string, { returned }: OwnMarks, reported: string | null) {
  const mails = await selectMailsOf(tx, messageId);
  const byPath = returned && mails.find(({ place }) => place === returned.place);
  return byPath ?? mails.find(({ to }) => to === reported?.toLowerCase()) ?? mails[0];
}

function describeUnknown(reason: string, bounce: BounceDetails): string {
  const unknown = `${reason} It names no message of ours.`;
  const { recipient, diagnostic, action } = bounce;
  if (action !== "failed") return `${unknown} It tells: ${action}${recipient === null ? "" : ` (${recipient})`}.`;
  const hasDetails = recipient !== null || diagnostic !== null;
  return hasDetails ? `${unknown} ${refusalOf(recipient ?? recipientServer, bounce)}` : unknown;
}

// Locks the ticket before its message, as everywhere. A ticket deleted meanwhile no longer counts.
async function findBounced(
  tx: TenantTx,
  marks: OwnMarks,
  recipient: string | null,
): Promise<{ ticketId: string; cameBy: string | null; messageId: string } | undefined> {
  for (const messageId of marks.messages) {
    const found = await lockTicketWith(tx, messageId);
    if (found) return found;
  }
  for (const ticketId of marks.tickets) {
    const messageId = await findByPath(tx, ticketId, marks, recipient);
    const found = messageId && (await lockTicketWith(tx, messageId));
    if (found) return found;
  }
  return undefined;
}

/**
 * Finds the newest message sent with this return path to the reported address. If the report names none of the recipients, as after
 * forwarding, it counts only if the path went to one address: a report about one person must not fail another's mail.
 */
async function findByPath(tx: TenantTx, ticketId: string, { returned }: OwnMarks, recipient: string | null) {
  const mails = await selectSentBy(tx, ticketId, returned ?? { place: 0, resends: 0 });
  const named = mails.filter(({ to }) => to === recipient?.toLowerCase());
  const isToOne = new Set(mails.map(({ to }) => to)).size === 1;
  return (isToOne ? mails : named).find(({ isSent }) => isSent)?.messageId;
}

async function lockTicketWith(tx: TenantTx, messageId: string) {
  const before = await ticketOfMessage(tx, messageId);
  if (!before || !(await lockTicket(tx, before.ticketId))) return undefined;
  const found = await ticketOfMessage(tx, messageId);
  if (found && found.ticketId !== before.ticketId) throw new MustWait("The message that it returns is being moved");
  return found && { ...found, messageId };
}
