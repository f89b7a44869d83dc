import pg from "pg";
import { fillStore } from "./fill-store.ts";
import { insertRows } from "./insert-rows.ts";
import { makeOrderStore, orderStore } from "./make-order-store.ts";
import { makeReportStore } from "./make-report-store.ts";
import { makeResources, resourceColumns } from "./make-resources.ts";
import { createRandom } from "./random.ts";
import { type Scale, tenantShares } from "./scale.ts";

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
 * Fills a migrated, empty database, and reports how long each part took. `url` signs in as a superuser: that skips row-level
 * security and nearly all triggers, whose counts are written directly. The server never works like this.
 */
export async function fillDatabase(url: string, scale: Scale, report: Report): Promise<void> {
  const together = await connectTogether(url, settings);
  const { client } = together;
  try {
    const indexes = await dropIndexes(client, bulkTables);
    const documentIndexes = await dropIndexes(client, documentTables);
    // These are still made by triggers: the search texts of orders, and how many resources have a category or tag.
    await client.query("alter table shopify_orders enable always trigger orders_text_kept");
    await client.query("alter table knowledge_articles enable always trigger articles_counted_in");
    const tenants: string[] = [];
    await timed(report, "rows", () =>
      together.each(["orders", "reports", ...tenantShares.entries()] as const, async (client, store) => {
        if (store === "orders") await fillOrderStore(client);
        else if (store === "reports") await makeReportStore(client, scale.tickets);
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

/** Fills a store with many orders. */
async function fillOrderStore(client: pg.Client): Promise<void> {
  const store = await makeOrderStore(client);
  const random = createRandom(20_260_101);
  await insertRows(client, "knowledge_articles", resourceColumns, makeResources(random, store, orderStore.resources));
}

/** Vacuums all tables, the largest first. */
async function vacuum(together: Together): Promise<void> {
  const { rows } = await together.client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace <> 'pg_toast'::regnamespace
     and relpersistence = 'p' and not relisshared order by pg_table_size(oid) desc`,
  );
  await together.each(rows, (client, { name }) => client.query(`vacuum (analyze, freeze) ${name}`));
}

type Report = (message: string) => void;

/** Runs a part of the work, and reports how long it took. */
async function timed(report: Report, part: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  report(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s ${part}`);
}

/** Drops the indexes of these tables, except those of constraints; returns the statements that rebuild them. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; definition: string }>(
    `select indexname, concat_ws('; ', indexdef, (
         select string_agg(format('alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '; ')
         from pg_attribute where attrelid = quote_ident(indexname)::regclass and attstattarget >= 0)) as definition
     from pg_indexes where schemaname = 'public' and tablename = any ($1)
       and not exists (select from pg_constraint where conindid = quote_ident(indexname)::regclass)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${pg.escapeIdentifier(indexname)}`);
  return rows.map(({ definition }) => definition);
}

/** Makes a store's search documents and word list, which triggers and a worker make otherwise. */
async function makeDocuments(client: pg.Client, tenant: string): Promise<void> {
  await client.query("select set_config('app.client_id', $1, false)", [tenant]);
  await client.query(
    `insert into ticket_words (client_id, ticket_id, ticket_number, words)
     select client_id, id, ticket_number, ticket_document(client_id, id) from support_tickets
     where client_id = $1 order by ticket_number`,
    [tenant],
  );
  await client.query(
    `insert into search_vocabulary (client_id, word)
     select distinct $1::uuid, case when word like '=%' then left(word, 3) else word end
     from (select distinct unnest(tsvector_to_array(words)) as word from ticket_words where client_id = $1) as known
     where word ~ '^([[:alpha:]]{4,30}$|=)'`,
    [tenant],
  );
}

type Together = {
  client: pg.Client;
  each<Thing>(things: Iterable<Thing>, work: (client: pg.Client, thing: Thing) => Promise<unknown>): Promise<void>;
  end(): Promise<void>;
};

/**
 * Connects twice, as the bench assumes two cores: `each` does some work for each thing, in order and two at a time; `client` is
 * one of the connections, for what comes before and after.
 */
async function connectTogether(url: string, settings: string): Promise<Together> {
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const;
  for (const client of clients) {
    await client.connect();
    await client.query(settings);
  }
  return {
    client: clients[0],
    async each(things, work) {
      const waiting = things[Symbol.iterator]();
      const faults: unknown[] = [];
      await Promise.all(
        clients.map(async (client) => {
          try {
            for (let next = waiting.next(); !next.done; next = waiting.next()) {
              // Once a thing failed, the other connection ends with what it is doing.
              if (faults.length === 0) await work(client, next.value);
            }
          } catch (error) {
            faults.push(error);
          }
        }),
      );
      if (faults.length > 0) throw faults[0];
    },
    async end() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
