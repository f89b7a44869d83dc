import type { MailState } from "@deskhand/contract/vocabulary";
import { lockNames } from "../../../platform/db/lock-name.ts";
import { eachAlone, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { mailsFinished } from "../../../platform/metrics/counted.ts";
import type { Services } from "../../../platform/services.ts";
import { type Queueing, readOutlookThread } from "../../outgoing/index.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { dropRaw } from "../capacity/raw.queries.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { domainsIn } from "../parse/read-addresses.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { finishMail, lockWaiting, type WaitingMail } from "./decide.queries.ts";
import { decideMail } from "./decide-mail.ts";
import { bareMessageId } from "./own-marks.ts";

/** A mail that was read, with the verdict on its sender. */
export type ReadyMail = { entry: WaitingMail; read: ReadMail; verdict: SenderVerdict };

type DecideServices = Pick<Services, "db" | "settings" | "jobs">;

/** The result of deciding a mail; if rejected, nothing of it was written. */
export type DecisionResult = PromiseSettledResult<void>;

/**
 * Decides mails of one tenant in one transaction, in order of arrival, and writes each decision with all its effects. A mail that
 * throws, or that would have to wait for a lock, rolls back alone and gets its error as its result. Mails that another process has
 * finished are skipped. Throws if the transaction itself fails, and then nothing was written.
 */
export async function decideTogether(
  services: DecideServices,
  tenantId: TenantId,
  mails: readonly ReadyMail[],
): Promise<DecisionResult[]> {
  const inOrder = mails.toSorted((one, other) => (orderKey(one) < orderKey(other) ? -1 : 1));
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

/** The sort key for the order of acceptance. */
function orderKey({ entry: { receivedAt, id } }: ReadyMail): string {
  return `${receivedAt} ${id}`;
}

/** Decides one mail in a transaction of its own, where it may wait for locks. If it throws, nothing was written. */
export async function decideAlone(services: DecideServices, tenantId: TenantId, mail: ReadyMail): Promise<void> {
  const decide = async (tx: TenantTx) => {
    const waiting = await lockMails(tx, [mail]);
    return waiting.has(mail.entry.id) ? decideOne(tx, services, mail) : undefined;
  };
  countFinished(await services.db.withTenant(tenantId, decide, { plan: "once" }));
}

/** Counts a finished mail after its commit; undefined means that another process finished and counted it. */
function countFinished(state: MailState | undefined): void {
  if (state) mailsFinished.inc({ state });
}

/** Takes the locks to decide these mails, and returns which of them still wait. */
async function lockMails(tx: TenantTx, mails: readonly ReadyMail[]): Promise<Set<string>> {
  // Serializes copies of a message and mails of one author, because the next mail may name this one.
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
    // The original keeps the content.
    await dropRaw(tx, [entry.id], { why: isDeleted ? "deleted" : "duplicate" });
  }
  // For a message its own event is enough.
  if (!messageId || state === "bounce") await emit(tx, "mail.logged", { mailId: entry.id });
  // The ticket shows how many mails were held back.
  if (state === "loop_stopped" && ticketId) await emit(tx, "ticket.updated", { ticketId });
  return state;
}

/** Headers that name the mailbox a mail was passed on from. */
const traces = ["delivered-to", "x-original-to", "x-forwarded-for", "x-forwarded-to", "resent-to", "resent-from"];

/**
 * Whether a mail shows that it was forwarded here from an address outside Deskhand: it was addressed only to others, or a server on
 * its way says so. A copy of a mail to us for somebody else does not count.
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
