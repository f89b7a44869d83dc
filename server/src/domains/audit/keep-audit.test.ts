import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { databaseRoles, urlForRole } from "../../platform/db/roles.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { TestTenant } from "../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { testSecret } from "../../testing/test-databases.ts";
import { record } from "./audit.queries.ts";

let desk: Desk;
let store: TestTenant;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
});
beforeEach(async () => {
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
});
afterAll(() => desk.stop());

const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => desk.db.withTenant(store.id, work);
const entries = () => desk.asOwner("select * from audit_log where client_id = $1 order by id", [store.id], store.id);

const roles = {
  app: () => urlForRole(desk.ownerUrl, "app", testSecret),
  auth: () => urlForRole(desk.ownerUrl, "auth", testSecret),
  owner: () => desk.ownerUrl,
};

/** The error with which a statement is refused; null when it was allowed. */
async function refusalOf(url: string, statement: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`begin; set local app.client_id = '${store.id}'`);
    await client.query(statement);
    await client.query("commit");
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? "";
    throw error;
  } finally {
    await client.end();
  }
}

/** Ways to hide an action or to put it on somebody else. */
const attacks = {
  "another action": "update audit_log set action = 'ticket.erased'",
  "another person": "update audit_log set actor_id = null",
  "another name": "update audit_log set actor_name = 'Somebody Else'",
  "another time": "update audit_log set created_at = now() - interval '1 year'",
  "another place": "update audit_log set ip = '192.0.2.1', device = null",
  "another label": "update audit_log set subject_label = 'Somebody Else'",
  "other words": `update audit_log set details = '{"name": "Somebody Else"}'`,
  "fewer words than an erasure leaves": "update audit_log set details = '{}', subject_label = null",
  "another tenant": `update audit_log set client_id = '${newId()}'`,
  "one entry less": "delete from audit_log",
  "no entries": "truncate audit_log",
  "no tenants": "truncate clients cascade",
  "an upsert": `insert into audit_log (id, action) select id, 'a.b' from audit_log on conflict (client_id, id) do update set action = 'a.b'`,
  "a merge": "merge into audit_log a using audit_log b on a.id = b.id when matched then delete",
};

describe.each(Object.keys(roles) as (keyof typeof roles)[])("role %s", (role) => {
  test.each(Object.entries(attacks))("cannot write %s to the log", async (_, attack) => {
    await inTenant((tx) =>
      record(tx, null, "ticket.deleted", { id: newId(), label: "Ticket: 0001 Hello" }, { subject: "Hello", number: 1 }),
    );
    const before = await entries();
    expect(before).toHaveLength(1);
    expect(await refusalOf(roles[role](), attack)).toBe("42501");
    expect(await entries()).toEqual(before);
  });
});

test("lets the application add entries of the present only, not of the past", async () => {
  const late = `insert into audit_log (id, action, created_at) values ('${newId()}', 'a.b', '2020-01-01')`;
  expect(await refusalOf(roles.app(), late)).toBe("42501");
  expect(await refusalOf(roles.auth(), `insert into audit_log (id, action) values ('${newId()}', 'a.b')`)).toBe(
    "42501",
  );
});

test("lets neither role of the application grant itself missing rights", async () => {
  for (const role of ["app", "auth"] as const) {
    for (const attack of [
      "alter table audit_log disable trigger all",
      "drop trigger audit_log_kept on audit_log",
      `grant update, delete, truncate on audit_log to ${databaseRoles[role]}`,
      "set session_replication_role = replica",
      "drop table audit_log",
    ])
      expect(["42501", null], attack).toContain(await refusalOf(roles[role](), attack));
    expect(await refusalOf(roles[role](), "delete from audit_log")).toBe("42501");
  }
});

test("removes on erasure what identifies a person, and nothing else", async () => {
  await inTenant((tx) =>
    record(
      tx,
      null,
      "customer.deleted",
      { id: newId(), label: "Jane <jane@a.test>" },
      { name: "Jane", email: "jane@a.test", tickets: 0 },
    ),
  );
  const [before] = await entries();
  const erase = "update audit_log set details = details - array['name', 'email', 'subject'], subject_label = null";
  expect(await refusalOf(roles.app(), erase)).toBe("42501");
  expect(await refusalOf(roles.owner(), erase)).toBeNull();
  expect(await entries()).toEqual([{ ...before, details: { tickets: 0 }, subject_label: null }]);
});

test("deletes a tenant's entries only with the tenant", async () => {
  await inTenant((tx) => record(tx, null, "ticket.erased", null));
  await desk.asOwner("delete from clients where id = $1", [store.id], store.id);
  expect(await entries()).toEqual([]);
});

test("keeps actor, subject and network readable after the people are deleted", async () => {
  const [owner, other] = [newId(), newId()];
  for (const [id, name] of [
    [owner, "Ann Owner"],
    [other, "Bob Agent"],
  ] as const)
    await desk.asOwner(
      "insert into users (client_id, id, email, name) values ($1, $2, $3, $4)",
      [store.id, id, `${id}@store.example`, name],
      store.id,
    );
  const calledFrom = { ip: "203.0.113.9", userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0" };
  await desk.db.withTenant({ tenantId: store.id, calledFrom }, (tx) => record(tx, owner, "team.role-changed", other));
  await desk.asOwner("delete from users where client_id = $1 and id in ($2, $3)", [store.id, owner, other], store.id);
  expect(await entries()).toEqual([
    expect.objectContaining({
      actor_id: owner,
      actor_name: "Ann Owner",
      actor_email: `${owner}@store.example`,
      subject_id: other,
      subject_label: `Bob Agent <${other}@store.example>`,
      kind: "team",
      ip: "203.0.113.9",
      device: "Firefox on Windows",
    }),
  ]);
});

test("cuts a label of any length and script to the room there is", async () => {
  const labels = ["😀".repeat(600), "é".repeat(600), "", `${"a".repeat(499)}😀`];
  for (const label of labels) await inTenant((tx) => record(tx, null, "mail.released", { id: "1", label }));
  const kept = (await entries()).map(({ subject_label }) => String(subject_label));
  expect(kept.map((label) => label.length)).toEqual([500, 500, 0, 500]);
});
