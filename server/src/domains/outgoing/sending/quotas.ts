import type { Quota, SendingLevel, SendingLimits } from "@deskhand/contract/admin/sending";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { countAcknowledgedToday } from "../acknowledgements.queries.ts";
import { messages, provenBy } from "../asked.queries.ts";
import { selectEmailSettings } from "../branding/branding.queries.ts";
import {
  countSent,
  countTaken,
  countUncounted,
  forgetHold,
  markCounted,
  markHeld,
  selectSentToday,
  selectStanding,
} from "./quotas.queries.ts";

type QuotaSettings = Pick<Settings, "sendingQuota">;
type ToCount = { id: string; quota: Quota | null; isCounted: boolean; isHeld: boolean };

const mostDelayMs = 300_000;

/** What is mailed about somebody's own account, or to whoever runs the installation, and paced where it is asked for. */
const uncounted = new Set([
  ...["confirmation", "existing_account", "password_reset", "password_changed"],
  ...["change_email", "account_notice", "data_request", "feedback"],
]);

/** What a mail counts as (docs/product.md#how-much-a-store-may-send); null where it does not count. */
export async function quotaOf(tx: TenantTx, kind: string, to: string): Promise<Quota | null> {
  return (await countsAs(tx, kind, to)).quota;
}

/**
 * What a mail to somebody counts as. Fails with `sending_quota_reached` where it is one too many to somebody who never wrote;
 * one to whoever wrote from an address that nothing proves is taken, and waits.
 */
export async function admitMail(
  tx: TenantTx,
  settings: QuotaSettings,
  kind: string,
  to: string,
): Promise<Quota | null> {
  const { quota, mayWait } = await countsAs(tx, kind, to);
  if (quota === "first" && !mayWait) await refuseOverQuota(tx, settings);
  return quota;
}

async function countsAs(tx: TenantTx, kind: string, to: string): Promise<{ quota: Quota | null; mayWait: boolean }> {
  if (uncounted.has(kind)) return { quota: null, mayWait: true };
  if (kind !== "reply") return { quota: "first", mayWait: false };
  const address = to.toLowerCase();
  const proven = await provenBy.answer(tx, address);
  if (proven === "pass") return { quota: "reply", mayWait: true };
  // Only here: what is known of the store takes up to a hundred look-ups.
  const level = levelOf(await selectStanding(tx));
  // Anybody can write in another's name to their own store, or have answers go to another, and answer.
  const isNamed = proven !== null || (level !== "new" && (await messages.answer.isOfWriter(tx, address)));
  return { quota: isNamed && level === "trusted" ? "reply" : "first", mayWait: isNamed };
}

/**
 * Whether one more new ticket may be acknowledged today (docs/product.md#acknowledging-a-ticket). To somebody of whom nothing proves
 * that they wrote, it takes a place of the mails to strangers, of which people keep the most.
 */
export async function admitAcknowledgement(tx: TenantTx, settings: QuotaSettings, isProven: boolean): Promise<boolean> {
  if (settings.sendingQuota === 0) return true;
  const standing = await selectStanding(tx);
  const most = limitOf(settings, standing, "acknowledgement") ?? Number.POSITIVE_INFINITY;
  const taken = await countAcknowledgedToday(tx);
  if (taken.all >= most) return false;
  if (isProven) return true;
  const first = limitOf(settings, standing, "first") ?? Number.POSITIVE_INFINITY;
  return taken.unproven < unprovenAcknowledgements(first) && (await countTaken(tx, "first")) < first;
}

/**
 * Fails with `sending_quota_reached` when the mails to people who never wrote that may go today went, or wait to. Whoever
 * asks at the same time waits for this transaction, so that what is taken has its place.
 */
export async function refuseOverQuota(tx: TenantTx, settings: QuotaSettings): Promise<void> {
  if (settings.sendingQuota === 0) return;
  await lockName(tx, "sending-quota");
  const limit = limitOf(settings, await selectStanding(tx), "first");
  if (limit === null || (await countTaken(tx, "first")) < limit) return;
  const endsAt = endOfDay(new Date()).toISOString();
  throw new Failure("sending_quota_reached", { limit, endsAt }, usedUpWords("first", limit));
}

/**
 * Counts a locked mail that is about to be tried among today's, once however often it is tried; whether it may go now. Where they are
 * used up it is held until the next day.
 */
