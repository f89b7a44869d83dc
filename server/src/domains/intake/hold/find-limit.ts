import { createHash } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import type { HeldReason } from "@deskhand/contract/vocabulary";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { ReadMail } from "../read/read-mail.ts";
import {
  countAlike,
  countHold,
  countOnTicket,
  type LimitHold,
  type SenderMail,
  type TicketMail,
} from "./held.queries.ts";

const { mailsAlike, mailsPerSender, mailMinutes } = limits;
const { mailsPerTicket, ticketMinutes, automaticPerTicket, automaticMinutes } = intakeLimits;

/**
 * Returns the limit that keeps a sender from bringing one more mail, or null (docs/product.md#loops-and-bursts). Mails that say
 * the same are a loop; different ones are a burst, whose limit is higher. `before` counts the sender's earlier mails; `own` is
 * the limit that admins set for the sender, which replaces both.
 */
export async function findSenderLimit(
  tx: TenantTx,
  { before, own, ...mail }: SenderMail & { before: number; own: number | null },
): Promise<LimitHold | null> {
  const most = own ?? mailsPerSender;
  if (before >= most) {
    const reason = `More than ${formatCount(most)} mails came from ${mail.sender} within ${mailMinutes} minutes.`;
    return { heldBy: "sender", reason };
  }
  if (own !== null || before < mailsAlike || (await countAlike(tx, mail, mailMinutes)) < mailsAlike) return null;
  const reason = `More than ${formatCount(mailsAlike)} mails that say the same came from ${mail.sender} within ${mailMinutes} minutes.`;
  return { heldBy: "alike", reason };
}

/**
 * Returns the limit that keeps one more mail from a ticket, or null. Mails of people and of programs have different limits. Mails of
 * unverified senders are counted separately: otherwise anybody could use up the limit and keep the customer's own mail away.
 */
export async function findTicketLimit(tx: TenantTx, ticketId: string, mail: TicketMail): Promise<LimitHold | null> {
  const { isAutomatic } = mail;
  const [most, minutes] = isAutomatic ? [automaticPerTicket, automaticMinutes] : [mailsPerTicket, ticketMinutes];
  if ((await countOnTicket(tx, ticketId, minutes, mail)) < most) return null;
  if (!isAutomatic) {
    return { heldBy: "ticket", reason: `More than ${most} mails came to this ticket within ${minutes} minutes.` };
  }
  return { heldBy: "automatic", reason: `More than ${most} automatic replies came to this ticket within an hour.` };
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Counts a mail that a limit holds back. Admins are notified once an hour for each limit. */
export async function recordHeld(tx: TenantTx, by: HeldReason): Promise<void> {
  await lockName(tx, "held mail");
  const holdId = await countHold(tx, by);
  if (holdId !== null) await emit(tx, "mail.held", { holdId, by });
}

type Person = { name: string | null; email: string } | null;

/** The beginning of a long text is enough to compare. */
const readLength = 20_000;

/**
 * Returns a hash that is equal for mails that say the same (docs/product.md#loops-and-bursts). It covers the sender and customer, the
 * words and the sizes of the files. A mail that begins a conversation is also compared by subject; in an answer the subject and words
 * with digits are left out, since programs that answer by themselves vary these.
 */
export function likenessOf(
  { cleanSubject, newText, fullText, parsed }: Pick<ReadMail, "cleanSubject" | "newText" | "fullText" | "parsed">,
  { sender, customer }: { sender: Person; customer: Person },
  isAnswer: boolean,
): Buffer {
  const people = [sender, customer].map((person) => [person?.name ?? null, person?.email ?? null]);
  const words = wordsOf(newText.trim() === "" ? fullText : newText);
  const compared = isAnswer ? words.filter((word) => !/\d/.test(word)) : [...wordsOf(cleanSubject), "\n", ...words];
  const files = parsed.attachments.map(({ size }) => size);
  const all = JSON.stringify([isAnswer, people, compared.join(" "), files]);
  return createHash("sha256").update(all).digest().subarray(0, 16);
}

function wordsOf(text: string): string[] {
  return text.slice(0, readLength).normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
}
