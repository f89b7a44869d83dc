import { createHash } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import type { HeldReason } from "@deskhand/contract/vocabulary";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { countAlike, countHold, countOnTicket, type FromSender, type Held, type OnTicket } from "./held.queries.ts";

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

/** Notes that a limit held a mail back: of what it holds back within an hour admins hear once, with the number as it is. */
export async function noteHeld(tx: TenantTx, by: HeldReason): Promise<void> {
  await lockName(tx, "held mail");
  const holdId = await countHold(tx, by);
  if (holdId !== null) await emit(tx, "mail.held", { holdId, by });
}

/** A person as a mail names one. */
type Named = { name: string | null; email: string } | null;

/** Of a longer text the beginning tells enough. */
const readLength = 20_000;

/**
 * What two mails have in common that say the same (docs/product.md#loops-and-bursts). Of what begins a conversation that is who is shown and
 * answered, the subject, the words and the sizes of the files. An answer says the same under any subject, and with other numbers: so do programs
 * that answer by themselves.
 */
export function likenessOf(
  { cleanSubject, newText, fullText, parsed }: Pick<ReadMail, "cleanSubject" | "newText" | "fullText" | "parsed">,
  { sender, customer }: { sender: Named; customer: Named },
  isAnswer: boolean,
): Buffer {
  const who = [sender, customer].map((person) => [person?.name ?? null, person?.email ?? null]);
  const words = wordsOf(newText.trim() === "" ? fullText : newText);
  const said = isAnswer ? words.filter((word) => !/\d/.test(word)) : [...wordsOf(cleanSubject), "\n", ...words];
  const files = parsed.attachments.map(({ size }) => size);
  const all = JSON.stringify([isAnswer, who, said.join(" "), files]);
  return createHash("sha256").update(all).digest().subarray(0, 16);
}

function wordsOf(text: string): string[] {
  return text.slice(0, readLength).normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
}