export async function takePlace(tx: TenantTx, settings: QuotaSettings, mail: ToCount): Promise<boolean> {
  const { id, quota, isCounted, isHeld } = mail;
  if (quota === null || isCounted) return true;
  const limit = settings.sendingQuota === 0 ? null : limitOf(settings, await selectStanding(tx), quota);
  if (limit === null) {
    if (isHeld) await forgetHold(tx, id);
    return true;
  }
  const sent = await countSent(tx, quota, limit);
  if (sent !== undefined) {
    await markCounted(tx, id);
    if (isTold(sent, limit)) await emit(tx, "sending.limit-near", { quota, sent, limit });
    return true;
  }
  const until = endOfDay(new Date());
  // Not all of the world's held mails in the same second.
  const nextTryAt = new Date(until.getTime() + Math.random() * mostDelayMs);
  await markHeld(tx, id, { until, nextTryAt, reason: heldWords(quota, limit) });
  return false;
}

/** How much the store may send today, and has sent. */
export async function readSendingLimits(tx: TenantTx, settings: QuotaSettings): Promise<SendingLimits> {
  const standing = await selectStanding(tx);
  const sent = await selectSentToday(tx);
  const of = async (quota: Quota) => ({
    sent: sent[quota],
    waiting: await countUncounted(tx, quota),
    limit: limitOf(settings, standing, quota),
  });
  const { acknowledges } = (await selectEmailSettings(tx)) ?? { acknowledges: false };
  const acknowledged = await countAcknowledgedToday(tx);
  return {
    level: levelOf(standing),
    first: await of("first"),
    reply: await of("reply"),
    acknowledgement: acknowledges
      ? { sent: acknowledged.all, waiting: 0, limit: limitOf(settings, standing, "acknowledgement") }
      : null,
    endsAt: endOfDay(new Date()).toISOString(),
  };
}

/** What is known of a store when it is asked how much it may send. */
export type Standing = {
  /** Whole days since it was made. */
  age: number;
  /** How many people wrote to it whose mails did not fail the checks of their senders; 100 at most. */
  writers: number;
};

/** What a level asks for, and how many times the installation's smallest limit a store may then send a day. */
const levels: Record<SendingLevel, { days: number; writers: number } & Record<Quota | "acknowledgement", number>> = {
  new: { days: 0, writers: 0, first: 1, reply: 10, acknowledgement: 2 },
  established: { days: 7, writers: 20, first: 5, reply: 100, acknowledgement: 20 },
  trusted: { days: 30, writers: 100, first: 20, reply: 400, acknowledgement: 80 },
};
/** Of the mails to people who never wrote, as many may acknowledge what nobody is proven to have written: the rest is for people. */
const unprovenShare = 0.2;
/** Of a day's mails, when admins are told. */
const toldAt = 0.8;

/** How far a store is trusted (docs/product.md#how-much-a-store-may-send). */
export function levelOf({ age, writers }: Standing): SendingLevel {
  const reached = (["trusted", "established"] as const).find(
    (level) => age >= levels[level].days && writers >= levels[level].writers,
  );
  return reached ?? "new";
}

/** How many mails of a kind a store may send a day; null where the operator set no limit. */
export function limitOf(
  { sendingQuota }: Pick<Settings, "sendingQuota">,
  standing: Standing,
  quota: Quota | "acknowledgement",
): number | null {
  return sendingQuota === 0 ? null : sendingQuota * levels[levelOf(standing)][quota];
}

/** How many of a day's mails to people who never wrote, of `first` in all, may acknowledge what nobody is proven to have written. */
function unprovenAcknowledgements(first: number): number {
  return Math.floor(first * unprovenShare);
}

/** Whether admins are told of the limit with this mail: the first time at 80 % of it, then when it is used up. */
export function isTold(sent: number, limit: number): boolean {
  return sent === Math.ceil(limit * toldAt) || sent === limit;
}

/** When the day's mails begin anew: at the next midnight, UTC. */
export function endOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

const whom: Record<Quota, string> = {
  first: "mails to people who have not written to it",
  reply: "replies",
};

/** Why no further mail of a kind is sent today, as a sentence. */
function usedUpWords(quota: Quota, limit: number): string {
  const count = limit.toLocaleString("en-US");
  return `Your store may send ${count} ${whom[quota]} a day, and today's are used up. The next ones can go from 00:00 UTC`;
}

/** Why a mail that is written waits, as a sentence; until when is said beside it, in the reader's time. */
function heldWords(quota: Quota, limit: number): string {
  const count = limit.toLocaleString("en-US");
  // Those who wrote from an address that nothing proves are counted with them, and only theirs are held as a rule.
  const held = quota === "first" ? `${whom.first}, or whose address nothing proves,` : whom.reply;
  return `Your store may send ${count} ${held} a day, and today's are used up. It is sent by itself when the next day begins`;
}
