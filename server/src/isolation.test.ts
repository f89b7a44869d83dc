import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { globalTables } from "../../db/global-tables.ts";
import { databaseRoles } from "./platform/db/roles.ts";
import type { TenantId, TenantTx } from "./platform/db/tenant.ts";
import { type FullDesk, snapshotOf, tenantTables } from "./testing/full-desk.ts";
import { argumentOf, callAs } from "./testing/isolation/call-function.ts";
import { type Query, readQueries, runQuery } from "./testing/isolation/closed-queries.ts";
import { fillSettled } from "./testing/isolation/fill-settled.ts";
import { guessArguments, type Known } from "./testing/isolation/guess-arguments.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { makeTicket } from "./testing/test-desk.ts";

/** Functions that are not attacked, each with the reason. A new one needs a reason here. */
const notAttacked: Record<string, string> = {
  selectSession: "reads one session by its token, before the tenant is known",
  selectHelpFigures: "reads what belongs to no store: how often the product's help was read in all of them",
  purgeExpiredSignIns: "deletes what has expired, whoever's it was",
  tellElsewhere: "tells another store that its own test came here, by the id in the mark that only it was sent",
  findActiveTenantOf: "finds the tenant of an envelope's recipient",
  findFirstTenant: "finds the tenant that the mail domain's postmaster mail goes to",
  findTenantsAt: "finds the tenant that a domain's postmaster mail goes to",
  recordProof: "remembers that a webhook was used, which belongs to no tenant",
  deleteOldProofs: "forgets what belongs to no tenant, when it is old",
  storeMail: "opens the transactions itself, one for each tenant the mail is for",
  selectStoreOfPublic: "says whose one public resource is: its address is followed by anybody",
  selectTenantOfShop: "finds the tenant of a store that a webhook tells of",
  selectTenantIds: "lists the tenants for upkeep",
  insertLink: "keeps a link, which belongs to no tenant",
  findPersonByEmail: "finds whose account an address is, for a mail that goes to that address alone",
  countMail: "counts mails by the hash of whom they go to",
  endWait: "ends a wait by the hash of whom it is for",
  lockFirstStore: "locks what belongs to no tenant",
  insertClaim: "keeps a sign-up, which has no tenant yet",
  lockWaitingClaims: "reads sign-ups, which have no tenant yet, for a mail that goes to their address alone",
  markClaimsMailed: "marks sign-ups, which have no tenant yet",
  dropClaims: "drops sign-ups, which have no tenant yet",
  beginWait: "begins a wait by the hash of whom it is for",
  selectDueAt: "says when a mail is due by the hash of whom it goes to",
  countTried: "counts wrong passwords by the hash of the address they were tried at",
  isReceivedHere: "says whether any desk receives mail for an address, whosever it is",
  addStaffMember: "is run by the owner of the database, who fills the demo store: the application makes no identities",
};

/** Functions that run as another database role, by that role: the application's role may call none of them. */
const ofOtherRoles: Record<string, string> = {
  selectKnownEmails: "the owner, who fills the demo store",
  addTenant: "the owner, who fills the demo store",
};

const queries = await readQueries();
const closed = queries.filter(({ name }) => !(name in notAttacked) && !(name in ofOtherRoles));

let app: Desk;
let ours: FullDesk;
let theirs: FullDesk;
let known: Known;
let tables: string[];
/** Every id of the other store. */
let ids: string[];
beforeAll(async () => {
  app = await openDesk();
  // Only the attacks may change the compared rows.
  [ours, theirs] = await fillSettled(app, ({ owner, secret }) => {
    const hidden = { subject: `Hidden ${secret}`, description: secret, from: "hidden@customer.test" };
    return makeTicket(app, owner, hidden);
  });
  tables = (await tenantTables(app)).filter((name) => !(name in globalTables));
  ids = await idsOf(theirs.owner.tenantId);
  const sessions = await app.asOwner<{ token: string }>("select token from sessions where user_id = $1", [
    theirs.owner.userId,
  ]);
  known = { desk: theirs, ids, tokens: sessions.map(({ token }) => token) };
});
afterAll(() => app.stop());

