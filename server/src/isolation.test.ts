import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { globalTables } from "../../db/global-tables.ts";
import type { TenantTx } from "./platform/db/tenant.ts";
import { type FullDesk, fillDesk, snapshotOf, tenantTables } from "./platform/testing/full-desk.ts";
import { startTestApp, type TestApp } from "./platform/testing/start-test-app.ts";
import { makeTicket } from "./platform/testing/test-desk.ts";

type Query = { name: string; run: (tx: TenantTx, ...rest: unknown[]) => unknown; words: string[] };

/** Functions that take no tenant's transaction, each with the reason. Whoever adds one says why. */
const withoutTenant: Record<string, string> = {
  selectSession: "reads one session by its token, before the tenant is known",
  touchSession: "puts off one session by its token, before the tenant is known",
  purgeExpiredSignIns: "deletes what has expired, whoever's it was",
  updateUnconfirmedPassword: "sets the password of one unconfirmed address, before anybody is signed in",
  findActiveTenantOf: "finds the tenant of an envelope's recipient",
  storeMail: "opens the transactions itself, one for each tenant the mail is for",
  selectPublicFile: "answers for one public resource, whosever it is: its link is followed by anybody",
  selectTenantIds: "lists the tenants for upkeep",
};

let app: TestApp;
let ours: FullDesk;
let theirs: FullDesk;
let tables: string[];
/** Ids of the other store: some are given to every query, the others must never come out of one. */
let given: string[];
let hidden: string[];
beforeAll(async () => {
  app = await startTestApp();
  [ours, theirs] = [await fillDesk(app), await fillDesk(app)];
  await makeTicket(app, theirs.owner, {
    subject: `Hidden ${theirs.secret}`,
    description: theirs.secret,
    from: "hidden@customer.test",
  });
  tables = (await tenantTables(app)).filter((name) => !(name in globalTables));
  const { ticketId, messageId, failedMessageId, noteId, notificationId, attachmentId, quarantinedMailId, articleId } =
    theirs;
  given = [
    ticketId,
    messageId,
    failedMessageId,
    noteId,
    notificationId,
    attachmentId,
    quarantinedMailId,
    articleId,
    theirs.owner.userId,
  ];
  hidden = (await idsOf(theirs.owner.tenantId)).filter((id) => !given.includes(id) && id !== theirs.owner.tenantId);
});
afterAll(() => app.stop());

const queries: Query[] = [];
for (const path of globSync("domains/**/*.queries.ts", { cwd: import.meta.dirname })) {
  const file = `./${path}`;
  const exports: Record<string, unknown> = await import(/* @vite-ignore */ file);
  const words = [...new Set(readFileSync(`${import.meta.dirname}/${path}`, "utf8").match(/\b[a-z][A-Za-z]+\b/g))];
  for (const [name, run] of Object.entries(exports)) {
    if (typeof run !== "function") continue;
    queries.push({ name, words, run: (tx, ...rest) => Reflect.apply(run, undefined, [tx, ...rest]) });
  }
}
const closed = queries.filter(({ name }) => !(name in withoutTenant));

test("every function that builds a query is attacked here, or says why not", () => {
  expect(closed.length).toBeGreaterThan(40);
  const names = new Set(queries.map(({ name }) => name));
  expect(Object.keys(withoutTenant).filter((name) => !names.has(name))).toEqual([]);
});

test("no query reads or writes another store's rows, whatever it is given", async () => {
  const before = await snapshotOf(app, theirs.owner.tenantId);
  const answered = new Set<string>();
  const query = fc.constantFrom(...closed);
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      async ({ name, run, words }, seeds) => {
        const rest = seeds.slice(0, 6).map((seed, index) => argument(seed, seeds.slice(index), words));
        try {
          const answer = await app.services.db.withTenant(ours.owner.tenantId, async (tx) => {
            const result = await run(tx, ...rest);
            return { result, sees: await foreignRows(tx) };
          });
          answered.add(name);
          const text = textOf(answer.result);
          expect(text).not.toContain(theirs.secret);
          expect(hidden.filter((id) => text.includes(id))).toEqual([]);
          expect(answer.sees).toBe(0);
        } catch (error) {
          // Most inputs make no sense to most queries; the database says so. What it says tells nothing either.
          if (error instanceof Error && error.name === "AssertionError") throw error;
          expect(String(error)).not.toContain(theirs.secret);
        }
      },
    ),
    { numRuns: 1_500 },
  );
  expect(await snapshotOf(app, theirs.owner.tenantId)).toEqual(before);
  // The attack is one only if the queries do run with such inputs.
  expect(answered.size).toBeGreaterThan(closed.length * 0.6);
});

