import pg from "pg";
import { globalTables } from "../../../../db/global-tables.ts";
import { readTables } from "../backup/tables.ts";

/** The keys that a store's rows are found by. */
export type StoreKeys = { id: string; code: string };

/** A table whose rows of a store are exported. */
export type PortableTable = {
  name: string;
  columns: { name: string; type: string }[];
  orderedBy: string[];
  /**
   * Whether the application may not read it, so the owner or the sign-in role does. Other tables are read as the
   * application, which sees only one store.
   */
  isOwners: boolean;
};

const sealed = "sealed under the installation's secret, which stays there";
const ofConnection = "belongs to the connection with Shopify, which has to be made anew";

/** Tables and columns left out of an export, with the reasons. */
export const leftOut: Readonly<Record<string, string>> = {
  second_factors: `${sealed}: people set their second factor up again`,
  passkeys: "a passkey works at the address that it was made for",
  sessions: "people sign in again",
  account_links: "links in mails end with the installation that sent them",
  sender_domains: `the key that signs mail is ${sealed}: the domain is checked again, with another DNS record`,
  shopify_shops: ofConnection,
  shopify_stores: `tokens are ${sealed}`,
  shopify_oauth_states: ofConnection,
  shopify_syncs: ofConnection,
  shopify_pending: ofConnection,
  shopify_deliveries: ofConnection,
  "api_keys.public_part": "a key works at one installation only: rotate the keys to get new ones",
  "api_keys.secret_hash": "likewise",
  "api_keys.earlier_hash": "likewise",
  "api_keys.earlier_until": "likewise",
  api_key_writes: "a program repeats its writes at the installation that it sent them to",
  webhooks: `the secret that signs deliveries is ${sealed}: set the webhooks up again`,
  mailboxes: `the password is ${sealed}: connect the mailboxes again`,
  mailbox_mails: "it belongs to the mailboxes, which are connected again; what was taken is in the mail log",
  order_actions: "what was done at Shopify stands in the tickets' trails and the audit log",
  ticket_facts: "the other installation counts all tickets anew",
  ticket_traits: "the other installation counts all tickets anew",
  figure_spans: "the other installation counts all tickets anew",
  figure_hours: "the other installation counts all tickets anew",
  facts_waiting: "the other installation counts all tickets anew",
  figure_states: "the other installation counts all tickets anew",
  effects: "what was done outside was done by this installation",
  seen_people: "nobody is connected to another installation",
  store_exports: "an export is no part of another one",
  store_export_chunks: "the bytes of an export are no part of another one",
  "clients.support_email": "the address at the mail domain is given by the installation; the manifest has this one's",
  "inbound_addresses: help+…": "likewise",
  "accounts.access_token": "a token of whom somebody signs in with; the installation asks for another",
  "accounts.refresh_token": "likewise",
  "accounts.id_token": "likewise",
  "accounts.access_token_expires_at": "likewise",
  "accounts.refresh_token_expires_at": "likewise",
  "accounts.scope": "likewise",
  "outgoing_mails.details: sealedToken, others": `what opens the link in a mail is ${sealed}`,
  "jobs: account.ask-mail":
    "an invitation about to be mailed is work of a kind that mails people of any store: invite again",
  "numbers that the database gives (search_waiting.id and those of figures)": "they are given anew",
};

/** Also left out of a store admin's export, so that nobody can guess at colleagues' passwords. */
export const passwordsLeftOut: Readonly<Record<string, string>> = {
  "accounts.password": 'nobody in the store may try the passwords of others: people choose one by "Forgot password?"',
};

/** Tables whose rows are exported as files. */
const bytesOf = ["file_chunks"];

/** Tables without tenants that contain a store's rows, with the condition that selects them. */
const ofStore: Record<string, { isOwners: boolean; where: (store: StoreKeys) => string }> = {
  clients: { isOwners: false, where: ({ id }) => `id = ${pg.escapeLiteral(id)}` },
  inbound_addresses: {
    isOwners: false,
    where: ({ id, code }) =>
      `client_id = ${pg.escapeLiteral(id)} and not starts_with(address, ${pg.escapeLiteral(`help+${code}@`)})`,
  },
  identities: { isOwners: true, where: ({ id }) => `client_id = ${pg.escapeLiteral(id)}` },
  accounts: {
    isOwners: true,
    where: ({ id }) => `user_id in (select i.id from identities i where i.client_id = ${pg.escapeLiteral(id)})`,
  },
  raw_mails: {
    isOwners: false,
    where: ({ id }) => `id in (select l.raw_mail_id from mail_log l where l.client_id = ${pg.escapeLiteral(id)})`,
  },
};

/** Expressions for columns that are exported only in part. */
const readAs: Record<string, string> = { "outgoing_mails.details": "details - array['sealedToken', 'others']" };

const columnsSql = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' order by c.relname, a.attnum`;

/** Reads the exported tables: every tenant table that is not left out, and those in `ofStore`. */
export async function readPortableTables(owner: pg.ClientBase): Promise<PortableTable[]> {
  const tables = (await readTables(owner)).filter(
    ({ name }) =>
      !Object.hasOwn(leftOut, name) &&
      !bytesOf.includes(name) &&
      (Object.hasOwn(ofStore, name) || !(name in globalTables)),
  );
  const { rows } = await owner.query<{ table: string; name: string; type: string }>(columnsSql, [
    tables.map(({ name }) => name),
  ]);
  return tables.map(({ name, orderedBy }) => ({
    name,
    orderedBy,
    columns: rows
      .filter((column) => column.table === name && !Object.hasOwn(leftOut, `${name}.${column.name}`))
      .map((column) => ({ name: column.name, type: column.type })),
    isOwners: ofStore[name]?.isOwners ?? false,
  }));
}

/** JSON contains neither character, so CSV leaves each line as it is. */
export const jsonLinesFormat = `(format csv, quote e'\\x01', delimiter e'\\x02')`;

/** Returns the statement that copies a store's rows as JSON lines, in an order that is the same everywhere. */
export function linesSql(
  { name, columns, orderedBy }: PortableTable,
  store: StoreKeys,
  leavesPasswords = false,
): string {
  const values = columns.map(({ name: column, type }) => {
    const own = pg.escapeIdentifier(column);
    const isLeft = leavesPasswords && Object.hasOwn(passwordsLeftOut, `${name}.${column}`);
    const read = isLeft ? "null" : (readAs[`${name}.${column}`] ?? own);
    return type === "bytea" ? `translate(encode(${own}, 'base64'), e'\\n', '') as ${own}` : `${read} as ${own}`;
  });
  const where = ofStore[name]?.where(store) ?? `client_id = ${pg.escapeLiteral(store.id)}`;
  return `copy (select row_to_json(r) from (select ${values.join(", ")} from ${pg.escapeIdentifier(name)}
    where ${where} order by ${orderedBy.join(", ")}) r) to stdout with ${jsonLinesFormat}`;
}

/** Returns the statement that copies a store's waiting and running jobs likewise. */
export function jobLinesSql(queues: readonly string[], store: StoreKeys): string {
  const names = queues.map((name) => pg.escapeLiteral(name)).join(", ");
  return `copy (select row_to_json(r) from (select name as queue, data -> 'payload' as payload,
      date_trunc('milliseconds', start_after) as "startAfter" from pgboss.job
    where name in (${names}) and state < 'completed' and data ->> 'tenantId' = ${pg.escapeLiteral(store.id)}
    order by name, created_on, id) r) to stdout with ${jsonLinesFormat}`;
}