test("every exempted query exists, and no two queries share a name", () => {
  const names = queries.map(({ name }) => name);
  const listed = [...Object.keys(notAttacked), ...Object.keys(ofOtherRoles)];
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(queries.filter(({ name }) => name in ofOtherRoles))("$name is refused to the application", async (query) => {
  const args = guessArguments(query.parameters, known, 0);
  const { refusal } = await runQuery(app.services.db, ours.owner.tenantId, query, args, { isKept: true });
  expect(refusal).toBe("42501");
});

const verbs = {
  select: (table: string, where: string) => `select client_id from ${table} where ${where}`,
  update: (table: string, where: string) =>
    `update ${table} set client_id = client_id where ${where} returning client_id`,
  delete: (table: string, where: string) => `delete from ${table} where ${where} returning client_id`,
};

test.each(Object.entries(verbs))("a %s of any tenant table touches only the store's own rows", async (verb, write) => {
  const { tenantId } = theirs.owner;
  const before = await snapshotOf(app, tenantId);
  const conditions = [
    "true",
    `client_id = '${tenantId}'`,
    "client_id <> current_setting('app.client_id')::uuid",
    `true or client_id = '${tenantId}'`,
    "client_id in (select client_id from inbound_addresses)",
    "exists (select from clients) or true",
  ];
  const reached = new Set<string>();
  // Everybody may read which store an address belongs to; only its tenant may write it.
  for (const table of verb === "select" ? tables : [...tables, "inbound_addresses"]) {
    for (const condition of conditions) {
      const visible: string[] = [];
      const outcome = await app.services.db
        .withTenant(ours.owner.tenantId, async (tx) => {
          const { rows } = await sql.raw<{ client_id: string }>(write(table, condition)).execute(tx);
          visible.push(...rows.map(({ client_id }) => client_id));
          throw new Error("undone");
        })
        .catch((error: unknown) => String(error));
      // Either we undid it, or it was refused because the role may not write this table or another row needs this one.
      expect(outcome, `${table} where ${condition}`).toMatch(/undone|permission denied|foreign key/);
      expect(visible.filter((id) => id !== ours.owner.tenantId)).toEqual([]);
      if (visible.length > 0) reached.add(table);
    }
  }
  // The store has rows to see and to change in every table.
  if (verb === "select") expect(tables.filter((table) => !reached.has(table))).toEqual([]);
  else expect(reached.size).toBeGreaterThan(5);
  expect(await snapshotOf(app, tenantId)).toEqual(before);
});

/** Functions that run as their owner and may read or change other stores' rows, each with the reason. */
const beyondStores: Record<string, string> = {
  session_of: "finds a session by its token, before the tenant is known",
  person_of: "finds whose account an address is, for a mail that goes to that address alone",
  api_key_of: "finds whose a key is by its public part, before the tenant is known; the secret is compared next",
  public_article_store: "says whose one public resource is",
  client_ids: "lists the tenants for upkeep",
  stores_to_send_for: "lists the tenants of which a mail waits, for whoever sends it",
  stores_with_due_effects: "lists the tenants of which something is to be done outside, for whoever does it",
  forwarding_came_elsewhere:
    "tells another store that its own test came here, by the id in the mark that only it was sent",
};

test("no function that runs as its owner returns or changes another store's rows, with any arguments", async () => {
  const definers = await app.asOwner<{ name: string; call: string; types: string[] }>(
    `select proname as name, oid::regproc::text as call,
       array(select format_type(type, null) from unnest(proargtypes) with ordinality as t (type, at) order by at) as types
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and has_function_privilege('${databaseRoles.app}', oid, 'execute') order by 1`,
  );
  const names = definers.map(({ name }) => name);
  expect(Object.keys(beyondStores).filter((name) => !names.includes(name))).toEqual([]);
  const attacked = definers.filter(({ name }) => !(name in beyondStores));
  const before = await snapshotOf(app, theirs.owner.tenantId);
  const answering = new Set<string>();
  for (const { name, call, types } of attacked) {
    const [own, foreign] = [theirs.owner.tenantId, ours.owner.tenantId];
    for (let round = 0; round < 16; round += 1) {
      const args = types.map((type, at) => argumentOf(type, known, round * 7 + at * 3 + round));
      const statement = `select * from ${call}(${types.map((type, at) => `$${at + 1}::${type}`).join(", ")})`;
      const hidden = [...ids, theirs.secret].filter((value) => !JSON.stringify(args).includes(value));
      if ((await callAs(app.db.pool, own, statement, args, "rollback")).length > 0) answering.add(name);
      const returned = JSON.stringify(await callAs(app.db.pool, foreign, statement, args, "commit"));
      expect(
        hidden.filter((value) => returned.includes(value)),
        `${name} ${JSON.stringify(args)}`,
      ).toEqual([]);
    }
  }
  // The arguments make sense to many of them.
  expect(answering.size / attacked.length).toBeGreaterThan(0.5);
  expect(await snapshotOf(app, theirs.owner.tenantId)).toEqual(before);
});

test("no query reads or writes another store's rows, with any arguments", async () => {
  const before = await snapshotOf(app, theirs.owner.tenantId);
  const odd = fc.constantFrom<unknown>("%", "' or true --", "secret", "hidden@customer.test", null, 0, 200, [], {});
  const round = fc.nat(100);
  // Our store stores its arguments, and may show those again.
  const values = { desk: { ...theirs, secret: "secret" }, ids: ids.slice(0, 20), tokens: known.tokens };
  const hidden = [...ids, theirs.secret].filter((value) => !JSON.stringify(values).includes(value));
  expect(hidden.length).toBeGreaterThan(10);
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...closed), round, fc.array(fc.option(odd)), async (query, round, instead) => {
      const args = guessArguments(query.parameters, values, round).map((arg, index) => instead[index] ?? arg);
      const isAnswered = await attack(ours.owner.tenantId, query, args, hidden).catch((error: unknown) => {
        if (error instanceof Error && error.name === "AssertionError") throw error;
        // Most arguments make no sense to most queries, and some not even to the program.
        return false;
      });
      answered += isAnswered ? 1 : 0;
    }),
    { numRuns: 400 },
  );
  expect(answered).toBeGreaterThan(80);
  expect(await snapshotOf(app, theirs.owner.tenantId)).toEqual(before);
});