test("no statement of any kind on any tenant table sees or changes another store's rows", async () => {
  const before = await snapshotOf(app, theirs.owner.tenantId);
  const condition = fc.constantFrom(
    "true",
    "client_id = $1::uuid",
    "client_id <> current_setting('app.client_id')::uuid",
    "true or client_id = $1::uuid",
    "client_id in (select client_id from inbound_addresses)",
    "exists (select from clients) or true",
  );
  const verb = fc.constantFrom("select", "update", "delete");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tables, "inbound_addresses"), verb, condition, async (table, verb, where) => {
      // Everybody may read whose address is whose; only the tenant writes its own.
      fc.pre(table !== "inbound_addresses" || verb !== "select");
      const foreign = theirs.owner.tenantId;
      const statement = {
        select: `select client_id from ${table} where ${where}`,
        update: `update ${table} set client_id = client_id where ${where} returning client_id`,
        delete: `delete from ${table} where ${where} returning client_id`,
      }[verb];
      const text = statement.replaceAll("$1", `'${foreign}'`);
      const seen: string[] = [];
      const outcome = await app.services.db
        .withTenant(ours.owner.tenantId, async (tx) => {
          const { rows } = await sql.raw<{ client_id: string }>(text).execute(tx);
          seen.push(...rows.map(({ client_id }) => client_id));
          throw new Error("undone");
        })
        .catch((error: unknown) => String(error));
      // Undone by us, or refused because the role may not write this table or another row needs this one.
      expect(outcome).toMatch(/undone|permission denied|foreign key/);
      expect(seen.filter((id) => id !== ours.owner.tenantId)).toEqual([]);
    }),
    { numRuns: 250 },
  );
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
  await fc.assert(
    fc.asyncProperty(pattern, async (search) => {
      const { items, total } = await theirs.owner.api.tickets.list({ search, limit: 100 });
      expect(total).toBe(items.length);
      const found = items.map(({ subject }) => subject);
      expect(found.filter((subject) => !subject.includes(theirs.secret))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

const verbs = ["open", "urgent", "email", "sent", "failed", "General", "medium", "new_ticket", "smtp", "received"];

/** One argument for a query, by chance: an id of the other store, a word, a number, or an object with every field it names. */
function argument(seed: number, seeds: number[], words: string[]): unknown {
  const kinds = [
    () => pick(given, seed),
    () => Object.fromEntries(words.map((word, index) => [word, field(word, seeds[index % seeds.length] ?? seed)])),
    () => Object.fromEntries(words.map((word, index) => [word, field(word, seeds[index % seeds.length] ?? seed)])),
    () => [pick(given, seed), pick(given, seed + 1)],
    () => (seed % 200) + 1,
    () => pick(verbs, seed),
    () => null,
    () => "hidden@customer.test",
  ];
  return pick(kinds, seed)();
}

function field(name: string, seed: number): unknown {
  if (/id$/i.test(name)) return pick(given, seed);
  if (/limit|count|size|position|attempts|number|minutes|urgency/i.test(name)) return (seed % 3) + 1;
  if (/^(is|has)[A-Z]/.test(name)) return seed % 2 === 0;
  if (/At$|^(at|since|time)$/.test(name)) return new Date(0).toISOString();
  if (/^(after|before|cursor)$/.test(name)) return null;
  if (/^(details|headers|labels|tags|references|ids)$/.test(name)) return [];
  if (/^(status|state|kind|type|source|priority|category|via)$/.test(name))
    return seed % 3 === 0 ? undefined : pick(verbs, seed);
  return pick(["secret", "%", "' or true --", "x@customer.test"], seed);
}

function pick<T>(from: readonly T[], seed: number): T {
  const picked = from[seed % from.length];
  if (picked === undefined) throw new Error("Nothing to pick from");
  return picked;
}

async function foreignRows(tx: TenantTx): Promise<number> {
  const parts = tables.map((table) => `(select count(*) from ${table} where client_id = '${theirs.owner.tenantId}')`);
  const { rows } = await sql.raw<{ seen: number }>(`select ${parts.join(" + ")} as seen`).execute(tx);
  return rows[0]?.seen ?? -1;
}

async function idsOf(tenantId: string): Promise<string[]> {
  const parts = (await tenantTables(app)).map(
    (name) => `select to_jsonb(t) ->> 'id' as id from ${name} t where client_id = $1`,
  );
  const rows = await app.asOwner<{ id: string | null }>(parts.join(" union "), [tenantId], tenantId);
  return rows.flatMap(({ id }) => (id !== null && id.length > 20 ? [id] : []));
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
