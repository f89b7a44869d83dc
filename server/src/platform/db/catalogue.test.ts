import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { globalTables } from "../../../../db/global-tables.ts";
import { type FullDesk, tenantTables } from "../../testing/full-desk.ts";
import { fillSettled } from "../../testing/isolation/fill-settled.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { testSecret } from "../../testing/test-databases.ts";
import { databaseRoles, urlForRole } from "./roles.ts";

let app: Desk;
let ours: FullDesk;
let theirs: FullDesk;
beforeAll(async () => {
  app = await openDesk();
  [ours, theirs] = await fillSettled(app);
});
afterAll(() => app.stop());

const globals = Object.keys(globalTables).sort();

/** Runs a catalogue query that returns texts. */
async function ask(sql: string, values: unknown[] = []): Promise<string[]> {
  return (await app.asOwner<{ name: string }>(sql, values)).map(({ name }) => name);
}

/** Runs statements on a fresh connection of the application's role; returns the code of the failing one. */
async function asApp(work: (client: pg.Client) => Promise<unknown>): Promise<string> {
  const client = new pg.Client({ connectionString: urlForRole(app.ownerUrl, "app", testSecret) });
  await client.connect();
  try {
    await work(client);
    return "no error";
  } catch (error) {
    if (error instanceof pg.DatabaseError) return `${error.code} ${error.message}`;
    throw error;
  } finally {
    await client.end();
  }
}

async function enter(client: pg.Client, tenant: string): Promise<void> {
  await client.query("begin");
  await client.query("select set_config('app.client_id', $1, true)", [tenant]);
}

