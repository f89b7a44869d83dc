import type { Quota, SendingLevel, SendingLimits } from "@deskhand/contract/admin/sending";
import { mailKinds, type OutgoingKind } from "@deskhand/contract/mail/mail-kinds";
import { lockTallies } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { countAcknowledgedToday } from "../acknowledgements.queries.ts";
import { messages, provenBy } from "../asked.queries.ts";
import { selectEmailSettings } from "../branding/branding.queries.ts";
import {
  clearHold,
  countSent,
  countTaken,
  countUncounted,
  markCounted,
  markHeld,
  selectSentToday,
  selectStanding,
} from "./quotas.queries.ts";

type QuotaSettings = Pick<Settings, "sendingQuota">;
type CountedMail = { id: string; quota: Quota | null; isCounted: boolean; isHeld: boolean };

const maxDelayMs = 300_000;

/** Returns the quota that a mail counts against; null if none (docs/product.md#how-much-a-store-may-send). */
export async function quotaOf(tx: TenantTx, kind: OutgoingKind, to: string): Promise<Quota | null> {
  return (await classifyMail(tx, kind, to)).quota;
}

/**
 * Returns the quota that a mail counts against. Fails with `sending_quota_reached` if it is one too many to somebody who never wrote. A
 * mail to somebody who wrote from an unproven address is accepted, and waits.
 */
export async function admitMail(
  tx: TenantTx,
  settings: QuotaSettings,
  kind: OutgoingKind,
  to: string,
): Promise<Quota | null> {
  const { quota, mayWait } = await classifyMail(tx, kind, to);
  if (quota === "first" && !mayWait) await refuseOverQuota(tx, settings);
  return quota;
}

async function classifyMail(
  tx: TenantTx,
  kind: OutgoingKind,
  to: string,
): Promise<{ quota: Quota | null; mayWait: boolean }> {
  if (!mailKinds[kind].isCounted) return { quota: null, mayWait: true };
  if (kind !== "reply") return { quota: "first", mayWait: false };
  const address = to.toLowerCase();
  const proven = await provenBy.answer(tx, address);
  if (proven === "pass") return { quota: "reply", mayWait: true };
  // Read only now, as it takes up to a hundred look-ups.
  const level = levelOf(await selectStanding(tx));
  // Anybody can write to their own store in another's name, or with another's Reply-To, and then answer.
  const isKnownWriter = proven !== null || (level !== "new" && (await messages.answer.isOfWriter(tx, address)));
  return { quota: isKnownWriter && level === "trusted" ? "reply" : "first", mayWait: isKnownWriter };
}

/**
 * Whether one more new ticket may be acknowledged today (docs/product.md#acknowledging-a-ticket). To an unproven sender it counts as a
 * mail to a stranger, and most of these are reserved for people's own mails.
 */
export async function admitAcknowledgement(tx: TenantTx, settings: QuotaSettings, isProven: boolean): Promise<boolean> {
  if (settings.sendingQuota === 0) return true;
  const standing = await selectStanding(tx);
  const limit = limitOf(settings, standing, "acknowledgement") ?? Number.POSITIVE_INFINITY;
  const acknowledged = await countAcknowledgedToday(tx);
  if (acknowledged.all >= limit) return false;
  if (isProven) return true;
  const first = limitOf(settings, standing, "first") ?? Number.POSITIVE_INFINITY;
  return acknowledged.unproven < unprovenAcknowledgements(first) && (await countTaken(tx, "first")) < first;
}

/**
 * Fails with `sending_quota_reached` if today's mails to people who never wrote are all sent or queued. Concurrent callers wait for this
 * transaction, so that each counts the others' mails.
 */
export async function refuseOverQuota(tx: TenantTx, settings: QuotaSettings): Promise<void> {
  if (settings.sendingQuota === 0) return;
  await lockTallies(tx);
  const limit = limitOf(settings, await selectStanding(tx), "first");
  if (limit === null || (await countTaken(tx, "first")) < limit) return;
  const endsAt = endOfDay(new Date()).toISOString();
  throw new Failure("sending_quota_reached", { limit, endsAt }, usedUpWords("first", limit));
}

/**
 * Counts a locked mail that is about to be tried against today's quota, once for all its tries; returns whether it may be sent now. If
 * the quota is used up, it is held until the next day.
 */