test("a search with any pattern finds a store's own tickets only", async () => {
  const hostile = fc.constantFrom(
    "%",
    "_",
    "\\",
    "'",
    '"',
    "$1",
    "%%",
    "\\%",
    "') or true --",
    "#0001",
    "0",
    "secret",
    " ",
  );
  const pattern = fc.oneof(
    hostile,
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.array(hostile, { maxLength: 4 }).map((all) => all.join("")),
  );
  let found = 0;
  await fc.assert(
    fc.asyncProperty(pattern, async (search) => {
      const { items, total } = await theirs.owner.api.tickets.list({ search, limit: 100 });
      expect(total).toBe(items.length);
      expect(items.filter(({ subject }) => !subject.includes(theirs.secret))).toEqual([]);
      found += items.length;
    }),
  );
  // The patterns do find something.
  expect(found).toBeGreaterThan(0);
});

/** Runs a query in a store with another store's values; false if the database refused it. Nothing in `hidden` may come out. */
async function attack(tenant: TenantId, query: Query, args: unknown[], hidden: string[]): Promise<boolean> {
  const meanwhile = async (tx: TenantTx) => expect(await foreignRows(tx)).toBe(0);
  const { result, refusal } = await runQuery(app.services.db, tenant, query, args, { isKept: true, meanwhile });
  const text = textOf(result);
  expect(hidden.filter((value) => text.includes(value))).toEqual([]);
  return refusal === null;
}

async function foreignRows(tx: TenantTx): Promise<number> {
  const parts = tables.map((table) => `(select count(*) from ${table} where client_id = '${theirs.owner.tenantId}')`);
  const { rows } = await sql.raw<{ seen: number }>(`select ${parts.join(" + ")} as seen`).execute(tx);
  return rows[0]?.seen ?? -1;
}

/** Returns all values in columns whose names end in id. */
async function idsOf(tenantId: string): Promise<string[]> {
  const parts = (await tenantTables(app)).map(
    (name) =>
      `select pair.value as id from ${name} t, jsonb_each_text(to_jsonb(t)) as pair
       where t.client_id = $1 and pair.key ~ '(^|_)id$'`,
  );
  const rows = await app.asOwner<{ id: string | null }>(parts.join(" union "), [tenantId], tenantId);
  return rows.flatMap(({ id }) => (id !== null && id.length > 20 && id !== tenantId ? [id] : []));
}

function textOf(result: unknown): string {
  if (result instanceof Map) return textOf([...result]);
  return (
    JSON.stringify(result, (_, value: unknown) =>
      isBuffer(value) ? Buffer.from(value.data).toString("latin1") : value,
    ) ?? ""
  );
}

function isBuffer(value: unknown): value is { type: "Buffer"; data: number[] } {
  return typeof value === "object" && value !== null && "type" in value && value.type === "Buffer" && "data" in value;
}