test("every table has a tenant and forced policies, or is a global table with a reason", async () => {
  const closed = await ask(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and a.attnotnull
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relrowsecurity and c.relforcerowsecurity
       and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')`,
  );
  const tables = await ask(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  expect(tables.filter((name) => !closed.includes(name))).toEqual(globals);
  for (const reason of Object.values(globalTables)) expect(reason.length).toBeGreaterThan(20);
});

test("no policy shows a tenant's rows to the application without the tenant", async () => {
  const open = await ask(
    `select c.relname || '.' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
     where (p.polroles = '{0}' or '${databaseRoles.app}'::regrole = any (p.polroles))
       and coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
         not like '%current_setting(''app.client_id''::text)%'`,
  );
  const receive = ["raw_mail_chunks.receive", "raw_mails.receive"];
  expect(open.sort()).toEqual(["inbound_addresses.resolve", ...receive, "shopify_shops.resolve"]);
});

test("a tenant table's primary key begins with the tenant, and its foreign keys carry it", async () => {
  const wrongKeys = await ask(
    `select c.conrelid::regclass::text || ': ' || pg_get_constraintdef(c.oid) as name from pg_constraint c
     join pg_attribute first on first.attrelid = c.conrelid and first.attnum = c.conkey[1]
     where c.contype = 'p' and c.connamespace = 'public'::regnamespace and first.attname <> 'client_id'
       and c.conrelid::regclass::text <> all ($1)`,
    [globals],
  );
  expect(wrongKeys).toEqual([]);
  const wrongReferences = await ask(
    `select c.conrelid::regclass::text || ': ' || pg_get_constraintdef(c.oid) as name from pg_constraint c
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid::regclass::text <> all ($1)
       and not exists (select from unnest(c.conkey, c.confkey) as pair (own, other)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.own and a.attname = 'client_id'
         join pg_attribute b on b.attrelid = c.confrelid and b.attnum = pair.other and b.attname = 'client_id')`,
    [globals],
  );
  expect(wrongReferences).toEqual([]);
  const nulled = await ask(
    `select c.conrelid::regclass::text || ': ' || pg_get_constraintdef(c.oid) as name from pg_constraint c
     where c.contype = 'f' and c.confdeltype in ('n', 'd') and c.confdelsetcols is null
       and c.connamespace = 'public'::regnamespace`,
  );
  expect(nulled, "on delete set null would null client_id too").toEqual([]);
});

test("the server's roles own nothing, are no superusers and bypass no policy", async () => {
  const names = Object.values(databaseRoles);
  const powerful = await ask(
    `select rolname as name from pg_roles where rolname = any ($1)
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolinherit)`,
    [names],
  );
  const owned = await ask(
    "select r.rolname as name from pg_shdepend d join pg_roles r on r.oid = d.refobjid where d.deptype = 'o' and r.rolname = any ($1)",
    [names],
  );
  const member = await ask(
    "select roleid::regrole::text as name from pg_auth_members where member = any ($1::regrole[])",
    [names],
  );
  expect([powerful, owned, member]).toEqual([[], [], []]);
  const open = await ask(
    `select name from unnest($1::text[]) as name where has_table_privilege('${databaseRoles.app}', name, 'select')`,
    [globals],
  );
  expect(open.sort().join(" ")).toBe(
    "clients help_figures inbound_addresses installation_keys intake_hosts raw_mail_chunks raw_mails schema_functions schema_migrations server_parts shopify_shops used_webhooks",
  );
});

test("security definer functions have a fixed search path and are not public", async () => {
  const definers = await app.asOwner(
    `select proname as name, proconfig as settings, has_function_privilege('public', oid, 'execute') as "isPublic"
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  );
  const settings = ["search_path=public, pg_temp"];
  const once = [...settings, "plan_cache_mode=force_generic_plan"];
  const all = (names: string, set: string[]) => Object.fromEntries(names.split(/\s+/).map((name) => [name, set]));
  const ordinary = `account_mail_due_at api_key_of client_ids count_account_mail count_customers count_found count_help_use count_tickets customer_figures delete_orphaned_raw_mails delete_unused_raw_mails end_account_mail_wait end_sessions end_sessions_of end_sign_in find_customers find_incoming_mails find_orders find_outgoing_mails find_phones find_tickets finds_anything forget_person_in_audit forwarding_came_elsewhere is_known_widely is_known_word keep_identity_name list_orders near_words order_figures page_tickets person_of public_article_store purge_expired_sign_ins search_customers search_knowledge search_page session_of stores_to_send_for stores_with_due_effects stores_with_due_mailboxes team_sessions wait_for_account_mail waiting_mails`;
  const known: Record<string, string[]> = {
    ...all(ordinary, settings),
    find_named_orders: once,
    list_customers: [...settings, "enable_sort=off"],
  };
  const inOrder = Object.entries(known).sort();
  expect(definers).toEqual(inOrder.map(([name, settings]) => ({ name, settings, isPublic: false })));
  // Views read as their owner.
  expect(await ask("select viewname from pg_views where schemaname = 'public'")).toEqual([]);
});

test("every tenant table has rows in this test", async () => {
  for (const table of await closedTables()) {
    expect(await app.asOwner(`select from ${table} limit 1`, [], ours.owner.tenantId), table).toHaveLength(1);
  }
});

test("without a tenant, every tenant table raises an error on fresh and used connections", async () => {
  for (const table of await closedTables()) {
    expect(await asApp((client) => client.query(`select * from ${table}`)), table).toMatch(/^42704 /);
    const used = await asApp(async (client) => {
      await enter(client, ours.owner.tenantId);
      await client.query("commit");
      await client.query(`select * from ${table}`);
    });
    expect(used, table).toMatch(/^22P02 /);
  }
});

const ofResources = "'{all-agents,supervisors-only,admin-only}', '', null, null, null, 'used', null, null, null";
/** Calls of all functions that search as the owner, with the table they search. */
const inView = "support_tickets where not is_archived";
const searches = [
  ["(search_page('{}', '{}', false, 'priority', null, null, null, 99, 1)).ids", inView],
  ["page_tickets('{}', false, 'activity', null, null, null, 1000)", inView],
  [`(search_knowledge(${ofResources}, 1000)).id`, "knowledge_articles where true"],
  ["search_customers('', 1000)", "customers where true"],
  ["(find_customers('secret', 1000)).id", "customers where true"],
  ["find_phones('0012345678')", "customers where phone is not null"],
  ["(find_orders('1001', '{}', 1000)).id", "shopify_orders where true"],
  ["(find_named_orders(array['1001'], array['1001'], array[]::text[])).id", "shopify_orders where true"],
  [`(find_tickets('{"words": ["secret"]}', 1000)).id`, "support_tickets where true"],
  ["find_incoming_mails('', null, '-infinity', 'infinity', gen_random_uuid(), 1000)", "mail_log where true"],
  ["find_outgoing_mails('', null, '-infinity', 'infinity', gen_random_uuid(), 1000)", "outgoing_mails where true"],
] as const;
test.each(searches)("%s raises without a tenant, and finds the tenant's own", async (call, table) => {
  const search = `select ${call} as id`;
  expect(await asApp((client) => client.query(search))).toMatch(/^42704 /);
  const mine: string[] = [];
  await asApp(async (client) => {
    await enter(client, ours.owner.tenantId);
    mine.push(...(await client.query<{ id: string | string[] }>(search)).rows.flatMap(({ id }) => id));
    await client.query("commit");
  });
  const all = `select id from ${table} and client_id = $1`;
  const expected = await app.asOwner<{ id: string }>(all, [ours.owner.tenantId], ours.owner.tenantId);
  expect(expected).not.toEqual([]);
  expect(mine.sort()).toEqual(expected.map(({ id }) => id).sort());
});

test("the list above has every function that searches as the owner", async () => {
  const definers = await ask(
    "select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and proname ~ '^(search|find|page)_'",
  );
  expect(searches.map(([call]) => /(search|find|page)_\w+/.exec(call)?.[0]).sort()).toEqual(definers.sort());
});

test("session_of finds a session by its token alone", async () => {
  const sessions = await app.asOwner<{ token: string }>("select token from sessions where user_id = $1", [
    theirs.owner.userId,
  ]);
  const found: unknown[] = [];
  await asApp(async (client) => {
    for (const token of [sessions[0]?.token, "%", "' or true --", ""]) {
      found.push((await client.query("select user_id from session_of($1)", [token])).rows);
    }
  });
  expect(found).toEqual([[{ user_id: theirs.owner.userId }], [], [], []]);
});

test("only a store itself can add and remove its addresses, and nobody without a tenant", async () => {
  const addresses = () => ask("select client_id || ' ' || address as name from inbound_addresses order by 1");
  const before = await addresses();
  const removed: unknown[] = [];
  const outcome = await asApp(async (client) => {
    await enter(client, ours.owner.tenantId);
    removed.push(...(await client.query("delete from inbound_addresses returning client_id")).rows);
    await client.query("rollback");
  });
  expect([outcome, removed]).toEqual(["no error", [{ client_id: ours.owner.tenantId }]]);
  expect(await asApp((client) => client.query("delete from inbound_addresses"))).toMatch(/^42704 /);
  const stolen = await asApp(async (client) => {
    await enter(client, ours.owner.tenantId);
    const values = ["new@store.example", theirs.owner.tenantId];
    await client.query("insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)", values);
  });
  expect(stolen).toMatch(/^42501 /);
  expect(await addresses()).toEqual(before);
});

describe("a row of another store", () => {
  test("cannot be inserted into any table", async () => {
    const closed = await closedTables();
    expect(closed).toContain("support_tickets");
    for (const table of closed) {
      const row = await rowOf(table, theirs);
      const outcome = await asApp(async (client) => {
        await enter(client, ours.owner.tenantId);
        await insert(client, table, row);
      });
      expect(outcome, table).toMatch(/^42501 /);
    }
  });

  test("cannot be referred to from any table", async () => {
    const referring = await ask(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid::regclass::text <> all ($1)
         and c.conrelid::regclass::text <> all ($1)`,
      [globals],
    );
    expect(referring.length).toBeGreaterThan(5);
    for (const table of referring) {
      const foreign = await rowOf(table, theirs);
      const free = "ticket_number" in foreign ? { ticket_number: 1_000_000 } : {}; // Our tenant has these numbers already.
      // Both stores have the rule that is made with the settings of ratings.
      const renamed = table === "rules" ? { name: "Another" } : {};
      // No two stores have keys that begin alike.
      const ownPart = table === "api_keys" ? { public_part: "0".repeat(16) } : {};
      const row = { ...foreign, ...free, ...renamed, ...ownPart, client_id: ours.owner.tenantId };
      const outcome = await asApp(async (client) => {
        await enter(client, ours.owner.tenantId);
        await client.query("delete from shopify_stores; delete from plan_interests; delete from rating_settings"); // A tenant has at most one of these.
        await insert(client, table, row);
      });
      expect(outcome, table).toMatch(/^23503 /);
    }
  });
});

async function closedTables(): Promise<string[]> {
  return (await tenantTables(app)).filter((name) => !globals.includes(name));
}

type Row = Record<string, unknown>;

/** Returns a table's row with the fewest empty columns. */
async function rowOf(table: string, { owner }: FullDesk): Promise<Row> {
  const rows = await app.asOwner<{ row: Row }>(
    `select to_jsonb(t) as row from ${table} t where client_id = $1
     order by (select count(*) from jsonb_each(to_jsonb(t)) where value = 'null') limit 1`,
    [owner.tenantId],
    owner.tenantId,
  );
  return rows[0]?.row ?? {};
}

/** Inserts a row by the catalogue's columns, without generated ones. */
async function insert(client: pg.Client, table: string, row: Row): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  const columns = rows.map(({ name }) => name).join(", ");
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
}