export async function claimQuota(tx: TenantTx, settings: QuotaSettings, mail: CountedMail): Promise<boolean> {
  const { id, quota, isCounted, isHeld } = mail;
  if (quota === null || isCounted) return true;
  const limit = settings.sendingQuota === 0 ? null : limitOf(settings, await selectStanding(tx), quota);
  if (limit === null) {
    if (isHeld) await clearHold(tx, id);
    return true;
  }
  const sent = await countSent(tx, quota, limit);
  if (sent !== undefined) {
    await markCounted(tx, id);
    if (isWarningDue(sent, limit)) await emit(tx, "sending.limit-near", { quota, sent, limit });
    return true;
  }
  const until = endOfDay(new Date());
  // Spread, so that not all held mails are sent in the same second.
  const nextTryAt = new Date(until.getTime() + Math.random() * maxDelayMs);
  await markHeld(tx, id, { until, nextTryAt, reason: heldWords(quota, limit) });
  return false;
}

/** Returns how much the store may send today, and has sent. */
export async function readSendingLimits(tx: TenantTx, settings: QuotaSettings): Promise<SendingLimits> {
  const standing = await selectStanding(tx);
  const sent = await selectSentToday(tx);
  const usageOf = async (quota: Quota) => ({
    sent: sent[quota],
    waiting: await countUncounted(tx, quota),
    limit: limitOf(settings, standing, quota),
  });
  const { acknowledges } = (await selectEmailSettings(tx)) ?? { acknowledges: false };
  const acknowledged = await countAcknowledgedToday(tx);
  return {
    level: levelOf(standing),
    first: await usageOf("first"),
    reply: await usageOf("reply"),
    acknowledgement:
      acknowledges || acknowledged.all > 0
        ? { sent: acknowledged.all, waiting: 0, limit: limitOf(settings, standing, "acknowledgement") }
        : null,
    endsAt: endOfDay(new Date()).toISOString(),
  };
}

/** The facts that a store's sending limits depend on. */
export type Standing = {
  /** Whole days since the store was created. */
  age: number;
  /** The number of people who wrote to it in mails that did not fail their sender checks; 100 at most. */
  writers: number;
};

/** What each level requires, and its daily limits as multiples of the installation's smallest limit. */
const levels: Record<SendingLevel, { days: number; writers: number } & Record<Quota | "acknowledgement", number>> = {
  new: { days: 0, writers: 0, first: 1, reply: 10, acknowledgement: 2 },
  established: { days: 7, writers: 20, first: 5, reply: 100, acknowledgement: 20 },
  trusted: { days: 30, writers: 100, first: 20, reply: 400, acknowledgement: 80 },
};
/** The share of mails to people who never wrote that may acknowledge unproven senders; the rest is for people's own mails. */
const unprovenShare = 0.2;
/** The share of a day's mails at which admins are warned. */
const warnAt = 0.8;

/** Returns how far a store is trusted (docs/product.md#how-much-a-store-may-send). */
export function levelOf({ age, writers }: Standing): SendingLevel {
  const reached = (["trusted", "established"] as const).find(
    (level) => age >= levels[level].days && writers >= levels[level].writers,
  );
  return reached ?? "new";
}

/** Returns how many mails of a quota a store may send a day; null if the operator set no limit. */
export function limitOf(
  { sendingQuota }: Pick<Settings, "sendingQuota">,
  standing: Standing,
  quota: Quota | "acknowledgement",
): number | null {
  return sendingQuota === 0 ? null : sendingQuota * levels[levelOf(standing)][quota];
}

/** Returns how many acknowledgements to unproven senders a daily limit of `first` mails allows. */
function unprovenAcknowledgements(first: number): number {
  return Math.floor(first * unprovenShare);
}

/** Whether this mail makes a warning to the admins due: at 80 % of the limit, and when it is used up. */
export function isWarningDue(sent: number, limit: number): boolean {
  return sent === Math.ceil(limit * warnAt) || sent === limit;
}

/** Returns the next midnight in UTC, when a new day's quota begins. */
export function endOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

const mailsOf: Record<Quota, string> = {
  first: "mails to people who have not written to it",
  reply: "replies",
};

/** Says why no further mail of a quota is sent today. */
function usedUpWords(quota: Quota, limit: number): string {
  const count = limit.toLocaleString("en-US");
  return `Your store may send ${count} ${mailsOf[quota]} a day, and today's are used up. The next ones can go from 00:00 UTC`;
}

/** Says why a mail is held; the screen adds until when, in the reader's time. */
function heldWords(quota: Quota, limit: number): string {
  const count = limit.toLocaleString("en-US");
  // People who wrote from unproven addresses count as strangers too, and usually only their mails are held.
  const counted = quota === "first" ? `${mailsOf.first}, or whose address nothing proves,` : mailsOf.reply;
  return `Your store may send ${count} ${counted} a day, and today's are used up. It is sent by itself when the next day begins`;
}
