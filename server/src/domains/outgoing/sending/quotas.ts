import type { Quota, SendingLimits } from "@deskhand/contract/admin/sending";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { endOfDay, heldWords, isTold, levelOf, limitOf, usedUpWords } from "./quota-limits.ts";
import {
  countSent,
  countTaken,
  countUncounted,
  forgetHold,
  isCustomerWhoWrote,
  lockUncounted,
  markCounted,
  markHeld,
  provenBy,
  selectSentToday,
  selectStanding,
} from "./quotas.queries.ts";

type QuotaSettings = Pick<Settings, "sendingQuota">;

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
  if (kind === "acknowledgement") return { quota: "reply", mayWait: true };
  if (kind !== "reply") return { quota: "first", mayWait: false };
  const address = to.toLowerCase();
  const level = levelOf(await selectStanding(tx));
  const proven = await provenBy(tx, address);
  const hasWritten = proven === "pass" || (proven !== null && level === "trusted");
  if (hasWritten) return { quota: "reply", mayWait: true };
  // Anybody can write in another's name to their own store, and answer.
  if (proven !== null) return { quota: "first", mayWait: true };
  const isKnown = level !== "new" && (await isCustomerWhoWrote(tx, address));
  return { quota: isKnown ? "reply" : "first", mayWait: isKnown };
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
 * Counts a mail that is about to be tried among today's, once however often it is tried. Where they are used up it is held
 * until the next day: gives in how many seconds that is, and 0 where it may go now; undefined when it no longer waits.
 */
export async function takePlace(tx: TenantTx, settings: QuotaSettings, mailId: string): Promise<number | undefined> {
  const mail = await lockUncounted(tx, mailId);
  if (!mail) return undefined;
  const { quota, isCounted } = mail;
  if (quota === null || isCounted) return 0;
  const limit = limitOf(settings, await selectStanding(tx), quota);
  if (limit === null) {
    await forgetHold(tx, mailId);
    return 0;
  }
  const sent = await countSent(tx, quota, limit);
  if (sent !== undefined) {
    await markCounted(tx, mailId);
    if (isTold(sent, limit)) await emit(tx, "sending.limit-near", { quota, sent, limit });
    return 0;
  }
  const now = new Date();
  const until = endOfDay(now);
  await markHeld(tx, mailId, { until, reason: heldWords(quota, limit) });
  return Math.ceil((until.getTime() - now.getTime()) / 1000);
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
  return {
    level: levelOf(standing),
    first: await of("first"),
    reply: await of("reply"),
    endsAt: endOfDay(new Date()).toISOString(),
  };
}
