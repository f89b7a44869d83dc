import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { namedNumbers } from "../rows/message-row.ts";
import { keepNumbers, lockUnreadMessages, lockUnreadTickets } from "./numbers.queries.ts";

/** Rows locked at once, and rounds per run: 100,000 messages take about four hours without making anybody wait. */
const together = { rows: 200, times: 10 };

/**
 * Extracts the numbers of texts that were stored without them, by an earlier version, newest first. Until then, viewing a ticket reads
 * its texts (docs/product.md#the-order-of-a-ticket).
 */
export const readNumbers: Schedule = {
  name: "tickets.read-numbers",
  cron: "*/5 * * * *",
  async work(services) {
    let mayBeMore = true;
    for (let times = 0; mayBeMore && times < together.times; times += 1) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if (await readSome(tx)) mayBeMore = true;
      });
    }
  },
};

async function readSome(tx: TenantTx): Promise<boolean> {
  const messages = await lockUnreadMessages(tx, together.rows);
  await keepNumbers(tx, "ticket_messages", messages.map(read));
  const tickets = await lockUnreadTickets(tx, together.rows);
  await keepNumbers(tx, "support_tickets", tickets.map(read));
  return messages.length === together.rows || tickets.length === together.rows;
}

function read({ id, texts }: { id: string; texts: string[] }) {
  return { id, named_numbers: namedNumbers(...texts) };
}
