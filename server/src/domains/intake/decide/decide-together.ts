import type { MailState } from "@deskhand/contract/vocabulary";
import { lockNames } from "../../../platform/db/lock-name.ts";
import { eachAlone, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { mailsFinished } from "../../../platform/metrics/counted.ts";
import type { Services } from "../../../platform/services.ts";
import { type Queueing, readOutlookThread } from "../../outgoing/index.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { domainsIn } from "../parse/read-addresses.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { dropRaw } from "../room/raw.queries.ts";
import { finishMail, lockWaiting, type WaitingMail } from "./decide.queries.ts";
import { decideMail } from "./decide-mail.ts";
import { bareMessageId } from "./own-marks.ts";

/** A mail that was read, and what is known of its sender. */
export type ReadyMail = { entry: WaitingMail; read: ReadMail; verdict: SenderVerdict };

type Deciding = Pick<Services, "db" | "settings" | "jobs">;

/** Whether a mail has come to its end; else what it threw, and nothing of it was written. */
export type Ending = PromiseSettledResult<void>;

/**
 * Decides mails of one tenant in one transaction, in the order in which they came, and writes each decision with all its
 * effects. What one throws undoes only that one, and is returned for it, as is that it would have had to wait for what others
 * hold. One that another process ended meanwhile is left alone. Throws where the transaction itself fails: then nothing of any of them was written.
 */
export async function decideTogether(
  services: Deciding,
  tenantId: TenantId,
  mails: readonly ReadyMail[],
): Promise<Ending[]> {
  const inOrder = mails.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const decideAll = async (tx: TenantTx) => {
    const waiting = await lockMails(tx, inOrder);
    return eachAlone(tx, inOrder, async (mail) =>
      waiting.has(mail.entry.id) ? decideOne(tx, services, mail) : undefined,
    );
  };
  const endings = await services.db.withTenant(tenantId, decideAll, { plan: "once" });
  for (const ending of endings) if (ending.status === "fulfilled") countFinished(ending.value);
  const ended = new Map(inOrder.map((mail, at) => [mail, endings[at]] as const));
  return mails.map((mail) => {
    const ending = ended.get(mail);
    return ending?.status === "rejected" ? ending : { status: "fulfilled", value: undefined };
  });
}

/** Where a mail stands among those that were accepted. */
function placeOf({ entry: { receivedAt, id } }: ReadyMail): string {
  return `${receivedAt} ${id}`;
}

/** Decides one mail in a transaction of its own, in which it waits for whatever is locked. Throws, and has then written nothing. */
export async function decideAlone(services: Deciding, tenantId: TenantId, mail: ReadyMail): Promise<void> {
  const decide = async (tx: TenantTx) => {
    const waiting = await lockMails(tx, [mail]);
    return waiting.has(mail.entry.id) ? decideOne(tx, services, mail) : undefined;
  };
  countFinished(await services.db.withTenant(tenantId, decide, { plan: "once" }));
}

/** Counts what a mail became, once that is written for good; one that another process ended is counted there. */
function countFinished(state: MailState | undefined): void {
  if (state) mailsFinished.inc({ state });
}

/** Locks what is decided about these mails, and tells which of them wait still. */
async function lockMails(tx: TenantTx, mails: readonly ReadyMail[]): Promise<Set<string>> {
  // One copy of a message at a time, and one mail of an author: the next one may be named by it.
  const names = mails.flatMap(({ read: { fingerprint, parsed } }) =>
    parsed.soleFrom ? [fingerprint, `author:${parsed.soleFrom.email.toLowerCase()}`] : [fingerprint],
  );
  await lockNames(tx, names);
  return lockWaiting(
    tx,
    mails.map(({ entry }) => entry.id),
  );
}

async function decideOne(tx: TenantTx, services: Queueing, mail: ReadyMail): Promise<MailState> {
  const { entry, read, verdict } = mail;
  const { outcome, ...sender } = await decideMail(tx, services, entry, read, verdict);
  const { fingerprint, parsed } = read;
  const { state, ticketId, messageId, isDeleted = false } = outcome;
  const mailMessageId = parsed.messageId && !isDeleted ? bareMessageId(parsed.messageId) : null;
  const wasForwarded = isForwardedHere(parsed, services.settings.mailDomain);
  const subject = isDeleted ? null : parsed.subject;
  const { "thread-index": index, "thread-topic": topic } = parsed.headers;
  const outlook = isDeleted ? null : readOutlookThread(index?.[0], topic?.[0]);
  const notes = { fingerprint, subject, mailMessageId, ...sender, verdict, wasForwarded, outlook };
  await finishMail(tx, entry.id, outcome, notes);
  if (state === "duplicate") {
    // What it says is where its original is.
    await dropRaw(tx, [entry.id], { why: isDeleted ? "deleted" : "duplicate" });
  }
  // What became a message is told by that.
  if (!messageId || state === "bounce") await emit(tx, "mail.logged", { mailId: entry.id });
  // The ticket shows how many mails were held back.
  if (state === "loop_stopped" && ticketId) await emit(tx, "ticket.updated", { ticketId });
  return state;
}

/** What servers add that pass a mail on: they name the mailbox that it came to. */
const traces = ["delivered-to", "x-original-to", "x-forwarded-for", "x-forwarded-to", "resent-to", "resent-from"];

/**
 * Whether a mail shows that it was sent to an address that is none of Deskhand's, and came here from there: it was written to
 * others alone, or a server on its way says so. A copy for somebody else of a mail to us shows nothing.
 */
export function isForwardedHere({ headers }: Pick<ParsedMail<unknown>, "headers">, mailDomain: string): boolean {
  const domain = mailDomain.toLowerCase();
  const domainsOf = (names: string[]) =>
    names.flatMap((name) => domainsIn((headers[name] ?? []).join(" ").slice(0, 20_000)));
  const isOurs = (at: string) => at === domain || at.endsWith(`.${domain}`);
  const writtenTo = domainsOf(["to", "cc"]);
  if (writtenTo.length > 0 && !writtenTo.some(isOurs)) return true;
  return domainsOf(traces).some((at) => !isOurs(at));
}
