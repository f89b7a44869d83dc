import type { TenantTx } from "../../platform/db/tenant.ts";
import { recordDelivery } from "../tickets/index.ts";
import { markAttemptFailed, selectStuck } from "./delivery.queries.ts";

/** All tries together take about a day. */
const longestWaitHours = 48;
const reason = "The mail was not sent within two days";

/** Fails the mails that wait without a job (every process that tried them was killed), so that their authors see it. */
export async function giveUpStuckMail(tx: TenantTx): Promise<void> {
  for (const mail of await selectStuck(tx, longestWaitHours)) {
    await markAttemptFailed(tx, mail.id, reason, true);
    if (mail.message_id) await recordDelivery(tx, mail.message_id, { state: "failed", error: reason });
  }
}
