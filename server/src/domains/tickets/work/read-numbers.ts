import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { namedNumbers } from "../rows/message-row.ts";
import { keepNumbers, lockUnreadMessages, lockUnreadTickets } from "./numbers.queries.ts";

/** Rows locked at once, and rounds per run: 100,000 messages take about four hours without making anybody wait. */
const batch = { rows: 200, times: 10 };

/**
 * Extracts the numbers of texts that were stored without them, by an earlier version, newest first. Until then, viewing a ticket reads
 * its texts (docs/product.md#the-order-of-a-ticket).
 */
export const readNumbers: Schedule = {
  name: "tickets.read-numbers",
  cron: "*/5 * * * *",
  async work(services) {
    let mayBeMore = true;
    for (let times = 0; mayBeMore && times < batch.times; times += 1) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if (await readBatch(tx)) mayBeMore = true;
      });
    }
  },
};

async function readBatch(tx: TenantTx): Promise<boolean> {
  const messages = await lockUnreadMessages(tx, batch.rows);
  await keepNumbers(tx, "ticket_messages", messages.map(withNumbers));
  const tickets = await lockUnreadTickets(tx, batch.rows);
  await keepNumbers(tx, "support_tickets", tickets.map(withNumbers));
  return messages.length === batch.rows || tickets.length === batch.rows;
}

function withNumbers({ id, texts }: { id: string; texts: string[] }) {
  return { id, named_numbers: namedNumbers(...texts) };
}
