import { limits } from "@deskhand/contract/limits";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import type { Domain } from "../../platform/domain.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteStaleUploads } from "./files/uploads.queries.ts";
import { foldResponseTimes, foldTicketCounts, foldTicketQueues, foldTicketTags } from "./list/fold.queries.ts";
import { namedNumbers } from "./rows/message-row.ts";
import { foldSearch } from "./search/search.queries.ts";
import { keepNumbers, lockUnreadMessages, lockUnreadTickets } from "./work/numbers.queries.ts";

/** Folds each tenant's ticket deltas every minute, so that reading a figure sums only a few rows. */
export const foldCounts: Schedule = {
  name: "tickets.fold-counts",
  cron: "* * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await foldTicketCounts(tx);
      await foldTicketQueues(tx);
      await foldTicketTags(tx);
      await foldResponseTimes(tx);
    }),
};

/** Deletes files that were uploaded for a reply and not sent within a day. */
export const deleteUnsentFiles: Schedule = {
  name: "messages.delete-unsent-files",
  cron: "37 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => deleteUnusedFiles(tx, await deleteStaleUploads(tx, limits.uploadKeptHours))),
};

/** Documents per transaction, which takes a fifth of a second. */
const batchSize = 200;

/** Builds the search documents of what was just written (docs/product.md#how-a-search-is-written). */
export const foldWaiting: NonNullable<Domain["hearings"]>[number] = {
  channel: "deskhand_search",
  work: foldAll,
};

/** Builds every minute the documents whose notification was lost. */
export const foldMissed: Schedule = {
  name: "search.fold-forgotten",
  cron: "* * * * *",
  work: (services) => forEachTenant(services, ({ tenantId }) => foldAll(services, tenantId)),
};

async function foldAll({ db }: Pick<Services, "db">, tenantId: TenantId): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    const fold = async (tx: TenantTx) => {
      await lockName(tx, "search.fold");
      return foldSearch(tx, batchSize);
    };
    count = await db.withTenant(tenantId, fold, { plan: "once", commit: "soon" });
  }
}

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
