import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { intakeLimits } from "../intake-limits.ts";
import { countAlike, countOnTicket, type FromSender, type Held, type OnTicket } from "./held.queries.ts";

const { mailsAlike, mailsPerSender, mailMinutes } = limits;
const { mailsPerTicket, ticketMinutes, automaticPerTicket, automaticMinutes } = intakeLimits;

/**
 * Which limit keeps a sender from bringing one more mail, null where none does (docs/product.md#loops-and-bursts). What says the same
 * again and again is a loop; other words, people or subjects are a burst, and may be many more. `before` is how many mails came from there, and
 * `own` the number that admins gave the sender, which holds instead of both.
 */
export async function limitOfSender(
  tx: TenantTx,
  { before, own, ...mail }: FromSender & { before: number; own: number | null },
): Promise<Held | null> {
  const most = own ?? mailsPerSender;
  if (before >= most) {
    const reason = `More than ${shown(most)} mails came from ${mail.sender} within ${mailMinutes} minutes.`;
    return { heldBy: "sender", reason };
  }
  if (own !== null || before < mailsAlike || (await countAlike(tx, mail, mailMinutes)) < mailsAlike) return null;
  const reason = `More than ${shown(mailsAlike)} mails that say the same came from ${mail.sender} within ${mailMinutes} minutes.`;
  return { heldBy: "alike", reason };
}

/**
 * Which limit keeps a ticket from one more mail of a person, or of a program; null where none does. Mails of unverified senders are counted
 * by themselves: anybody can write them, and would keep the customer's own away.
 */
export async function limitOfTicket(tx: TenantTx, ticketId: string, mail: OnTicket): Promise<Held | null> {
  const { isAutomatic } = mail;
  const [most, minutes] = isAutomatic ? [automaticPerTicket, automaticMinutes] : [mailsPerTicket, ticketMinutes];
  if ((await countOnTicket(tx, ticketId, minutes, mail)) < most) return null;
  if (!isAutomatic) {
    return { heldBy: "ticket", reason: `More than ${most} mails came to this ticket within ${minutes} minutes.` };
  }
  return { heldBy: "automatic", reason: `More than ${most} automatic replies came to this ticket within an hour.` };
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}
