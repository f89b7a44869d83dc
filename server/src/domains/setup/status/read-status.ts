import type { SystemPart, SystemStatus } from "@deskhand/contract/admin/setup";
import type { StoreStatus } from "@deskhand/contract/shopify";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { storeStatus } from "../../shopify/index.ts";
import { type Signs, selectSigns } from "./status.queries.ts";

/**
 * Whether everything works that a store needs, and when each part last did what it is there for, from what stands in the
 * database: any process gives the same answer (docs/product.md#system-status).
 */
export async function readStatus(tx: TenantTx, settings: Settings): Promise<SystemStatus> {
  const signs = await selectSigns(tx);
  const store = await storeStatus(tx, settings);
  return {
    parts: [
      part("database", signs.now, []),
      part("mail-in", signs.lastMailIn, faultsIn(signs, takesWebhooks(settings))),
      { ...part("mail-out", signs.lastMailOut, faultsOut(signs)), note: settings.smtpUrl === null ? outboxNote : null },
      storePart(store, signs),
    ],
    checkedAt: signs.now,
  };
}

const outboxNote = "Mail is kept in the outbox of this installation and does not leave it";
const noWorker = "the program that does the work behind the screens is not running";

function part(id: SystemPart["id"], lastSuccessAt: string | null, faults: string[]): SystemPart {
  return { id, state: faults.length > 0 ? "trouble" : "working", faults, note: null, lastSuccessAt };
}

function takesWebhooks({ webhooks }: Settings): boolean {
  return Object.values(webhooks).some((key) => key !== null);
}

function faultsIn({ receiver, worker, lateMailsIn, isDiskFull, isIntakeOver }: Signs, hasWebhooks: boolean): string[] {
  // Where mail comes by webhooks no receiver need run; one that ended without saying so is missed all the same.
  const needsReceiver = receiver.isKnown || !hasWebhooks;
  return [
    ...(needsReceiver && !receiver.works ? ["The mail receiver does not answer: new mail waits at its senders"] : []),
    ...(isDiskFull ? ["The disk is almost full: new mail is refused for now and waits at its senders"] : []),
    ...(isIntakeOver
      ? ["Your store got as much mail as it may in a day: what does not fit is refused until 00:00 UTC"]
      : []),
    ...(worker.works ? [] : [`Mail that arrives is kept and waits: ${noWorker}`]),
    ...(lateMailsIn > 0 ? [`${mails(lateMailsIn)} for more than 5 minutes to become tickets`] : []),
  ];
}

function faultsOut({ relay, worker, lastMailOut, lateMailsOut }: Signs): string[] {
  // A mail that went out since then says more than the look.
  const hasSentSince =
    lastMailOut !== null && relay.seenAt !== null && Date.parse(lastMailOut) > Date.parse(relay.seenAt);
  const isSilent = relay.isKnown && !relay.works && !hasSentSince;
  return [
    ...(worker.works ? [] : [`Replies are kept and wait: ${noWorker}`]),
    ...(worker.works && isSilent ? ["The server that mail goes out by does not answer"] : []),
    ...(lateMailsOut > 0 ? [`${mails(lateMailsOut)} to be sent and ${lateMailsOut === 1 ? "is" : "are"} late`] : []),
  ];
}

function mails(count: number): string {
  return count === 1 ? "1 mail waits" : `${count.toLocaleString("en-US")} mails wait`;
}

function storePart({ state, lastSyncAt }: StoreStatus, { syncFault }: Signs): SystemPart {
  if (state === "none") return { ...part("store", null, []), state: "off", note: "No store is connected" };
  const isRefused = state === "reconnect";
  return part("store", lastSyncAt, [
    ...(isRefused ? ["Shopify no longer takes the connection: connect the store again"] : []),
    ...(!isRefused && syncFault !== null ? [`The last sync failed: ${syncFault}`] : []),
  ]);
}
