import type { SystemPart, SystemStatus } from "@deskhand/contract/admin/setup";
import type { StoreStatus } from "@deskhand/contract/shopify";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { findSilence } from "../../intake/index.ts";
import { spanWords } from "../../notifications/index.ts";
import { storeStatus } from "../../shopify/index.ts";
import { type Signs, selectSigns, type Waiting } from "./status.queries.ts";

/**
 * Whether every part a store needs works, and when it last did its work. Read from the database, so any process gives
 * the same answer (docs/product.md#system-status).
 */
export async function readStatus(tx: TenantTx, settings: Settings): Promise<SystemStatus> {
  const signs = await selectSigns(tx);
  const store = await storeStatus(tx, settings);
  const silentSince = await findSilence(tx, new Date(signs.now));
  return {
    parts: [
      part("database", signs.now, []),
      mailInPart(signs, takesWebhooks(settings), silentSince),
      {
        ...part("mail-out", signs.lastMailOut, faultsOut(signs)),
        note: settings.smtpUrl === null ? outboxNote : null,
        behind: isLateOut(signs) ? null : behindOf(signs.waitingOut, signs.now),
      },
      storePart(store, signs),
    ],
    checkedAt: signs.now,
  };
}

const outboxNote = "Mail is kept in the outbox of this installation and does not leave it";
const noWorker = "the program that does the work behind the screens is not running";

function part(id: SystemPart["id"], lastSuccessAt: string | null, faults: string[]): SystemPart {
  return { id, state: faults.length > 0 ? "trouble" : "working", faults, note: null, behind: null, lastSuccessAt };
}

/** Reports a long silence of a working part: perhaps nobody wrote, or the mailbox no longer forwards. */
function mailInPart(signs: Signs, hasWebhooks: boolean, silentSince: string | null): SystemPart {
  const { lastMailIn, waitingIn, now } = signs;
  const works = part("mail-in", lastMailIn, faultsIn(signs, hasWebhooks));
  const behind = isLate(waitingIn, now) ? null : behindOf(waitingIn, now);
  if (silentSince === null) return { ...works, behind };
  const silence = `No mail has come for ${spanWords(Date.parse(now) - Date.parse(silentSince))}, which is unusual for your store: check that it is still forwarded`;
  const state = works.state === "trouble" ? "trouble" : "silent";
  return { ...works, state, faults: [...works.faults, silence], behind };
}

/** Mail that waits longer is late, and reported as a fault. */
const lateMs = 5 * 60_000;
/** Mail that waits less is on its way. */
const behindMs = 10_000;

function waitedMs({ since }: Waiting, now: string): number {
  return since === null ? 0 : Date.parse(now) - Date.parse(since);
}

function isLate(waiting: Waiting, now: string): boolean {
  return waitedMs(waiting, now) > lateMs;
}

function isLateOut({ waitingOut, now }: Signs): boolean {
  return isLate(waitingOut, now) || waitingOut.hasFailed;
}

/** "12 mails waiting since 3 minutes"; null while none has waited long. */
function behindOf(waiting: Waiting, now: string): string | null {
  return waitedMs(waiting, now) < behindMs ? null : mailsWaiting(waiting, now);
}

function mailsWaiting(waiting: Waiting, now: string): string {
  const count = waiting.mails === 1 ? "1 mail" : `${waiting.mails.toLocaleString("en-US")} mails`;
  return `${count} waiting since ${spanWords(waitedMs(waiting, now))}`;
}

function takesWebhooks({ webhooks }: Settings): boolean {
  return Object.values(webhooks).some((key) => key !== null);
}

function faultsIn(signs: Signs, hasWebhooks: boolean): string[] {
  const { receiver, worker, waitingIn, isDiskFull, isIntakeOver, now } = signs;
  // With webhooks no receiver need run, but one that ended without notice is missed all the same.
  const needsReceiver = receiver.isKnown || !hasWebhooks;
  return [
    ...(needsReceiver && !receiver.works ? ["The mail receiver does not answer: new mail waits at its senders"] : []),
    ...(isDiskFull ? ["The disk is almost full: new mail is refused for now and waits at its senders"] : []),
    ...(isIntakeOver
      ? ["Your store got as much mail as it may in a day: what does not fit is refused until 00:00 UTC"]
      : []),
    ...(worker.works ? [] : [`Mail that arrives is kept and waits: ${noWorker}`]),
    ...(isLate(waitingIn, now) ? [mailsWaiting(waitingIn, now)] : []),
  ];
}

function faultsOut(signs: Signs): string[] {
  const { relay, worker, lastMailOut, waitingOut, now } = signs;
  // A mail sent since the check is the stronger proof.
  const hasSentSince =
    lastMailOut !== null && relay.seenAt !== null && Date.parse(lastMailOut) > Date.parse(relay.seenAt);
  const isSilent = relay.isKnown && !relay.works && !hasSentSince;
  return [
    ...(worker.works ? [] : [`Replies are kept and wait: ${noWorker}`]),
    ...(worker.works && isSilent ? ["The server that mail goes out by does not answer"] : []),
    ...(isLateOut(signs) ? [mailsWaiting(waitingOut, now)] : []),
  ];
}

function storePart({ state, lastSyncAt }: StoreStatus, { syncFault }: Signs): SystemPart {
  if (state === "none") return { ...part("store", null, []), state: "off", note: "No store is connected" };
  const isRefused = state === "reconnect";
  return part("store", lastSyncAt, [
    ...(isRefused ? ["Shopify no longer takes the connection: connect the store again"] : []),
    ...(!isRefused && syncFault !== null ? [`The last sync failed: ${syncFault}`] : []),
  ]);
}
