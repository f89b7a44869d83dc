import type pg from "pg";
import { dropIndexes } from "./drop-indexes.ts";
import { fillStore } from "./fill-store.ts";
import { insertRows } from "./insert-rows.ts";
import { makeDocuments } from "./make-documents.ts";
import { makeOrderStore, orderStore } from "./make-order-store.ts";
import { makeResources, resourceColumns } from "./make-resources.ts";
import { createRandom } from "./random.ts";
import { type Scale, tenantShares } from "./scale.ts";
import { type Report, timed } from "./timed.ts";
import { connectTogether, type Together } from "./together.ts";

/** Filled without their indexes, which are built at the end. */
const bulkTables = [
  "support_tickets",
  "ticket_messages",
  "outgoing_mails",
  "ticket_activities",
  "ticket_places",
  "customers",
  "shopify_orders",
  "shopify_order_line_items",
  "shopify_order_fulfillments",
  "knowledge_articles",
];
const documentTables = ["ticket_words", "search_vocabulary"];

const settings =
  "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'";

/**
 * Fills a migrated, empty database, and reports how long each part took. `url` signs in as a superuser: row-level security and nearly all
 * triggers are passed over, and what they would have counted is written directly. The server never works like this.
 */
export async function fillDatabase(url: string, scale: Scale, report: Report): Promise<void> {
  const together = await connectTogether(url, settings);
  const { client } = together;
  try {
    const indexes = await dropIndexes(client, bulkTables);
    const documentIndexes = await dropIndexes(client, documentTables);
    // What is not written directly: what an order is searched by, and how many resources have a category or a tag.
    await client.query("alter table shopify_orders enable always trigger orders_text_kept");
    await client.query("alter table knowledge_articles enable always trigger articles_counted_in");
    const tenants: string[] = [];
    await timed(report, "rows", () =>
      together.each(["orders", ...tenantShares.entries()] as const, async (client, store) => {
        if (store === "orders") await fillOrderStore(client);
        else tenants.push(await fillStore(client, scale, ...store));
      }),
    );
    await client.query("alter table shopify_orders enable trigger orders_text_kept");
    await client.query("alter table knowledge_articles enable trigger articles_counted_in");
    const build = (definitions: string[]) => together.each(definitions, (client, index) => client.query(index));
    await timed(report, "indexes", () => build(indexes));
    await timed(report, "documents", () => together.each(tenants, makeDocuments));
    await timed(report, "indexes of documents", () => build(documentIndexes));
    await timed(report, "vacuum", () => vacuum(together));
  } finally {
    await together.end();
  }
}

/** A store with many orders. */
async function fillOrderStore(client: pg.Client): Promise<void> {
  const store = await makeOrderStore(client);
  const random = createRandom(20_260_101);
  await insertRows(client, "knowledge_articles", resourceColumns, makeResources(random, store, orderStore.resources));
}

/** All tables, the largest first. */
async function vacuum(together: Together): Promise<void> {
  const { rows } = await together.client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace <> 'pg_toast'::regnamespace
     and relpersistence = 'p' and not relisshared order by pg_table_size(oid) desc`,
  );
  await together.each(rows, (client, { name }) => client.query(`vacuum (analyze, freeze) ${name}`));
}
