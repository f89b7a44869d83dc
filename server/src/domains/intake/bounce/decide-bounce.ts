import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectOutgoingOf } from "../../outgoing/index.ts";
import { lockTicket, recordDelivery } from "../../tickets/index.ts";
import type { MailClassification } from "../classify/classify-mail.ts";
import type { Outcome } from "../log/mail-log.queries.ts";
import { storableText } from "../storable-text.ts";
import type { OwnMarks } from "../thread/read-own-marks.ts";
import { newestSentMessage, ticketOfMessage } from "../thread/threading.queries.ts";

/**
 * Marks the message that bounced as failed, where the bounce proves by our signature which one it was. A bounce of a mail
 * that was sent again since says nothing of the newest sending, which may well have arrived.
 */
export async function decideBounce(
  tx: TenantTx,
  { reason, bounce }: Extract<MailClassification, { kind: "bounce" }>,
  marks: OwnMarks,
): Promise<Outcome> {
  const found = await findBounced(tx, marks);
  if (!found) return { state: "bounce", reason: `${reason} It names no message of ours.` };
  const { messageId, ticketId } = found;
  if (bounce.action !== "failed") return { state: "bounce", reason: `${reason} It tells: ${bounce.action}.`, ...found };
  if (await wasSentAgain(tx, messageId, marks.resends)) {
    return {
      state: "bounce",
      reason: `${reason} It returns an earlier mail of a message that was sent again.`,
      ...found,
    };
  }
  const error = storableText(
    [bounce.recipient ?? "The recipient's mail server", "refused the message:", bounce.status, bounce.diagnostic]
      .filter((part) => part)
      .join(" "),
    1_000,
  );
  await recordDelivery(tx, messageId, { state: "failed", error });
  return { state: "bounce", reason: `${reason} ${error}`, ticketId, messageId };
}

// The ticket is locked before its message, as everywhere, and one that is gone by then is no ticket of ours any more.
async function findBounced(
  tx: TenantTx,
  marks: OwnMarks,
): Promise<{ ticketId: string; messageId: string } | undefined> {
  for (const messageId of marks.messages) {
    const ticketId = await ticketOfMessage(tx, messageId);
    if (ticketId && (await lockTicket(tx, ticketId))) return { ticketId, messageId };
  }
  for (const ticketId of marks.tickets) {
    const messageId = await newestSentMessage(tx, ticketId, marks.resends ?? 0);
    if (messageId && (await lockTicket(tx, ticketId))) return { ticketId, messageId };
  }
  return undefined;
}

async function wasSentAgain(tx: TenantTx, messageId: string, resends: number | null): Promise<boolean> {
  const mail = await selectOutgoingOf(tx, messageId);
  return mail !== undefined && resends !== null && resends < mail.resends;
}
